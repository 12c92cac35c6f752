"""Stages that a clock a day ahead went through: once it is right, lives end as if it had been right all the time.

Each story is one in which a day makes a difference to one stage: with that stage not taken back, its part is another.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bench.ninety_state import end_state

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.sql.entities.taking_back import SqlProposalTraces
from omoide.adapters.sql.episodes.taking_back import SqlEpisodeTraces
from omoide.adapters.sql.goals.taking_back import SqlGoalTraces
from omoide.adapters.sql.questions.taking_back import SqlQuestionTraces
from omoide.adapters.sql.reflection.taking_back import SqlReflectionTraces
from omoide.adapters.sql.topics.taking_back import SqlTopicTraces
from omoide.domain.personas.persona import Persona
from omoide.domain.sleep.early import EarlyStage
from omoide.domain.sleep.sleep_report import StageState
from omoide.domain.sleep.stage import ORDER, SleepStage
from omoide.domain.time.moment import DAY_SECONDS, HOUR_SECONDS, Moment
from omoide.ports.sleep.stage_traces import StageTraces
from omoide.usecases.entities.propose import ProposeEntities
from tests.fakes.embedding import hashing

EVENING = Moment(1_772_362_800)
"""A Sunday evening in Tokyo, at eight."""
NIGHT_SECONDS = 8 * HOUR_SECONDS
Parts = dict[str, list[Any]]


class BrokenOffError(Exception):
    """Whoever sleeps is gone."""


@dataclass(frozen=True)
class Story:
    """What is lived, and the evening before which night the clock stands a day ahead."""

    evening: Callable[[Mind, int], None]
    """What happens on the evening of a day."""
    days: tuple[int, ...]
    """Those with a night."""
    early: tuple[int, ...]
    late: Callable[[Mind, int], None] = lambda _mind, _day: None
    """What happens after midnight, before the night."""


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Mind, SimulatedClock]]:
    clock = SimulatedClock(EVENING)
    with Omoide.open(folder, clock=clock, embedder=hashing(), beside="nowhere") as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        yield home.mind("haru"), clock


def lived(
    folder: Path,
    story: Story,
    *,
    is_wrong: bool = False,
    breaks: Callable[[], AbstractContextManager[None]] | None = None,
) -> list[Parts]:
    """Return what the mind is on each morning after which the clock was wrong, and at the end; `breaks` breaks the right sleep off."""
    found = []
    with opened(folder) as (mind, clock):
        for day in story.days:
            clock.set(Moment(EVENING + day * DAY_SECONDS))
            story.evening(mind, day)
            clock.set(Moment(clock.now() + 5 * HOUR_SECONDS))
            story.late(mind, day)
            night = Moment(EVENING + day * DAY_SECONDS + NIGHT_SECONDS)
            if is_wrong and day in story.early:
                clock.set(Moment(night + DAY_SECONDS))
                mind.sleep()
            clock.set(night)
            if is_wrong and day in story.early and breaks is not None:
                with breaks():
                    mind.sleep()
            mind.sleep()
            if day in story.early:
                found.append(end_state(mind, at=clock.now()))
        return [*found, end_state(mind, at=clock.now())]


def differing(one: list[Parts], other: list[Parts]) -> list[set[str]]:
    return [
        {name for name, rows in here.items() if rows != there[name]} for here, there in zip(one, other, strict=True)
    ]


def a_goal_with_progress_just_in_time(mind: Mind, day: int) -> None:
    if day == 0:
        mind.goals.add("毎朝の散歩を続ける")
    if day == 30:
        mind.goals.note(mind.goals.list()[0].label, "今朝も歩いた")


def goals_made_after_a_weekly_reflection(mind: Mind, day: int) -> None:
    mind.observe(user=f"{day}日目は本を読んだ。", assistant="うん。")
    if day == 8:
        for number in range(12):
            mind.goals.add(f"目標その{number}を終える")


def heavy_words_somebody_comes_back_to(mind: Mind, day: int) -> None:
    if day == 0:
        mind.observe(user="父が今朝亡くなった。悲しくてつらくて涙が止まらない。", assistant="……うん。")
    if day == 1:
        mind.observe(user="父が亡くなったあとの手続きは、姉が全部済ませてくれた。", assistant="よかった。")


def evenings(mind: Mind, day: int) -> None:
    mind.observe(user=f"{day}日目の夜は餃子を焼いた。おいしくて嬉しかった。", assistant="いいね。")


def after_midnight(mind: Mind, day: int) -> None:
    mind.observe(user=f"{day}日目の夜は眠れない。雨の音がつらい。", assistant="そっか。")


def many_names(mind: Mind, _day: int) -> None:
    for name in (
        "健太",
        "美咲",
        "翔太",
        "由美",
        "拓也",
        "直樹",
        "恵子",
        "和子",
        "大輔",
        "さくら",
        "浩二",
        "真由美",
        "隆",
        "陽子",
    ):
        mind.observe(user=f"{name}さんと電話で話した。{name}さんは元気だった。", assistant="うん。")


KNEE = (
    "健太の膝の手術が決まった",
    "健太が膝の手術を受けて入院した",
    "健太の膝のリハビリが始まった",
    "健太の膝の手術の傷が痛むらしい",
)
TOMATOES = (
    "畑のトマトが真っ赤に実った",
    "トマトの苗を庭に植え替えた",
    "トマトを近所に配って歩いた",
    "トマトのソースをたくさん煮た",
)
PIANO = (
    "ピアノの発表会の曲が決まった",
    "ピアノの発表会の練習を始めた",
    "ピアノの発表会の衣装を買った",
    "ピアノの先生に発表会のことで褒められた",
)


def two_things_at_once(mind: Mind, day: int) -> None:
    """Say what means something else once a night has shortened it."""
    for number in range(8 * day, 8 * day + 8):
        one, two = ((KNEE, TOMATOES), (TOMATOES, PIANO), (PIANO, KNEE))[number % 3]
        said = f"{one[number // 3 % 4]}。それとは別に{two[number // 5 % 4]}んだけど、{number}回目でもう疲れた。"
        mind.observe(user=said, assistant="うん、そうなんだ。")


STORIES = {
    "goals": Story(a_goal_with_progress_just_in_time, (0, 29, 30), early=(29,)),
    "deep": Story(goals_made_after_a_weekly_reflection, tuple(range(10)), early=(7,)),
    "questions": Story(heavy_words_somebody_comes_back_to, (0, 1, 2, 3), early=(0,)),
    "days": Story(evenings, (0, 1, 2, 3), early=(1, 3), late=after_midnight),
    "names": Story(many_names, (0, 1, 2), early=(1,)),
    "topics": Story(two_things_at_once, tuple(range(9)), early=(3, 4, 5, 6, 7)),
}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[Parts]]:
    """Live a story under the right clock, once."""

    @cache
    def life(name: str) -> list[Parts]:
        return lived(tmp_path_factory.mktemp(name) / "home", STORIES[name])

    return life


@pytest.mark.parametrize("name", STORIES)
def test_what_any_stage_did_before_its_time_is_done_anew_when_its_time_comes(
    tmp_path: Path, undisturbed: Callable[[str], list[Parts]], name: str
) -> None:
    ended = lived(tmp_path / "home", STORIES[name], is_wrong=True)
    assert differing(undisturbed(name), ended) == [set() for _ in ended]


@pytest.mark.parametrize("is_done", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(
    ("name", "room"),
    [
        ("goals", SqlGoalTraces),
        ("questions", SqlQuestionTraces),
        ("days", SqlReflectionTraces),
        ("days", SqlEpisodeTraces),
        ("names", SqlProposalTraces),
        ("topics", SqlTopicTraces),
    ],
)
def test_it_is_so_when_the_taking_back_is_broken_off(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    undisturbed: Callable[[str], list[Parts]],
    name: str,
    room: type[StageTraces],
    is_done: bool,
) -> None:
    """Broken off before a room is put back, or after it and before that is noted."""
    broken, take_back = [], room.take_back

    def gone(self: StageTraces, persona: Persona, early: EarlyStage) -> None:
        if is_done:
            take_back(self, persona, early)
        broken.append(early.stage)
        raise BrokenOffError

    @contextmanager
    def breaks() -> Iterator[None]:
        with monkeypatch.context() as patched, suppress(BrokenOffError):
            patched.setattr(room, "take_back", gone)
            yield

    ended = lived(tmp_path / "home", STORIES[name], is_wrong=True, breaks=breaks)
    assert broken
    assert differing(undisturbed(name), ended) == [set() for _ in ended]


def test_a_sleep_that_was_broken_off_under_the_wrong_clock_is_gone_through_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undisturbed: Callable[[str], list[Parts]]
) -> None:
    """Its stages are taken back, and gone through again by the sleep that goes on."""

    def gone(*_: object, **__: object) -> None:
        raise BrokenOffError

    @contextmanager
    def breaks() -> Iterator[None]:
        with monkeypatch.context() as patched, suppress(BrokenOffError):
            patched.setattr(ProposeEntities, "__call__", gone)
            yield

    story = STORIES["questions"]
    with opened(tmp_path / "home") as (mind, clock):
        for day in story.days:
            clock.set(Moment(EVENING + day * DAY_SECONDS))
            story.evening(mind, day)
            night = Moment(clock.now() + NIGHT_SECONDS)
            if day in story.early:
                clock.set(Moment(night + DAY_SECONDS))
                with breaks():
                    mind.sleep()
                assert mind.sleep.under_way() is not None
            clock.set(night)
            report = mind.sleep()
            assert [each.stage for each in report.results] == list(ORDER)
            assert {each.began for each in report.results} == {night}
        assert differing(undisturbed("questions")[-1:], [end_state(mind, at=clock.now())]) == [set()]


def test_the_report_says_that_stages_were_taken_back(tmp_path: Path) -> None:
    with opened(tmp_path / "home") as (mind, clock):
        evenings(mind, 0)
        night = Moment(EVENING + NIGHT_SECONDS)
        clock.set(Moment(night + DAY_SECONDS))
        mind.sleep()
        clock.set(night)
        mind.sleep()
        right, early = mind.sleep.reports(limit=2)
        assert {each.state for each in early.results} == {StageState.TAKEN_BACK}
        assert StageState.TAKEN_BACK not in {each.state for each in right.results}
        assert mind.sleep().began == night  # and nothing is taken back twice
        assert {each.began for each in mind.sleep.reports(limit=1)[0].results} == {night}


@pytest.mark.parametrize("is_whole", [True, False], ids=["after a whole sleep", "after a night alone"])
def test_a_night_alone_takes_back_what_was_done_before_its_time(
    tmp_path: Path, undisturbed: Callable[[str], list[Parts]], is_whole: bool
) -> None:
    story, ends = STORIES["topics"], list[Parts]()
    with opened(tmp_path / "home") as (mind, clock):
        for day in story.days:
            clock.set(Moment(EVENING + day * DAY_SECONDS))
            story.evening(mind, day)
            night = Moment(clock.now() + NIGHT_SECONDS)
            if day in story.early:
                clock.set(Moment(night + DAY_SECONDS))
                _ = mind.sleep() if is_whole else mind.memories.sleep()
                clock.set(night)
                mind.memories.sleep()
            clock.set(night)
            mind.sleep()
            if day in story.early:
                ends.append(end_state(mind, at=clock.now()))
        ends.append(end_state(mind, at=clock.now()))
    assert differing(undisturbed("topics"), ends) == [set() for _ in ends]


def test_it_is_taken_back_by_itself(tmp_path: Path, undisturbed: Callable[[str], list[Parts]]) -> None:
    """A clock that was put right is noticed though nobody asks for a sleep."""
    story = STORIES["questions"]
    with opened(tmp_path / "home") as (mind, clock):
        for day in story.days:
            clock.set(Moment(EVENING + day * DAY_SECONDS))
            story.evening(mind, day)
            night = Moment(clock.now() + NIGHT_SECONDS)
            if day in story.early:
                clock.set(Moment(night + DAY_SECONDS))
                mind.settle()
                clock.set(night)
                mind.settle()
                assert differing(undisturbed("questions")[:1], [end_state(mind, at=night)]) == [set()]
            clock.set(night)
            mind.settle()
        assert differing(undisturbed("questions")[-1:], [end_state(mind, at=clock.now())]) == [set()]


def test_what_the_owner_has_taken_up_since_stays(tmp_path: Path) -> None:
    with opened(tmp_path / "home") as (mind, clock):
        heavy_words_somebody_comes_back_to(mind, 0)
        mind.goals.add("毎朝の散歩を続ける")
        night = Moment(EVENING + 30 * DAY_SECONDS - 4 * HOUR_SECONDS)
        clock.set(Moment(EVENING + NIGHT_SECONDS + DAY_SECONDS))
        mind.sleep()
        [asked] = mind.questions.list()
        mind.questions.resolve(asked.id, answer="姉がそばにいる")
        clock.set(Moment(EVENING + NIGHT_SECONDS))
        mind.sleep()
        [answered] = mind.questions.list(ended=True)
        assert (answered.id, answered.answer) == (asked.id, "姉がそばにいる")
        clock.set(Moment(night + DAY_SECONDS))
        mind.sleep()
        [given_up] = mind.goals.list(ended=True)
        assert not given_up.is_active
        mind.goals.reopen(given_up.label)
        clock.set(night)
        mind.sleep()
        [goal] = mind.goals.list()
        assert goal.active_since == night + DAY_SECONDS


def test_where_the_owner_put_topics_in_order_since_they_stay(tmp_path: Path) -> None:
    with opened(tmp_path / "home") as (mind, clock):
        for day in range(4):
            clock.set(Moment(EVENING + day * DAY_SECONDS))
            two_things_at_once(mind, day)
        night = Moment(clock.now() + NIGHT_SECONDS)
        clock.set(Moment(night + DAY_SECONDS))
        mind.sleep()
        [one, *_] = mind.topics.list()
        mind.topics.rename(one.id, "家のこと")
        held = {topic.id: {each.label for each in mind.topics.members(topic.id)} for topic in mind.topics.list()}
        clock.set(night)
        mind.sleep()
        names = {topic.id: topic.name for topic in mind.topics.list()}
        assert names[one.id] == "家のこと"
        assert {number for number in held if number in names} == set(held)


def test_a_week_that_was_told_before_its_time_stands_as_days_again(tmp_path: Path) -> None:
    with opened(tmp_path / "home") as (mind, clock):
        evenings(mind, 0)
        first = date(2026, 3, 1)  # a Sunday: its week is over with it
        clock.set(Moment(EVENING + NIGHT_SECONDS))
        mind.sleep()
        clock.set(Moment(EVENING + NIGHT_SECONDS + 59 * DAY_SECONDS))
        mind.sleep()
        assert [each.span.first for each in mind.episodes.all()] == [first]
        clock.set(Moment(clock.now() + DAY_SECONDS))
        mind.sleep()
        assert [each.original_count for each in mind.episodes.all()] == [1]
        clock.set(Moment(clock.now() - DAY_SECONDS))
        mind.sleep(stages=[SleepStage.INDEX])
        assert [each.original_count for each in mind.episodes.all()] == [0]
        clock.set(Moment(clock.now() + DAY_SECONDS))
        mind.sleep()
        assert [each.original_count for each in mind.episodes.all()] == [1]
