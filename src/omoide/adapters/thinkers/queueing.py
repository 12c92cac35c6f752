"""A night's thinker: what can wait is not asked but queued, and handed in as one batch at the end.

A step of the night that needs an answer finds none yet and stays pending, as it does when a model is out of reach; the
next run, after the batch has been collected, finds the answer kept.  What cannot wait is answered as always.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from omoide.adapters.thinkers.batch_queue import BatchQueue
from omoide.adapters.thinkers.fallback import FallbackThinker
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.asks import together
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.ask import Ask, Patience, Role
from omoide.errors import Refused, ThinkerUnavailable, Unavailable
from omoide.ports.models.thinker import Answered, Thinker

ValueT = TypeVar("ValueT")


@dataclass
class QueueingThinker:
    """Queues instead of asking."""

    models: Mapping[Role, StoredThinker]
    rules: Thinker
    desk: BatchQueue
    queued: dict[Role, list[Ask[Any]]] = field(default_factory=dict)

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        """Return a kept answer, or the rules' where there is no model; raise `ThinkerUnavailable` for what is queued."""
        model = self.models.get(ask.ROLE)
        if model is None or ask.PATIENCE is Patience.NOW:
            return FallbackThinker(self.models, self.rules).answer(ask)
        if isinstance(ask, AppraiseTurn) and together.is_nod(ask):
            return self.rules.answer(ask)
        if not model.is_open(ask):
            return model.answer(ask)
        self.queued.setdefault(ask.ROLE, []).append(ask)
        raise ThinkerUnavailable(f"{ask.NAME!r} is queued for tonight's batch of {model.model.role.label}")

    def answer_all(self, asks: Sequence[Ask[ValueT]]) -> list[Answered[ValueT] | Refused | Unavailable]:
        """Return the answer of each, in order, or why there is none now."""
        outcomes: list[Answered[ValueT] | Refused | Unavailable] = []
        for ask in asks:
            try:
                outcomes.append(self.answer(ask))
            except (Refused, Unavailable) as why:
                outcomes.append(why)
        return outcomes

    def hand_in(self) -> int:
        """Hand in all that was queued; return how many requests that took."""
        handed = sum(self.desk.submit(self.models[role], asks) for role, asks in self.queued.items())
        self.queued.clear()
        return handed
