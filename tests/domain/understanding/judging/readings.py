"""What tests of judging share: a calm reading, a belief as it may be read, and a listener."""

from dataclasses import replace
from zoneinfo import ZoneInfo

from omoide.domain.beliefs.state import USER
from omoide.domain.feelings.emotion import Category, Valence
from omoide.domain.text.language import detect
from omoide.domain.understanding.judging.taking import Hearing
from omoide.domain.understanding.judging.whom import Talk
from omoide.domain.understanding.reading import BeliefKind, BeliefOp, ReadBelief, Reading
from tests.domain.beliefs.plans import NOON

CALM = Reading(
    valence=dict.fromkeys(Valence, 1 / 3),
    category=dict.fromkeys(Category, 0.25),
    arousal=0.3,
    intensity=0.3,
    tags={},
    traps={},
)


def stated(said: str, value: str, **known: object) -> ReadBelief:
    at = said.index(value)
    plain = ReadBelief(BeliefKind.FACT, value, (at, at + len(value)), "job", BeliefOp.ASSERT, USER, 0.8)
    return replace(plain, **known)  # type: ignore[arg-type]


def listener(said: str, *, before: tuple[str, ...] = (), known: frozenset[str] = frozenset()) -> Hearing:
    answered = before[-1] if before else ""
    return Hearing(said, answered, Talk(before, known), NOON, ZoneInfo("Asia/Tokyo"), detect(said))
