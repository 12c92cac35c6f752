"""Every answer is kept, so that none is paid for twice.

Asked again, a question costs nothing; asked by many at once, it is asked once.  What a model refuses, or cannot answer
in the right shape, is kept for a day as well: it would only be refused again, and paid again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from omoide.adapters.thinkers.model.thinker import ModelThinker
from omoide.asks.ask import Ask, Patience
from omoide.domain.time.moment import DAY_SECONDS
from omoide.errors import AnswerRefused, AnswerUnusable, Refused, ThinkerUnavailable
from omoide.ports.models.answers import AnswerStore, KeptAnswer, SingleFlight
from omoide.ports.models.thinker import Answered
from omoide.ports.time.clock import Clock

ValueT = TypeVar("ValueT")

LONGEST_FLIGHT_SECONDS = 900.0
"""How long an ask that can wait does so for the same question under way elsewhere."""


@dataclass(frozen=True, slots=True)
class StoredThinker:
    """Looks in the store before it asks the model."""

    model: ModelThinker
    answers: AnswerStore
    flight: SingleFlight
    clock: Clock
    is_waiting: Callable[[str], bool] = field(default=lambda _key: False)
    """Tells whether a question is under way in a provider's batch."""
    refusal_days: float = 1.0
    """How long a refusal stands before the question is asked again."""

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        """Return the kept answer, or the model's, which is then kept; raise as the model does."""
        key = self.model.key(ask)
        kept = self.kept(ask, key=key)
        if kept is not None:
            return kept
        waits = ask.PATIENCE is Patience.CAN_WAIT
        if waits and self.is_waiting(key):
            raise ThinkerUnavailable(f"{ask.NAME!r} is under way in a batch of {self.model.role.label}; it comes later")
        patience = LONGEST_FLIGHT_SECONDS if waits else self.model.role.now_timeout_seconds
        with self.flight.hold(key, timeout_seconds=patience):
            kept = self.kept(ask, key=key)
            return self._asked(ask, key=key) if kept is None else kept

    def kept(self, ask: Ask[ValueT], *, key: str) -> Answered[ValueT] | None:
        """Return the answer in the store; raise the refusal in it; `None` when there is neither."""
        kept = self.answers.get(key)
        if kept is None:
            return None
        if kept.json is None:
            if self.clock.now() - kept.at < self.refusal_days * DAY_SECONDS:
                raise AnswerRefused(ask.NAME, by=kept.model, reason=kept.refusal or "no reason was given")
            return None
        try:
            return Answered(ask.parse(ask.SCHEMA.model_validate_json(kept.json)), by=kept.model)
        except (ValidationError, Refused):
            return None  # kept by an older version of the ask: asked anew

    def is_kept(self, ask: Ask[ValueT]) -> bool:
        """Tell whether asking would cost nothing: the answer, or a refusal that still stands, is in the store."""
        try:
            return self.kept(ask, key=self.model.key(ask)) is not None
        except AnswerRefused:
            return True

    def is_open(self, ask: Ask[ValueT]) -> bool:
        """Tell whether the question has neither an answer nor one under way."""
        return not self.is_kept(ask) and not self.is_waiting(self.model.key(ask))

    def learn(self, ask: Ask[ValueT], answer: BaseModel) -> None:
        """Keep an answer that came as part of a larger one."""
        self._keep(ask, key=self.model.key(ask), json=answer.model_dump_json(), refusal=None)

    def _asked(self, ask: Ask[ValueT], *, key: str) -> Answered[ValueT]:
        try:
            reply = self.model.reply(ask)
        except (AnswerRefused, AnswerUnusable) as exc:
            self._keep(ask, key=key, json=None, refusal=exc.reason)
            raise
        self._keep(ask, key=key, json=reply.json, refusal=None)
        return Answered(reply.value, by=reply.by)

    def _keep(self, ask: Ask[ValueT], *, key: str, json: str | None, refusal: str | None) -> None:
        self.answers.put(
            KeptAnswer(
                key=key,
                persona_id=self.model.meter.persona_id,
                ask=ask.NAME,
                model=self.model.role.label,
                at=self.clock.now(),
                json=json,
                refusal=refusal,
            )
        )
