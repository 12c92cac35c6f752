"""A turn's plan as it came in a common answer, kept under the turn itself.

It names events and states by their ids, so that it can be read whatever is shown around the turn later on.
"""

import json
from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from omoide.asks.ask import Patience, Prompt, Role
from omoide.asks.digest_turns import DigestTurns, PortionTurn, by_ids
from omoide.asks.write_plan import AskWritePlan
from omoide.asks.write_plan_answer import WritePlanAnswer
from omoide.domain.beliefs.state import StateId
from omoide.domain.beliefs.write_plan import WritePlan
from omoide.domain.events.event import EventId
from omoide.domain.text.language import Language
from omoide.errors import InvalidInput


class KeptPlan(BaseModel):
    """The plan, or that the common answer held none that can be used."""

    model_config = ConfigDict(extra="forbid")

    plan: WritePlanAnswer | None


@dataclass(frozen=True, slots=True)
class PlanOfTurn:
    """The name under which a turn's plan is kept; nobody is asked by it."""

    ask: AskWritePlan

    NAME: ClassVar[str] = "plan_of_turn"
    SCHEMA_VERSION: ClassVar[int] = AskWritePlan.SCHEMA_VERSION
    ROLE: ClassVar[Role] = AskWritePlan.ROLE
    PATIENCE: ClassVar[Patience] = AskWritePlan.PATIENCE
    SCHEMA: ClassVar[type[BaseModel]] = KeptPlan

    def render(self, *, language: Language, fence: str) -> Prompt:
        """Return what tells this turn from all others: which one it is, and what was said."""
        event = self.ask.shown.event
        return Prompt("", json.dumps([event.id, event.created, self.ask.shown.said, event.assistant]))

    def parse(self, answer: BaseModel) -> WritePlan | None:
        """Return the plan in the domain's words; `None` when there is none."""
        if not isinstance(answer, KeptPlan):
            raise InvalidInput(f"a kept plan was expected; got {type(answer).__name__}")
        return None if answer.plan is None else _ById(self.ask.shown, self.ask.tz).plan(answer.plan)


class _ById(AskWritePlan):
    """Reads a plan in which events and states stand by their ids."""

    def _event_id(self, number: int) -> EventId:
        return EventId(number)

    def _state_id(self, number: int) -> StateId:
        return StateId(number)


def kept_plan(answer: WritePlanAnswer | None, *, portion: DigestTurns, turn: PortionTurn) -> KeptPlan:
    """Return one turn's part of a common answer as it is kept; a plan that names what was not shown is none."""
    if answer is None:
        return KeptPlan(plan=None)
    events, states = [event.id for event in portion.events], [state.id for state in portion.states]
    try:
        plan = by_ids(answer, events=events, states=states)
        portion.single(turn).plan(answer)  # times and words must be readable too
    except InvalidInput:
        return KeptPlan(plan=None)
    return KeptPlan(plan=plan)
