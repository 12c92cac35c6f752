"""Mood: a slow baseline and a shock that acts at once and fades (SPEC A2; GHO 5-1; docs/mood.md).

A turn stirs on two time scales.  The share g of it (`gravity`) is grave and halves in days, the rest is light and halves in hours:

    G = g·x        L = x·(1−g) / (1−g·|x|)        so that at once  G + L·(1−|G|) = x

On each scale the strongest moment counts, upwards and downwards apart: many words about one thing are not many blows, small talk takes
nothing away from grief, and the order in which turns of one instant are read is no matter.  What is left after a time t is the shock

    s(t) = G·e^(−μt) + L·e^(−νt)·(1 − |G|·e^(−μt))

and the baseline b is drawn towards it at its own, slowest rate λ ≤ μ ≤ ν:

    db/dt = λ·(s(t) − b)
    b(t) = b₀·e^(−λt) + G·D(μ) + L·D(ν) − |G|·L·D(μ+ν)        D(ρ) = λ·(e^(−ρt) − e^(−λt)) / (λ−ρ),  or λt·e^(−λt) where ρ = λ

What is felt is  s + b·(1 − |s|).  All of it stays between −1 and +1 without being cut off, and left alone a mood that is
all dark or all bright only ever calms down.  The mood at any instant comes from the last point before it and what was
felt since; nothing is written to read it.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from omoide.domain.events.event import EventId
from omoide.domain.feelings.affect import Affect, Vad
from omoide.domain.time.moment import HOUR_SECONDS, Moment

CALM: Final = Vad()
SURE_FROM: Final = 0.5
"""Confidence from which a feeling counts in full: built-in rules are never surer."""
QUIET: Final = 0.2
"""Valence below which a low arousal is only rest: quiet small talk calms nobody down."""


@dataclass(frozen=True, slots=True)
class MoodRules:
    """How fast moods move."""

    baseline_half_life_hours: float = 120.0
    shock_min_half_life_hours: float = 3.0
    """Of what was light."""
    shock_max_half_life_hours: float = 72.0
    """Of what was grave."""


@dataclass(frozen=True, slots=True)
class Stir:
    """What is left on one time scale: the strongest moment upwards and downwards of each axis, each 0..1."""

    up: Vad = CALM
    down: Vad = CALM

    @property
    def net(self) -> Vad:
        """Return what the two come to."""
        return _each(lambda up, down: up - down, self.up, self.down)

    def scaled(self, share: float) -> "Stir":
        """Return the same, weaker by a share of 0..1."""
        return Stir(self.up.scaled(share), self.down.scaled(share))

    def with_moment(self, felt: Vad) -> "Stir":
        """Return what it is with one more moment."""
        return Stir(_each(max, self.up, felt), _each(lambda down, value: max(down, -value), self.down, felt))


UNSTIRRED: Final = Stir()


@dataclass(frozen=True, slots=True)
class MoodPoint:
    """The mood right after a turn: all that later moods need of what was before."""

    at: Moment
    baseline: Vad = CALM
    light: Stir = UNSTIRRED
    grave: Stir = UNSTIRRED


@dataclass(frozen=True, slots=True)
class FeltAt:
    """What was felt, and when."""

    at: Moment
    affect: Affect


@dataclass(frozen=True, slots=True)
class MoodTrail:
    """The last point that is kept before an instant, and what was felt since then."""

    point: MoodPoint | None = None
    event_id: EventId | None = None
    """Of the point."""
    felt: tuple[FeltAt, ...] = ()


@dataclass(frozen=True, slots=True)
class MoodStep:
    """The point after a turn, and what it was computed from: it counts only while nothing came between."""

    point: MoodPoint
    event_id: EventId | None
    """Of the kept point it goes back to."""
    between: int
    """How many moments lie between the two."""


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
        """Return what is felt: the shock, and as much of the baseline as it leaves room for."""
        return _each(lambda shock, baseline: _bounded(shock + baseline * (1.0 - abs(shock))), self.shock, self.baseline)


def at(point: MoodPoint | None, moment: Moment, *, rules: MoodRules, text: str = "") -> Mood:
    """Return the mood at `moment`, from the last point before it; calm when there is none."""
    if point is None:
        return Mood(moment, CALM, CALM, text)
    found = _moved(point, moment, rules)
    shock = _each(lambda grave, light: _bounded(grave + light * (1.0 - abs(grave))), found.grave.net, found.light.net)
    return Mood(moment, found.baseline, shock, text)


def after(point: MoodPoint | None, affect: Affect, *, moment: Moment, rules: MoodRules) -> MoodPoint:
    """Return the point after a turn.

    The baseline is where time has brought it; a turn alone never moves it.
    """
    before = MoodPoint(moment) if point is None else _moved(point, moment, rules)
    felt, share = _counted(affect), min(1.0, max(0.0, affect.gravity))
    light = before.light.with_moment(_each(lambda value, _: _light(value, share), felt, felt))
    return MoodPoint(before.at, before.baseline, light, before.grave.with_moment(felt.scaled(share)))


def step(trail: MoodTrail, affect: Affect, *, moment: Moment, rules: MoodRules) -> MoodStep:
    """Return the point after a turn, given all that was felt before it."""
    point = after(along(trail, rules=rules), affect, moment=moment, rules=rules)
    return MoodStep(point, trail.event_id, len(trail.felt))


def along(trail: MoodTrail, *, rules: MoodRules) -> MoodPoint | None:
    """Return the point at the end of a trail."""
    return folded(trail.point, trail.felt, rules=rules)


def folded(point: MoodPoint | None, felt: Iterable[FeltAt], *, rules: MoodRules) -> MoodPoint | None:
    """Return the point after these moments, which are in order."""
    for one in felt:
        point = after(point, one.affect, moment=one.at, rules=rules)
    return point


def _counted(affect: Affect) -> Vad:
    """Return what of a feeling counts: as far as one is sure of it; being at rest is no feeling."""
    sure = min(1.0, max(0.0, affect.confidence) / SURE_FROM)
    v, a, d = affect.vad.axes
    return Vad(v * sure, (a if a > 0 else a * min(1.0, abs(v) / QUIET)) * sure, d * sure)


def _light(value: float, share: float) -> float:
    """Return what is over in hours of a moment of which this share goes on for days."""
    room = 1.0 - share * abs(value)
    return value * (1.0 - share) / room if room > 0 else 0.0


def _moved(point: MoodPoint, moment: Moment, rules: MoodRules) -> MoodPoint:
    """Return the point as time has left it at `moment`; it does not go back in time."""
    hours = (moment - point.at) / HOUR_SECONDS
    if hours <= 0:
        return point
    drawing, fading, passing = (
        math.log(2) / half_life
        for half_life in (
            rules.baseline_half_life_hours,
            rules.shock_max_half_life_hours,
            rules.shock_min_half_life_hours,
        )
    )
    kept = math.exp(-drawing * hours)
    by_grave, by_light, by_both = (_drawn(drawing, rate, hours) for rate in (fading, passing, fading + passing))
    grave, light = point.grave.net.axes, point.light.net.axes
    baseline = (
        _bounded(b * kept + g * by_grave + one * by_light - abs(g) * one * by_both)
        for b, g, one in zip(point.baseline.axes, grave, light, strict=True)
    )
    return MoodPoint(
        moment,
        Vad(*baseline),
        point.light.scaled(math.exp(-passing * hours)),
        point.grave.scaled(math.exp(-fading * hours)),
    )


def _drawn(drawing: float, rate: float, hours: float) -> float:
    """Return how far something of size 1 that fades at `rate` has drawn the baseline: D(ρ) above, written so that nothing overflows."""
    apart = abs(drawing - rate)
    share = hours if apart * hours < 1e-12 else -math.expm1(-apart * hours) / apart
    return drawing * math.exp(-min(drawing, rate) * hours) * share


def _each(rule: Callable[[float, float], float], one: Vad, other: Vad) -> Vad:
    return Vad(*(rule(first, second) for first, second in zip(one.axes, other.axes, strict=True)))


def _bounded(value: float) -> float:
    """Return the value without what rounding added."""
    return min(1.0, max(-1.0, value))
