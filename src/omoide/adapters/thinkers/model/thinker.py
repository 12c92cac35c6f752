"""A language model as thinker: an ask goes in, a validated, typed answer comes out.

A broken answer is shown to the model once, with what was wrong; a second broken one is a failure (SPEC L2).  Passing
troubles are waited out with growing pauses, unless the ask cannot wait.  Every call is metered.
"""

import hashlib
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from pydantic import BaseModel

from omoide.adapters.thinkers.meter import Meter, Tariff
from omoide.adapters.thinkers.model import reading, retry
from omoide.adapters.thinkers.model.breaker import Breaker
from omoide.adapters.thinkers.model.prompts import BUILT_IN, Prompts
from omoide.adapters.thinkers.model.rate_limit import FileRateLimit
from omoide.adapters.thinkers.model.retry import Backoff
from omoide.adapters.thinkers.model.timing import REAL, Timing
from omoide.adapters.thinkers.model.wire import CallFailed, Repair, Request, Response, Trouble, Wire
from omoide.asks.ask import CANONICAL_FENCE, Ask, Patience, Prompt, answer_tokens
from omoide.domain.models import spending
from omoide.domain.models.model_role import ModelRole
from omoide.domain.models.spending import CallOutcome, Usage
from omoide.domain.text.language import Language
from omoide.errors import AnswerRefused, AnswerUnusable, Refused, ThinkerUnavailable
from omoide.ports.models.thinker import Answered

ValueT = TypeVar("ValueT")

LONGEST_SHOWN = 8_000
"""Characters of a broken answer that are shown to the model again."""

_COMPLAINT = {
    Language.JA: "その回答は使えません: {fault}\n指定された形のJSONオブジェクトを1つだけ、説明なしで返してください。",
    Language.EN: "That answer cannot be used: {fault}\nReturn one JSON object of the given shape, nothing else.",
}
_SHORTER = {
    Language.JA: "回答が途中で切れました。より短く書いてください。",
    Language.EN: "the answer was cut off; write less",
}


def new_fence() -> str:
    """Return a delimiter that nobody who wrote the data could foresee."""
    return f"<<<{secrets.token_hex(8)}>>>"


@dataclass(frozen=True, slots=True)
class Reply(Generic[ValueT]):
    """An answer, as the value it means and as the JSON it came in, which can be kept."""

    value: ValueT
    json: str
    by: str


@dataclass(frozen=True, slots=True)
class ModelThinker:
    """Answers asks by one role's model, for one persona."""

    role: ModelRole
    wire: Wire
    meter: Meter
    breaker: Breaker
    language: Language
    prompts: Prompts = BUILT_IN
    pace: Timing = REAL
    limit: FileRateLimit | None = None
    fence: Callable[[], str] = field(default=new_fence)

    @property
    def tariff(self) -> Tariff:
        """Return what this model's tokens are billed as."""
        return Tariff(self.role.label, is_local=self.role.is_local)

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        """Return the validated answer; raise `Unavailable` when there is none now, `Refused` when there never will."""
        reply = self.reply(ask)
        return Answered(reply.value, by=reply.by)

    def key(self, ask: Ask[ValueT]) -> str:
        """Return the name of this question: the same for one persona's same words to the same model, and no other."""
        prompt = self.prompt(ask, fence=CANONICAL_FENCE)
        parts = [self.meter.persona_id, ask.NAME, ask.SCHEMA_VERSION, prompt.system, prompt.user, self.role.label]
        return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()

    def prompt(self, ask: Ask[ValueT], *, fence: str) -> Prompt:
        """Return the words that are sent, the owner's own where there are some."""
        rendered = ask.render(language=self.language, fence=fence)
        return self.prompts.applied(rendered, ask=ask.NAME, language=self.language, schema=ask.SCHEMA)

    def request(self, ask: Ask[ValueT]) -> Request:
        """Return the question as it goes over the wire, behind a fence of its own."""
        prompt = self.prompt(ask, fence=self.fence())
        return Request(
            system=prompt.system,
            user=prompt.user,
            schema=ask.SCHEMA,
            max_tokens=max(self.role.max_tokens, answer_tokens(ask)),
            timeout_seconds=self.role.timeout_seconds,
        )

    def reply(self, ask: Ask[ValueT]) -> Reply[ValueT]:
        """Return the answer in both its forms; raise as `answer` does."""
        until = self._deadline(ask)
        request = self.request(ask)
        response, latency_ms = self._sent(ask, request, until=until)
        try:
            return self._metered(ask, response, latency_ms=latency_ms)
        except _Broken as broken:
            repair = self._repair(request, response, fault=str(broken))
        response, latency_ms = self._sent(ask, repair, until=until)
        try:
            return self._metered(ask, response, latency_ms=latency_ms)
        except _Broken as broken:
            raise AnswerUnusable(ask.NAME, by=self.role.label, reason=str(broken)) from broken

    def accepted(self, ask: Ask[ValueT], response: Response) -> Reply[ValueT]:
        """Return the response as an answer; raise `AnswerRefused`, or `_Broken` when it may be repaired."""
        if response.refusal is not None:
            raise AnswerRefused(ask.NAME, by=self.role.label, reason=response.refusal)
        if reading.declines(response.text):
            raise AnswerRefused(ask.NAME, by=self.role.label, reason=" ".join(response.text.split())[:200])
        try:
            answer: BaseModel = reading.read(response.text, schema=ask.SCHEMA)
            return Reply(ask.parse(answer), json=answer.model_dump_json(), by=self.role.label)
        except (reading.Unreadable, Refused) as exc:
            raise _Broken(_SHORTER[self.language] if response.is_cut else str(exc)) from exc

    def _metered(self, ask: Ask[ValueT], response: Response, *, latency_ms: int) -> Reply[ValueT]:
        outcome = CallOutcome.ANSWERED
        try:
            return self.accepted(ask, response)
        except _Broken:
            outcome = CallOutcome.UNUSABLE
            raise
        except AnswerRefused:
            outcome = CallOutcome.REFUSED
            raise
        finally:
            self.meter.record(
                response.usage, purpose=ask.NAME, tariff=self.tariff, latency_ms=latency_ms, outcome=outcome
            )

    def _repair(self, request: Request, response: Response, *, fault: str) -> Request:
        complaint = _COMPLAINT[self.language].format(fault=fault)
        return replace(
            request,
            repair=Repair(response.text[:LONGEST_SHOWN], complaint),
            max_tokens=request.max_tokens * 2 if response.is_cut else request.max_tokens,
        )

    def _deadline(self, ask: Ask[ValueT]) -> float | None:
        """Return when an ask that cannot wait must be answered."""
        if ask.PATIENCE is Patience.CAN_WAIT:
            return None
        return self.pace.monotonic() + self.role.now_timeout_seconds

    def _sent(self, ask: Ask[ValueT], request: Request, *, until: float | None) -> tuple[Response, int]:
        """Return the response and how long it took, trying again where that helps."""
        backoff = Backoff(retries=self.role.retries if until is None else 0)
        tries = 0
        while True:
            self._wait_for_a_place(until=until)
            try:
                return self._tried(ask, self._in_time(request, until=until))
            except CallFailed as failed:
                tries += 1
                wait = self._wait_after(failed, ask=ask, tries=tries, backoff=backoff)
            self.pace.sleep(wait)

    def _wait_for_a_place(self, *, until: float | None) -> None:
        """Wait until the provider may be asked once more; raise `ThinkerUnavailable` when that is too late."""
        if self.limit is None or self.role.per_minute is None:
            return
        left = None if until is None else until - self.pace.monotonic()
        wait = self.limit.wait_seconds(self.role.url, per_minute=self.role.per_minute, within_seconds=left)
        if wait > 0:
            self.pace.sleep(wait)

    def _in_time(self, request: Request, *, until: float | None) -> Request:
        if until is None:
            return request
        left = until - self.pace.monotonic()
        if left <= 0:
            raise ThinkerUnavailable(f"{self.role.label} did not answer within {self.role.now_timeout_seconds:g} s")
        return replace(request, timeout_seconds=min(left, request.timeout_seconds))

    def _tried(self, ask: Ask[ValueT], request: Request) -> tuple[Response, int]:
        self.breaker.enter()
        expected = expected_usage(request)
        with self.meter.purse.reserved(expected, tariff=self.tariff):
            started = self.pace.monotonic()
            try:
                response = self.wire.send(request)
            except CallFailed:
                self.meter.record(
                    Usage(),
                    purpose=ask.NAME,
                    tariff=self.tariff,
                    latency_ms=_ms(self.pace.monotonic() - started),
                    outcome=CallOutcome.FAILED,
                )
                raise
        self.breaker.succeeded()
        if response.usage == Usage():
            response = replace(response, usage=replace(expected, output_tokens=_counted(response.text)))
        return response, _ms(self.pace.monotonic() - started)

    def _wait_after(self, failed: CallFailed, *, ask: Ask[ValueT], tries: int, backoff: Backoff) -> float:
        """Return how long to wait before the next try; raise when there is to be none."""
        if failed.trouble is Trouble.DECLINED:
            self.breaker.succeeded()
            raise AnswerRefused(ask.NAME, by=self.role.label, reason=failed.reason)
        if failed.trouble is Trouble.SETUP:
            self.breaker.failed(failed.reason, rest_seconds=60.0)
            raise ThinkerUnavailable(f"{self.role.label}: {failed.reason}")
        wait = retry.wait_seconds(tries, backoff=backoff, dice=self.pace.dice(), asked_seconds=failed.asked_seconds)
        held_back = failed.asked_seconds if wait is None else None
        self.breaker.failed(failed.reason, rest_seconds=held_back)
        if wait is None:
            raise ThinkerUnavailable(f"{self.role.label} cannot be reached after {tries} tries: {failed.reason}")
        return wait


class _Broken(Exception):
    """An answer that may be repaired."""


def expected_usage(request: Request) -> Usage:
    """Return the most a request will use, as far as can be told beforehand."""
    shown = request.system + request.user
    if request.repair is not None:
        shown += request.repair.answer + request.repair.complaint
    return Usage(input_tokens=_counted(shown), output_tokens=request.max_tokens)


def _counted(text: str) -> int:
    return spending.estimated_tokens(text)


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
