"""Names that recur and have no profile yet, and how they are told to the persona (SPEC EN2; NEX 二層記録システム).

The shadow only proposes: a name that was said on several days, or in several sessions, with the memories in which it stands.  Of an entity
that has a profile, what was said since it was last written is proposed the same way.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final, NewType
from zoneinfo import ZoneInfo

from omoide.domain.context.harmless import harmless
from omoide.domain.entities.entity import LONGEST_NAME, EntityId
from omoide.domain.entities.names import name_key
from omoide.domain.events.event import EntityKind, EventId
from omoide.domain.memories.memory import MemoryId
from omoide.domain.text.language import Language, counted
from omoide.domain.time import moment
from omoide.domain.time.moment import EARLIEST, Moment

ProposalId = NewType("ProposalId", int)
LEAST_CONFIDENCE: Final = 0.6
"""0..1: a name that was never read with more than this is not proposed."""
FEWEST_LETTERS: Final = 2
"""Of a name that is not one kanji: 咲 is a name, さ is none."""
MOST_LABELS: Final = 3
"""Memories that a told line names."""


class ProposalStatus(StrEnum):
    """What became of a proposal."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class NameUse:
    """A turn that names somebody or something, or on which a belief rests that does."""

    name: str
    kind: EntityKind | None
    confidence: float
    """0..1"""
    event_id: EventId
    at: Moment
    session_id: str


@dataclass(frozen=True, slots=True)
class SpelledName:
    """A name in one spelling."""

    name: str
    turns: int
    """That name it so."""
    last: Moment
    """When the last of them was said."""


@dataclass(frozen=True, slots=True)
class KnownName:
    """What is known of a name already."""

    entity_id: EntityId | None = None
    since: Moment | None = None
    """Only what was said after this is news; `None`: the name is never proposed again."""


@dataclass(frozen=True, slots=True)
class ProposalRules:
    """When a name is proposed."""

    after: int = 2
    """On so many days, or in so many sessions."""
    related: int = 5
    """Memories of a proposal."""
    rests_on: int = 50
    """Turns that name it, the last ones, with which it goes when they are erased."""
    most_a_night: int = 10
    most_examined: int = 200
    """Names that are looked at closely: those of most turns."""


@dataclass(frozen=True, slots=True)
class RecurringName:
    """A name that recurs."""

    key: str
    name: str
    """In its most frequent spelling."""
    kind: EntityKind | None
    entity_id: EntityId | None
    days: int
    sessions: int
    event_ids: tuple[EventId, ...]
    """Oldest first."""
    last: Moment


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A line that a model drafted, and the turns it rests on."""

    text: str
    evidence: tuple[EventId, ...]


@dataclass(frozen=True, slots=True)
class NewProposal:
    """A proposal on its way into the store."""

    found: RecurringName
    memory_ids: tuple[MemoryId, ...]
    made: Moment
    rests_on: tuple[EventId, ...]
    """The turns of its memories, and the last ones that name it: with any of them it goes."""
    draft: tuple[DraftLine, ...] = ()
    by: str = ""
    """Who drafted it; empty while nobody did."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal that was kept."""

    id: ProposalId
    key: str
    name: str
    kind: EntityKind | None
    status: ProposalStatus
    entity_id: EntityId | None
    """The entity of which there is news; `None` for a name without one."""
    days: int
    sessions: int
    uses: int
    memory_ids: tuple[MemoryId, ...]
    draft: tuple[DraftLine, ...]
    by: str
    made: Moment
    settled: Moment | None = None
    """When it was accepted or dismissed."""


def recurring(
    uses: Iterable[NameUse], *, known: Mapping[str, KnownName], tz: ZoneInfo, rules: ProposalRules
) -> list[RecurringName]:
    """Return the names that recur and are news, those of most days first."""
    by_key: dict[str, list[NameUse]] = {}
    for use in uses:
        key = name_key(use.name)
        status = known.get(key)
        is_news = status is None or (status.since is not None and use.at > status.since)
        if is_news and _is_name(key) and len(use.name) <= LONGEST_NAME:
            by_key.setdefault(key, []).append(use)
    found = [_recurring(key, mine, known.get(key), tz) for key, mine in by_key.items() if _is_sure(mine)]
    kept = [each for each in found if each.days >= rules.after or each.sessions >= rules.after]
    return sorted(kept, key=lambda each: (-each.days, -each.sessions, -len(each.event_ids), -each.last, each.key))


def worth_a_look(
    spelled: Iterable[SpelledName], *, known: Mapping[str, KnownName], waiting: Mapping[str, int], rules: ProposalRules
) -> list[str]:
    """Return the spellings of names that may recur and be news, of so many names, those of most turns first.

    `waiting` are the names that were proposed, with the number of turns they were proposed by.
    """
    by_key: dict[str, list[SpelledName]] = {}
    for each in spelled:
        by_key.setdefault(name_key(each.name), []).append(each)
    open_ = []
    for key, mine in by_key.items():
        status, turns = known.get(key, KnownName(since=EARLIEST)), sum(each.turns for each in mine)
        is_news = status.since is not None and max(each.last for each in mine) > status.since
        if is_news and turns >= rules.after and turns > waiting.get(key, 0) and _is_name(key):
            open_.append((-turns, key))
    return [each.name for _, key in sorted(open_)[: rules.most_examined] for each in by_key[key]]


def left_of_the_night(proposals: Iterable[Proposal], *, today: date, tz: ZoneInfo, rules: ProposalRules) -> int:
    """Return how many may still be proposed: a night that was broken off, or is gone through again, has no more than any other."""
    made = [each for each in proposals if each.uses and moment.day(each.made, tz=tz) == today]
    return max(0, rules.most_a_night - len(made))


def told_line(proposal: Proposal, *, labels: Sequence[str], language: Language) -> str:
    """Return a proposal as the persona is told it, on one line."""
    name, shown = harmless(proposal.name), ", ".join(labels[:MOST_LABELS])
    is_news = proposal.entity_id is not None
    if language is Language.JA:
        often = f"{proposal.days}日、{proposal.uses}回話に出た"
        ask = "の記録に書き足すことがあるかもしれない" if is_news else "を記録しておくとよいかもしれない"
        return f"[提案{proposal.id}] {name}{ask}（{often}）" + (f" 関連する記憶: {shown}" if shown else "")
    often = f"named {counted(proposal.uses, 'time', 'times')} on {counted(proposal.days, 'day', 'days')}"
    ask = f"there may be news for the profile of {name}" if is_news else f"{name} may be worth a profile"
    return f"[proposal {proposal.id}] {ask} ({often})" + (f"; related memories: {shown}" if shown else "")


def _is_name(key: str) -> bool:
    return len(key) >= FEWEST_LETTERS or key >= "\u3400"


def _is_sure(uses: Sequence[NameUse]) -> bool:
    return max(use.confidence for use in uses) >= LEAST_CONFIDENCE


def _recurring(key: str, uses: Sequence[NameUse], known: KnownName | None, tz: ZoneInfo) -> RecurringName:
    ordered = sorted(uses, key=lambda use: (use.at, use.event_id))
    spelled = Counter(use.name for use in ordered)
    kinds = Counter(use.kind for use in ordered if use.kind is not None)
    return RecurringName(
        key=key,
        name=min(spelled, key=lambda name: (-spelled[name], name)),
        kind=min(kinds, key=lambda kind: (-kinds[kind], kind.value)) if kinds else None,
        entity_id=None if known is None else known.entity_id,
        days=len({moment.day(use.at, tz=tz) for use in ordered}),
        sessions=len({use.session_id for use in ordered} - {""}),
        event_ids=tuple(dict.fromkeys(use.event_id for use in ordered)),
        last=ordered[-1].at,
    )
