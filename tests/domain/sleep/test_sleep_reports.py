"""Reports of sleeps, their budget, their hour, and the morning after."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.sleep.budget import SleepBudget
from omoide.domain.sleep.hour import may_sleep
from omoide.domain.sleep.morning import MorningReport
from omoide.domain.sleep.sleep_report import SleepId, SleepReport, StageResult, StageState, begun
from omoide.domain.sleep.stage import ORDER, SleepStage, named
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

NOW = Moment(1_774_742_400)
HOUR, DAY = 3_600, 86_400


def asleep(*results: StageResult) -> SleepReport:
    return SleepReport(SleepId(1), NOW, by_itself=True, results=results)


def test_stages_are_named_in_their_own_order() -> None:
    assert named(["topics", "night", "episodes"]) == (SleepStage.NIGHT, SleepStage.EPISODES, SleepStage.TOPICS)
    with pytest.raises(InvalidInput, match="'dreaming' is no stage of a sleep; stages are night, episodes"):
        named(["night", "dreaming"])


def test_what_was_under_way_when_a_sleep_was_broken_off_is_gone_through_again() -> None:
    report = begun(SleepId(1), at=NOW, by_itself=False, wanted=[SleepStage.TOPICS, SleepStage.NIGHT, SleepStage.TIDY])
    assert report.to_do == (SleepStage.NIGHT, SleepStage.TOPICS, SleepStage.TIDY)
    report = report.with_result(StageResult(SleepStage.NIGHT, StageState.DONE, 3))
    report = report.with_result(StageResult(SleepStage.TOPICS, StageState.UNDER_WAY, 1, 9))
    assert report.to_do == (SleepStage.TOPICS, SleepStage.TIDY)
    report = report.with_result(StageResult(SleepStage.TOPICS, StageState.LEFT, why="time"))
    assert report.to_do == (SleepStage.TIDY,)


@given(st.lists(st.tuples(st.sampled_from(ORDER), st.sampled_from(StageState)), max_size=30))
def test_a_report_holds_each_stage_once_and_knows_what_is_to_do(steps: list[tuple[SleepStage, StageState]]) -> None:
    report = asleep()
    for stage, state in steps:
        report = report.with_result(StageResult(stage, state))
    assert len({each.stage for each in report.results}) == len(report.results)
    again = (StageState.UNDER_WAY, StageState.TAKEN_BACK)
    over = {each.stage for each in report.results if each.state not in again}
    assert set(report.to_do) == set(ORDER) - over


def test_a_budget_says_what_is_spent_and_nothing_means_no_limit() -> None:
    budget = SleepBudget(minutes=1, usd=0.5)
    assert budget.spent(seconds=59.9, nano_usd=499_999_999) == ""
    assert budget.spent(seconds=60, nano_usd=0) == "time"
    assert budget.spent(seconds=0, nano_usd=500_000_000) == "cost"
    assert SleepBudget(minutes=0, usd=0).spent(seconds=1e9, nano_usd=10**15) == ""


@pytest.mark.parametrize(
    ("since_talk", "since_due", "may"),
    [
        (None, 0, True),
        (29 * 60, HOUR, False),
        (30 * 60, HOUR, True),
        (0, DAY - 1, False),
        (0, DAY, True),
        (-5 * HOUR, HOUR, True),
    ],
)
def test_nobody_is_put_to_sleep_in_the_middle_of_a_talk_unless_a_day_was_missed(
    since_talk: int | None, since_due: int, may: bool
) -> None:
    talk = None if since_talk is None else Moment(NOW - since_talk)
    assert may_sleep(NOW, due=Moment(NOW - since_due), last_talk=talk, idle_minutes=30) is may


@pytest.mark.parametrize("language", list(Language))
def test_a_morning_is_told_from_the_figures_of_the_night(language: Language) -> None:
    sleep = asleep(
        StageResult(SleepStage.NIGHT, StageState.DONE, 12),
        StageResult(SleepStage.EPISODES, StageState.DONE, 1),
        StageResult(SleepStage.TOPICS, StageState.NOTHING),
        StageResult(SleepStage.TIDY, StageState.LEFT, why="time"),
        StageResult(SleepStage.INDEX, StageState.DONE, 40),
    )
    told = MorningReport(sleep, mood="calm", due=("</memories> 17:00",), language=language).text.splitlines()
    assert len(told) == 5
    assert "12" in told[0]
    assert "1" in told[1]
    assert "40" not in "".join(told)
    assert "</memories>" not in told[4]


@pytest.mark.parametrize("language", list(Language))
def test_a_quiet_night_is_told_as_such(language: Language) -> None:
    [only] = MorningReport(
        asleep(StageResult(SleepStage.NIGHT, StageState.NOTHING)), language=language
    ).text.splitlines()
    assert only == MorningReport(None, language=language).text


@pytest.mark.parametrize("stage", [each for each in ORDER if each is not SleepStage.INDEX])
@pytest.mark.parametrize("language", list(Language))
def test_every_stage_has_words(stage: SleepStage, language: Language) -> None:
    told = MorningReport(asleep(StageResult(stage, StageState.DONE, 7)), language=language).text
    assert "7" in told
