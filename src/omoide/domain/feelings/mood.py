"""Mood: a slow baseline and a shock that acts at once and fades (SPEC A2; GHO 5-1).

The shock r is what the last turns still stir; it halves every `half_life_hours`, longer the graver it is.  The baseline b
is drawn towards the shock at its own, slower rate λ:

    r(t) = r₀·e^(−μt)        db/dt = λ·(r(t) − b)
    b(t) = b₀·e^(−λt) + r₀·λ/(λ−μ)·(e^(−μt) − e^(−λt))        (λ = μ: r₀·λt·e^(−λt))

So the baseline never jumps, whatever is said in a turn; a blow is felt at once, colours the following days a little, and
passes.  Everything is computed at reading time, for any instant, from the last point before it.
"""

import math
from dataclasses import dataclass
from typing import Final

from omoide.domain.feelings.affect import Affect, Vad, clipped
from omoide.domain.text.language import Language
from omoide.domain.time.moment import HOUR_SECONDS, Moment

CALM: Final = Vad()


@dataclass(frozen=True, slots=True)
class MoodRules:
    """How fast moods move."""

    baseline_half_life_hours: float = 24.0
    shock_min_half_life_hours: float = 1.0
    shock_max_half_life_hours: float = 24.0

    def shock_half_life_hours(self, severity: float) -> float:
        """Return how long a shock takes to halve: from the lightest to the gravest, evenly in ratio."""
        low, high = self.shock_min_half_life_hours, self.shock_max_half_life_hours
        return float(low * (high / low) ** min(1.0, max(0.0, severity)))


@dataclass(frozen=True, slots=True)
class MoodPoint:
    """The mood right after a turn."""

    at: Moment
    baseline: Vad = CALM
    shock: Vad = CALM
    half_life_hours: float = 1.0
    """Of the shock."""


@dataclass(frozen=True, slots=True)
class Mood:
    """The mood at one instant."""

    at: Moment
    baseline: Vad
    shock: Vad
    text: str = ""
    """How the persona tells its long mood; empty while it has none."""

    @property
    def felt(self) -> Vad:
        """Return what is felt: baseline and shock together."""
        return clipped(*(b + s for b, s in zip(self.baseline.axes, self.shock.axes, strict=True)))


def at(point: MoodPoint | None, moment: Moment, *, rules: MoodRules, text: str = "") -> Mood:
    """Return the mood at `moment`, from the last point before it; calm when there is none."""
    if point is None:
        return Mood(moment, CALM, CALM, text)
    hours = max(0.0, (moment - point.at) / HOUR_SECONDS)
    fading = math.log(2) / point.half_life_hours
    drawing = math.log(2) / rules.baseline_half_life_hours
    left, kept = math.exp(-fading * hours), math.exp(-drawing * hours)
    is_same_rate = math.isclose(fading, drawing, rel_tol=1e-9)
    drawn = drawing * hours * kept if is_same_rate else drawing / (drawing - fading) * (left - kept)
    pairs = zip(point.baseline.axes, point.shock.axes, strict=True)
    return Mood(moment, clipped(*(b * kept + s * drawn for b, s in pairs)), point.shock.scaled(left), text)


def after(point: MoodPoint | None, affect: Affect, *, moment: Moment, rules: MoodRules) -> MoodPoint:
    """Return the point after a turn: the shock moves towards what is felt, as far as one is sure of it.

    The baseline is where time has brought it; a turn alone never moves it.
    """
    before = at(point, moment, rules=rules)
    weight = min(1.0, max(0.0, affect.confidence)) * max(affect.vad.severity, before.shock.severity, 0.25)
    shock = before.shock.towards(affect.vad, share=min(1.0, weight * 1.5))
    return MoodPoint(moment, before.baseline, shock, rules.shock_half_life_hours(shock.severity))


NOTICEABLE: Final = 0.2
"""Below this, a mood is calm."""
_TOLD: Final = {
    Language.JA: {
        (0, 0): "静かに落ち着いている。",
        (1, 0): "穏やかで、明るい気持ちでいる。",
        (1, 1): "うれしくて、気持ちが弾んでいる。",
        (1, -1): "ほっとして、やわらいだ気持ちでいる。",
        (-1, 0): "どこか沈んだ気持ちでいる。",
        (-1, 1): "落ち着かず、つらい気持ちが続いている。",
        (-1, -1): "静かに沈んで、元気が出ないでいる。",
        (0, 1): "少し気持ちが高ぶっている。",
        (0, -1): "とても静かな気持ちでいる。",
    },
    Language.EN: {
        (0, 0): "I am calm and settled.",
        (1, 0): "I am in a gentle, bright mood.",
        (1, 1): "I am happy and lively.",
        (1, -1): "I feel relieved and soft.",
        (-1, 0): "I feel somewhat low.",
        (-1, 1): "I am uneasy, and it hurts.",
        (-1, -1): "I am quietly down and without energy.",
        (0, 1): "I am a little stirred.",
        (0, -1): "I am very quiet inside.",
    },
}


def told(mood: Mood, *, language: Language) -> str:
    """Return the mood in words, for a persona that has not yet told it itself."""
    valence, arousal = (_side(value) for value in mood.felt.axes[:2])
    return _TOLD[language][valence, arousal]


def _side(value: float) -> int:
    return 0 if abs(value) < NOTICEABLE else (1 if value > 0 else -1)
