"""The Python door to thinking: models, what they cost, and single questions, for people who look under the bonnet."""

import json
import time
from dataclasses import dataclass
from datetime import date
from typing import Any

from pydantic import TypeAdapter, ValidationError

from omoide.asks import catalogue
from omoide.asks.ask import CANONICAL_FENCE, Ask, Prompt, Role
from omoide.asks.say_ready import SayReady
from omoide.bootstrap import Home
from omoide.bootstrap.rehearsal import Rehearsal, rehearsed
from omoide.domain.models.batches import Collected
from omoide.domain.models.estimate import Expected
from omoide.domain.models.model_role import NO_KEY, ModelRole
from omoide.domain.models.spending import Price
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.upkeep.finding import Finding, FindingState
from omoide.errors import InvalidInput, OmoideError
from omoide.usecases.models.account import Bill

BY_RULES = "rules"


@dataclass(frozen=True, slots=True)
class ModelLine:
    """One role and who plays it."""

    role: Role
    model: str
    """`provider:model`, or `rules`."""
    address: str
    key: str
    """Where the key is: `environment`, `keyring`, `not needed`, or `missing`; never the key itself."""
    price: Price | None
    asks: tuple[str, ...]
    """The questions this role answers."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What one tiny call to a model came to."""

    role: Role
    model: str
    ok: bool
    detail: str
    latency_ms: int
    nano_usd: int | None


@dataclass(frozen=True, slots=True)
class Asked:
    """A single question, what was sent for it, and what came back."""

    prompt: Prompt
    value: object
    by: str


class HomeModels:
    """What the commands `models`, `cost` and `ask` call."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._parts = home.models

    def models(self) -> list[ModelLine]:
        """Return both roles and who plays them."""
        roles = self._parts.roles()
        return [self._line(role, roles.get(role)) for role in Role]

    def check(self) -> list[Checked]:
        """Make one tiny call to the model of each role; roles that the rules play need none."""
        roles = self._parts.roles()
        return [self._checked(role, roles[role]) for role in Role if role in roles]

    def examine(self) -> list[Finding]:
        """Return which models are set, whether they have their keys, and who answers which questions."""
        try:
            lines = self.models()
        except OmoideError as exc:
            return [Finding("models", FindingState.WRONG, str(exc), "models")]
        absent = {package for role in self._parts.roles().values() if (package := self._parts.missing_package(role))}
        missing = [line for line in lines if line.key == NO_KEY]
        shown = ", ".join(
            f"{line.role.value} {line.model} (key {line.key})" for line in lines if line.model != BY_RULES
        )
        state, todo = (FindingState.ATTENTION, "key") if missing else (FindingState.OK, "")
        if absent:
            shown, state, todo = f"{shown}; not installed: {', '.join(sorted(absent))}", FindingState.WRONG, "extra"
        answering = "; ".join(f"{who}: {', '.join(asks)}" for who, asks in answered_by(lines).items())
        return [Finding("models", state, shown or "none set", todo), Finding("asks", FindingState.OK, answering)]

    def hand_in(self, persona: Persona) -> int:
        """Hand the turns that wait in to the provider as a batch, for half the price; return how many requests it took."""
        model = self._parts.models(persona).get(Role.INTERNAL)
        if model is None:
            raise InvalidInput("rules read the turns of this persona; there is no model to hand a batch to")
        return self._parts.batch_queue.submit(model, self._home.understanding.digest(persona).questions(persona))

    def collect(self) -> Collected:
        """Keep the answers of every batch that has ended at its provider."""
        return self._parts.collect()

    def bill(self, month: date | None = None) -> Bill:
        """Return what thinking has cost in a month."""
        return self._parts.account(month)

    def prices(self) -> dict[str, tuple[Price, bool]]:
        """Return every known price, and whether it is the owner's own."""
        own = self._parts.prices.own()
        return {name: (price, name in own) for name, price in sorted(self._parts.prices.prices().items())}

    def set_price(self, model: str, price: Price | None) -> None:
        """Keep the owner's price of a model; `None` takes it away."""
        if not model.strip():
            raise InvalidInput("a price needs the name of a model")
        self._parts.prices.set(model.strip(), price)

    def prune(self, *, days: int) -> tuple[int, int]:
        """Drop answers and paid vectors older than so many days; return how many of each."""
        if days < 0:
            raise InvalidInput(f"answers can be dropped after 0 or more days, not {days}")
        before = Moment(self._home.foundation.clock.now() - days * DAY_SECONDS + (1 if days == 0 else 0))
        return self._parts.answers.prune(before=before), self._parts.text_vectors.prune(before=before)

    def ask(self, persona: Persona, name: str, given: str, *, by_rules: bool = False) -> Asked:
        """Ask one question, written as JSON; raise as the thinker does."""
        question = question_of(name, given)
        thinker = self._parts.rules(persona) if by_rules else self._parts.thinker(persona)
        answered = thinker.answer(question)
        return Asked(self.prompt(persona, name, given), answered.value, answered.by)

    def prompt(self, persona: Persona, name: str, given: str) -> Prompt:
        """Return what would be sent for a question, without sending it."""
        question = question_of(name, given)
        model = self._parts.models(persona).get(question.ROLE)
        if model is not None:
            return model.model.prompt(question, fence=CANONICAL_FENCE)
        rendered = question.render(language=persona.language, fence=CANONICAL_FENCE)
        return self._parts.connections.prompts.applied(
            rendered, ask=name, language=persona.language, schema=question.SCHEMA
        )

    def estimate(self, persona: Persona) -> dict[str, Expected]:
        """Return what remembering the turns that wait and the coming sleep would cost, by purpose; nothing is paid."""
        return self.rehearse(persona).expected

    def rehearse(self, persona: Persona) -> Rehearsal:
        """Return what remembering the turns that wait and the coming sleep would do and cost, lived through on a copy."""
        month = self._parts.account()
        typical = {
            line.name: line.usage.output_tokens / line.calls for line in month.by_purpose if line.usage.output_tokens
        }
        return rehearsed(self._home, persona, typical=typical)

    def _line(self, role: Role, model: ModelRole | None) -> ModelLine:
        asks = tuple(name for name, kind in catalogue.all_asks().items() if kind.ROLE is role and kind is not SayReady)
        if model is None:
            return ModelLine(role, BY_RULES, "", "not needed", None, asks)
        tariff = self._parts.connections.model(
            model, language=self._home.foundation.configuration.language, persona_id=None
        ).tariff
        return ModelLine(
            role,
            model.label,
            model.url,
            self._parts.connections.key_found(model),
            self._parts.purse.price(tariff),
            asks,
        )

    def _checked(self, role: Role, model: ModelRole) -> Checked:
        thinker = self._parts.connections.model(
            model, language=self._home.foundation.configuration.language, persona_id=None
        )
        started, at = time.monotonic(), self._home.foundation.clock.now()
        try:
            ready = thinker.answer(SayReady()).value
        except OmoideError as exc:
            ready, detail = False, str(exc)
        else:
            detail = "ready" if ready else "the model says it is not ready"
        made = [call for call in self._parts.ledger.calls(since=at) if call.purpose == SayReady.NAME]
        cost = made[-1].nano_usd if made else 0
        return Checked(role, model.label, ready, detail, round((time.monotonic() - started) * 1000), cost)


def question_of(name: str, given: str) -> Ask[Any]:
    """Return the question that JSON describes; raise `InvalidInput` naming what is missing or wrong."""
    kind = catalogue.ask_named(name)
    try:
        question: Ask[Any] = TypeAdapter(kind).validate_python(json.loads(given))
    except json.JSONDecodeError as exc:
        raise InvalidInput(f"the input of {name!r} is not JSON: {exc.msg} at character {exc.pos}") from exc
    except ValidationError as exc:
        faults = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'input'}: {e['msg']}" for e in exc.errors()[:5])
        raise InvalidInput(f"the input of {name!r} does not fit: {faults}") from exc
    return question


def answered_by(lines: list[ModelLine]) -> dict[str, list[str]]:
    """Return who answers now, a model or the rules, and which questions."""
    found: dict[str, list[str]] = {}
    for line in lines:
        found.setdefault(BY_RULES if line.key == NO_KEY else line.model, []).extend(line.asks)
    return {who: sorted(asks) for who, asks in found.items() if asks}
