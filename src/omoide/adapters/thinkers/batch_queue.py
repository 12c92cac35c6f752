"""The queue where questions that can wait a day are handed in together, for half the price.

What is handed in is under way: it is neither asked again nor handed in again until it has been collected.  Collecting
keeps each answer under its question, so that whoever asks next finds it.  What a batch could not answer is free to be
asked anew.  A batch that was taken by the provider while we were killed before noting it is lost, and its cost with it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel

from omoide.adapters.sql.models.batches import BatchItem, OpenBatch, SqlBatchStore
from omoide.adapters.thinkers.meter import Meter, Tariff
from omoide.adapters.thinkers.model import reading
from omoide.adapters.thinkers.model.thinker import expected_usage
from omoide.adapters.thinkers.model.wire import CallFailed, Request, Response
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.asks import catalogue, together
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.ask import Ask
from omoide.asks.together import PORTIONS
from omoide.domain.models.batches import Collected
from omoide.domain.models.model_role import ModelRole
from omoide.domain.models.spending import CallOutcome, total
from omoide.domain.personas.persona import PersonaId
from omoide.domain.understanding import small_talk
from omoide.errors import InvalidInput, InvalidSetting, ThinkerUnavailable
from omoide.ports.models.answers import AnswerStore, KeptAnswer


class BatchInterface(Protocol):
    """A provider's batch interface."""

    @property
    def most_requests(self) -> int:
        """Return how many requests one batch may hold; 0 when the provider has no batches."""
        ...

    def submit(self, requests: Mapping[str, Request]) -> str:
        """Send the requests by key as one batch; return its handle; raise `CallFailed`."""
        ...

    def collect(
        self, handle: str, *, schemas: Mapping[str, type[BaseModel]]
    ) -> dict[str, Response | CallFailed] | None:
        """Return the responses by key, or why there is none; `None` while the batch is under way."""
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...


@dataclass(frozen=True, slots=True)
class BatchQueue:
    """Hands in and collects."""

    store: SqlBatchStore
    answers: AnswerStore
    connect: Callable[[ModelRole], BatchInterface]

    def submit(self, model: StoredThinker, asks: Sequence[Ask[Any]]) -> int:
        """Hand in those of the questions that are open; return how many requests that took."""
        batches = self.connect(model.model.role)
        if not batches.most_requests:
            raise InvalidSetting(f"{model.model.role.label} has no batch interface; ask it directly")
        wholes = list(_wholes(model, asks))
        for start in range(0, len(wholes), batches.most_requests):
            self._handed_in(batches, model, wholes[start : start + batches.most_requests])
        return len(wholes)

    def collect(self, roles: Sequence[ModelRole], *, meter: Callable[[PersonaId | None], Meter]) -> Collected:
        """Keep the answers of every batch of these roles that has ended."""
        by_label = {role.label: role for role in roles}
        visit = Collected()
        for batch in self.store.all():
            role = by_label.get(batch.model)
            visit += Collected(under_way=1) if role is None else self._collected(batch, role, meter=meter)
        return visit

    def _handed_in(self, batches: BatchInterface, model: StoredThinker, wholes: Sequence[Ask[Any]]) -> None:
        thinker = model.model
        requests = {thinker.key(ask): thinker.request(ask) for ask in wholes}
        expected = total(expected_usage(request) for request in requests.values())
        tariff = _batched(thinker.tariff)
        with thinker.meter.purse.reserved(expected, tariff=tariff):
            try:
                handle = batches.submit(requests)
            except CallFailed as failed:
                raise ThinkerUnavailable(f"{thinker.role.label} took no batch: {failed.reason}") from failed
        items = [item for ask in wholes for item in _items(model, ask)]
        self.store.add(thinker.role.label, handle, items, at=model.clock.now())

    def _collected(self, batch: OpenBatch, role: ModelRole, *, meter: Callable[[PersonaId | None], Meter]) -> Collected:
        wholes = [item for item in batch.items if item.whole is None]
        schemas = {item.key: catalogue.ask_named(item.ask).SCHEMA for item in wholes}
        try:
            found = self.connect(role).collect(batch.handle, schemas=schemas)
        except CallFailed as failed:
            raise ThinkerUnavailable(f"the batch at {role.label} cannot be collected: {failed.reason}") from failed
        if found is None:
            return Collected(under_way=1)
        visit = Collected()
        for item in wholes:
            came = found.get(item.key)
            if isinstance(came, Response):
                visit += self._kept(item, came, batch=batch, role=role, meter=meter(item.persona_id))
            else:
                visit += Collected(failed=1)
        self.store.close(batch.id)
        return visit

    def _kept(self, item: BatchItem, came: Response, *, batch: OpenBatch, role: ModelRole, meter: Meter) -> Collected:
        """Keep the answer and its parts; one that cannot be read is left to be asked anew."""
        tariff = _batched(Tariff(role.label, is_local=role.is_local))
        answer: BaseModel | None = None
        own: list[BaseModel] = []
        parts = [part for part in batch.items if part.whole == item.key]
        if came.refusal is None:
            try:
                answer = reading.read(came.text, schema=catalogue.ask_named(item.ask).SCHEMA)
                own = together.apart(answer, count=len(parts)) if parts else []
            except (reading.Unreadable, InvalidInput):
                answer = None
        outcome = (
            CallOutcome.REFUSED if came.refusal else CallOutcome.UNUSABLE if answer is None else CallOutcome.ANSWERED
        )
        meter.record(came.usage, purpose=item.ask, tariff=tariff, latency_ms=0, outcome=outcome)
        if answer is not None:
            for one, told in zip([item, *parts], [answer, *own], strict=True):
                self._keep(one, told, role=role, meter=meter)
        return Collected(answered=1) if answer is not None else Collected(failed=1)

    def _keep(self, item: BatchItem, answer: BaseModel, *, role: ModelRole, meter: Meter) -> None:
        self.answers.put(
            KeptAnswer(
                key=item.key,
                persona_id=item.persona_id,
                ask=item.ask,
                model=role.label,
                at=meter.purse.clock.now(),
                json=answer.model_dump_json(),
            )
        )


def _wholes(model: StoredThinker, asks: Sequence[Ask[Any]]) -> Iterator[Ask[Any]]:
    """Yield what is to be handed in: turns in portions, the rest one by one, and nothing that rules can read."""
    opened = [ask for ask in dict.fromkeys(asks) if model.is_open(ask)]
    turns = [ask for ask in opened if isinstance(ask, AppraiseTurn) and not small_talk.is_nod(ask.turn)]
    for portion in together.portions(turns, rules=PORTIONS):
        yield together.joined(portion) if len(portion) > 1 else portion[0]
    yield from (ask for ask in opened if not isinstance(ask, AppraiseTurn))


def _items(model: StoredThinker, ask: Ask[Any]) -> Iterator[BatchItem]:
    key, persona_id = model.model.key(ask), model.model.meter.persona_id
    yield BatchItem(key, persona_id, ask.NAME)
    for number, part in enumerate(together.parts(ask), start=1):
        yield BatchItem(model.model.key(part), persona_id, part.NAME, whole=key, number=number)


def _batched(tariff: Tariff) -> Tariff:
    return Tariff(tariff.model, is_local=tariff.is_local, batched=True)
