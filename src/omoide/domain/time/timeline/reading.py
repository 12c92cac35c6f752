"""What the package gives: the time expressions of a text, and the one time a text is about (SPEC E4)."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from omoide.domain.events.event import LifeStage
from omoide.domain.text import language as languages
from omoide.domain.text.language import Language
from omoide.domain.text.remembered import remembered
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.domain.time.timeline import compose, joints, numerals, scan, span
from omoide.domain.time.timeline.atom import Kind, Reference, Toward
from omoide.domain.time.timeline.compose import Found
from omoide.domain.time.timeline.span import Span, Unit

VAGUE = 0.6
"""A reading that is no surer than this says little about when something was: recently, the other day, a bare number."""
TIMELESS = (Kind.DURATION, Kind.SET, Kind.TIME, Kind.TIME_RANGE)
"""A length, a habit and a bare time of day lie nowhere on the calendar."""
LONGEST_READ = 20_000
"""Characters of a text that are read for the time it is about."""


_FIRST, _LAST = span.midnight(date(span.FIRST_YEAR, 1, 1)), span.midnight(date(span.LAST_YEAR, 12, 31))
OLDEST_SPEAKER_YEARS, YOUNGEST_SPEAKER_YEARS = 130, 2
"""A year of birth that makes a speaker older or younger than this is not believed."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A time expression of a text; none as `start` or `end` means open on that side, or without a place in time."""

    at: int
    to: int
    text: str
    kind: Kind
    start: Moment | None
    end: Moment | None
    """The first moment after it; equal to `start` for an instant."""
    opens: tuple[Moment, Moment] | None
    """The unit it opens with, from its first moment to the first after it."""
    closes: tuple[Moment, Moment] | None
    """The unit it closes with."""
    unit: Unit
    duration_s: float | None
    life_stage: LifeStage
    confidence: float
    """0 to 1."""
    meant: tuple[Moment, Moment] | None
    """The stretch that is meant: an open one closed by the unit it names or by the present day, `two weeks ago` the
    whole week."""
    counted_from: Moment | None
    """The day it is counted from: Christmas in `two weeks before Christmas`; none when it is today."""
    recurs: Toward | None
    """Of what recurs (May 3, Friday): which way its sentence looks; none of what does not recur."""

    @property
    def tells_when(self) -> bool:
        """Tell whether it names a stretch of the calendar, and surely enough to act on."""
        return self.meant is not None and self.kind not in TIMELESS and self.confidence > VAGUE


@dataclass(frozen=True, slots=True)
class AboutTime:
    """The time a text is about; without dates when only a stage of life is known."""

    text: str
    start: Moment | None
    end: Moment | None
    """The first moment after it."""
    year_start: int | None
    year_end: int | None
    """The last year it touches."""
    life_stage: LifeStage
    confidence: float
    """0 to 1."""


def expressions(
    text: str,
    *,
    now: Moment,
    tz: ZoneInfo,
    language: Language | None = None,
    birth_year: int | None = None,
    looking: Toward = Toward.NEAREST,
) -> list[Expression]:
    """Return every time expression of the text in order, as it is meant by someone who speaks at `now` in `tz`.

    A question about what was (`looking` to the past) means last October when it asks for October in August.
    """
    return list(_expressions(text, now, tz, language=language, birth_year=birth_year, looking=looking))


@remembered  # one sentence is asked for its errands and for each of its values
def _expressions(
    text: str, now: Moment, tz: ZoneInfo, *, language: Language | None, birth_year: int | None, looking: Toward
) -> tuple[Expression, ...]:
    ref = replace(_reference(now, tz, birth_year), looking=looking)
    return tuple(_outward(found, text, ref, tz) for found in _found(text, ref, language))


def about_time(
    text: str, *, now: Moment, tz: ZoneInfo, language: Language | None = None, birth_year: int | None = None
) -> AboutTime | None:
    """Return the time the text is about, as it is meant at `now` in `tz`; none when it names none.

    Of several expressions the most telling one is taken: dates before words such as recently, the rest in the order of
    the text.  Today, lengths, habits and bare times of day say nothing about when something was.
    """
    ref = _reference(now, tz, birth_year)
    told = [found for found in _found(text[:LONGEST_READ], ref, language) if _worth(found, ref) > 0]
    if not told:
        return None
    best = _narrowest(max(told, key=lambda found: (round(_worth(found, ref), 1), -found.at)), told)
    known = next((found.stage for found in (best, *told) if found.stage is not LifeStage.UNKNOWN), LifeStage.UNKNOWN)
    whole = _meant(best, ref)
    start, end = (None, None) if whole is None else _moments(whole.start, whole.end, tz)
    return AboutTime(
        text=text[best.at : best.to], start=start, end=end,
        year_start=None if whole is None else whole.start.year,
        year_end=None if whole is None else max(whole.start, whole.end - timedelta(seconds=1)).year,
        life_stage=known, confidence=best.confidence,
    )  # fmt: skip


def _reference(now: Moment, tz: ZoneInfo, birth_year: int | None) -> Reference:
    local = moment.local(now, tz=tz).replace(tzinfo=None)
    year = min(max(local.year, span.FIRST_YEAR + 200), span.LAST_YEAR - 200)
    if year != local.year:
        local = span.midnight(date(year, 1, 1))
    fits = birth_year is not None and year - OLDEST_SPEAKER_YEARS <= birth_year <= year - YOUNGEST_SPEAKER_YEARS
    return Reference(local, birth_year if fits else None)


@remembered  # a turn is asked for its day and for its errands
def _found(text: str, ref: Reference, language: Language | None) -> tuple[Found, ...]:
    folded = numerals.fold(text)
    spoken = language or languages.detect(text)
    order = [spoken]
    if language is None and spoken is Language.EN and any(map(languages.is_japanese, text[:LONGEST_READ])):
        order.append(Language.JA)
    elif spoken is Language.JA and _has_english(folded):
        order.append(Language.EN)
    found: list[Found] = []
    for each in order:
        words = joints.JAPANESE if each is Language.JA else joints.ENGLISH
        found += compose.composed(folded, scan.atoms(folded, language=each, ref=ref), joints=words, ref=ref)
    return tuple(_apart(found) if len(order) > 1 else found)


def _has_english(folded: str) -> bool:
    return sum("a" <= character <= "z" for character in folded[:LONGEST_READ]) >= 12


def _apart(found: list[Found]) -> list[Found]:
    apart: list[Found] = []
    for each in sorted(found, key=lambda each: (each.at, -each.to)):
        if not apart or each.at >= apart[-1].to:
            apart.append(each)
    return apart


def _worth(found: Found, ref: Reference) -> float:
    """Return how much the expression tells about when something was; 0 when nothing."""
    if found.kind in TIMELESS:
        return 0.0
    if found.start is None and found.end is None:
        return 0.2 if found.stage is not LifeStage.UNKNOWN else 0.0
    today = found.first is not None and found.first.start == span.midnight(ref.today) and found.unit is Unit.DAY
    if today or found.unit is Unit.SECOND:
        return 0.1
    return found.confidence


def _narrowest(best: Found, told: list[Found]) -> Found:
    """Return the expression that lies within the stretch of the best one, if any: お盆は13日に, last week on May 3."""
    within = (each for each in told if each.confidence >= best.confidence - 0.1 and _holds(best, each))
    return next(within, best)


def _holds(outer: Found, inner: Found) -> bool:
    if outer.start is None or outer.end is None or inner.start is None or inner.end is None:
        return False
    shorter = inner.end - inner.start < outer.end - outer.start
    return shorter and outer.start <= inner.start and inner.end <= outer.end


def _meant(found: Found, ref: Reference) -> Span | None:
    """Return the stretch that is meant: an open one is closed by the unit it names or by the present day."""
    today = span.midnight(ref.today)
    if found.start is None and found.end is None:
        return None
    if found.end is None:
        return _open_end(found, today)
    if found.start is None:
        length = min(_length(found.last), found.end - _FIRST)
        return Span(today if found.end > today else found.end - length, found.end)
    if found.kind is Kind.DATE and found.unit in (Unit.WEEK, Unit.MONTH, Unit.YEAR):
        return span.unit_span(found.start.date(), found.unit)
    return Span(found.start, max(found.end, found.start + timedelta(minutes=1)))


def _open_end(found: Found, today: datetime) -> Span:
    """Return the unit that opens a stretch without an end, or as much after it when the unit itself is left out."""
    start = found.start or today
    within = found.first is not None and found.first.start <= start < found.first.end
    return Span(start, found.first.end if found.first and within else start + min(_length(found.first), _LAST - start))


def _length(named: Span | None) -> timedelta:
    """Return how long a stretch without a beginning or end is thought to be: as long as what it names."""
    return timedelta(days=1) if named is None else max(named.end - named.start, timedelta(minutes=1))


def _moment(local: datetime, tz: ZoneInfo) -> Moment:
    return moment.of(local.replace(tzinfo=tz))


def _moments(start: datetime | None, end: datetime | None, tz: ZoneInfo) -> tuple[Moment | None, Moment | None]:
    """Return both moments in order, even where the clock is set forward between them."""
    first, last = (None if each is None else _moment(each, tz) for each in (start, end))
    return first, last if first is None or last is None else max(first, last)


def _unit(found: Span | None, tz: ZoneInfo) -> tuple[Moment, Moment] | None:
    if found is None:
        return None
    return _moment(found.last or found.start, tz), _moment(found.end, tz)


def _counted_from(found: Found, tz: ZoneInfo) -> Moment | None:
    named = None if found.first is None else found.first.counted_from
    return None if named is None else _moment(named, tz)


def _outward(found: Found, text: str, ref: Reference, tz: ZoneInfo) -> Expression:
    start, end = _moments(found.start, found.end, tz)
    whole = _meant(found, ref)
    return Expression(
        at=found.at, to=found.to, text=text[found.at : found.to], kind=found.kind,
        start=start,
        end=end,
        opens=None if found.first is None else (_moment(found.first.start, tz), _moment(found.first.end, tz)),
        closes=_unit(found.last, tz), unit=found.unit, duration_s=found.seconds, life_stage=found.stage,
        confidence=found.confidence,
        meant=None if whole is None else (_moment(whole.start, tz), _moment(max(whole.end, whole.start), tz)),
        counted_from=_counted_from(found, tz), recurs=found.recurs,
    )  # fmt: skip
