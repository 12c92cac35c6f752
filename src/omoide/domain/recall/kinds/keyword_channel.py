"""Which of the places that hold a keyword are shown: NEX's rules against noise (SPEC R4; NEX キーワード検索のノイズ対策).

A block is what one of the two said in one turn.  What the conversation itself still shows is no news; what begins alike is one; of
all that is left the newest and the oldest are shown, and by dice one of those between, so that nothing old is buried.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.events.event import Event, EventId
from omoide.domain.text.language import Language
from omoide.domain.text.tokens import normalised
from omoide.domain.time.moment import Moment

Dice = Callable[[int], int]
"""Is told how many there are; answers with the number of one, from 0."""
CONTINUES: Final = {Language.JA: "（続きがあります）", Language.EN: "(there is more)"}


@dataclass(frozen=True, slots=True)
class KeywordRules:
    """How many blocks are shown, and which are none."""

    newest: int = 2
    oldest: int = 2
    middle: int = 1
    """By dice; a tool that looks for a quotation shows none."""
    same_characters: int = 200
    """Blocks that agree so far are one."""
    longest_characters: int = 500
    shortest_characters: int = 30


TOOL_RULES: Final = KeywordRules(middle=0)
"""NEX `search_past_conversations`: the newest two and the oldest two."""


@dataclass(frozen=True, slots=True)
class SaidBlock:
    """What one of the two said in one turn."""

    event_id: EventId
    at: Moment
    is_user: bool
    text: str
    is_cut: bool = False
    """There is more of it."""


def blocks(events: Iterable[Event], keywords: Sequence[str], *, sent: Collection[EventId] = ()) -> list[SaidBlock]:
    """Return the blocks that hold one of the keywords, letter by letter, width and case aside; those already sent are left out."""
    sought = [folded for word in keywords if (folded := normalised(word).strip())]
    return [
        SaidBlock(event.id, event.created, is_user, text)
        for event in events
        if event.id not in sent
        for is_user, text in ((True, event.user), (False, event.assistant or ""))
        if sought and any(word in normalised(text) for word in sought)
    ]


def chosen(found: Iterable[SaidBlock], *, dice: Dice, rules: KeywordRules, language: Language) -> list[SaidBlock]:
    """Return the blocks that are shown, the newest first."""
    long_enough = [block for block in found if len(block.text.strip()) >= rules.shortest_characters]
    ordered = _distinct(sorted(long_enough, key=lambda block: (-block.at, -block.event_id)), rules.same_characters)
    newest, rest = ordered[: rules.newest], ordered[rules.newest :]
    oldest = rest[len(rest) - rules.oldest :] if rules.oldest else []
    between = rest[: len(rest) - len(oldest)]
    middle = []
    for _ in range(min(rules.middle, len(between))):
        middle.append(between.pop(dice(len(between))))
    shown = sorted((*newest, *middle, *oldest), key=lambda block: (-block.at, -block.event_id))
    return [_cut(block, rules.longest_characters, language) for block in shown]


def _distinct(ordered: Iterable[SaidBlock], characters: int) -> list[SaidBlock]:
    first: dict[str, SaidBlock] = {}
    for block in ordered:
        first.setdefault(block.text.strip()[:characters], block)
    return list(first.values())


def _cut(block: SaidBlock, longest: int, language: Language) -> SaidBlock:
    text = block.text.strip()
    if len(text) <= longest:
        return SaidBlock(block.event_id, block.at, block.is_user, text)
    return SaidBlock(block.event_id, block.at, block.is_user, text[:longest] + CONTINUES[language], is_cut=True)
