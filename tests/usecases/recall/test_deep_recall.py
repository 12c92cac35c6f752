"""Deep recall: the first turns are read together with the cue; nobody else waits for that."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from omoide import Mind, Omoide
from omoide.domain.events.event import EventFilter
from omoide.domain.recall.parts.deep import READ, TurnToRead
from omoide.domain.recall.recollection import Recollection
from omoide.errors import ReaderUnavailable
from omoide.ports.recall.answering import PairReader
from tests.fakes.embedding import hashing

SAID = ["the boat is green", "the boat is called Petrel", "the boat leaks a little", "we sold the boat"]


@dataclass
class Scripted:
    """Finds an answer in what holds one word."""

    word: str
    asked: list[tuple[str, list[TurnToRead]]] = field(default_factory=list)
    newer_odds: float = -4.0
    likeliest: str = ""
    compared: list[tuple[str, str]] = field(default_factory=list)

    def odds(self, cue: str, turns: Sequence[TurnToRead]) -> list[float]:
        self.asked.append((cue, list(turns)))
        return [(4.5 if turn.user == self.likeliest else 4.0) if self.word in turn.user else -6.0 for turn in turns]

    def newer(self, cue: str, twos: Sequence[tuple[str, str]]) -> list[float]:
        self.compared += twos
        return [self.newer_odds] * len(twos)


class Unread:
    """Cannot read."""

    def odds(self, cue: str, turns: Sequence[TurnToRead]) -> list[float]:
        raise ReaderUnavailable("no weights")

    def newer(self, cue: str, twos: Sequence[tuple[str, str]]) -> list[float]:
        raise ReaderUnavailable("no weights")


@pytest.fixture
def mind(tmp_path: Path) -> Mind:
    omoide = Omoide.open(tmp_path, beside="nowhere", embedder=hashing())
    mind = omoide.persona("haru")
    for number, text in enumerate(SAID):
        mind.observe(user=text, assistant="I see.", session_id="s", at=f"2025-03-01T10:0{number}:00+00:00")
    return mind


def recalled(mind: Mind, reading: PairReader, *, deep: bool, cue: str = "what about the boat") -> list[Recollection]:
    verb = replace(mind._home.recall.recall(mind.persona), reading=reading)
    return verb(mind.persona, cue, where=EventFilter(), limit=10, deep=deep)


@pytest.mark.parametrize("text", SAID)
def test_what_reads_as_an_answer_comes_first_with_the_highest_number(mind: Mind, text: str) -> None:
    hits = recalled(mind, Scripted(text.removeprefix("the boat ").removeprefix("we ")), deep=True)
    assert hits[0].event.user == text
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_where_nothing_reads_as_an_answer_everything_is_told_as_only_near(mind: Mind) -> None:
    hits = recalled(mind, Scripted("zebra"), deep=True)
    assert hits
    assert all(hit.near_only for hit in hits)


@pytest.mark.parametrize(("word", "deep"), [("green", True), ("zebra", False)])
def test_what_may_be_an_answer_and_what_nobody_read_is_not(mind: Mind, word: str, deep: bool) -> None:
    hits = recalled(mind, Scripted(word), deep=deep)
    assert hits
    assert not any(hit.near_only for hit in hits)


def test_across_languages_nothing_is_said_to_be_only_near(mind: Mind) -> None:
    hits = recalled(mind, Scripted("zebra"), deep=True, cue="Petrelという舟はどうなったの")
    assert not any(hit.near_only for hit in hits)


def test_each_turn_is_read_with_what_was_said_before_it(mind: Mind) -> None:
    reading = Scripted("green")
    recalled(mind, reading, deep=True)
    [(cue, turns)] = reading.asked
    assert cue == "what about the boat"
    before = {turn.user: turn.before for turn in turns}
    assert before[SAID[0]] == ""
    assert before[SAID[1]] == f"{SAID[0]} I see."


@pytest.mark.parametrize(
    ("odds", "first"), [(4.0, "about that boat, Ada painted hers green"), (-4.0, "the boat is green")]
)
def test_of_two_that_may_answer_the_newer_stands_first_where_it_is_read_so(mind: Mind, odds: float, first: str) -> None:
    mind.observe(user="about that boat, Ada painted hers green", session_id="t", at="2025-04-01T10:00:00+00:00")
    reading = Scripted("green", newer_odds=odds, likeliest="the boat is green")
    hits = recalled(mind, reading, deep=True)
    assert reading.compared == [("the boat is green", "about that boat, Ada painted hers green")]
    assert hits[0].event.user == first


def test_where_the_past_is_asked_for_the_older_stays(mind: Mind) -> None:
    mind.observe(user="about that boat, Ada painted hers green", session_id="t", at="2025-04-01T10:00:00+00:00")
    reading = Scripted("green", newer_odds=4.0, likeliest="the boat is green")
    hits = recalled(mind, reading, deep=True, cue="about that boat: what did it use to be")
    assert reading.compared == []
    assert hits[0].event.user == "the boat is green"


def test_nobody_reads_unless_it_is_asked_for(mind: Mind) -> None:
    reading = Scripted("green")
    recalled(mind, reading, deep=False)
    assert reading.asked == []


def test_where_nobody_can_read_the_order_by_words_and_meaning_serves(mind: Mind) -> None:
    def told(deep: bool) -> list[tuple[str | None, float]]:
        return [(hit.event.user, hit.score) for hit in recalled(mind, Unread(), deep=deep)]

    assert told(True) == told(False) != []


def test_only_the_first_are_read_however_many_there_are(mind: Mind) -> None:
    for number in range(40):
        mind.observe(user=f"the boat again, {number}", session_id=f"s{number}")
    reading = Scripted("green")
    recalled(mind, reading, deep=True)
    assert len(reading.asked[0][1]) == READ


def test_a_cue_that_finds_nothing_is_not_read(tmp_path: Path) -> None:
    with Omoide.open(tmp_path, beside="nowhere", embedder=hashing()) as omoide:
        reading = Scripted("green")
        assert recalled(omoide.persona("haru"), reading, deep=True) == []
        assert reading.asked == []


@pytest.mark.parametrize(
    ("cue", "said"),
    [
        ("猫の名前は？", ("猫が窓のそばで寝ている", "猫の名前はミケにした", "猫の餌を買い忘れた")),
        (
            "where did I park the van",
            ("the van needs new brake pads", "left the van behind the bakery", "sold my old van"),
        ),
    ],
)
def test_it_is_one_word_in_the_library(tmp_path: Path, cue: str, said: Sequence[str]) -> None:
    with Omoide.open(tmp_path, beside="nowhere") as omoide:
        mind = omoide.persona("haru")
        for text in said:
            mind.observe(user=text)
        assert mind.recall(cue, deep=True, kinds=["event"])[0].event.user == said[1]
