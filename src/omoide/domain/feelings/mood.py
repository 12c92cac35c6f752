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
    found = _point(moment, _moved(_plain(point), moment - point.at, _rates(rules)))
    shock = _each(lambda grave, light: _bounded(grave + light * (1.0 - abs(grave))), found.grave.net, found.light.net)
    return Mood(moment, found.baseline, shock, text)


def after(point: MoodPoint | None, affect: Affect, *, moment: Moment, rules: MoodRules) -> MoodPoint:
    """Return the point after a turn.

    The baseline is where time has brought it; a turn alone never moves it.
    """
    found = folded(point, (FeltAt(moment, affect),), rules=rules)
    return MoodPoint(moment) if found is None else found


def step(trail: MoodTrail, affect: Affect, *, moment: Moment, rules: MoodRules) -> MoodStep:
    """Return the point after a turn, given all that was felt before it."""
    point = after(along(trail, rules=rules), affect, moment=moment, rules=rules)
    return MoodStep(point, trail.event_id, len(trail.felt))


def along(trail: MoodTrail, *, rules: MoodRules) -> MoodPoint | None:
    """Return the point at the end of a trail."""
    return folded(trail.point, trail.felt, rules=rules)


def folded(point: MoodPoint | None, felt: Iterable[FeltAt], *, rules: MoodRules) -> MoodPoint | None:
    """Return the point after these moments, which are in order; time does not go back for one that is not."""
    rates = _rates(rules)
    numbers, last = (None, None) if point is None else (_plain(point), point.at)
    for one in felt:
        if numbers is None or last is None:
            numbers, last = [0.0] * 15, one.at
        numbers = _stirred(_moved(numbers, one.at - last, rates), one.affect)
        last = max(last, one.at)
    return None if numbers is None or last is None else _point(last, numbers)


# A life is folded turn by turn, so inside there are plain numbers: baseline, light upwards, light downwards, grave upwards
# and grave downwards, three axes each.
_Numbers = list[float]
_Rates = tuple[float, float, float]


def _plain(point: MoodPoint) -> _Numbers:
    layers = (point.baseline, point.light.up, point.light.down, point.grave.up, point.grave.down)
    return [value for layer in layers for value in layer.axes]


def _point(moment: Moment, numbers: _Numbers) -> MoodPoint:
    baseline, light_up, light_down, grave_up, grave_down = (
        Vad(*numbers[place : place + 3]) for place in range(0, 15, 3)
    )
    return MoodPoint(moment, baseline, Stir(light_up, light_down), Stir(grave_up, grave_down))


def _rates(rules: MoodRules) -> _Rates:
    """Return λ, μ and ν, an hour."""
    return (
        math.log(2) / rules.baseline_half_life_hours,
        math.log(2) / rules.shock_max_half_life_hours,
        math.log(2) / rules.shock_min_half_life_hours,
    )


def _moved(numbers: _Numbers, seconds: int, rates: _Rates) -> _Numbers:
    """Return what time leaves."""
    if seconds <= 0:
        return numbers
    hours, (drawing, fading, passing) = seconds / HOUR_SECONDS, rates
    kept, left, passed = math.exp(-drawing * hours), math.exp(-fading * hours), math.exp(-passing * hours)
    by_grave, by_light, by_both = (_drawn(drawing, rate, hours) for rate in (fading, passing, fading + passing))
    moved = []
    for axis in (0, 1, 2):
        light, grave = numbers[3 + axis] - numbers[6 + axis], numbers[9 + axis] - numbers[12 + axis]
        drawn = grave * by_grave + light * by_light - abs(grave) * light * by_both
        moved.append(_bounded(numbers[axis] * kept + drawn))
    return [*moved, *(value * passed for value in numbers[3:9]), *(value * left for value in numbers[9:])]


def _stirred(numbers: _Numbers, affect: Affect) -> _Numbers:
    """Return what it is with one more moment: on each scale the strongest counts, upwards and downwards apart."""
    share, stirred = min(1.0, max(0.0, affect.gravity)), list(numbers)
    for axis, felt in enumerate(_counted(affect)):
        place = axis if felt > 0 else axis + 3
        stirred[3 + place] = max(stirred[3 + place], abs(_light(felt, share)))
        stirred[9 + place] = max(stirred[9 + place], abs(felt) * share)
    return stirred


def _counted(affect: Affect) -> tuple[float, float, float]:
    """Return what of a feeling counts: as far as one is sure of it; being at rest is no feeling."""
    sure = min(1.0, max(0.0, affect.confidence) / SURE_FROM)
    v, a, d = affect.vad.axes
    return v * sure, (a if a > 0 else a * min(1.0, abs(v) / QUIET)) * sure, d * sure


def _light(value: float, share: float) -> float:
    """Return what is over in hours of a moment of which this share goes on for days."""
    room = 1.0 - share * abs(value)
    return value * (1.0 - share) / room if room > 0 else 0.0


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
