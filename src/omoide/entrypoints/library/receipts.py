"""What is kept of recalls, and "not that": `mind.recalls`, `mind.why`, `mind.not_that`, `mind.feedback`."""

from omoide.bootstrap import Home
from omoide.domain.events.event import EventFilter
from omoide.domain.memories.memory import Memory
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.recalled_memory import RecalledMemory
from omoide.domain.recall.receipts.explanation import RecallExplanation
from omoide.domain.recall.receipts.feedback import Demotion, DemotionId
from omoide.domain.recall.receipts.not_that import says_not_that
from omoide.domain.recall.receipts.receipt import (
    EVENT,
    MEMORY,
    Asker,
    Fate,
    ItemRef,
    RecallCandidate,
    RecallId,
    RecallReceipt,
    item_ref,
)
from omoide.domain.recall.recollection import Recollection
from omoide.errors import InvalidInput, RecallNotFound
from omoide.usecases.recall.everything import RecallResult
from omoide.usecases.recall.receipts import candidates
from omoide.usecases.recall.receipts.attend import RecallAnswer
from omoide.usecases.recall.receipts.attended import RecallAttended
from omoide.usecases.recall.receipts.keep import AskedRecall

LAST = "last"
MEMORY_LABEL = "mem_"
LOOKED_BACK = 3
"""Receipts of a session among which the one is looked for that a "not that" answers."""
Receipts = list[RecallReceipt]
Demotions = list[Demotion]
Recalled = Recollection | RecalledMemory | RecallCandidate | ItemRef | str | int
"""Something that came to mind, or its name: `event:12`, `mem_20260118_001`, or the number of an event."""


def recalled_everything(
    home: Home,
    persona: Persona,
    cue: str,
    *,
    kinds: frozenset[RecollectionKind],
    where: EventFilter,
    limit: int,
    strengthen: bool,
    deep: bool = False,
) -> RecallResult:
    """Return what comes to mind, of whatever kind; "not that" is heeded, and a receipt is left."""
    recall = RecallAttended(home.recall_kinds.verb(persona), home.receipts.attend(persona))
    result = recall(persona, AskedRecall(cue, home.asker, deep=deep), kinds=kinds, where=where, limit=limit)
    if strengthen and where.as_of is None:
        recall.verb.strengthen(persona, result.recollections)
    return result


def recalled_memories(
    home: Home, persona: Persona, cue: str, *, session_id: str, category: str | None, limit: int | None
) -> list[RecalledMemory]:
    """Return which memories come to mind; those that are shown are strengthened at night."""
    verb = home.recall_kinds.verb(persona)
    recall = verb.memories

    def ask(most: int) -> RecallAnswer[RecalledMemory]:
        found = verb(
            persona,
            cue,
            kinds=frozenset({RecollectionKind.MEMORY}),
            where=EventFilter(),
            limit=most,
            in_session=session_id,
            category=category,
        )
        return candidates.answer_of_memories(found.memories)

    most = recall.rules.retrieval.top_k if limit is None else limit
    asked = AskedRecall(cue, home.asker, session_id)
    shown = home.receipts.attend(persona)(persona, asked, ask, limit=most)
    recall.shown(persona, shown, session_id=session_id)
    return shown


class MindFeedback:
    """One persona's "not that"."""

    def __init__(self, home: Home, persona: Persona) -> None:
        self._parts = home.receipts
        self._memories = home.memories.store
        self._persona = persona

    def recalls(self, *, limit: int, session_id: str | None = None) -> Receipts:
        """Return what is kept of the last recalls, the newest first."""
        return self._parts.look(self._persona).recent(self._persona, limit=limit, session_id=session_id)

    def why(self, what: Recalled = LAST) -> RecallExplanation:
        """Return why something came to mind: a recollection, an item by name, or a whole recall, by default the last."""
        look = self._parts.look(self._persona)
        if what == LAST or isinstance(what, int):
            receipt = look.last(self._persona) if what == LAST else look.get(self._persona, RecallId(int(str(what))))
            return look.explained(self._persona, receipt)
        item, own = self._item(what), _candidate_of(what)
        held = look.holding(self._persona, item, is_shown=own is not None)
        kept = [] if held is None else [each for each in held.candidates if each.item == item]
        if own is None and not kept:
            raise RecallNotFound
        return look.explained(self._persona, held, about=own or kept[0])

    def not_that(self, what: Recalled, *, cue: str | None = None) -> Demotion:
        """Put something behind whatever else comes to mind for a cue, and cues near to it; nothing is erased.

        Without a cue, that of the last recall which showed it is meant.
        """
        give, look = self._parts.feedback(self._persona), self._parts.look(self._persona)
        item = give.canonical(self._persona, self._item(what))
        if cue is None:
            receipt = look.holding(self._persona, item, is_shown=True)
            if receipt is None:
                raise InvalidInput(f"no recall that is kept showed {item}; say for which cue it is not meant")
            cue = receipt.cue
        return give.not_that(self._persona, item, cue=cue)

    def list(self) -> Demotions:
        """Return every "not that" that holds, oldest first."""
        return self._parts.demotions.all(self._persona.id)

    def undo(self, demotion_id: int) -> Demotion:
        """Take a "not that" back: everything comes to mind as before it."""
        return self._parts.feedback(self._persona).undo(self._persona, DemotionId(demotion_id))

    def is_said(self, turn: str) -> bool:
        """Tell whether a user's turn says "not that" (それじゃない) and nothing else."""
        return says_not_that(turn)

    def heard(self, turn: str, *, session_id: str) -> Demotion | None:
        """Heed a user's turn that says nothing but "not that", where it is certain what is meant; else `None`.

        It is certain when the block of the turn before it, in the same session, showed one single recollection.
        """
        if not says_not_that(turn) or not session_id:
            return None
        recent = self._parts.look(self._persona).recent(self._persona, limit=LOOKED_BACK, session_id=session_id)
        before = next((each for each in recent if not says_not_that(each.cue)), None)
        if before is None or before.asked_by not in (Asker.HOOK, Asker.CONTEXT):
            return None
        shown = [each.item for each in before.shown if each.item.kind in (EVENT, MEMORY)]
        return self.not_that(shown[0], cue=before.cue) if len(shown) == 1 else None

    def _item(self, what: Recalled) -> ItemRef:
        if isinstance(what, Recollection):
            return candidates.turn_item(what)
        if isinstance(what, RecalledMemory):
            return candidates.memory_item(what.memory)
        if isinstance(what, RecallCandidate):
            return what.item
        if isinstance(what, ItemRef):
            return what
        if isinstance(what, str) and what.strip().startswith(MEMORY_LABEL):
            return candidates.memory_item(self._named(what.strip()))
        return item_ref(str(what))

    def _named(self, label: str) -> Memory:
        return self._memories.named(self._persona.id, label)


def _candidate_of(what: Recalled) -> RecallCandidate | None:
    """Return what a recollection tells of itself; `None` for a mere name."""
    if isinstance(what, RecallCandidate):
        return what
    if isinstance(what, Recollection):
        shown = [candidates.turn_item(what)]
        [found] = candidates.turn_candidates(None, hits=[candidates.traced_hit(what)], shown=shown, denied=())
        return found
    if isinstance(what, RecalledMemory):
        return candidates.memory_candidate(what, Fate.SHOWN, ())
    return None
