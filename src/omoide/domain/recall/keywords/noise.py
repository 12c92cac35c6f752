"""Which of the places that hold a keyword are shown (SPEC R4; NEX キーワード検索のノイズ対策).

Some of the newest and some of the oldest, so that old ones are not buried, and by dice some of those between; none that begins as
another one does; none that is too short to say anything.  What the conversation still shows, and what nobody said, is left out
before.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from omoide.domain.events.event import OWNER, Event, EventId
from omoide.domain.text.language import Language
from omoide.domain.text.tokens import fold_kana, normalised
from omoide.domain.time.moment import Moment
from omoide.domain.tools.portion import MORE

UNSAID: Final = frozenset({OWNER, "notification", "vision", "reminder", "meta_proactive"})
"""Sources of events in which neither the user nor the persona speaks."""
MOST_WORDS: Final = 10


@dataclass(frozen=True, slots=True)
class KeywordRules:
    """How many places are shown, and what is noise; as a prompt is answered in NEX."""

    newest: int = 2
    oldest: int = 2
    middle: int = 1
    """By dice; a tool that looks for a quotation shows none."""
    same_characters: int = 200
    """Places that agree so far are one."""
    longest_characters: int = 500
    """Of each that are shown."""
    shortest_characters: int = 30
    """What is shorter is passed over."""


TOOL_RULES: Final = KeywordRules(middle=0)
"""NEX `search_past_conversations`: the newest two and the oldest two."""


@dataclass(frozen=True, slots=True)
class SaidBlock:
    """A place that holds a keyword: what one of the two said in one turn, or the turn, where it takes both to hold it."""

    event_id: EventId
    at: Moment
    is_user: bool
    """The user said it, or began it."""
    text: str
    is_cut: bool = False
    """There is more of it."""


@dataclass(frozen=True, slots=True)
class KeptBlocks:
    """Those that are shown."""

    blocks: tuple[SaidBlock, ...] = ()
    """Newest first."""
    short: int = 0
    """How many were passed over because they were too short, among those that were looked at."""


def keywords(text: str, *, is_phrase: bool = False) -> tuple[str, ...]:
    """Return the words that a place must hold, all of them, in the form in which they are compared; a phrase is one."""
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


def block(turn: Event, sought: Iterable[Sequence[str]]) -> SaidBlock | None:
    """Return where a turn holds all words of one of the keywords: the side that does, the longer one of two; `None` where nothing does."""
    sides = ((True, turn.user), (False, turn.assistant or ""))
    wanted = [words for words in sought if words and holds(turn.text, words)]
    if not wanted:
        return None
    held = [(is_user, text) for is_user, text in sides if any(holds(text, words) for words in wanted)]
    is_user, text = max(held or [(True, turn.text)], key=lambda side: len(side[1].strip()))
    return SaidBlock(turn.id, turn.created, is_user, text.strip())


def kept(
    newest_first: Iterable[SaidBlock],
    oldest_first: Iterable[SaidBlock],
    shuffled: Iterable[SaidBlock] = (),
    *,
    rules: KeywordRules,
) -> KeptBlocks:
    """Return what is shown; all sequences hold the same places, and no more of each is read than is needed."""
    sieve = _Sieve(rules, set(), set(), set())
    ends = [*sieve.first(newest_first, rules.newest), *sieve.first(oldest_first, rules.oldest)]
    shown = [*ends, *sieve.first(shuffled, rules.middle)]
    shown.sort(key=lambda each: (-each.at, -each.event_id))
    return KeptBlocks(tuple(shown), len(sieve.short))


def cut(place: SaidBlock, *, rules: KeywordRules, language: Language) -> SaidBlock:
    """Return a place as it is shown, with a sign where there is more of it."""
    longest = rules.longest_characters
    if len(place.text) <= longest:
        return place
    return replace(place, text=place.text[:longest] + MORE.of(language), is_cut=True)


@dataclass(frozen=True, slots=True)
class _Sieve:
    rules: KeywordRules
    heads: set[str]
    chosen: set[EventId]
    short: set[EventId]

    def first(self, places: Iterable[SaidBlock], most: int) -> list[SaidBlock]:
        found: list[SaidBlock] = []
        if most <= 0:
            return found
        for place in places:
            if self._passes(place):
                found.append(place)
                if len(found) == most:
                    break
        return found

    def _passes(self, place: SaidBlock) -> bool:
        said = place.text.strip()
        if len(said) < self.rules.shortest_characters:
            self.short.add(place.event_id)
            return False
        head = said[: self.rules.same_characters]
        if place.event_id in self.chosen or head in self.heads:
            return False
        self.chosen.add(place.event_id)
        self.heads.add(head)
        return True


def _folded(text: str) -> str:
    return " ".join(fold_kana(normalised(text)).split())
