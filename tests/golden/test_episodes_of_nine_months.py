"""Nine months of the Japanese development set, told by rules: its days, what they hold, and the weeks they become.

The set lies beside the project and is never copied into it.  Where it is not there the test is skipped.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from bench.episodes import is_founded, of_day, told_turns
from bench.labelled import LabelledTurn, Speaker, development_set

from omoide import Mind, Omoide, SimulatedClock, Turn
from omoide.domain.episodes.episode import Episode, EpisodeKind
from omoide.domain.episodes.telling import DAY_LENGTH, WEEK_LENGTH
from omoide.domain.events.event import EventId
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.understanding.worth import Kept, worth_of
from tests.fakes.embedding import hashing

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "japanese" / "omoide_ja_dev"
DAYS, TURNS = 59, 750
STRONGEST, LEAST_TOLD = 10, 0.7
LEAST_STARS = 10
"""Fewer would say that stars are not looked at."""


@dataclass(frozen=True)
class NineMonths:
    """The mind, its told days, and the turns by their events."""

    mind: Mind
    clock: SimulatedClock
    speaker: Speaker
    turns: dict[EventId, LabelledTurn]
    days: list[Episode]

    def of(self, episode: Episode) -> dict[EventId, LabelledTurn]:
        return of_day(self.turns, episode, self.speaker)


@pytest.fixture(scope="module")
def months(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NineMonths]:
    if not DATA.is_dir():
        pytest.skip(f"{DATA} is not there")
    speaker = development_set(DATA)
    clock = SimulatedClock(Moment(speaker.turns[-1].at + 2 * DAY_SECONDS))
    folder = tmp_path_factory.mktemp("months")
    (folder / "config.toml").write_text("[background]\nauto = false\n", "utf-8")
    with Omoide.open(folder, clock=clock, embedder=hashing()) as omoide:
        omoide.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = omoide.mind("haru")
        said = [(Turn(turn.user, turn.assistant, session_id=turn.session), turn.at) for turn in speaker.turns]
        events = mind.observe_many(said)
        mind.episodes.update()
        known = {event.id: turn for event, turn in zip(events, speaker.turns, strict=True)}
        yield NineMonths(mind, clock, speaker, known, mind.episodes.all())


def test_each_local_day_with_talk_is_told_once(months: NineMonths) -> None:
    tz = moment.zone(months.speaker.timezone)
    spoken = [turn for turn in months.speaker.turns if isinstance(worth_of(turn.user, turn.assistant), Kept)]
    expected = Counter(moment.day(turn.at, tz=tz).isoformat() for turn in spoken)
    assert (len(expected), len(months.speaker.turns)) == (DAYS, TURNS)
    assert {str(each.span): len(each.text.sentences[0].evidence) for each in months.days} == expected
    assert [each.label for each in months.days] == [f"episode_{day}_001" for day in sorted(expected)]


def test_star_turns_stand_in_their_days_text(months: NineMonths) -> None:
    store, persona = months.mind._home.memories.store, months.mind.persona
    stars = 0
    for each in months.days:
        told = set(told_turns(each, months.of(each)))
        for event_id in months.of(each):
            memory = store.of_event(persona.id, event_id)
            if memory is not None and memory.emotional_arousal >= 60:
                stars += 1
                assert event_id in told, (str(each.span), months.turns[event_id].user)
    assert stars >= LEAST_STARS


def test_of_the_ten_strongest_turns_of_each_day_seven_are_told(months: NineMonths) -> None:
    for each in months.days:
        mine = months.of(each)
        strongest = sorted(mine, key=lambda event_id: -mine[event_id].label.intensity)[:STRONGEST]
        told = set(told_turns(each, mine))
        assert len(told.intersection(strongest)) >= LEAST_TOLD * len(strongest), str(each.span)


def test_nothing_is_told_that_nobody_said(months: NineMonths) -> None:
    for each in months.days:
        for sentence in each.text.sentences:
            assert is_founded(sentence, months.of(each)), sentence.text


def test_the_days_are_within_the_seeds_length(months: NineMonths) -> None:
    for each in months.days:
        talk = sum(len(turn.user) + len(turn.assistant) for turn in months.of(each).values())
        assert min(DAY_LENGTH.least, talk // 2) <= len(each.summary) <= DAY_LENGTH.longest
        assert len(each.summary) < talk


def test_a_second_run_makes_nothing_and_sixty_days_later_there_are_weeks_of_all_days(months: NineMonths) -> None:
    again = months.mind.episodes.update()
    assert (again.made, again.remade, again.specials) == ((), (), 0)
    months.clock.advance(days=70)
    made = months.mind.episodes.compress().made
    weeks = months.mind.episodes.all()
    assert [each.span for each in weeks] == list(made)
    assert {each.kind for each in weeks} == {EpisodeKind.WEEK}
    originals = [one for week in weeks for one in months.mind.episodes.originals(week.label)]
    assert [(one.label, one.summary) for one in originals] == [(one.label, one.summary) for one in months.days]
    for week in weeks:
        whole = sum(len(one.summary) for one in months.mind.episodes.originals(week.label))
        assert len(week.summary) <= min(WEEK_LENGTH.longest, whole)
        assert all(set(sentence.evidence) <= months.turns.keys() for sentence in week.text.sentences)
    assert (months.mind.episodes.compress().made, months.mind.episodes.update().made) == ((), ())
