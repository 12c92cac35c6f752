"""The one verb of recall with its receipt: what every door calls that recalls for somebody (SPEC R0, X7)."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from omoide.domain.events.event import EventFilter, EventId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.kinds.kind import ALL_KINDS, RecollectionKind
from omoide.domain.recall.recollection import Recollection
from omoide.usecases.recall.everything import RecallEverything, RecallResult
from omoide.usecases.recall.receipts import candidates
from omoide.usecases.recall.receipts.attend import AttendRecall, RecallAnswer
from omoide.usecases.recall.receipts.keep import AskedRecall


@dataclass(frozen=True, slots=True)
class RecallAttended:
    """Recalls, heeds "not that", leaves a receipt; whoever shows something of it says so with `verb.strengthen`."""

    verb: RecallEverything
    attend: AttendRecall

    def __call__(
        self,
        persona: Persona,
        asked: AskedRecall,
        *,
        kinds: frozenset[RecollectionKind] = ALL_KINDS,
        where: EventFilter,
        limit: int,
        in_view: Collection[EventId] = (),
    ) -> RecallResult:
        """Return what comes to mind, what is not meant behind the rest; nothing is strengthened yet."""
        results = list[RecallResult]()

        def ask(most: int) -> RecallAnswer[Recollection]:
            result = self.verb(
                persona, asked.cue, kinds=kinds, where=where, limit=most, in_view=in_view, deep=asked.deep
            )
            results.append(result)
            trace = None if result.turns is None else candidates.trace_of(result.turns)
            return candidates.answer_of_turns(result.recollections, trace)

        shown = self.attend(persona, asked, ask, limit=limit)
        return replace(results[0], recollections=tuple(shown))
