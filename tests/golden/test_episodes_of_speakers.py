"""Nine months of talk of two speakers of the corpus, told by rules: the days, what is told of them, and the weeks.

The lists of days in `episodes/` are what the corpus says: each local day with talk, and how many turns it has.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind, Omoide, SimulatedClock, Turn
from omoide.domain.episodes.episode import Episode, EpisodeKind
from omoide.domain.episodes.telling import DAY_LENGTH, WEEK_LENGTH, DayTurn, TellingLine
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from tests.domain.episodes.test_day_by_rules import QUOTE, plain, unfounded
from tests.fakes.embedding import hashing

SPEAKERS = Path(__file__).parents[2] / "corpus" / "speakers"
EXPECTED = Path(__file__).parent / "episodes"
STRONGEST = 10
LEAST_TOLD = 0.7
SHORTEST_TALK = 300
"""Characters; below, the words around what is quoted weigh as much as what was left out."""


@dataclass(frozen=True)
class Life:
    """One speaker's mind, its days told, and what the corpus says about each turn."""

    name: str
    mind: Mind
    clock: SimulatedClock
    turns: dict[int, dict[str, Any]]
    """By the event's id."""
    days: list[Episode]

    def of(self, episode: Episode) -> dict[int, dict[str, Any]]:
        tz = self.mind.persona.tz
        return {
            number: turn
            for number, turn in self.turns.items()
            if moment.day(moment.parse(turn["at"], tz=tz), tz=tz) in episode.span
        }

    def told_in(self, episode: Episode) -> set[int]:
        """Return the turns of a day that a sentence tells: neither that there was talk, nor the line about the rest."""
        mine = self.of(episode)
        telling = [
            each
            for each in episode.text.sentences
            if not each.text.startswith(("ほかに", "Besides")) and (len(each.evidence) < len(mine) or "「" in each.text)
        ]
        return {number for each in telling for number in each.evidence}


@pytest.fixture(scope="module", params=["ja-006", "en-033"])
def life(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Life]:
    head, *turns = [json.loads(line) for line in (SPEAKERS / f"{request.param}.jsonl").read_text("utf-8").splitlines()]
    tz = moment.zone(head["timezone"])
    clock = SimulatedClock(Moment(moment.parse(turns[-1]["at"], tz=tz) + 2 * DAY_SECONDS))
    folder = tmp_path_factory.mktemp("life")
    (folder / "config.toml").write_text("[background]\nauto = false\n", "utf-8")
    with Omoide.open(folder, clock=clock, embedder=hashing()) as omoide:
        omoide.add_persona("haru", language=head["language"], timezone=head["timezone"])
        mind = omoide.mind("haru")
        said = [
            (Turn(turn["user"], turn["assistant"], session_id=turn["id"].split(":")[0]), turn["at"]) for turn in turns
        ]
        events = mind.observe_many(said)
        mind.episodes.update()
        known = {int(event.id): turn for event, turn in zip(events, turns, strict=True)}
        yield Life(request.param, mind, clock, known, mind.episodes.all())


def test_the_days_are_those_of_the_corpus(life: Life) -> None:
    expected = json.loads((EXPECTED / f"{life.name}.json").read_text("utf-8"))
    assert {str(each.span): len(life.of(each)) for each in life.days} == expected
    assert {each.kind for each in life.days} == {EpisodeKind.DAY}
    assert [len(each.text.sentences[0].evidence) for each in life.days] == list(expected.values())


def test_of_the_ten_strongest_turns_of_each_day_seven_are_told(life: Life) -> None:
    for each in life.days:
        mine = life.of(each)
        strongest = sorted(mine, key=lambda number: -mine[number]["intensity"])[:STRONGEST]
        told = life.told_in(each)
        assert sum(number in told for number in strongest) >= LEAST_TOLD * len(strongest), str(each.span)


def test_every_sentence_rests_on_turns_of_its_day_that_say_what_it_quotes(life: Life) -> None:
    for each in life.days:
        mine = life.of(each)
        turns = [DayTurn("00:00", turn["user"], turn["assistant"] or "") for turn in mine.values()]
        numbers = {number: place for place, number in enumerate(mine, start=1)}
        for sentence in each.text.sentences:
            assert sentence.evidence
            line = TellingLine(sentence.text, tuple(numbers[number] for number in sentence.evidence))
            assert unfounded(line, turns) == []


def test_star_turns_stand_in_their_days_text_with_their_words(life: Life) -> None:
    stars = 0
    for each in life.days:
        for number, turn in life.of(each).items():
            memory = life.mind._home.memories.store.of_event(life.mind.persona.id, life.mind.event(number).id)
            if memory is not None and memory.emotional_arousal >= 60:
                stars += 1
                telling = [one for one in each.text.sentences if one.evidence == (number,)]
                assert telling, turn["user"]
                assert any(
                    plain(turn["user"])[:6] in plain(one.text) or plain(turn["user"])[-6:] in plain(one.text)
                    for one in telling
                )
    assert stars or life.name == "en-033"


def test_a_day_is_no_concatenation_and_within_the_seeds_length(life: Life) -> None:
    for each in life.days:
        talk = sum(len(turn["user"]) + len(turn["assistant"] or "") for turn in life.of(each).values())
        assert len(each.summary) <= DAY_LENGTH.longest
        assert len(each.summary) >= min(DAY_LENGTH.least, talk // 2)
        assert sum(map(len, QUOTE.findall(each.summary))) < 0.8 * talk
        assert len(each.summary) < talk or talk < SHORTEST_TALK


def test_what_stirred_is_kept_as_average_and_maximum(life: Life) -> None:
    for each in life.days:
        assert 0 < each.arousal <= each.arousal_max <= 1
        assert each.label == f"episode_{each.span}_001"


def test_a_second_run_makes_nothing_and_sixty_days_later_there_are_weeks(life: Life) -> None:
    again = life.mind.episodes.update()
    assert (again.made, again.remade) == ((), ())
    life.clock.advance(days=70)
    made = life.mind.episodes.compress().made
    weeks = life.mind.episodes.all()
    assert [each.span for each in weeks] == list(made)
    assert {each.kind for each in weeks} == {EpisodeKind.WEEK}
    originals = [one for week in weeks for one in life.mind.episodes.originals(week.label)]
    assert [(one.label, one.summary) for one in originals] == [(one.label, one.summary) for one in life.days]
    for week in weeks:
        whole = sum(len(one.summary) for one in life.mind.episodes.originals(week.label))
        assert len(week.summary) <= min(WEEK_LENGTH.longest, whole)
        assert all(sentence.evidence for sentence in week.text.sentences)
    assert life.mind.episodes.compress().made == ()
    assert life.mind.episodes.update().made == ()
