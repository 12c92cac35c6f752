"""A dry run: what answering would cost, without asking anybody (SPEC X6).

Rules answer instead, so that the work can go through its motions.  Input is estimated from the very words that would be
sent; output from what such answers have taken before, or else from what the ask leaves room for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from omoide.adapters.thinkers.in_portions import IsSilent, never_silent, open_turns
from omoide.adapters.thinkers.model.thinker import expected_usage
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.asks import together
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.ask import Ask, Role, answer_tokens
from omoide.asks.digest_turns import DigestTurns
from omoide.asks.together import PORTIONS
from omoide.asks.write_plan import AskWritePlan
from omoide.domain.events.event import EventId
from omoide.domain.models import spending
from omoide.domain.models.estimate import Expected
from omoide.domain.models.spending import Usage
from omoide.domain.understanding import small_talk
from omoide.errors import Refused, Unavailable
from omoide.ports.models.thinker import Answered, Thinker

ValueT = TypeVar("ValueT")

USUAL_SHARE = 0.5
"""How much of the room that an ask leaves an answer fills, when nothing better is known."""
SHORT_ANSWER_TOKENS = 300
"""For asks that leave no particular room."""


@dataclass
class EstimatingThinker:
    """Counts what would be asked, and of whom."""

    models: Mapping[Role, StoredThinker]
    rules: Thinker
    typical_output_tokens: Mapping[str, float] = field(default_factory=dict)
    """By purpose, from the ledger."""
    is_silent: IsSilent = never_silent
    calls: dict[str, int] = field(default_factory=dict)
    usage: dict[str, Usage] = field(default_factory=dict)
    costs: dict[str, int | None] = field(default_factory=dict)
    prepared: set[AppraiseTurn | EventId] = field(default_factory=set)
    """What the answer to a portion holds: appraisals, and the plans of these events."""

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        """Return the rules' answer, and count what the model's would have cost."""
        if not (isinstance(ask, AskWritePlan) and ask.shown.event.id in self.prepared):
            self._count(ask)
        return self.rules.answer(ask)

    def answer_all(self, asks: Sequence[Ask[ValueT]]) -> list[Answered[ValueT] | Refused | Unavailable]:
        """Return the rules' answers, and count the calls that would have been made for all of them together."""
        model = self.models.get(Role.INTERNAL)
        turns = [ask for ask in _turns(asks) if ask not in self.prepared]
        if model is not None:
            wanted = [ask for ask in dict.fromkeys(turns) if not small_talk.is_nod(ask.turn) and model.is_open(ask)]
            for portion in together.portions(wanted, rules=PORTIONS):
                self._count(together.joined(portion) if len(portion) > 1 else portion[0])
        for ask in asks:
            if ask.NAME != AppraiseTurn.NAME:
                self._count(ask)
        return [self.rules.answer(ask) for ask in asks]

    @property
    def asks_together(self) -> bool:
        """Tell whether a model would answer about turns."""
        return Role.INTERNAL in self.models

    def prepare(self, portion: DigestTurns) -> None:
        """Count the one call that would be made for the turns together; what it answers is not counted again."""
        model = self.models.get(Role.INTERNAL)
        if model is None:
            return
        wanted = open_turns(model, portion, is_silent=self.is_silent)
        if wanted:
            self._count(portion.only(wanted))
        for turn in portion.turns:
            self.prepared |= {AppraiseTurn(turn.talk), turn.event.id}

    def expected(self) -> dict[str, Expected]:
        """Return what each purpose would take."""
        return {name: Expected(self.calls[name], self.usage[name], self.costs[name]) for name in sorted(self.calls)}

    def _count(self, ask: Ask[ValueT]) -> None:
        model = self.models.get(ask.ROLE)
        if model is None or model.is_kept(ask):
            return
        shown = expected_usage(model.model.request(ask)).input_tokens
        used = Usage(shown, self._output_tokens(ask))
        price = model.model.meter.purse.price(model.model.tariff)
        cost = None if price is None else spending.cost_nano_usd(used, price=price)
        so_far = self.costs.get(ask.NAME, 0)
        self.calls[ask.NAME] = self.calls.get(ask.NAME, 0) + 1
        self.usage[ask.NAME] = self.usage.get(ask.NAME, Usage()) + used
        self.costs[ask.NAME] = None if so_far is None or cost is None else so_far + cost

    def _output_tokens(self, ask: Ask[ValueT]) -> int:
        room = answer_tokens(ask)
        if room:
            return round(room * USUAL_SHARE)
        return round(self.typical_output_tokens.get(ask.NAME, SHORT_ANSWER_TOKENS))


def _turns(asks: Sequence[object]) -> list[AppraiseTurn]:
    return [ask for ask in asks if isinstance(ask, AppraiseTurn)]
