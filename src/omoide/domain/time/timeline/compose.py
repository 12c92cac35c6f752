"""Putting atoms together into expressions: from one to another, since, until, around, the end of."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from omoide.domain.events.event import LifeStage
from omoide.domain.time.timeline import join, recurrence, span
from omoide.domain.time.timeline.atom import Atom, Calendar, ClockTime, Every, Kind, Length, Reference, Stage, Toward
from omoide.domain.time.timeline.joints import Joints
from omoide.domain.time.timeline.span import Piece, Span, Unit

LONGEST_CLAUSE = 80
"""Characters after (and in English before) an atom that are read for the tense."""


@dataclass(frozen=True, slots=True)
class Found:
    """An expression with its resolution in local time; `end` is the first instant after it."""

    at: int
    to: int
    kind: Kind
    start: datetime | None = None
    end: datetime | None = None
    first: Span | None = None
    """The unit named first (or alone); `since May` opens with May."""
    last: Span | None = None
    """The unit named last; `until May` closes with May."""
    unit: Unit = Unit.DAY
    seconds: float | None = None
    confidence: float = 0.9
    stage: LifeStage = LifeStage.UNKNOWN
    recurs: Toward | None = None
    """Of what recurs: which way its sentence looks; none of what does not recur."""


def composed(text: str, atoms: Sequence[Atom], *, joints: Joints, ref: Reference) -> list[Found]:
    """Return the expressions the atoms form."""
    pieced = [_pieced(each, text, joints, ref) if isinstance(each, Calendar) else each for each in atoms]
    placed = join.joined(text, pieced, joints=joints)
    found: list[Found] = []
    index = 0
    while index < len(placed):
        each = placed[index]
        following = placed[index + 1] if index + 1 < len(placed) else None
        ranged = _range(text, each, following, joints, ref)
        if ranged is not None:
            found.append(ranged)
            index += 2
            continue
        single = _single(text, each, joints, ref)
        if single is not None:
            found.append(single)
        index += 1
    return found


def _pieced(each: Calendar, text: str, joints: Joints, ref: Reference) -> Calendar:
    """Return the part of the stretch that words around it cut out."""
    if each.kind is not Kind.DATE_RANGE:
        return each
    at, to = each.at, each.to
    if after := joints.piece_after.match(text, to):
        piece, to = joints.pieces[after["piece"]], after.end()
    elif before := joints.piece_before.search(text[max(0, at - 24) : at]):
        piece = joints.pieces[before["piece"] or before["early"] or before["relative"]]
        at -= len(before[0])
    elif (rest := joints.rest_after.match(text, to)) and not each.floats:
        return _rest(each, rest.end(), ref)
    else:
        return each
    around, unit = each.around, each.unit
    return replace(each, at=at, to=to, around=lambda day: [_piece(found, piece, unit) for found in around(day)])


def _piece(whole: Span, piece: Piece, unit: Unit) -> Span:
    if unit is Unit.YEAR and piece is Piece.TAIL:
        return span.month_of(whole.start.year, 12) or whole
    if unit is Unit.WEEK and piece is Piece.TAIL:
        return Span(whole.start + timedelta(days=5), whole.end)
    if unit is Unit.WEEK and piece is Piece.HEAD:
        return span.piece_of(whole, Piece.START)
    return span.piece_of(whole, piece)


def _rest(each: Calendar, to: int, ref: Reference) -> Calendar:
    today = span.midnight(ref.today)
    cut = [
        Span(max(found.start, today) if found.end > today else found.start, found.end)
        for found in each.around(ref.today)
    ]
    return replace(each, to=to, around=lambda _: cut)


def _range(text: str, left: Atom, right: Atom | None, joints: Joints, ref: Reference) -> Found | None:
    """Return the range from one calendar atom to the next, where a joint says so."""
    if not isinstance(left, Calendar) or not isinstance(right, Calendar) or right.at - left.to > join.LONGEST_GAP:
        return None
    opened = join.opening(text, left.at, joints)
    if not join.is_range_gap(text[left.to : right.at], opened, joints):
        return None
    tail = joints.range_tail.match(text, right.to)
    edges = _edges(left, right, ref) if tail or left.unit is right.unit or joints.closes_silently else None
    if edges is None:
        return None
    first, last = edges
    timed = {left.kind, right.kind} & {Kind.DATETIME, Kind.DATETIME_RANGE} and not _is_now(left, right)
    if not timed:
        first, last = _on_days(first), _on_days(last)
    return Found(
        left.at - opened, tail.end() if tail else right.to,
        Kind.DATETIME_RANGE if timed else Kind.DATE_RANGE, first.start, max(last.end, first.start), first, last, right.unit,
        confidence=min(left.confidence, right.confidence), stage=left.stage,
        recurs=Toward.NEAREST if left.floats and right.floats else None,
    )  # fmt: skip


def _is_now(left: Calendar, right: Calendar) -> bool:
    others = {each.kind for each in (left, right) if each.unit is not Unit.SECOND}
    return others <= {Kind.DATE, Kind.DATE_RANGE} and bool(others)


def _on_days(each: Span) -> Span:
    """Return whole days; `now` between days is today."""
    return span.whole_day(each.start.date()) if each.start == each.end else each


def _edges(left: Calendar, right: Calendar, ref: Reference) -> tuple[Span, Span] | None:
    if left.floats and not right.floats:
        last = recurrence.chosen(right, near=ref.now)
        first = None if last is None else recurrence.last_until(left, last.start)
    elif left.floats:
        return _nearest_pair(left, right, ref)
    else:
        first = recurrence.chosen(left, near=ref.now)
        last = None
        if first is not None:
            last = recurrence.first_from(right, first.start) if right.floats else recurrence.chosen(right, near=ref.now)
    if first is None or last is None or last.end < first.start:
        return None
    return first, last


def _nearest_pair(left: Calendar, right: Calendar, ref: Reference) -> tuple[Span, Span] | None:
    """Return from and to, both recurring, so that the stretch between them lies nearest."""
    pairs = []
    past = ref.looking is Toward.PAST
    for first in left.around(ref.today):
        if past and first.start > ref.now:
            continue
        last = recurrence.first_from(right, first.start)
        if last is not None:
            pairs.append((recurrence.distance(Span(first.start, last.end), ref.now), first, last))
    return min(pairs, key=lambda pair: (pair[0], pair[1].start))[1:] if pairs else None


def _single(text: str, each: Atom, joints: Joints, ref: Reference) -> Found | None:
    match each:
        case Calendar():
            return _bent(text, each, joints, ref)
        case ClockTime():
            return _bent(text, _today(each, ref), joints, ref)
        case Length():
            return Found(each.at, each.to, Kind.DURATION, seconds=each.total_s)
        case Every():
            return Found(each.at, each.to, Kind.SET)
        case Stage():
            return Found(each.at, each.to, Kind.DATE_RANGE, unit=Unit.YEAR, confidence=0.6, stage=each.stage)


def _today(clock: ClockTime, ref: Reference) -> Calendar:
    """Return a time of day as that time today; a night that belongs to no named day is the one that ended today."""
    timed = recurrence.at_clock(
        Calendar(clock.at, clock.to, Kind.DATE, Unit.DAY, lambda _: (span.whole_day(ref.today),), confidence=0.4),
        replace(clock, of_evening_before=False),
    )
    return replace(timed, kind=Kind.TIME if clock.end_s is None else Kind.TIME_RANGE)


_OPEN_KINDS = {
    Kind.TIME: Kind.TIME_RANGE, Kind.TIME_RANGE: Kind.TIME_RANGE, Kind.DATETIME: Kind.DATETIME_RANGE,
    Kind.DATETIME_RANGE: Kind.DATETIME_RANGE,
}  # fmt: skip


def _toward(text: str, each: Calendar, joints: Joints) -> Toward:
    if not each.floats:
        return Toward.NEAREST
    ending = joints.clause_end.search(text, each.to, each.to + LONGEST_CLAUSE)
    clause = text[each.to : ending.start() if ending else each.to + LONGEST_CLAUSE]
    before = re.split(r"[.!?。！？\n]", text[max(0, each.at - LONGEST_CLAUSE) : each.at])[-1]
    if joints.future.search(clause) or joints.future.search(before):
        return Toward.FUTURE
    if joints.past.search(clause) or joints.past.search(before):
        return Toward.PAST
    return Toward.NEAREST


def _bent(text: str, each: Calendar, joints: Joints, ref: Reference) -> Found | None:
    """Return a single stretch, opened or closed by the words around it."""
    toward = _toward(text, each, joints)
    unit = recurrence.looked_for(each, ref, toward=toward)
    if unit is None:
        return None
    plain = Found(
        each.at, each.to, each.kind, unit.start, unit.end, unit, unit, each.unit,
        confidence=each.confidence, stage=each.stage, recurs=toward if each.floats else None,
    )  # fmt: skip
    kind = _OPEN_KINDS.get(each.kind, Kind.DATE_RANGE)
    before_it = unit.end if joints.at_end.match(text, each.at) else unit.start
    head = text[max(0, each.at - 24) : each.at]
    for before, after, bend in (
        (joints.since_before, joints.since_after, {"end": None, "last": None}),
        (joints.until_before, joints.until_after, {"start": None, "first": None}),
        (joints.later_before, joints.later_after, {"start": unit.end, "end": None, "last": None}),
        (joints.earlier_before, joints.earlier_after, {"start": None, "end": before_it, "first": None}),
    ):
        if prefix := before.search(head):
            return replace(plain, at=each.at - len(prefix[0]), kind=kind, **bend)
        if suffix := after.match(text, each.to):
            return replace(plain, to=suffix.end(), kind=kind, **bend)
    if prefix := joints.about_before.search(head):
        return replace(plain, at=each.at - len(prefix[0]), confidence=each.confidence * 0.8)
    if suffix := joints.about_after.match(text, each.to):
        return replace(plain, to=suffix.end(), confidence=each.confidence * 0.8)
    return plain
