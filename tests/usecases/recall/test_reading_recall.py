"""The first turns are read together with the cue: at a glance, and in full for deep recall."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from omoide import Mind, Omoide
from omoide.domain.events.event import EventFilter
from omoide.domain.recall.parts.reading_together import DEEP, GLANCE, LONGEST_CUE_GLANCED, TurnToRead
from omoide.domain.recall.recollection import Recollection
from omoide.domain.recall.relevance import TAIL_SHARE
from omoide.errors import ReaderUnavailable
from omoide.ports.recall.answering import PairReader
from omoide.usecases.recall.read_together import ReadTogether
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


def recalled(
    mind: Mind, reader: PairReader, *, deep: bool, cue: str = "what about the boat", glances: bool = True
) -> list[Recollection]:
    verb = mind._home.recall.recall(mind.persona)
    verb = replace(verb, reading=ReadTogether(verb.events, reader, glances))
    return verb(mind.persona, cue, where=EventFilter(), limit=10, deep=deep)


@pytest.mark.parametrize("deep", [True, False])
@pytest.mark.parametrize("text", SAID)
def test_what_reads_as_an_answer_comes_first_with_the_highest_number(mind: Mind, text: str, deep: bool) -> None:
    hits = recalled(mind, Scripted(text.removeprefix("the boat ").removeprefix("we ")), deep=deep)
    assert hits[0].event.user == text
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize("deep", [True, False])
def test_where_nothing_reads_as_an_answer_everything_is_told_as_only_near(mind: Mind, deep: bool) -> None:
    hits = recalled(mind, Scripted("zebra"), deep=deep)
    assert hits
    assert all(hit.near_only for hit in hits)


@pytest.mark.parametrize(
    ("word", "deep", "glances"), [("green", True, True), ("green", False, True), ("zebra", False, False)]
)
def test_what_may_be_an_answer_and_what_nobody_read_is_not(mind: Mind, word: str, deep: bool, glances: bool) -> None:
    hits = recalled(mind, Scripted(word), deep=deep, glances=glances)
    assert hits
    assert not any(hit.near_only for hit in hits)


def test_of_a_remark_nobody_says_at_a_glance_that_it_has_no_answer(mind: Mind) -> None:
    remark = "I am going to look after the boat"
    assert not any(hit.near_only for hit in recalled(mind, Scripted("zebra"), deep=False, cue=remark))
    assert all(hit.near_only for hit in recalled(mind, Scripted("zebra"), deep=True, cue=remark))


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


@pytest.mark.parametrize(("odds", "first"), [(4.0, 1), (-4.0, 0)])
def test_the_same_at_a_glance_among_the_first_few(tmp_path: Path, odds: float, first: int) -> None:
    said = ["the boat is green", "about that boat, Ada painted hers green"]
    with Omoide.open(tmp_path, beside="nowhere", embedder=hashing()) as omoide:
        mind = omoide.persona("haru")
        for number, text in enumerate(said, 1):
            mind.observe(user=text, session_id=str(number), at=f"2025-0{number}-01T10:00:00+00:00")
        reading = Scripted("green", newer_odds=odds, likeliest=said[0])
        hits = recalled(mind, reading, deep=False)
        assert reading.compared == [(said[0], said[1])]
        assert hits[0].event.user == said[first]


def test_where_the_past_is_asked_for_the_older_stays(mind: Mind) -> None:
    mind.observe(user="about that boat, Ada painted hers green", session_id="t", at="2025-04-01T10:00:00+00:00")
    reading = Scripted("green", newer_odds=4.0, likeliest="the boat is green")
    hits = recalled(mind, reading, deep=True, cue="about that boat: what did it use to be")
    assert reading.compared == []
    assert hits[0].event.user == "the boat is green"


def test_at_a_glance_only_the_users_words_are_read(mind: Mind) -> None:
    mind.observe(assistant="the boat wants paint")
    reading = Scripted("zebra")
    recalled(mind, reading, deep=False)
    read = {turn for _, turns in reading.asked for turn in turns}
    assert read == {*(TurnToRead("", text, "") for text in SAID), TurnToRead("", "", "the boat wants paint")}


def test_where_glances_are_switched_off_nobody_reads_unless_it_is_asked_for(mind: Mind) -> None:
    reading = Scripted("green")
    recalled(mind, reading, deep=False, glances=False)
    assert reading.asked == []
    recalled(mind, reading, deep=True, glances=False)
    assert len(reading.asked) == 1


def test_a_prompt_does_not_wait_for_a_glance(mind: Mind) -> None:
    reading = Scripted("green")
    verb = mind._home.recall.recall(mind.persona)
    verb = replace(verb, reading=ReadTogether(verb.events, reading))
    assert verb.hits(mind.persona, "what about the boat", limit=5)
    assert reading.asked == []


def test_the_setting_decides(mind: Mind) -> None:
    def glances() -> bool:
        reading = mind._home.recall.recall(mind.persona).reading
        assert reading is not None
        return reading.glances

    assert glances()
    mind.set("retrieval.glance", "false")
    assert not glances()


@pytest.mark.parametrize("deep", [True, False])
def test_a_cue_in_a_script_that_nobody_learnt_is_not_read(mind: Mind, deep: bool) -> None:
    mind.observe(user="лодка зелёная")
    reading = Scripted("green")
    assert recalled(mind, reading, deep=deep, cue="какая лодка?")
    assert reading.asked == []


def test_a_cue_that_is_a_page_is_not_glanced_at(mind: Mind) -> None:
    reading = Scripted("green")
    page = "what about the boat, " * (LONGEST_CUE_GLANCED // 20 + 1)
    assert recalled(mind, reading, deep=False, cue=page)
    assert reading.asked == []


def test_pages_are_not_glanced_at(tmp_path: Path) -> None:
    with Omoide.open(tmp_path, beside="nowhere", embedder=hashing()) as omoide:
        mind = omoide.persona("haru")
        for name in ("Petrel", "Gull", "Tern"):
            mind.observe(user=f"the boat {name}", assistant=f"About the boat {name} there is much to tell. " * 80)
        reading = Scripted("green")
        assert recalled(mind, reading, deep=False)
        assert reading.asked == []


def test_the_others_are_read_only_where_none_of_the_first_few_is_an_answer(mind: Mind) -> None:
    for number in range(40):
        mind.observe(user=f"the boat again, {number}", session_id=f"s{number}")
    found, missed = Scripted("boat"), Scripted("zebra")
    recalled(mind, found, deep=False)
    recalled(mind, missed, deep=False)
    assert [len(turns) for _, turns in found.asked] == [GLANCE.first]
    assert [len(turns) for _, turns in missed.asked] == [GLANCE.first, GLANCE.read - GLANCE.first]


@pytest.mark.parametrize(("word", "is_read"), [("boat", False), ("zebra", True)])
def test_what_has_nothing_of_the_cue_gains_nothing_by_others_having_been_read(
    mind: Mind, word: str, is_read: bool
) -> None:
    mind.observe(user="quartz", session_id="s", at="2025-03-01T10:04:00+00:00")
    reading = Scripted(word)
    verb = mind._home.recall.recall(mind.persona)
    verb = replace(verb, reading=ReadTogether(verb.events, reading))
    ranked, told = (
        verb(mind.persona, "what about the boat", where=EventFilter(), limit=9, abstains=abstains)
        for abstains in (False, True)
    )
    assert ("quartz" in {turn.user for _, turns in reading.asked for turn in turns}) == is_read
    [share] = [hit.why.share_of_best for hit in ranked if hit.event.user == "quartz"]
    assert GLANCE.least_share < share < TAIL_SHARE
    assert ("quartz" in [hit.event.user for hit in told]) == is_read


def test_where_nobody_can_read_the_order_by_words_and_meaning_serves(mind: Mind) -> None:
    def told(deep: bool, *, glances: bool = True) -> list[tuple[str | None, float]]:
        return [(hit.event.user, hit.score) for hit in recalled(mind, Unread(), deep=deep, glances=glances)]

    assert told(True) == told(False) == told(False, glances=False) != []


def test_only_the_first_are_read_however_many_there_are(mind: Mind) -> None:
    for number in range(40):
        mind.observe(user=f"the boat again, {number}", session_id=f"s{number}")
    reading = Scripted("green")
    recalled(mind, reading, deep=True)
    assert len(reading.asked[0][1]) == DEEP.read


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
