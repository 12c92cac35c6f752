"""The composition root: the only place that knows both sockets and plugs."""

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import assert_never

from omoide import config
from omoide.adapters import homefiles
from omoide.adapters.claude_code.projects import IgnoredProjects
from omoide.adapters.clock import SystemClock
from omoide.adapters.index.fulltext import Fts5TextIndex
from omoide.adapters.index.memory_field import ResidentMemoryField
from omoide.adapters.index.nearest import ResidentVectorIndex
from omoide.adapters.index.rosters import ResidentRosters
from omoide.adapters.jobs.threads import ThreadBackground
from omoide.adapters.sql import migrate
from omoide.adapters.sql.bookmarks import SqlReadingPlaces
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.erasing import SqlErasureStore
from omoide.adapters.sql.events import SqlEventStore
from omoide.adapters.sql.health import SqlHealth
from omoide.adapters.sql.memories import SqlMemoryStore
from omoide.adapters.sql.night_reading import SqlNightReading
from omoide.adapters.sql.night_records import SqlNightRecords
from omoide.adapters.sql.nights import SqlNightStore
from omoide.adapters.sql.owners_hand import SqlOwnersHand
from omoide.adapters.sql.passages import SqlPassageStore
from omoide.adapters.sql.personas import SqlPersonaStore, SqlSettingStore
from omoide.adapters.sql.recall_log import SqlRecallLog
from omoide.adapters.sql.upkeep import SqliteUpkeep
from omoide.config import Configuration, Settings
from omoide.config import rules as fading
from omoide.domain.chunks import ChunkRules
from omoide.domain.language import Language
from omoide.domain.persona import Persona, PersonaId
from omoide.domain.privacy import Unrecorded
from omoide.domain.ranking import RankingRules
from omoide.domain.relevance import calibration_of
from omoide.errors import InvalidSetting, StoreUnavailable
from omoide.ports.clock import Clock
from omoide.ports.embedder import Embedder
from omoide.ports.thinker import Thinker
from omoide.usecases.bring_to_mind import BringToMind, InjectionRules, LookBack
from omoide.usecases.capture import Capture
from omoide.usecases.catch_up import CatchUp
from omoide.usecases.condensing import Condenser
from omoide.usecases.erase import Erase
from omoide.usecases.examine import Examine
from omoide.usecases.observe import Complete, Observe
from omoide.usecases.recall import Recall
from omoide.usecases.recall_memories import RecallMemories, RecallRules
from omoide.usecases.remember import Remember
from omoide.usecases.sleep import Sleep
from omoide.usecases.tending import Foresee, Protect, Release, Restore
from omoide.usecases.undo import Undo
from omoide.usecases.while_away import WhileAway

DATABASE = "omoide.db"
CACHE = "cache"
SETTINGS_SECONDS = 1.0
"""How long a persona's settings are believed before they are read again."""


class Wiring:
    """Everything plugged together for one data home.  Parts that cost something to make are made when first used."""

    def __init__(
        self, configuration: Configuration, *, clock: Clock, embedder: Embedder | None, durable: bool = True
    ) -> None:
        self.configuration = configuration
        self.home = configuration.home
        self.clock = clock
        self._given_embedder = embedder
        self._durable = durable
        self._thinkers: dict[Language, Thinker] = {}
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
        return self._given_embedder or _embedder(self.configuration)

    def thinker(self, persona: Persona) -> Thinker:
        """Return who answers this persona's asks: built-in rules."""
        from omoide.adapters.thinkers.rules import RulesThinker

        return self._thinkers.setdefault(
            persona.language, RulesThinker(language=persona.language, embedder=self.embedder)
        )

    @cached_property
    def memories(self) -> "MemoryWiring":
        """Return everything about memories that fade."""
        return MemoryWiring(self)

    @cached_property
    def hosts(self) -> "HostWiring":
        """Return everything that a host of conversations, such as Claude Code, needs."""
        return HostWiring(self)

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
        """Break off background work and let go of the database."""
        if "background" in self.__dict__:
            self.background.stop()
        if "database" in self.__dict__:
            self.database.close()


class MemoryWiring:
    """The parts of a home that keep, recall and fade memories."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self.clock = wiring.clock

    @cached_property
    def store(self) -> SqlMemoryStore:
        """Return the memories."""
        return SqlMemoryStore(self._wiring.database)

    @cached_property
    def field(self) -> ResidentMemoryField:
        """Return what recall weighs."""
        return ResidentMemoryField(self._wiring.database)

    @cached_property
    def log(self) -> SqlRecallLog:
        """Return what came to mind so far."""
        return SqlRecallLog(self._wiring.database)

    @cached_property
    def hand(self) -> SqlOwnersHand:
        """Return the owner's hand."""
        embedder = self._wiring.embedder
        return SqlOwnersHand(self._wiring.database, space=embedder.space, embed=lambda text: embedder.embed([text])[0])

    @cached_property
    def reading(self) -> SqlNightReading:
        """Return what a night reads."""
        return SqlNightReading(self._wiring.database)

    @cached_property
    def records(self) -> SqlNightRecords:
        """Return the records of nights."""
        return SqlNightRecords(self._wiring.database)

    @cached_property
    def upkeep(self) -> SqliteUpkeep:
        """Return the care of the database file."""
        return SqliteUpkeep(self._wiring.home / DATABASE, cache=self._wiring.home / CACHE)

    def remember(self, persona: Persona) -> Remember:
        """Return the verb that makes memories of turns."""
        settings = self._settings(persona)
        return Remember(
            events=self._wiring.events,
            memories=self.store,
            log=self.log,
            protect=self.protect(persona),
            thinker=self._wiring.thinker(persona),
            embedder=self._wiring.embedder,
            clock=self.clock,
            rules=fading.retention_rules(settings),
            schedule_hour=settings.compression.schedule_hour,
        )

    def recall(self, persona: Persona) -> RecallMemories:
        """Return the verb that finds what comes to mind."""
        return RecallMemories(
            field=self.field,
            vectors=self._wiring.vectors,
            memories=self.store,
            log=self.log,
            embedder=self._wiring.embedder,
            clock=self.clock,
            rules=_recall_rules(self._settings(persona)),
        )

    def sleep(self, persona: Persona) -> Sleep:
        """Return the verb that runs a night."""
        settings = self._settings(persona)
        return Sleep(
            reading=self.reading,
            store=SqlNightStore(self._wiring.database),
            records=self.records,
            memories=self.store,
            condenser=Condenser(self._wiring.thinker(persona)),
            embedder=self._wiring.embedder,
            clock=self.clock,
            stopwatch=time.monotonic,
            rules=fading.night_rules(settings),
            relations=fading.relation_rules(settings),
            grace_days=settings.compression.grace_days,
        )

    def undo(self, persona: Persona) -> Undo:
        """Return the verb that takes the last night back."""
        return Undo(self.sleep(persona), self.hand)

    def protect(self, persona: Persona) -> Protect:
        """Return the verb that protects a memory."""
        return Protect(self.store, self.hand, self.clock, fading.protection_rules(self._settings(persona)))

    def release(self, persona: Persona) -> Release:
        """Return the verb that lets a memory fade again."""
        return Release(self.store, self.hand, self.clock, fading.protection_rules(self._settings(persona)))

    def restore(self, persona: Persona) -> Restore:
        """Return the verb that brings a memory back."""
        return Restore(self.store, self.hand, self.clock, fading.night_rules(self._settings(persona)))

    def foresee(self, persona: Persona) -> Foresee:
        """Return the verb that says what the coming nights will do."""
        return Foresee(self.store, self.reading, self.clock, fading.night_rules(self._settings(persona)))

    def _settings(self, persona: Persona) -> Settings:
        return self._wiring.for_persona(persona.id).settings


class HostWiring:
    """The parts of a home that listen to a host's sessions, meet its prompts, and erase."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    @cached_property
    def erasures(self) -> SqlErasureStore:
        """Return the orders to erase."""
        return SqlErasureStore(self._wiring.database)

    @cached_property
    def places(self) -> SqlReadingPlaces:
        """Return how far session logs have been read."""
        return SqlReadingPlaces(self._wiring.database)

    @cached_property
    def leaves_alone(self) -> IgnoredProjects:
        """Return which projects are to be left alone."""
        return IgnoredProjects(self._wiring.configuration.settings.hooks.ignored_projects)

    def capture(self, persona: Persona) -> Capture:
        """Return the verb that keeps turns of session logs."""
        return Capture(self._wiring.observe(persona.id), self.erasures, self.leaves_alone)

    def bring_to_mind(self, persona: Persona) -> BringToMind:
        """Return the verb that finds what a prompt calls up."""
        hooks = self._wiring.for_persona(persona.id).settings.hooks
        return BringToMind(
            memories=self._wiring.memories.recall(persona),
            recall=self._wiring.recall(persona.id),
            store=self._wiring.memories.store,
            events=self._wiring.events,
            rules=InjectionRules(
                most_memories=hooks.most_memories,
                least_similarity=hooks.least_similarity,
                same_place_gain=hooks.same_project_gain,
            ),
        )

    def look_back(self, persona: Persona) -> LookBack:
        """Return the verb that tells what was said last."""
        return LookBack(self._wiring.events, self._wiring.for_persona(persona.id).settings.hooks.last_turns)

    def while_away(self, persona: Persona) -> WhileAway:
        """Return the verb that works off what waits."""
        memories = self._wiring.memories
        return WhileAway(self._wiring.catch_up, memories.remember(persona), memories.sleep(persona))

    @property
    def erase(self) -> Erase:
        """Return the owner's act of erasing."""
        home = self._wiring.home
        return Erase(
            self._wiring.events, self.erasures, lambda texts: homefiles.holding(home, texts), self._wiring.clock
        )


def _recall_rules(settings: Settings) -> RecallRules:
    return RecallRules(
        retrieval=fading.retrieval_rules(settings),
        reinforcement=fading.reinforcement_rules(settings),
        resonance=fading.resonance_rules(settings),
        archive=fading.archive_rules(settings),
        relations=fading.relation_rules(settings),
    )


@dataclass(frozen=True, slots=True)
class Opening:
    """What a caller may say about how a home is opened."""

    home: str | Path | None = None
    file: str | Path | None = None
    environ: Mapping[str, str] | None = None
    clock: Clock | None = None
    embedder: Embedder | None = None
    durable: bool = True
    """False for a scratch home: it need not survive a power cut."""


def wire(opening: Opening) -> Wiring:
    """Return the parts of one data home, plugged together; nothing is opened yet but the settings."""
    environ = os.environ if opening.environ is None else opening.environ
    configuration = config.load(opening.home, environ, file=opening.file)
    clock = opening.clock or SystemClock()
    return Wiring(configuration, clock=clock, embedder=opening.embedder, durable=opening.durable)


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
    if not configuration.settings.privacy.allow_remote and not _is_local(embedding.base_url or OPENAI):
        raise InvalidSetting(
            "embedding.provider = openai would send texts away, but privacy.allow_remote = false; "
            "change one of the two, or point embedding.base_url at this machine"
        )
    key = configuration.api_key(embedding)
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


def _is_local(address: str) -> bool:
    from urllib.parse import urlsplit

    return (urlsplit(address).hostname or "") in ("localhost", "127.0.0.1", "::1")
