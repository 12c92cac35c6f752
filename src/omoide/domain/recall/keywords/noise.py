"""Which of the turns that hold a keyword are shown (SPEC R4; NEX キーワード検索のノイズ対策).

Some of the newest and some of the oldest, so that old ones are not buried; none that begins as another one does; none that is too
short to say anything.  What the conversation still shows, and what nobody said, is left out before.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from omoide.domain.events.event import OWNER, Event
from omoide.domain.text.tokens import fold_kana, normalised

UNSAID: Final = frozenset({OWNER, "notification", "vision", "reminder", "meta_proactive"})
"""Sources of events in which neither the user nor the persona speaks."""
MOST_WORDS: Final = 10


@dataclass(frozen=True, slots=True)
class NoiseRules:
    """How many are shown, and what is noise."""

    newest: int = 2
    oldest: int = 2
    shortest: int = 30
    """Characters below which a turn is passed over."""
    same: int = 200
    """Two turns that begin with the same so many characters are one."""
    longest: int = 500
    """Characters of each that are shown."""


@dataclass(frozen=True, slots=True)
class KeptTurns:
    """Those that are shown."""

    turns: tuple[Event, ...]
    """Newest first."""
    short: int
    """How many were passed over because they were too short, among those that were looked at."""


def keywords(text: str, *, is_phrase: bool = False) -> tuple[str, ...]:
    """Return the words that a turn must hold, all of them, in the form in which they are compared; a phrase is one."""
    folded = _folded(text)
    words = [folded] if is_phrase else folded.split()
    return tuple(dict.fromkeys(word for word in words if word))[:MOST_WORDS]


def holds(text: str, words: Iterable[str]) -> bool:
    """Tell whether a text holds every one of the words, width, case and kana aside."""
    folded = _folded(text)
    return all(word in folded for word in words)


def is_said(event: Event) -> bool:
    """Tell whether the user or the persona speaks in it."""
    return event.source not in UNSAID


def kept(newest_first: Iterable[Event], oldest_first: Iterable[Event], *, rules: NoiseRules) -> KeptTurns:
    """Return what is shown; both sequences hold the same turns, and no more of either is read than is needed."""
    sieve = _Sieve(rules, set(), set(), set())
    late = sieve.first(newest_first, rules.newest)
    early = sieve.first(oldest_first, rules.oldest)
    return KeptTurns((*late, *reversed(early)), len(sieve.short))


@dataclass(frozen=True, slots=True)
class _Sieve:
    rules: NoiseRules
    heads: set[str]
    chosen: set[int]
    short: set[int]

    def first(self, turns: Iterable[Event], most: int) -> list[Event]:
        found: list[Event] = []
        if most <= 0:
            return found
        for turn in turns:
            if self._passes(turn):
                found.append(turn)
                if len(found) == most:
                    break
        return found

    def _passes(self, turn: Event) -> bool:
        said = turn.text.strip()
        if len(said) < self.rules.shortest:
            self.short.add(turn.id)
            return False
        head = said[: self.rules.same]
        if turn.id in self.chosen or head in self.heads:
            return False
        self.chosen.add(turn.id)
        self.heads.add(head)
        return True


def _folded(text: str) -> str:
    return " ".join(fold_kana(normalised(text)).split())
