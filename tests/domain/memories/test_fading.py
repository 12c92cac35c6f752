"""How one memory fades, and what it reads as at each level."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.memories import fading, level_texts
from omoide.domain.memories.fading import FadingCurve
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Cause, Chapter, Draft, Memory
from omoide.domain.memories.retention import ReinforcementRules, RetentionRules
from omoide.domain.time.moment import DAY_SECONDS, Moment
from tests.domain.memories.memories import memory

LATER = Moment(memory().created + 40 * DAY_SECONDS)


def curve(one: Memory, *history: Chapter, days: int = 30) -> FadingCurve:
    return fading.curve(
        one,
        history,
        now=LATER,
        days=days,
        retention_rules=RetentionRules(),
        reinforcement=ReinforcementRules(),
    )


def chapter(level: Level, *, day: int, score: float = 30.0, text: str | None = None) -> Chapter:
    at = Moment(memory().created + day * DAY_SECONDS)
    return Chapter(memory().id, at, Cause.FADED, level, Level(level + 1), score, text, None if text is None else "…")


@given(
    days=st.integers(1, 400),
    age=st.floats(0.1, 300),
    decay=st.floats(0.7, 0.999),
    intensity=st.integers(0, 100),
)
def test_ahead_a_memory_never_grows_and_a_recall_never_weakens_it(
    days: int, age: float, decay: float, intensity: int
) -> None:
    left = intensity * decay**age
    one = memory(memory_days=age, decay_coefficient=decay, emotional_intensity=intensity, retention_score=left)
    found = curve(one, days=days)
    scores = [point.score for point in found.ahead]
    assert len(found.ahead) == len(found.if_recalled) == days + 1
    assert all(later <= earlier + 1e-9 for earlier, later in itertools.pairwise(scores))
    assert all(there.score >= here.score - 1e-9 for here, there in zip(found.ahead, found.if_recalled, strict=True))
    assert found.past[-1].score == found.ahead[0].score == found.if_recalled[0].score == left


def test_a_past_that_nothing_touched_follows_its_formula() -> None:
    one = memory(memory_days=40.0, retention_score=60 * 0.95**40, faded_through=LATER)
    past = curve(one).past
    assert len(past) == 41
    assert [point.at for point in past] == sorted(point.at for point in past)
    assert abs(past[20].score - 60 * 0.95**20) < 1e-6


def test_a_past_that_was_recalled_is_told_by_what_was_written_down() -> None:
    one = memory(memory_days=3.0, recall_count=2, retention_score=50.0, faded_through=LATER)
    past = curve(one, chapter(Level.FULL, day=10, score=33.0)).past
    assert [point.score for point in past] == [60.0, 33.0, 50.0]


def test_what_is_protected_or_archived_does_not_fade() -> None:
    kept = curve(memory(protected=True, retention_score=60.0))
    assert {point.score for point in kept.ahead} == {60.0}
    away = curve(memory(archived_at=LATER, current_level=Level.ARCHIVE, retention_score=2.0))
    assert {point.score for point in away.ahead} == {2.0}
    assert away.if_recalled == ()
    assert away.score_after(500) == 2.0


def test_each_level_reads_as_it_did_does_and_will() -> None:
    one = memory(current_level=Level.SUMMARY, trigger="短い", content="")
    told = level_texts.by_level(
        one, [chapter(Level.FULL, day=1, text="長い")], summary=Draft("短い", ""), trace=Draft("跡", "")
    )
    assert [(each.level, each.text, each.is_now) for each in told] == [
        (Level.FULL, Draft("長い", "…"), False),
        (Level.SUMMARY, Draft("短い", ""), True),
        (Level.TRACE, Draft("跡", ""), False),
    ]


def test_a_text_that_is_no_longer_known_is_said_to_be_so() -> None:
    one = memory(current_level=Level.ARCHIVE, trigger="跡", content="")
    told = level_texts.by_level(one, [chapter(Level.FULL, day=1)], summary=None, trace=None)
    assert [each.text for each in told] == [None, None, Draft("跡", "")]
