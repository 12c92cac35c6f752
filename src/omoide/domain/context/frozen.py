"""What a session was shown: a constant part that is frozen when first composed, and a block for each turn (SPEC X15).

Whoever composes the next turn repeats both byte by byte.  What has changed in the constant part since is told once, in a block.  A new
day, another budget or way of counting, or blocks that have outgrown the room begin a constant part anew; then the oldest blocks
are dropped in one big step, so that it does not happen again soon.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from omoide.domain.context import wording
from omoide.domain.context.budgeting import Item
from omoide.domain.context.composition import LeftOut, SectionShown
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment

CHANGES: Final = "changes"
"""The section in which changes of the constant part are told."""
KEPT_SHARE: Final = 0.5
"""Of the room for blocks: as far down blocks are dropped once they have outgrown it."""
_ADDED, _REMOVED = "+", "-"


@dataclass(frozen=True, slots=True)
class ContextRules:
    """How much of a turn's block is whose, and how long it is kept what sessions were shown."""

    changes_share: float = 0.02
    """Of the whole budget, 0..1."""
    memories_share: float = 0.06
    keep_days: int = 30


@dataclass(frozen=True, slots=True)
class ItemMark:
    """Something that was shown, or was there to be shown."""

    section: str
    key: str
    line: str = ""
    """As it was shown; empty where it was not."""


@dataclass(frozen=True, slots=True)
class FrozenPart:
    """The constant part of a session's context."""

    day: date
    budget_tokens: int
    counted_by: str
    language: Language
    text: str
    tokens: int
    since: Moment
    """From when on the conversation itself shows what was said."""
    marks: tuple[ItemMark, ...] = ()
    """Everything that its sections held then."""
    sections: tuple[SectionShown, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def holds_for(self, *, day: date, budget_tokens: int, counted_by: str, language: Language) -> bool:
        """Tell whether it may be shown once more."""
        asked = (day, budget_tokens, counted_by, language)
        return (self.day, self.budget_tokens, self.counted_by, self.language) == asked


@dataclass(frozen=True, slots=True)
class TurnBlock:
    """What was put before one user message; an empty one where nothing was, or it was dropped since."""

    fingerprint: str
    text: str = ""
    tokens: int = 0
    marks: tuple[ItemMark, ...] = ()
    sections: tuple[SectionShown, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionContext:
    """All that a session was shown."""

    frozen: FrozenPart | None = None
    blocks: tuple[TurnBlock, ...] = field(default=())

    @property
    def tokens(self) -> int:
        """Return how many tokens it takes."""
        return (self.frozen.tokens if self.frozen is not None else 0) + sum(block.tokens for block in self.blocks)


def trimmed(blocks: Sequence[TurnBlock], *, most: int, told_once: Collection[str] = ()) -> tuple[TurnBlock, ...]:
    """Return the blocks, of which the oldest are dropped until the others take at most so many tokens.

    Of sections that are `told_once` it stays known what a dropped block showed: it is not told again.
    """
    left = sum(block.tokens for block in blocks)
    kept: list[TurnBlock] = []
    for block in blocks:
        is_dropped = left > most and bool(block.text)
        left -= block.tokens if is_dropped else 0
        kept.append(_dropped(block, told_once) if is_dropped else block)
    return tuple(kept)


def _dropped(block: TurnBlock, told_once: Collection[str]) -> TurnBlock:
    return TurnBlock(block.fingerprint, marks=tuple(mark for mark in block.marks if mark.section in told_once))


def keys_of(blocks: Sequence[TurnBlock], section: str) -> list[str]:
    """Return what the blocks show of a section, in order."""
    return [mark.key for block in blocks for mark in block.marks if mark.section == section]


def changes(
    now: Sequence[tuple[str, Item]],
    frozen: FrozenPart,
    blocks: Sequence[TurnBlock],
    *,
    titles: dict[str, str],
    language: Language,
) -> list[Item]:
    """Return what has changed in these sections since they were frozen and was not told yet.

    `now` is what each section would show now, `titles` names those that tell of their changes.
    """
    known = {(mark.section, mark.key): mark.line for mark in frozen.marks if mark.section in titles}
    for mark in (mark for block in blocks for mark in block.marks if mark.section == CHANGES):
        section, key = _place(mark.key[1:])
        if mark.key.startswith(_ADDED):
            known[section, key] = mark.line
        else:
            known.pop((section, key), None)
    current = {(section, item.key): item for section, item in now if section in titles and item.unfit is None}
    fresh = [
        _change(_ADDED, place, wording.added(titles[place[0]], item.forms[0], language=language))
        for place, item in current.items()
        if place not in known
    ]
    gone = [
        _change(_REMOVED, place, wording.removed(titles[place[0]], _said(line), language=language))
        for place, line in known.items()
        if place not in current and line
    ]
    return [replace(item, place=float(number)) for number, item in enumerate((*fresh, *gone))]


def _change(sign: str, place: tuple[str, str], told: str) -> Item:
    return Item(f"{sign}{place[0]}\t{place[1]}", (told,), may_be_cut=True)


def _place(key: str) -> tuple[str, str]:
    section, _, rest = key.partition("\t")
    return section, rest


def _said(line: str) -> str:
    return line.removeprefix("- ")
