"""What failed is tried again, ever more seldom, and is given up for a day at last."""

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.jobs.job import Job, JobId, JobKind, JobOrder, JobState
from omoide.domain.jobs.retrying import RetryRules, again_at, next_order, state_after
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import DAY_SECONDS, Moment

RULES = RetryRules(attempts=3, first_rest_seconds=60)
WHO = PersonaId(7)
NOON = Moment(1_767_614_400)


def job(state: JobState, *, attempt: int = 1, ended: Moment | None = NOON) -> Job:
    order = JobOrder(JobKind.DIGEST, WHO, NOON, attempt=attempt)
    return Job(JobId("digest-7-1"), order, state, ended=None if state.is_under_way else ended)


def planned(latest: Job | None, *, after: int) -> JobOrder | None:
    return next_order(JobKind.DIGEST, WHO, latest=latest, now=Moment(NOON + after), rules=RULES)


def test_what_was_never_ordered_or_is_done_is_ordered_at_once() -> None:
    for latest in (None, job(JobState.DONE, attempt=3)):
        order = planned(latest, after=0)
        assert order is not None
        assert order.attempt == 1


def test_what_is_under_way_is_not_ordered_twice() -> None:
    assert planned(job(JobState.WAITING), after=10 * DAY_SECONDS) is None
    assert planned(job(JobState.RUNNING), after=10 * DAY_SECONDS) is None


def test_each_rest_is_twice_as_long_as_the_one_before() -> None:
    assert again_at(job(JobState.FAILED, attempt=1), rules=RULES) == NOON + 60
    assert again_at(job(JobState.FAILED, attempt=2), rules=RULES) == NOON + 120
    assert planned(job(JobState.FAILED, attempt=2), after=119) is None
    order = planned(job(JobState.FAILED, attempt=2), after=120)
    assert order is not None
    assert order.attempt == 3


def test_after_the_last_try_it_is_given_up_for_a_day_and_begins_anew() -> None:
    assert [state_after(attempt, rules=RULES) for attempt in (1, 2, 3, 4)] == [
        JobState.FAILED,
        JobState.FAILED,
        JobState.DEAD,
        JobState.DEAD,
    ]
    for state in (JobState.DEAD, JobState.CANCELLED):
        assert planned(job(state, attempt=3), after=DAY_SECONDS - 1) is None
        order = planned(job(state, attempt=3), after=DAY_SECONDS)
        assert order is not None
        assert order.attempt == 1


def test_a_clock_that_was_put_back_does_not_prolong_a_rest() -> None:
    assert planned(job(JobState.DEAD), after=-5) is not None


@given(attempt=st.integers(1, 60), first=st.integers(1, 21_600))
def test_no_rest_after_a_failure_is_longer_than_six_hours(attempt: int, first: int) -> None:
    rules = RetryRules(attempts=100, first_rest_seconds=first)
    again = again_at(job(JobState.FAILED, attempt=attempt), rules=rules)
    assert again is not None
    assert NOON < again <= NOON + 6 * 3_600
