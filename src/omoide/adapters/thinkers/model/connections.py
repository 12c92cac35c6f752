"""Everything around the models of one data home: connections, breakers, the purse, the answers that are kept.

One for all personas and threads: a dead provider is dead for everyone, and a cap is a cap.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from omoide.adapters.thinkers.batch_queue import BatchInterface
from omoide.adapters.thinkers.meter import Meter, Purse
from omoide.adapters.thinkers.model import keys
from omoide.adapters.thinkers.model.breaker import Breaker
from omoide.adapters.thinkers.model.connect import LazyWire, batches_of
from omoide.adapters.thinkers.model.loop import EventLoop
from omoide.adapters.thinkers.model.prompts import BUILT_IN, Prompts
from omoide.adapters.thinkers.model.rate_limit import FileRateLimit
from omoide.adapters.thinkers.model.speaker import ModelSpeaker
from omoide.adapters.thinkers.model.thinker import ModelThinker
from omoide.adapters.thinkers.model.timing import REAL, Timing
from omoide.adapters.thinkers.single_flight import FileSingleFlight
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.domain.models.model_role import NO_KEY, ModelRole
from omoide.domain.personas.persona import PersonaId
from omoide.domain.text.language import Language
from omoide.ports.models.answers import AnswerStore
from omoide.ports.time.clock import Clock

KEYRING_SECONDS = 60.0
"""How long what the keyring said is believed: asking it takes a while."""


@dataclass
class ModelConnections:
    """Makes thinkers of model roles, which share what should be shared."""

    purse: Purse
    answers: AnswerStore
    flight: FileSingleFlight
    clock: Clock
    environ: Mapping[str, str] = field(repr=False)
    keyring: Mapping[str, str] = field(repr=False, default_factory=keys.OsKeyring)
    limit: FileRateLimit | None = None
    prompts: Prompts = BUILT_IN
    pace: Timing = REAL
    loop: EventLoop = field(default_factory=EventLoop)
    is_waiting: Callable[[str], bool] = field(default=lambda _key: False)
    """Tells whether a question is under way in a batch."""
    _wires: dict[ModelRole, LazyWire] = field(default_factory=dict)
    _batches: dict[ModelRole, BatchInterface] = field(default_factory=dict)
    _breakers: dict[str, Breaker] = field(default_factory=dict)
    _in_keyring: dict[ModelRole, tuple[float, bool]] = field(default_factory=dict)

    def batches(self, role: ModelRole) -> BatchInterface:
        """Return the role's batch interface; raise `ThinkerUnavailable` when the library is not installed."""
        if role not in self._batches:
            key = keys.needed(role, environ=self.environ, keyring=self.keyring)
            self._batches[role] = batches_of(role, key=key, loop=self.loop)
        return self._batches[role]

    def stored(self, role: ModelRole, *, language: Language, persona_id: PersonaId | None) -> StoredThinker:
        """Return a thinker that asks this role's model only what it has never been asked."""
        model = self.model(role, language=language, persona_id=persona_id)
        return StoredThinker(model, self.answers, self.flight, self.clock, is_waiting=self.is_waiting)

    def model(self, role: ModelRole, *, language: Language, persona_id: PersonaId | None) -> ModelThinker:
        """Return a thinker that asks this role's model every time."""
        return ModelThinker(
            role=role,
            wire=self._wire(role),
            meter=Meter(self.purse, persona_id=persona_id),
            breaker=self._breaker(role),
            language=language,
            prompts=self.prompts,
            pace=self.pace,
            limit=self.limit,
        )

    def speaker(self, role: ModelRole, *, persona_id: PersonaId | None) -> ModelSpeaker:
        """Return whoever speaks for a persona by this role's model."""
        return ModelSpeaker(
            role, self._wire(role), Meter(self.purse, persona_id=persona_id), self._breaker(role), pace=self.pace
        )

    def key_found(self, role: ModelRole) -> str:
        """Return where the role's key is: `environment`, `keyring`, `not needed`, or `missing`; never the key."""
        if any(self.environ.get(name, "").strip() for name in keys.variables(role)):
            return "environment"
        looked, found = self._in_keyring.get(role, (-KEYRING_SECONDS, False))
        if self.pace.monotonic() - looked >= KEYRING_SECONDS:
            found = keys.found(role, environ={}, keyring=self.keyring) is not None
            self._in_keyring[role] = self.pace.monotonic(), found
        return "keyring" if found else "not needed" if keys.works_without_key(role) else NO_KEY

    def close(self) -> None:
        """Let go of connections."""
        for wire in self._wires.values():
            wire.close()
        for batches in self._batches.values():
            batches.close()
        self._wires.clear()
        self._batches.clear()
        self.loop.close()

    def _wire(self, role: ModelRole) -> LazyWire:
        made = LazyWire(role, key=lambda: keys.needed(role, environ=self.environ, keyring=self.keyring), loop=self.loop)
        return self._wires.setdefault(role, made)

    def _breaker(self, role: ModelRole) -> Breaker:
        return self._breakers.setdefault(role.url, Breaker(name=role.label, monotonic=self.pace.monotonic))
