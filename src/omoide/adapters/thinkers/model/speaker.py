"""A language model that speaks for a persona: a talk goes in, words come out as they are made.

Unlike an ask, an answer is free text, is never kept to be given again, and is not tried twice: whoever waits for it has heard its
beginning.  It is metered and capped like every call.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from omoide.adapters.thinkers.meter import Meter, Tariff
from omoide.adapters.thinkers.model.breaker import Breaker
from omoide.adapters.thinkers.model.connect import LazyWire
from omoide.adapters.thinkers.model.timing import REAL, Timing
from omoide.adapters.thinkers.model.wire import CallFailed, TalkMessage, TalkRequest, Trouble
from omoide.domain.models import spending
from omoide.domain.models.model_role import ModelRole
from omoide.domain.models.spending import CallOutcome, Usage
from omoide.errors import AnswerRefused, ThinkerUnavailable
from omoide.ports.models.speaker import Heard

PURPOSE: Final = "talk"
"""By which the ledger names it."""
SETUP_REST_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class ModelSpeaker:
    """Answers talks by one role's model, for one persona."""

    role: ModelRole
    wire: LazyWire
    meter: Meter
    breaker: Breaker
    pace: Timing = REAL

    @property
    def name(self) -> str:
        """Return who it is."""
        return self.role.label

    def answer(self, messages: Sequence[Mapping[str, Any]], *, heard: Heard) -> str:
        """Return the whole answer, after each piece was heard; raise `Unavailable`, or `Refused` when there never will be one."""
        request = request_of(messages, max_tokens=self.role.max_tokens, timeout_seconds=self.role.timeout_seconds)
        pieces: list[str] = []

        def hear(piece: str) -> None:
            pieces.append(piece)
            heard(piece)

        self.breaker.enter()
        expected = Usage(input_tokens=_counted(request), output_tokens=request.max_tokens)
        tariff = Tariff(self.role.label, is_local=self.role.is_local)
        with self.meter.purse.reserved(expected, tariff=tariff):
            started, usage, outcome = self.pace.monotonic(), Usage(), CallOutcome.FAILED
            try:
                usage = self.wire.stream(request, hear)
                outcome = CallOutcome.ANSWERED
            except CallFailed as failed:
                raise self._meant(failed) from None
            finally:
                if usage == Usage() and pieces:
                    usage = Usage(expected.input_tokens, spending.estimated_tokens("".join(pieces)))
                latency_ms = round((self.pace.monotonic() - started) * 1000)
                self.meter.record(usage, purpose=PURPOSE, tariff=tariff, latency_ms=latency_ms, outcome=outcome)
        self.breaker.succeeded()
        return "".join(pieces)

    def _meant(self, failed: CallFailed) -> AnswerRefused | ThinkerUnavailable:
        if failed.trouble is Trouble.DECLINED:
            self.breaker.succeeded()
            return AnswerRefused(PURPOSE, by=self.role.label, reason=failed.reason)
        rest = SETUP_REST_SECONDS if failed.trouble is Trouble.SETUP else failed.asked_seconds
        self.breaker.failed(failed.reason, rest_seconds=rest)
        return ThinkerUnavailable(f"{self.role.label}: {failed.reason}")


def request_of(messages: Sequence[Mapping[str, Any]], *, max_tokens: int, timeout_seconds: float) -> TalkRequest:
    """Return a conversation of role/content messages as it goes over the wire."""
    system = "\n\n".join(str(each["content"]) for each in messages if each["role"] == "system")
    turns = tuple(
        TalkMessage(str(each["content"]), is_answer=each["role"] == "assistant")
        for each in messages
        if each["role"] in ("user", "assistant")
    )
    return TalkRequest(system, turns, max_tokens=max_tokens, timeout_seconds=timeout_seconds)


def _counted(request: TalkRequest) -> int:
    return spending.estimated_tokens(request.system + "".join(turn.text for turn in request.turns))
