"""The composition root: the only place that knows both sockets and plugs."""

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from omoide import config
from omoide.adapters.index.fulltext import Fts5TextIndex
from omoide.adapters.index.nearest import ResidentVectorIndex
from omoide.adapters.index.rosters import ResidentRosters
from omoide.adapters.jobs.threads import ThreadBackground
from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.events.events import SqlEventStore
from omoide.adapters.sql.personas.personas import SqlPersonaStore, SqlSettingStore
from omoide.adapters.sql.recall.passages import SqlPassageStore
from omoide.adapters.sql.upkeep.health import SqlHealth
from omoide.adapters.time.clock import SystemClock
from omoide.config import Configuration
from omoide.domain.events.privacy import Unrecorded
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.ranking import RankingRules
from omoide.domain.recall.relevance import calibration_of
from omoide.domain.text.chunks import ChunkRules
from omoide.errors import InvalidSetting, StoreUnavailable
from omoide.ports.models.embedder import Embedder
from omoide.ports.models.thinker import Thinker
from omoide.ports.time.clock import Clock
from omoide.usecases.events.observe import Complete, Observe
from omoide.usecases.recall.catch_up import CatchUp
from omoide.usecases.recall.recall import Recall
from omoide.usecases.upkeep.examine import Examine

if TYPE_CHECKING:
    from omoide.bootstrap.growing import GrowingWiring
    from omoide.bootstrap.hosts import HostWiring
    from omoide.bootstrap.memories import MemoryWiring
    from omoide.bootstrap.thinking import ThinkingWiring
    from omoide.bootstrap.working import HomeWork

DATABASE = "omoide.db"
CACHE = "cache"
SETTINGS_SECONDS = 1.0
"""How long a persona's settings are believed before they are read again."""


class Wiring:
    """Everything plugged together for one data home.  Parts that cost something to make are made when first used."""

    def __init__(
        self,
        configuration: Configuration,
        *,
        clock: Clock,
        embedder: Embedder | None,
        thinker: Thinker | None = None,
        durable: bool = True,
        environ: Mapping[str, str] | None = None,
        beside: str = "nowhere",
    ) -> None:
        self.configuration = configuration
        self.home = configuration.home
        self.clock = clock
        self._given_embedder = embedder
        self.given_thinker = thinker
        """Who answers everything in place of the persona's own models and rules."""
        self._durable = durable
        self.environ = environ or {}
        """Where models' keys are looked for."""
        self._beside = beside
        self._configurations: dict[PersonaId, tuple[float, Configuration]] = {}

    @cached_property
    def database(self) -> Database:
        """Return the database, up to date."""
        _make_home(self.home)
        database = open_sqlite(self.home / DATABASE, durable=self._durable)
        migrate.bring_up_to_date(database, lock=self.home / f"{DATABASE}.migrating")
        return database

    @cached_property
    def personas(self) -> SqlPersonaStore:
        """Return the personas."""
        return SqlPersonaStore(self.database)

    @cached_property
    def settings(self) -> SqlSettingStore:
        """Return the personas' own settings."""
        return SqlSettingStore(self.database)

    @cached_property
    def events(self) -> SqlEventStore:
        """Return the log."""
        return SqlEventStore(self.database)

    @cached_property
    def passages(self) -> SqlPassageStore:
        """Return the passages and their vectors."""
        return SqlPassageStore(self.database)

    @cached_property
    def texts(self) -> Fts5TextIndex:
        """Return the full-text index."""
        return Fts5TextIndex(self.database)

    @cached_property
    def vectors(self) -> ResidentVectorIndex:
        """Return the vector index."""
        return ResidentVectorIndex(self.database, cache=self.home / CACHE)

    @cached_property
    def rosters(self) -> ResidentRosters:
        """Return the personas' events by id, time and session."""
        return ResidentRosters(self.database)

    @cached_property
    def health(self) -> SqlHealth:
        """Return the check of the database file."""
        return SqlHealth(self.database)

    @cached_property
    def embedder(self) -> Embedder:
        """Return the embedder that the settings name."""
        if self._given_embedder is not None:
            return self._given_embedder
        made = _embedder(self.configuration)
        return self.thinking.metered(made) if self.configuration.settings.embedding.provider == "openai" else made

    def thinker(self, persona: Persona) -> Thinker:
        """Return who answers this persona's asks: the one given at opening, its models, else built-in rules."""
        return self.given_thinker or self.thinking.thinker(persona)

    @cached_property
    def thinking(self) -> "ThinkingWiring":
        """Return everything about models, rules and what they cost."""
        from omoide.bootstrap.thinking import ThinkingWiring

        return ThinkingWiring(self)

    @cached_property
    def memories(self) -> "MemoryWiring":
        """Return everything about memories that fade."""
        from omoide.bootstrap.memories import MemoryWiring

        return MemoryWiring(self)

    @cached_property
    def growing(self) -> "GrowingWiring":
        """Return everything about beliefs, feelings and the thread of talk."""
        from omoide.bootstrap.growing import GrowingWiring

        return GrowingWiring(self)

    @cached_property
    def hosts(self) -> "HostWiring":
        """Return everything that a host of conversations, such as Claude Code, needs."""
        from omoide.bootstrap.hosts import HostWiring

        return HostWiring(self)

    @cached_property
    def work(self) -> "HomeWork":
        """Return what happens by itself."""
        from omoide.bootstrap.working import Beside, HomeWork

        return HomeWork(self, Beside(self._beside))

    def for_persona(self, persona_id: PersonaId) -> Configuration:
        """Return the configuration with the persona's own settings on top; another process' change shows in a second."""
        now = time.monotonic()
        read_at, known = self._configurations.get(persona_id, (-SETTINGS_SECONDS, self.configuration))
        if now - read_at >= SETTINGS_SECONDS:
            own = self.settings.of(persona_id)
            known = self.configuration.for_persona(own) if own else self.configuration
            self._configurations[persona_id] = now, known
        return known

    def set_for_persona(self, persona_id: PersonaId, key: str, value: str | None) -> None:
        """Keep a persona's own value of a setting, if the settings are still sound with it; `None` takes it away."""
        own = {name: text for name, text in self.settings.of(persona_id).items() if name != key}
        self.configuration.for_persona(own | ({} if value is None else {key: value}))
        self.settings.set(persona_id, key, value)
        self._configurations.pop(persona_id, None)

    def observe(self, persona_id: PersonaId) -> Observe:
        """Return the verb `observe` as this persona has it set."""
        settings = self.for_persona(persona_id).settings
        return Observe(
            self.events,
            self.clock,
            unrecorded=Unrecorded(tuple(settings.privacy.never_record)),
            chunks=ChunkRules(settings.index.chunk_characters, settings.index.chunk_overlap),
        )

    def complete(self, persona_id: PersonaId) -> Complete:
        """Return the verb that gives an opened turn its answer."""
        settings = self.for_persona(persona_id).settings
        return Complete(
            self.events,
            self.clock,
            unrecorded=Unrecorded(tuple(settings.privacy.never_record)),
            chunks=ChunkRules(settings.index.chunk_characters, settings.index.chunk_overlap),
        )

    def recall(self, persona_id: PersonaId) -> Recall:
        """Return the verb `recall` as this persona has it set."""
        settings = self.for_persona(persona_id).settings
        calibration = calibration_of(self.embedder.space)
        return Recall(
            events=self.events,
            rosters=self.rosters,
            texts=self.texts,
            vectors=self.vectors,
            embedder=self.embedder,
            catch_up=self.catch_up,
            background=self.background,
            clock=self.clock,
            rules=RankingRules(),
            calibration=calibration,
            floor=calibration.floor if settings.retrieval.floor is None else settings.retrieval.floor,
            reach=settings.retrieval.neighbours,
            catch_up_seconds=settings.index.catch_up_seconds,
        )

    @cached_property
    def background(self) -> ThreadBackground:
        """Return the work beside the caller."""
        return ThreadBackground()

    @cached_property
    def catch_up(self) -> CatchUp:
        """Return the work of making missing vectors."""
        settings = self.configuration.settings
        return CatchUp(
            self.passages,
            self.embedder,
            batch=settings.embedding.batch_size,
            checkpoint=settings.index.checkpoint_items,
            stopwatch=time.monotonic,
        )

    @property
    def examine(self) -> Examine:
        """Return the check of everything."""
        return Examine(
            health=lambda: self.health,
            personas=lambda: self.personas,
            passages=lambda: self.passages,
            texts=lambda: self.texts,
            embedder=lambda: self.embedder,
        )

    def close(self) -> None:
        """Break off background work, and let go of connections and the database."""
        if "work" in self.__dict__:
            self.work.close()
        if "background" in self.__dict__:
            self.background.stop()
        if "thinking" in self.__dict__:
            self.thinking.close()
        if "database" in self.__dict__:
            self.database.close()


@dataclass(frozen=True, slots=True)
class Opening:
    """What a caller may say about how a home is opened."""

    home: str | Path | None = None
    file: str | Path | None = None
    environ: Mapping[str, str] | None = None
    clock: Clock | None = None
    embedder: Embedder | None = None
    thinker: Thinker | None = None
    durable: bool = True
    """False for a scratch home: it need not survive a power cut."""
    beside: str = "nowhere"
    """Where work goes on that nobody waits for: thread, process or nowhere."""


def wire(opening: Opening) -> Wiring:
    """Return the parts of one data home, plugged together; nothing is opened yet but the settings."""
    environ = os.environ if opening.environ is None else opening.environ
    configuration = config.load(opening.home, environ, file=opening.file)
    clock = opening.clock or SystemClock()
    return Wiring(
        configuration,
        clock=clock,
        embedder=opening.embedder,
        thinker=opening.thinker,
        durable=opening.durable,
        environ=environ,
        beside=opening.beside,
    )


def _make_home(home: Path) -> None:
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as exc:
        raise StoreUnavailable(
            f"the data home {home} cannot be made: {exc.strerror}; choose another with --home or OMOIDE_HOME"
        ) from exc


def _embedder(configuration: Configuration) -> Embedder:
    embedding = configuration.settings.embedding
    match embedding.provider:
        case "builtin":
            from omoide.adapters.embedders.builtin import BuiltinEmbedder

            return BuiltinEmbedder()
        case "openai":
            return _remote_embedder(configuration)
        case "directory":
            from omoide.adapters.embedders.directory import DirectoryEmbedder

            return DirectoryEmbedder(Path(embedding.path or ".").expanduser())
        case "hashing":
            from omoide.adapters.embedders.hashing import HashingEmbedder

            return HashingEmbedder(dims=embedding.dimensions)
        case unreachable:
            assert_never(unreachable)


OPENAI = "https://api.openai.com/v1"


def _remote_embedder(configuration: Configuration) -> Embedder:
    from omoide.adapters.embedders.openai import OpenAIEmbedder

    embedding = configuration.settings.embedding
    if not configuration.settings.privacy.allow_remote and not is_local(embedding.base_url or OPENAI):
        raise InvalidSetting(
            "embedding.provider = openai would send texts away, but privacy.allow_remote = false; "
            "change one of the two, or point embedding.base_url at this machine"
        )
    # OpenAI's own key goes to OpenAI alone; another server gets only the key that api_key_env names for it.
    key = configuration.api_key(embedding) if embedding.base_url is None or embedding.api_key_env else None
    return OpenAIEmbedder(
        base_url=embedding.base_url or OPENAI,
        model=embedding.model,
        dims=embedding.dimensions,
        api_key=key.get_secret_value() if key else "",
        sends_dims=embedding.base_url is None,
        batch=embedding.batch_size,
        pause_seconds=embedding.batch_pause_seconds,
        retries=embedding.retries,
        timeout_seconds=embedding.timeout_seconds,
    )


def is_local(address: str) -> bool:
    """Tell whether an address is on this machine."""
    from urllib.parse import urlsplit

    return (urlsplit(address).hostname or "") in ("localhost", "127.0.0.1", "::1")
