"""A word that was looked up lately is found as if it were looked up for the first time, whatever was kept or erased since."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event as listening

from omoide import Mind, Omoide, SimulatedClock, Turn
from omoide.adapters.index.fulltext import SqlTextIndex
from omoide.adapters.index.known_words import MOST_NEW, WORD_BYTES, KnownWords, LookedAt
from omoide.domain.recall.passage import PassageKind
from omoide.domain.text.tokens import document_tokens
from tests.conftest import NOW
from tests.fakes.embedding import hashing

SAID = (
    "harbour",
    "violin",
    "it's",
    "v1.2",
    "Ｈａｒｂｏｕｒ",
    "港で",
    "梯子を見た",
    "ハル: 港",
    "Café",
    "a-b_c",
    "彗星",
)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["say", "answer", "erase", "ask"]), st.lists(st.sampled_from(SAID), min_size=1, max_size=4)
    ),
    min_size=4,
    max_size=16,
)
Found = tuple[dict[str, list[int]], dict[str, int]]


def index(mind: Mind, *, most: int = 20_000) -> SqlTextIndex:
    return SqlTextIndex(mind._home.foundation.database, most_postings=most)


def looked_up(words: SqlTextIndex, mind: Mind, tokens: Sequence[str]) -> Found:
    found = words.postings(mind.persona.id, tokens, kind=PassageKind.EVENT)
    return {token: ids.tolist() for token, ids in found.ids.items()}, dict(found.frequencies)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25)
@given(steps=STEPS, most=st.sampled_from([3, 20_000]))
def test_it_is_as_if_nothing_were_known(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, list[str]]], most: int
) -> None:
    with Omoide.open(
        tmp_path_factory.mktemp("home"), clock=SimulatedClock(NOW), embedder=hashing(), beside="nowhere"
    ) as omoide:
        omoide.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = omoide.mind("haru")
        words, opened = index(mind, most=most), [mind.observe(user="港で harbour").id]
        for step, said in steps:
            text = " ".join(said)
            if step == "say":
                opened.append(mind.observe(user=text).id)
            elif step == "answer" and opened:
                mind.complete(opened.pop(0), assistant=text)
            elif step == "erase" and opened:
                mind.erase(event_id=opened.pop())
            tokens = document_tokens(text)
            assert looked_up(words, mind, tokens)[0] == looked_up(index(mind, most=most), mind, tokens)[0]
            if most > 3:  # of a word that is not listed the frequency is an estimate
                assert looked_up(words, mind, tokens)[1] == looked_up(index(mind), mind, tokens)[1]


def test_a_word_is_not_looked_up_twice_though_turns_came_meanwhile(mind: Mind) -> None:
    asked: list[str] = []
    mind.observe(user="港で船を見た")
    words = index(mind)
    listening.listen(
        mind._home.foundation.database.engine, "before_cursor_execute", lambda *given: asked.append(given[2])
    )
    before, _ = looked_up(words, mind, ["港"])
    assert any("MATCH" in each for each in asked)
    asked.clear()
    second = mind.observe(user="港へ行く").id
    asked.clear()
    after, _ = looked_up(words, mind, ["港"])
    assert after["港"] == [*before["港"], second]
    assert not [each for each in asked if "MATCH" in each]


def test_after_very_many_turns_it_is_looked_up_anew(mind: Mind) -> None:
    mind.observe(user="港で船を見た")
    words = index(mind)
    looked_up(words, mind, ["港"])
    mind.observe_many([(Turn(user=f"{number} 港"), None) for number in range(MOST_NEW + 1)])
    assert looked_up(words, mind, ["港"]) == looked_up(index(mind), mind, ["港"])
    mind.observe(user="また港")
    assert looked_up(words, mind, ["港"]) == looked_up(index(mind), mind, ["港"])


def test_one_persona_never_finds_what_another_was_told(opened_pair: tuple[Mind, Mind]) -> None:
    haru, natsu = opened_pair
    words = index(haru)
    haru.observe(user="港で船を見た")
    mine, _ = looked_up(words, haru, ["港"])
    natsu.observe(user="港の話")
    assert looked_up(words, haru, ["港"])[0] == mine
    assert len(looked_up(words, natsu, ["港"])[0]["港"]) == 1


def test_what_was_not_asked_for_since_longest_goes_when_it_is_too_much() -> None:
    held, at = KnownWords(most_bytes=2_000 + 2 * WORD_BYTES), LookedAt(1, 0)
    for word in ("a", "b", "c"):
        held.hold({word: np.arange(100)}, at=at)
    assert [word for word in "abc" if word in held] == ["b", "c"]


@pytest.fixture
def opened_pair(opened: Callable[..., Omoide]) -> tuple[Mind, Mind]:
    """Two minds of one home."""
    omoide = opened()
    for name in ("haru", "natsu"):
        omoide.add_persona(name, language="ja", timezone="Asia/Tokyo")
    return omoide.mind("haru"), omoide.mind("natsu")


def test_a_word_takes_room_however_few_turns_hold_it() -> None:
    held, at = KnownWords(most_bytes=100 * WORD_BYTES), LookedAt(1, 0)
    held.hold({f"w{number}": np.arange(1) for number in range(1_000)}, at=at)
    assert sum(f"w{number}" in held for number in range(1_000)) < 100


def test_of_very_many_personas_only_those_asked_for_last_are_followed(opened_pair: tuple[Mind, Mind]) -> None:
    haru, natsu = opened_pair
    words = index(haru)
    words._lately = KnownWords(most_followed=3)
    for mind in (haru, natsu):
        mind.observe(user="港で船を見た")
        looked_up(words, mind, ["港"])
    for number in range(3):
        for mind in (haru, natsu):
            mind.observe(user=f"港の店{number}")
            assert looked_up(words, mind, ["港", "店"]) == looked_up(index(mind), mind, ["港", "店"])
    assert words._lately.followed <= 3
