"""A day told without a model: what mattered most, told; the rest in a line (SPEC EP1).

What was said is quoted, shortened to its most telling words; turns that do not stand out share a sentence.  How much is
quoted depends on how much there was: a long day fills the seed's 800 to 1500 characters, a quiet one stays shorter than
its talk, for an honest digest is no longer than what it digests.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from omoide.domain.episodes.by_rules import phrasing, quoting
from omoide.domain.episodes.by_rules.quoting import Quote
from omoide.domain.episodes.episode import joined
from omoide.domain.episodes.telling import DAY_LENGTH, DayTurn, LengthRules, TellingLine
from omoide.domain.text.language import Language, detect

REST_SHARE: Final = 0.2
"""Of the turns, the least stirring fifth is told in a line."""
MOST_TOLD: Final = 60
"""Turns of which more than a word is told: more would not fit, however short."""
TALK_SHARE: Final = 0.6
"""Of the talk's own length, which the digest of a quiet day aims at."""
SITTING_MINUTES: Final = 90
"""A longer silence begins a new sitting, told with its time of day."""
MOST_SUBJECTS: Final = 6
MOST_LOOKED_AT: Final = 100
"""Turns of the rest that are looked through for what they were about."""


@dataclass(frozen=True, slots=True)
class _Depth:
    """How much is quoted of a turn."""

    words: int
    """Characters, in Japanese; what says as much in English takes nearly twice as many."""
    together: int
    """Turns that share a sentence."""
    answers: bool = False
    """Whether also the answers to turns without a star are told."""


_DEPTHS: Final = (
    _Depth(26, 3), _Depth(40, 3), _Depth(56, 2), _Depth(64, 1, answers=True), _Depth(96, 1, answers=True),
    _Depth(150, 1, answers=True), _Depth(240, 1, answers=True), _Depth(400, 1, answers=True),
)  # fmt: skip
_WIDER_IN_ENGLISH: Final = 1.8
_STAR: Final = 1.6
"""A ★ turn is quoted at so much more length."""


def tell(
    day: date, turns: Sequence[DayTurn], *, language: Language, length: LengthRules = DAY_LENGTH
) -> tuple[TellingLine, ...]:
    """Return the day in sentences, each with the numbers of the turns it rests on."""
    telling = _Telling(day, turns, language)
    ranked = sorted(range(len(turns)), key=telling.weight, reverse=True)
    chosen = ranked[: min(MOST_TOLD, len(ranked) - int(REST_SHARE * len(ranked)))]
    talk = sum(len(turn.user) + len(turn.assistant) for turn in turns)
    target = min(length.least, int(TALK_SHARE * talk))
    told = telling.lines(_DEPTHS[0], chosen)
    for depth in _DEPTHS[1:]:
        if _size(told) >= target:
            break
        deeper = telling.lines(depth, chosen)
        if _size(deeper) > length.longest:
            break
        told = deeper
    return tuple(told if _size(told) <= length.longest else _as_many_as_fit(telling, chosen, length))


def _as_many_as_fit(telling: "_Telling", chosen: Sequence[int], length: LengthRules) -> list[TellingLine]:
    """Return the day with the turns that matter most, as many as fit; at least one."""
    fits, too_many = 1, len(chosen)
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        if _size(telling.lines(_DEPTHS[0], chosen[:middle])) <= length.longest:
            fits = middle
        else:
            too_many = middle
    return telling.lines(_DEPTHS[0], chosen[:fits])


def _size(lines: Sequence[TellingLine]) -> int:
    return len(joined(line.text for line in lines))


@dataclass(frozen=True, slots=True)
class _Telling:
    """One day, ready to be told at any depth."""

    day: date
    turns: Sequence[DayTurn]
    language: Language

    def weight(self, at: int) -> tuple[bool, int, float, int]:
        """Return what says how much a turn matters: ★, how strong, how stirring, how much was said."""
        turn = self.turns[at]
        return turn.is_star, turn.intensity, turn.arousal or 0.0, len(turn.user)

    def lines(self, depth: _Depth, chosen: Sequence[int]) -> list[TellingLine]:
        """Return the day's sentences: how much talk there was, what stays most, the others in their order, the rest."""
        every = tuple(range(1, len(self.turns) + 1))
        said = [TellingLine(phrasing.opening(self.day, len(self.turns), self.language), every)]
        top = next((at for at in chosen if self._heard(at, depth)), None)
        silent = [at for at in chosen if not (self._heard(at, depth) or self._own(at, depth))]
        if top is not None and len(chosen) > 1:
            said.append(self._strongest(top, depth))
        others = [at for at in sorted(chosen) if at not in silent and (at != top or len(chosen) == 1)]
        said += self._in_order(others, depth)
        rest = sorted({*range(len(self.turns))} - {*chosen} | {*silent})
        return [*said, *self._rest(rest)]

    def _in_order(self, places: Sequence[int], depth: _Depth) -> Iterator[TellingLine]:
        before = ""
        for sitting in self._sittings(places):
            time = phrasing.time_of_day(self.turns[sitting[0]].at, self.language)
            begins = phrasing.again(time, self.language) if time == before else time
            leads, before = iter((begins, *phrasing.THEN[self.language])), time
            for group in self._groups(sitting, depth):
                yield self._line(group, depth, lead=next(leads, ""))

    def _line(self, group: Sequence[int], depth: _Depth, *, lead: str) -> TellingLine:
        numbers = tuple(at + 1 for at in group)
        quotes = [quote for at in group if (quote := self._heard(at, depth)) is not None]
        own = self._own(group[0], depth) if len(group) == 1 else None
        if not quotes and own is not None:
            return TellingLine(phrasing.spoke(own, self.language, lead=lead), numbers)
        wants_answer = depth.answers or self.turns[group[0]].is_star
        if len(quotes) == 1 and own is not None and wants_answer:
            return TellingLine(phrasing.answered(quotes[0], own, self.language, lead=lead), numbers)
        return TellingLine(phrasing.heard(quotes, self.language, lead=lead), numbers)

    def _strongest(self, at: int, depth: _Depth) -> TellingLine:
        quote = self._quote(self.turns[at].user, depth, is_star=True)  # told alone, it has room to be told to its end
        if quote is None:
            raise ValueError("the strongest turn has words")
        return TellingLine(phrasing.strongest(quote, self._own(at, depth), self.language), (at + 1,))

    def _rest(self, places: Sequence[int]) -> list[TellingLine]:
        subjects: dict[str, int] = {}
        for at in places[:MOST_LOOKED_AT]:
            if len(subjects) < MOST_SUBJECTS and (word := quoting.subject(self.turns[at].user)):
                subjects.setdefault(word, at)
        if not places:
            return []
        wordless = len(places) - len(subjects)
        numbers = tuple(at + 1 for at in places)
        return [TellingLine(phrasing.besides(list(subjects), wordless, self.language), numbers)]

    def _groups(self, places: Sequence[int], depth: _Depth) -> Iterator[list[int]]:
        """Yield turns that share a sentence: plain ones in a row; one with a star, or in which only I spoke, is alone."""
        group: list[int] = []
        for at in places:
            is_alone = self.turns[at].is_star or self._heard(at, depth) is None
            if group and (is_alone or len(group) >= depth.together):
                yield group
                group = []
            group.append(at)
            if is_alone:
                yield group
                group = []
        if group:
            yield group

    def _sittings(self, places: Sequence[int]) -> Iterator[list[int]]:
        sitting: list[int] = []
        for at in places:
            if sitting and abs(_minute(self.turns[at]) - _minute(self.turns[sitting[-1]])) > SITTING_MINUTES:
                yield sitting
                sitting = []
            sitting.append(at)
        if sitting:
            yield sitting

    def _heard(self, at: int, depth: _Depth) -> Quote | None:
        return self._quote(self.turns[at].user, depth, is_star=self.turns[at].is_star)

    def _own(self, at: int, depth: _Depth) -> Quote | None:
        return self._quote(self.turns[at].assistant, depth, is_star=False)

    def _quote(self, text: str, depth: _Depth, *, is_star: bool) -> Quote | None:
        wide = _WIDER_IN_ENGLISH if detect(text, default=self.language) is Language.EN else 1.0
        return quoting.quoted(text, longest=int(depth.words * wide * (_STAR if is_star else 1.0)))


def _minute(turn: DayTurn) -> int:
    hour, _, minute = turn.at.partition(":")
    return int(hour) * 60 + int(minute or 0)
