"""Models by role, the rules behind them, and what they cost."""

from collections.abc import Callable
from functools import cached_property
from zoneinfo import ZoneInfo

from omoide.adapters.embedders.stored import StoredEmbedder
from omoide.adapters.readers.builtin import shared_reader, states_nothing
from omoide.adapters.sql.models.answers import SqlAnswerStore, SqlVectorCache
from omoide.adapters.sql.models.batches import SqlBatchStore
from omoide.adapters.sql.models.ledger import SqlLedger, SqlPriceList
from omoide.adapters.thinkers.batch_queue import BatchQueue
from omoide.adapters.thinkers.in_portions import IsSilent, never_silent
from omoide.adapters.thinkers.meter import Meter, Purse, Tariff
from omoide.adapters.thinkers.model.connect import missing_package
from omoide.adapters.thinkers.model.connections import ModelConnections
from omoide.adapters.thinkers.model.market_prices import market_price
from omoide.adapters.thinkers.model.prompts import Prompts
from omoide.adapters.thinkers.model.rate_limit import FileRateLimit
from omoide.adapters.thinkers.persona_thinker import PersonaThinker
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.adapters.thinkers.single_flight import FileSingleFlight
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.asks.ask import Role
from omoide.bootstrap import embedding
from omoide.bootstrap.foundation import Foundation
from omoide.config.models import LanguageModel
from omoide.domain.models.batches import Collected
from omoide.domain.models.model_role import NO_KEY, ModelRole, Provider, is_on_this_machine
from omoide.domain.models.spending import Caps
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.ports.models.embedder import Embedder
from omoide.ports.models.speaker import PersonaSpeaker
from omoide.ports.models.thinker import Thinker
from omoide.usecases.models.account import Account

LOCKS = "locks"
PROMPTS = "prompts"


class ModelFactory:
    """Makes whoever answers asks, in one data home."""

    def __init__(
        self, foundation: Foundation, *, embedder: Callable[[], Embedder], thinker: Thinker | None = None
    ) -> None:
        self._foundation = foundation
        self._embedder = embedder
        self._given = thinker
        self._rules: dict[Language, RulesThinker] = {}

    def thinker(self, persona: Persona) -> Thinker:
        """Return who answers this persona's asks: whoever was given, else its models, else built-in rules."""
        return self._given or PersonaThinker(self.models(persona), self.rules(persona), self.is_silent(persona))

    def is_silent(self, persona: Persona) -> IsSilent:
        """Return who tells of a turn whether a model need be asked what it changes."""
        every = self._foundation.settings(persona.id).background.plan_silent_turns
        return never_silent if every else states_nothing

    def models(self, persona: Persona) -> dict[Role, StoredThinker]:
        """Return the models this persona thinks with, by role; one whose key is missing is as good as none."""
        return {
            role: self.connections.stored(model, language=persona.language, persona_id=persona.id)
            for role, model in self.roles(persona.id).items()
            if self.connections.key_found(model) != NO_KEY
        }

    def speaker(self, persona: Persona) -> PersonaSpeaker | None:
        """Return whoever speaks for this persona: the model that tells its days; `None` where rules alone answer."""
        role = self.roles(persona.id).get(Role.SUMMARY)
        if role is None or self.connections.key_found(role) == NO_KEY:
            return None
        return self.connections.speaker(role, persona_id=persona.id)

    def rules(self, persona: Persona) -> RulesThinker:
        """Return the rules that answer when no model does."""
        made = RulesThinker(language=persona.language, embedder=self._embedder(), reader=shared_reader())
        return self._rules.setdefault(persona.language, made)

    def roles(self, persona_id: PersonaId | None = None) -> dict[Role, ModelRole]:
        """Return the models in use, by role; a role that the rules answer, or may not send texts to, is absent."""
        base = self._foundation
        configuration = base.configuration if persona_id is None else base.for_persona(persona_id)
        chosen = {Role.INTERNAL: configuration.internal_model, Role.SUMMARY: configuration.summary_model}
        roles = {role: model_role(model) for role, model in chosen.items() if model.provider != "rules"}
        allowed = configuration.settings.privacy.allow_remote
        return {role: model for role, model in roles.items() if allowed or model.is_here}

    @cached_property
    def connections(self) -> ModelConnections:
        """Return what all models of the home share."""
        return ModelConnections(
            purse=self.purse,
            answers=self.answers,
            flight=FileSingleFlight(self._foundation.folder / LOCKS),
            limit=FileRateLimit(self._foundation.folder / LOCKS),
            clock=self._foundation.clock,
            environ=self._foundation.environ,
            prompts=Prompts(self._foundation.folder / PROMPTS),
            is_waiting=self.batches.is_waiting,
        )

    @cached_property
    def ledger(self) -> SqlLedger:
        """Return what calls to models have cost."""
        return SqlLedger(self._foundation.database)

    @cached_property
    def prices(self) -> SqlPriceList:
        """Return what models cost."""
        return SqlPriceList(self._foundation.database)

    @cached_property
    def answers(self) -> SqlAnswerStore:
        """Return the answers that were paid for."""
        return SqlAnswerStore(self._foundation.database)

    @cached_property
    def text_vectors(self) -> SqlVectorCache:
        """Return the vectors that were paid for."""
        return SqlVectorCache(self._foundation.database)

    @cached_property
    def purse(self) -> Purse:
        """Return the caps on spending and what they are held against."""
        return Purse(self.ledger, self.prices, self._foundation.clock, self._tz, caps=self._caps, market=market_price)

    @cached_property
    def batches(self) -> SqlBatchStore:
        """Return the batches under way at providers."""
        return SqlBatchStore(self._foundation.database)

    @cached_property
    def batch_queue(self) -> BatchQueue:
        """Return where questions that can wait a day are handed in and collected."""
        return BatchQueue(self.batches, self.answers, self.connections.batches)

    def collect(self) -> Collected:
        """Keep the answers of every batch that has ended at its provider."""
        roles = list(self.roles().values())
        return self.batch_queue.collect(roles, meter=lambda persona_id: Meter(self.purse, persona_id))

    @property
    def account(self) -> Account:
        """Return the reading of the ledger."""
        names = {persona.id: persona.name for persona in self._foundation.personas.all()}
        return Account(
            ledger=self.ledger,
            clock=self._foundation.clock,
            tz=self._tz,
            caps=self._caps,
            name_of=lambda persona_id: names.get(persona_id, str(persona_id)),
        )

    @property
    def embedding_tariff(self) -> Tariff:
        """Return what a remote embedder is charged by."""
        configuration = self._foundation.configuration
        is_local = is_on_this_machine(embedding.address_of(configuration))
        return Tariff(f"openai:{configuration.settings.embedding.model}", is_local=is_local)

    def metered(self, embedder: Embedder) -> Embedder:
        """Return a paid embedder with its ledger, caps and kept vectors."""
        batch = self._foundation.configuration.settings.embedding.batch_size
        return StoredEmbedder(embedder, self.text_vectors, Meter(self.purse), self.embedding_tariff, batch=batch)

    @staticmethod
    def missing_package(role: ModelRole) -> str:
        """Return the package that is missing to speak to the role's model; nothing when all are there."""
        return missing_package(role)

    def close(self) -> None:
        """Let go of connections."""
        if "connections" in self.__dict__:
            self.connections.close()

    @property
    def _tz(self) -> ZoneInfo:
        return moment.zone(self._foundation.configuration.timezone)

    @property
    def _caps(self) -> Caps:
        cost = self._foundation.configuration.settings.cost
        return Caps(daily_usd=cost.daily_cap_usd, monthly_usd=cost.monthly_cap_usd)


def model_role(model: LanguageModel) -> ModelRole:
    """Return the settings of a model in the thinkers' own words."""
    return ModelRole(
        provider=Provider(model.provider),
        model=model.model,
        base_url=model.base_url,
        temperature=model.temperature,
        max_tokens=model.max_tokens,
        timeout_seconds=model.timeout_seconds,
        retries=model.retries,
        per_minute=model.per_minute,
        key_env=model.api_key_env,
    )
