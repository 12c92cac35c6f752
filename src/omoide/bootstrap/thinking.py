"""Thinking, plugged together: models by role, the rules behind them, what they cost."""

from functools import cached_property

from omoide.adapters.thinkers.estimating import EstimatingThinker
from omoide.adapters.thinkers.meter import Tariff
from omoide.adapters.thinkers.model.role import ModelRole, Provider
from omoide.adapters.thinkers.persona_thinker import PersonaThinker
from omoide.adapters.thinkers.plugs import ThinkingPlugs
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.asks.ask import Role
from omoide.bootstrap import OPENAI, Wiring, is_local
from omoide.config.models import LanguageModel
from omoide.domain.models.spending import Caps
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.ports.models.embedder import Embedder
from omoide.usecases.models.account import Account


class ThinkingWiring:
    """The parts of a home that ask models, or answer without them."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._rules: dict[Language, RulesThinker] = {}
        self.substitute: EstimatingThinker | None = None
        """Who answers instead, in a dry run."""

    @cached_property
    def plugs(self) -> ThinkingPlugs:
        """Return what thinking plugs into: ledger, prices, kept answers, connections."""
        cost = self._wiring.configuration.settings.cost
        return ThinkingPlugs(
            self._wiring.database,
            home=self._wiring.home,
            clock=self._wiring.clock,
            tz=moment.zone(self._wiring.configuration.timezone),
            caps=Caps(daily_usd=cost.daily_cap_usd, monthly_usd=cost.monthly_cap_usd),
            environ=self._wiring.environ,
        )

    def roles(self, persona_id: PersonaId | None = None) -> dict[Role, ModelRole]:
        """Return the models in use, by role; a role that the rules answer, or may not send texts to, is absent."""
        configuration = self._wiring.configuration if persona_id is None else self._wiring.for_persona(persona_id)
        chosen = {Role.INTERNAL: configuration.internal_model, Role.SUMMARY: configuration.summary_model}
        roles = {role: model_role(model) for role, model in chosen.items() if model.provider != "rules"}
        allowed = configuration.settings.privacy.allow_remote
        return {role: model for role, model in roles.items() if allowed or model.is_here}

    def thinker(self, persona: Persona) -> PersonaThinker | EstimatingThinker:
        """Return what this persona thinks with."""
        return self.substitute or PersonaThinker(self.models(persona), self.rules(persona))

    def models(self, persona: Persona) -> dict[Role, StoredThinker]:
        """Return the models this persona thinks with, by role."""
        roles = self.roles(persona.id)
        return self.plugs.models(roles, persona=persona) if roles else {}

    def rules(self, persona: Persona) -> RulesThinker:
        """Return the rules that answer when no model does."""
        made = RulesThinker(language=persona.language, embedder=self._wiring.embedder)
        return self._rules.setdefault(persona.language, made)

    @property
    def account(self) -> Account:
        """Return the reading of the ledger."""
        names = {persona.id: persona.name for persona in self._wiring.personas.all()}
        return Account(
            ledger=self.plugs.ledger,
            clock=self._wiring.clock,
            tz=self.plugs.tz,
            caps=self.plugs.caps,
            name_of=lambda persona_id: names.get(persona_id, str(persona_id)),
        )

    def metered(self, embedder: Embedder) -> Embedder:
        """Return a paid embedder with its ledger, caps and kept vectors."""
        embedding = self._wiring.configuration.settings.embedding
        tariff = Tariff(f"openai:{embedding.model}", is_local=is_local(embedding.base_url or OPENAI))
        return self.plugs.metered(embedder, tariff=tariff, batch=embedding.batch_size)

    def close(self) -> None:
        """Let go of connections."""
        if "plugs" in self.__dict__:
            self.plugs.close()


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
        key_env=model.api_key_env,
    )
