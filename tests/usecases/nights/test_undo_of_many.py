"""Undoing a night that took many memories out: all of them come back, in few steps, whoever else is at work."""

import dataclasses
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from bench.night import fill
from bench.undo import TAKES_OUT, standing
from numpy.typing import NDArray

from bench import night_data
from omoide.adapters.sql.memories.restoring import SqlDeletedMemories
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.bootstrap import Home
from omoide.domain.events.event import EventFilter
from omoide.domain.memories.memory import Cause, MemoryId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.errors import InvalidInput, NightOvertaken
from omoide.ports.memories.deleted_memories import DeletedId
from omoide.ports.nights.store import NightRun
from omoide.usecases.nights.night_work import StepSizes
from omoide.usecases.nights.undo import Undo
from omoide.usecases.understanding.remember import Felt
from tests.usecases.minds import OneMind, take_out
from tests.usecases.nights.killed_night import count_statements, opened

STEP = 15
SMALL = StepSizes(deletions=STEP)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home on the evening before a night that takes a quarter of the memories out."""
    home = tmp_path_factory.mktemp("evening") / "home"
    composed, persona = fill(home, night_data.mind(400))
    for key, value in TAKES_OUT.items():
        composed.foundation.set_for_persona(persona.id, key, value)
    composed.close()
    return home


@pytest.fixture(scope="module")
def slept(evening: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same home on the morning after."""
    home = tmp_path_factory.mktemp("morning") / "home"
    shutil.copytree(evening, home)
    composed = opened(home)
    persona = composed.foundation.personas.get("bench")
    report = dataclasses.replace(composed.nights.sleep(persona), steps=SMALL)(persona)
    composed.close()
    assert report is not None
    assert report.counts["deleted"] > 4 * STEP
    return home


@pytest.fixture
def home(slept: Path, tmp_path: Path) -> Path:
    return shutil.copytree(slept, tmp_path / "home")


@pytest.fixture
def composed(home: Path) -> Iterator[Home]:
    found = opened(home)
    yield found
    found.close()


def undo(composed: Home) -> Undo:
    whole = composed.nights.undo(composed.foundation.personas.get("bench"))
    return dataclasses.replace(whole, steps=SMALL)


def deleted_by(composed: Home) -> tuple[SqlDeletedMemories, NightRun, list[DeletedId]]:
    run = composed.nights.records.latest(composed.foundation.personas.get("bench").id)
    assert run is not None
    deleted = SqlDeletedMemories(composed.foundation.database)
    return deleted, run, deleted.of_night(run)


def raise_some(composed: Home, deletions: list[DeletedId]) -> None:
    deleted, run, _ = deleted_by(composed)
    texts = deleted.texts(run, deletions)
    vectors = dict(zip(texts, composed.embedder.embed(list(texts.values())), strict=True))
    deleted.bring_back(run, vectors, space=composed.embedder.space, at=composed.foundation.clock.now())


def test_everything_the_night_took_out_comes_back_as_it_was(composed: Home, home: Path, evening: Path) -> None:
    assert standing(home) != standing(evening)
    undo(composed)(composed.foundation.personas.get("bench"))
    assert standing(home) == standing(evening)


def test_each_memory_that_comes_back_has_one_chapter_about_it(composed: Home) -> None:
    persona = composed.foundation.personas.get("bench")
    with composed.foundation.database.reading() as connection:
        query = "SELECT memory_id FROM memory_history WHERE buried_as IS NOT NULL"
        gone = [MemoryId(each) for each in connection.exec_driver_sql(query).scalars()]
    undo(composed)(persona)
    for memory_id in gone:
        last = composed.memories.store.history(persona.id, memory_id)
        assert [each.cause for each in last].count(Cause.RESTORED) == 1
        assert last[-1].level_after is composed.memories.store.get(persona.id, [memory_id])[memory_id].current_level


def test_many_memories_come_back_with_as_many_statements_as_few(composed: Home) -> None:
    _, _, deletions = deleted_by(composed)
    seen = count_statements(composed)
    raise_some(composed, deletions[:STEP])
    few = seen[0]
    raise_some(composed, deletions[STEP:])
    assert len(deletions) - STEP > 3 * STEP
    assert seen[0] - few <= few
    assert deleted_by(composed)[2] == []


def test_undoing_sends_statements_by_the_step_not_by_the_memory(composed: Home) -> None:
    _, _, deletions = deleted_by(composed)
    whole = undo(composed)
    seen = count_statements(composed)
    whole._bring_back(deleted_by(composed)[1])
    steps = -(-len(deletions) // STEP)
    assert seen[0] <= 25 * steps


def test_what_is_back_already_is_passed_over(composed: Home, home: Path, evening: Path) -> None:
    _, _, deletions = deleted_by(composed)
    raise_some(composed, deletions[:STEP])
    raise_some(composed, deletions)
    undo(composed)(composed.foundation.personas.get("bench"))
    assert standing(home) == standing(evening)


@dataclasses.dataclass
class Meanwhile:
    """A deleted where something else happens just before memories are put back."""

    deleted: SqlDeletedMemories
    happens: Callable[[NightRun], object]

    def of_night(self, run: NightRun) -> list[DeletedId]:
        return self.deleted.of_night(run)

    def texts(self, run: NightRun, deletions: Sequence[DeletedId]) -> dict[DeletedId, str]:
        return self.deleted.texts(run, deletions)

    def bring_back(
        self, run: NightRun, vectors: Mapping[DeletedId, NDArray[np.float32]], *, space: EmbeddingSpace, at: Moment
    ) -> None:
        self.happens(run)
        self.deleted.bring_back(run, vectors, space=space, at=at)


def test_two_processes_may_bring_the_same_memories_back(composed: Home, home: Path, evening: Path) -> None:
    other = opened(home)
    both = dataclasses.replace(
        undo(composed),
        deleted=Meanwhile(SqlDeletedMemories(composed.foundation.database), happens=undo(other)._bring_back),
    )
    both(composed.foundation.personas.get("bench"))
    other.close()
    assert standing(home) == standing(evening)


def test_a_process_that_is_overtaken_stops(composed: Home, home: Path, evening: Path) -> None:
    other, persona = opened(home), composed.foundation.personas.get("bench")
    overtaken = Meanwhile(SqlDeletedMemories(composed.foundation.database), happens=lambda _run: undo(other)(persona))
    with pytest.raises(NightOvertaken):
        dataclasses.replace(undo(composed), deleted=overtaken)(persona)
    other.close()
    assert standing(home) == standing(evening)


def test_what_is_erased_meanwhile_stays_erased(composed: Home) -> None:
    persona = composed.foundation.personas.get("bench")

    def erase(_run: NightRun) -> None:
        with composed.foundation.database.writing() as connection:
            connection.exec_driver_sql("DELETE FROM memory_history WHERE buried_as IS NOT NULL")

    before = composed.memories.store.count(persona.id)
    erased = Meanwhile(SqlDeletedMemories(composed.foundation.database), happens=erase)
    dataclasses.replace(undo(composed), deleted=erased)(persona)
    assert sum(composed.memories.store.count(persona.id).values()) == sum(before.values())


@pytest.fixture
def cats(tmp_path: Path) -> Iterator[OneMind]:
    """A home whose two memories were taken out by the last night."""
    found = OneMind(tmp_path / "cats")
    for key, value in {**TAKES_OUT, "archive.retention_days": "0"}.items():
        found.set(key, value)
    found.thinker.by_word = {"猫": 4}
    assert len(found.remembers("猫のモモ", "猫のタマ")) == 2
    found.sleeps(4)
    assert found.all() == []
    yield found
    found.close()


def test_a_turn_remembered_again_since_the_night_makes_no_second_memory(cats: OneMind) -> None:
    [tama] = [
        each for each in cats.composed.events.store.find(cats.persona.id, EventFilter()) if each.user == "猫のタマ"
    ]
    told = cats.thinker.answer(AppraiseTurn(SpokenTurn(tama.user)))
    remember = cats.composed.understanding.remember(cats.persona)
    [again] = cats.memories.store.add_all(
        cats.persona.id, remember(cats.persona, [Felt(tama, tama.user, told)]), space=remember.space
    )
    with pytest.raises(InvalidInput, match=f"its turn was remembered again, as {again.label}"):
        cats.memories.restore(cats.persona)(cats.persona, "mem_20260118_002")
    cats.composed.nights.undo(cats.persona)(cats.persona)
    assert cats.again(again) == again
    assert sorted(each.label for each in cats.all()) == ["mem_20260118_001", again.label]


def test_a_memory_brought_back_and_taken_out_again_comes_back_once(cats: OneMind) -> None:
    label = cats.memories.restore(cats.persona)(cats.persona, "mem_20260118_002").label
    for _ in range(2):
        memory = cats.memories.store.named(cats.persona.id, label)
        take_out(cats.composed, cats.persona.id, memory.id)
        cats.memories.restore(cats.persona)(cats.persona, label)
    cats.composed.nights.undo(cats.persona)(cats.persona)
    assert [each.label for each in cats.all()] == ["mem_20260118_001", label]
    assert cats.composed.recall.texts.is_sound()
