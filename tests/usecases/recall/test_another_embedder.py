"""Another embedder: recall answers throughout, the work goes on after a kill, spaces never meet, old vectors go by themselves."""

import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from omoide import Mind, Omoide, SimulatedClock, Turn
from omoide.adapters.index import nearest
from omoide.domain.feelings.emotion import Valence
from omoide.domain.memories.memory import Impression
from omoide.domain.recall.passage import PassageKind, whole_piece
from omoide.domain.time import moment
from omoide.ports.memories.store import NewMemory
from omoide.ports.recall.search import PassageStore
from tests import warm
from tests.fakes.embedding import hashing

Open = Callable[..., Omoide]


def _lived(mind: Mind, count: int) -> None:
    """Give a mind turns with a memory each, whose vectors are those of the first embedder."""
    said = [
        (f"{at}番の箱には{'林檎蜜柑葡萄桃梨'[at % 8]}と本が{at * 7}冊入っている", "うん") for at in range(count - 1)
    ]
    said.insert(7, ("合言葉は翡翠色の象にした", "うん"))
    kept = mind.observe_many(
        [(Turn(user, answer, session_id=f"s{at}"), None) for at, (user, answer) in enumerate(said)]
    )
    vectors = hashing().embed([event.user for event in kept])
    day = moment.day(mind.now(), tz=mind.persona.tz)
    new = [
        NewMemory(
            Impression(event.user, "", 60, Valence.NEUTRAL, 50, (), "decision"),
            event.id, event.session_id, event.created, day, 0.5, 0.99, whole_piece(event.user), vector,
        )
        for event, vector in zip(kept, vectors, strict=True)
    ]  # fmt: skip
    for start in range(0, len(new), 1_000):
        mind._home.memories.store.add_all(mind.persona.id, new[start : start + 1_000], space=hashing().space)
    mind.catch_up()


def _held(mind: Mind) -> dict[str, int]:
    return {each.space: each.vectors for each in mind.index_status()}


EMBED_AND_DIE = """
import os, signal, sys
from omoide import Omoide
from tests.fakes.embedding import hashing

def told(done):
    if done >= int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

with Omoide.open(sys.argv[1], embedder=hashing(version="2"), beside="nowhere") as omoide:
    omoide.mind("haru").catch_up(progress=told)
"""


def _changes_embedder(opened: Open, folder: Path, *, count: int, killed_after: int) -> None:
    first = opened()
    first.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    _lived(first.mind("haru"), count)
    whole = _held(first.mind("haru"))[hashing().space.key]
    first.close()

    killed = warm.run("-c", EMBED_AND_DIE, str(folder / "home"), str(killed_after))
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    second = opened(version="2")
    mind = second.mind("haru")
    persona = mind.persona
    new = hashing(version="2").space
    made = _held(mind)[new.key]
    assert 0 < made < whole
    assert mind._home.recall.clear_old_spaces(persona) == 0
    assert "翡翠色の象" in mind.recall("合言葉は何色の象？", strengthen=False)[0].text
    second.close()

    third = opened(version="2").mind("haru")
    assert _held(third)[new.key] >= made
    assert "翡翠色の象" in third.recall("合言葉は何色の象？", strengthen=False)[0].text
    third.catch_up()
    assert not store_of(third).pending(persona.id, new, limit=1)
    assert _held(third)[new.key] == whole
    assert "翡翠色の象" in third.recall("合言葉は何色の象？")[0].text
    assert third.memories.recall("合言葉は何色の象？")


def store_of(mind: Mind) -> PassageStore:
    return mind._home.recall.passages


def test_recall_answers_while_vectors_are_made_and_the_work_resumes(opened: Open, tmp_path: Path) -> None:
    _changes_embedder(opened, tmp_path, count=300, killed_after=60)


@pytest.mark.slow
def test_a_home_of_ten_thousand_memories_moves_to_another_embedder(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.toml").write_text("[embedding]\nbatch_size = 1000\n[index]\ncheckpoint_items = 1000\n")
    _changes_embedder(opened, tmp_path, count=10_000, killed_after=4_000)


def test_vectors_of_two_spaces_never_meet(opened: Open) -> None:
    first = opened()
    first.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    _lived(first.mind("haru"), 5)
    second = opened(version="2").mind("haru")
    index, persona = second._home.recall.vectors, second.persona
    [cue] = hashing(version="2").embed(["7番の箱"], role="query")
    for kind in PassageKind:
        assert not len(index.nearness(persona.id, cue, space=hashing(version="2").space, kind=kind).item_ids)
    second.catch_up()
    found = index.nearness(persona.id, cue, space=hashing(version="2").space, kind=PassageKind.EVENT)
    made = hashing(version="2").embed([event.text for event in second.log()])
    assert np.allclose(np.sort(found.cosines), np.sort(made @ cue), atol=2e-3)


def test_what_no_embedder_uses_any_more_goes_in_the_night_after_everything_has_a_vector(
    opened: Open, clock: SimulatedClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nearest, "CACHE_AFTER_ROWS", 2)
    first = opened()
    first.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    _lived(first.mind("haru"), 5)
    first.mind("haru").recall("3番の箱")
    first.close()
    second = opened(version="2").mind("haru")
    second.catch_up()
    second.recall("3番の箱")
    assert len(_held(second)) == 2
    assert len(list((tmp_path / "home").rglob("vectors-*.bin"))) == 2
    clock.advance(days=2)
    second.settle()
    assert list(_held(second)) == [hashing(version="2").space.key]
    assert len(list((tmp_path / "home").rglob("vectors-*.bin"))) == 1
    assert "3番の箱" in second.recall("3番の箱には何がある？")[0].text
    with second._home.foundation.database.reading() as connection:
        for table in ("vectors", "embedding_progress", "topic_centres"):
            count = connection.exec_driver_sql(f"SELECT count(DISTINCT space_id) FROM {table}").scalar_one()
            assert count <= 1, table


def test_while_anything_waits_the_old_vectors_stay(opened: Open) -> None:
    first = opened()
    first.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    _lived(first.mind("haru"), 5)
    second = opened(version="2").mind("haru")
    assert second._home.recall.clear_old_spaces(second.persona) == 0
    assert _held(second)[hashing().space.key] == 10
    second.catch_up()
    assert second._home.recall.clear_old_spaces(second.persona) == 10
    assert second._home.recall.clear_old_spaces(second.persona) == 0
