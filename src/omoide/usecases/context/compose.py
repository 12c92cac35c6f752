"""Compose: everything the persona should see before it answers, within a budget, the same from turn to turn (SPEC I1, X15).

The constant part is composed once for a session and kept; every later turn, in whatever process, repeats it byte by byte, and so it
does with the block of each earlier turn.  New is only the block of the last turn: what has changed, how the persona feels, what is to
be done, what comes to mind.  Two who compose the same turn at once see the same: the second one reads what the first has kept.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import Final

from omoide.domain.beliefs.state import StateKind
from omoide.domain.context import frozen as sessions
from omoide.domain.context import wording
from omoide.domain.context.budgeting import LONGEST_NAMED, FramedText, Item, SectionDraft, framed
from omoide.domain.context.composition import Context, LeftOut, LeftOutReason, SectionShown
from omoide.domain.context.conversation import GivenConversation, aligned
from omoide.domain.context.frozen import (
    CHANGES,
    KEPT_SHARE,
    ContextRules,
    FrozenPart,
    ItemMark,
    SessionContext,
    TurnBlock,
)
from omoide.domain.context.injection import MOST_OF_ONE, Line
from omoide.domain.events.event import EventFilter
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.receipts.receipt import Asker
from omoide.domain.text.excerpt import one_line
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import StoreBusy, StoreReadOnly
from omoide.ports.beliefs.store import BeliefStore
from omoide.ports.context.counter import TokenCounter
from omoide.ports.context.store import HeldContext, ShownContextStore
from omoide.ports.events.store import EventStore
from omoide.ports.time.clock import Clock
from omoide.usecases.context.due_things import DueNow
from omoide.usecases.context.sections import AskedSection, ContextSection, Touching
from omoide.usecases.hosts.recall_for_prompt import MEMORIES, Brought, RecallForPrompt, cue_of, memory_key
from omoide.usecases.recall.receipts.candidates import PromptTrace, prompt_candidates
from omoide.usecases.recall.receipts.keep import AskedRecall, KeepReceipt
from omoide.usecases.reminders.due import MOST_TASKS

CONSTANT_TAG: Final = "omoide-context"
TURN_TAG: Final = "memories"
FRAME: Final = "frame"
EARLIER: Final = "earlier_turns"
GAP_TOKENS: Final = 2
"""What a blank line between two parts takes at most."""
TRIES: Final = 5
"""How often it is composed anew because somebody else composed for the same session meanwhile."""
MOST_TURNS: Final = 500
"""Turns of a session that are looked back at to see how far the conversation reaches."""
SHORT_SIDE: Final = 120
"""Characters of one side of a memory in its shorter form."""


@dataclass(frozen=True, slots=True)
class ComposeContext:
    """Composes what the persona sees."""

    store: ShownContextStore
    recall: RecallForPrompt
    events: EventStore
    beliefs: BeliefStore
    constant: tuple[ContextSection, ...]
    of_the_turn: tuple[ContextSection, ...]
    due: DueNow
    at_one_moment: Callable[[], AbstractContextManager[None]]
    """Everything that is read inside is read as it stands at one moment."""
    touching: Touching
    clock: Clock
    rules: ContextRules = field(default_factory=ContextRules)
    expect: Callable[[str], None] = lambda _cue: None
    """Hears at the very beginning what recall will be asked for."""
    keep: KeepReceipt | None = None
    """Leaves receipts; `None` where none are wanted."""

    def __call__(
        self,
        persona: Persona,
        conversation: GivenConversation,
        *,
        session_id: str,
        budget_tokens: int,
        count: TokenCounter,
        preview: bool = False,
    ) -> Context:
        """Return what the persona sees; it is kept for the session, unless it is only a `preview`."""
        self.expect(cue_of(conversation.last))
        given = _Given(persona, conversation, session_id, budget_tokens, count, self.clock.now(), is_preview=preview)
        composed = _Composed(SessionContext())
        for _ in range(TRIES):
            held = self.store.read(persona.id, session_id) if session_id else HeldContext()
            composed = self._composed(given, held.shown)
            if not composed.is_new or not session_id or preview or self._kept(given, composed.shown, held):
                break
        if composed.brought is not None and not preview:
            self.recall.noted(persona, composed.brought)
        if composed.recalled is not None and self.keep is not None and not preview:
            recalled = composed.recalled
            self.keep(
                persona,
                AskedRecall(cue_of(conversation.last), Asker.CONTEXT, session_id),
                partial(prompt_candidates, recalled.trace, recalled.keys),
                milliseconds=recalled.milliseconds,
                found=recalled.trace.found,
            )
        return _context(given, composed.shown)

    def _kept(self, given: "_Given", shown: SessionContext, held: HeldContext) -> bool:
        oldest = Moment(given.now - self.rules.keep_days * DAY_SECONDS)
        try:
            return self.store.keep(given.persona.id, given.session_id, shown, before=held, at=given.now, oldest=oldest)
        except (StoreBusy, StoreReadOnly):
            return True  # it is shown all the same where nothing can be written

    def _composed(self, given: "_Given", held: SessionContext) -> "_Composed":
        asked = [turn.fingerprint for turn in given.conversation.turns]
        start, same = aligned([block.fingerprint for block in held.blocks], asked)
        known = held.blocks[start : start + same]
        part = held.frozen if held.frozen is not None and given.is_held(held.frozen) else None
        if part is not None and same == len(asked):
            return _Composed(SessionContext(part, known), is_new=False)
        continues = start == 0 and same > 0
        since = part.since if part is not None and continues else self._since(given)
        blocks = (*known, *(TurnBlock(each) for each in asked[same : len(asked) - 1]))
        if part is None:
            part = self._frozen(given, since)
            blocks = self._trimmed(blocks, most=int(given.room(part) * KEPT_SHARE))
        if same == len(asked):
            return _Composed(SessionContext(part, blocks))
        return self._with_block(given, part, blocks, fingerprint=asked[-1], since=since)

    def _with_block(
        self, given: "_Given", part: FrozenPart, blocks: Sequence[TurnBlock], *, fingerprint: str, since: Moment
    ) -> "_Composed":
        gathered = self._gathered(given, part, blocks, since=since)
        block = self._block(given, part, blocks, gathered)
        if sum(each.tokens for each in blocks) + block.tokens > given.room(part):
            part = self._frozen(given, since)
            room = given.room(part)
            blocks = self._trimmed(blocks, most=max(0, int(room * KEPT_SHARE) - block.tokens))
            block = self._block(given, part, blocks, gathered)
            blocks = self._trimmed(blocks, most=max(0, room - block.tokens))
        shown = {each.key for each in block.marks if each.section == MEMORIES}
        told = [each for each in gathered.brought.memories if memory_key(each.id) in shown]
        last = replace(block, fingerprint=fingerprint)
        brought = replace(gathered.brought, memories=tuple(told)) if told else None
        keys = [each.key if each.section == MEMORIES else f"{each.section}:{each.key}" for each in block.marks]
        recalled = _Recalled(gathered.brought.trace, tuple(keys), gathered.milliseconds)
        return _Composed(SessionContext(part, (*blocks, last)), brought=brought, recalled=recalled)

    def _trimmed(self, blocks: Sequence[TurnBlock], *, most: int) -> tuple[TurnBlock, ...]:
        told_once = [section.name for section in self.of_the_turn if section.is_told_once]
        return sessions.trimmed(blocks, most=most, told_once=told_once)

    def _frozen(self, given: "_Given", since: Moment) -> FrozenPart:
        asked = self._asked(given, since)
        language = given.persona.language
        found = [(section, tuple(section.source(asked))) for section in self.constant]
        drafts = [
            SectionDraft(section.name, section.titles.get(language, ""), items, given.tokens(section.share))
            for section, items in found
        ]
        made = framed(
            drafts,
            tag=CONSTANT_TAG,
            heading=wording.frame(given.persona.name, language=language),
            most=max(0, given.tokens(sum(section.share for section in self.constant)) - GAP_TOKENS),
            count=given.count,
        )
        lines = {(name, each.item.key): each.line for name, each in made.shown}
        marks = [
            ItemMark(section.name, item.key, lines.get((section.name, item.key), ""))
            for section, items in found
            if section.tells_changes
            for item in items
        ]
        return FrozenPart(
            day=given.day,
            budget_tokens=given.budget_tokens,
            counted_by=given.count.name,
            language=language,
            text=made.text,
            tokens=made.tokens + GAP_TOKENS if made.text else 0,
            since=since,
            marks=tuple(marks),
            sections=tuple(section.report for section in made.sections),
            left_out=tuple(each for section in made.sections for each in section.left_out),
        )

    def _gathered(
        self, given: "_Given", part: FrozenPart, blocks: Sequence[TurnBlock], *, since: Moment
    ) -> "_Gathered":
        asked, started = self._asked(given, since), self._seconds()
        shown = [MemoryId(int(key.split(":")[1])) for key in sessions.keys_of(blocks, MEMORIES) if key[:1] == "m"]
        brought = self.recall(
            given.persona,
            given.conversation.last,
            session_id=given.session_id,
            place="",
            shown=shown,
            heard_since=since,
        )
        took = self._seconds() - started
        brought = replace(brought, left_out=_named(brought.left_out, blocks))
        with self.at_one_moment():
            now = [
                (section.name, item)
                for section in self.constant
                if section.tells_changes
                for item in section.source(asked)
            ]
            asked = replace(asked, due=self.due(asked))
            of_the_turn = [(section, tuple(section.source(asked))) for section in self.of_the_turn]
        return _Gathered(now, of_the_turn, brought, 1000 * took)

    def _seconds(self) -> float:
        return 0.0 if self.keep is None else self.keep.stopwatch()

    def _block(
        self, given: "_Given", part: FrozenPart, blocks: Sequence[TurnBlock], gathered: "_Gathered"
    ) -> TurnBlock:
        language = given.persona.language
        titles = {each.name: each.titles.get(language, "") for each in self.constant if each.tells_changes}
        day = f"[{given.day.isoformat()}][changed]"
        changed = sessions.changes(gathered.now, part, blocks, titles=titles, language=language)
        drafts = [
            SectionDraft(
                CHANGES,
                "",
                tuple(replace(item, marks=day) for item in changed),
                given.tokens(self.rules.changes_share),
            ),
            *(_draft(section, items, blocks, given) for section, items in gathered.of_the_turn),
            SectionDraft(MEMORIES, "", _memory_items(gathered.brought), given.tokens(self.rules.memories_share)),
        ]
        share = sum((self.rules.changes_share, self.rules.memories_share, *(each.share for each in self.of_the_turn)))
        most = min(given.tokens(share), given.room(part) // 2) - GAP_TOKENS
        heading = wording.TURN_HEADING[language]
        made = framed(drafts, tag=TURN_TAG, heading=heading, most=max(0, most), count=given.count)
        return _block_of(made, gathered.brought.left_out)

    def _asked(self, given: "_Given", since: Moment) -> AskedSection:
        persona = given.persona
        states = self.beliefs.open(persona.id, {StateKind.TASK: MOST_TASKS}, at=given.now)
        return AskedSection(
            persona=persona,
            now=given.now,
            day=given.day,
            oldest=moment.day(min(since, given.now), tz=persona.tz),
            cue=cue_of(given.conversation.last),
            states=tuple(states),
            session_id="" if given.is_preview else given.session_id,
            touching=self.touching,
        )

    def _since(self, given: "_Given") -> Moment:
        """Return from when on the conversation itself shows what was said: the moment of its first message."""
        earlier = min(len(given.conversation.turns) - 1, MOST_TURNS)
        if not given.session_id or earlier <= 0:
            return given.now
        where = EventFilter(session_id=given.session_id)
        found = self.events.find(given.persona.id, where, limit=earlier + 1, newest_first=True)
        if found and found[0].user.strip() == given.conversation.last:
            found = found[1:]  # the present turn was kept before its answer
        return found[:earlier][-1].created if found else given.now


@dataclass(frozen=True, slots=True)
class _Given:
    """What a context is composed for."""

    persona: Persona
    conversation: GivenConversation
    session_id: str
    budget_tokens: int
    count: TokenCounter
    now: Moment
    is_preview: bool = False

    @property
    def day(self) -> date:
        return moment.day(self.now, tz=self.persona.tz)

    def tokens(self, share: float) -> int:
        return int(self.budget_tokens * share)

    def room(self, part: FrozenPart) -> int:
        """Return how many tokens the constant part leaves for blocks."""
        return max(0, self.budget_tokens - part.tokens)

    def is_held(self, part: FrozenPart) -> bool:
        return part.holds_for(
            day=self.day,
            budget_tokens=self.budget_tokens,
            counted_by=self.count.name,
            language=self.persona.language,
        )


@dataclass(frozen=True, slots=True)
class _Composed:
    shown: SessionContext
    is_new: bool = True
    brought: Brought | None = None
    recalled: "_Recalled | None" = None
    """What a receipt is made of; `None` when nothing was recalled."""


@dataclass(frozen=True, slots=True)
class _Recalled:
    trace: PromptTrace
    keys: tuple[str, ...]
    """By what all that the block shows is known again."""
    milliseconds: float


@dataclass(frozen=True, slots=True)
class _Gathered:
    """What the last turn may be shown."""

    now: Sequence[tuple[str, Item]]
    """What the constant sections would show now."""
    of_the_turn: Sequence[tuple[ContextSection, tuple[Item, ...]]]
    brought: Brought
    milliseconds: float = 0.0
    """How long recall took."""


def _draft(section: ContextSection, items: Sequence[Item], blocks: Sequence[TurnBlock], given: _Given) -> SectionDraft:
    """Return a section of the turn, in which what was told before is not told again."""
    before = sessions.keys_of(blocks, section.name)
    told = set(before[-1:] if section.is_state else before)
    fresh = [
        replace(item, unfit=item.unfit or (LeftOutReason.SHOWN_BEFORE if item.key in told else None), place=float(at))
        for at, item in enumerate(items)
    ]
    return SectionDraft(section.name, "", tuple(fresh), given.tokens(section.share))


def _named(left_out: Sequence[LeftOut], blocks: Sequence[TurnBlock]) -> tuple[LeftOut, ...]:
    """Return what was left out, by the words of the block that shows it where it has no name."""
    lines = {mark.key: mark.line for block in blocks for mark in block.marks if mark.section == MEMORIES}
    return tuple(
        each if each.what else replace(each, what=one_line(lines.get(each.key, ""), longest=LONGEST_NAMED))
        for each in left_out
    )


def _memory_items(brought: Brought) -> tuple[Item, ...]:
    return tuple(
        memory_item(key, line, place) for place, (key, line) in enumerate(zip(brought.keys, brought.lines, strict=True))
    )


def memory_item(key: str, line: Line, place: int) -> Item:
    """Return what came to mind, in full and shorter."""
    forms = dict.fromkeys(line.told(longest=longest) for longest in (MOST_OF_ONE, SHORT_SIDE))
    return Item(key, tuple(forms), marks=line.marks, place=float(place), may_be_cut=True)


def _block_of(made: FramedText, left_out: Sequence[LeftOut]) -> TurnBlock:
    return TurnBlock(
        fingerprint="",
        text=made.text,
        tokens=made.tokens + GAP_TOKENS if made.text else 0,
        marks=tuple(ItemMark(name, each.item.key, each.line) for name, each in made.shown),
        sections=tuple(section.report for section in made.sections),
        left_out=(*(each for section in made.sections for each in section.left_out), *left_out),
    )


def _context(given: _Given, shown: SessionContext) -> Context:
    part, blocks = shown.frozen, shown.blocks
    turns = [""] * given.conversation.user_messages
    for turn, block in zip(given.conversation.turns, blocks, strict=True):
        turns[turn.place] = block.text
    last = blocks[-1] if blocks else TurnBlock("")
    earlier = [block for block in blocks[:-1] if block.text]
    told = [*(part.sections if part else ()), *last.sections]
    if earlier:
        told.insert(
            len(part.sections) if part else 0, SectionShown(EARLIER, sum(b.tokens for b in earlier), len(earlier))
        )
    rest = shown.tokens - sum(each.tokens for each in told)
    return Context(
        constant=part.text if part else "",
        turns=tuple(turns),
        sections=(SectionShown(FRAME, rest, 1), *told) if rest else tuple(told),
        left_out=(*(part.left_out if part else ()), *last.left_out),
        tokens=shown.tokens,
        budget_tokens=given.budget_tokens,
        counted_by=given.count.name,
        used=tuple(mark.key for mark in last.marks if mark.section == MEMORIES),
    )
