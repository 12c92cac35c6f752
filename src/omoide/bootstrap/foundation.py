"""What every subject of a home stands on: settings, clock, database, personas."""

import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from omoide.adapters.erasing import notes
from omoide.adapters.index.residency import HeldMinds
from omoide.adapters.jobs.threads import ThreadBackground
from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.erasing.tombstones import has_open_orders
from omoide.adapters.sql.personas.personas import SqlPersonaStore, SqlSettingStore
from omoide.adapters.upkeep.private_files import make_folder, tighten
from omoide.config import Configuration, Settings
from omoide.domain.personas.persona import PersonaId
from omoide.errors import StoreUnavailable, Unavailable
from omoide.ports.time.clock import Clock

if TYPE_CHECKING:
    from omoide.adapters.erasing.home_files import HomeFiles
    from omoide.adapters.sql.postgres.database import PostgresDatabase

DATABASE = "omoide.db"
CACHE = "cache"
PATIENCE_MS = 50
"""How long an answer waits for other processes that write."""
SETTINGS_SECONDS = 1.0
"""How long a persona's settings are believed before they are read again."""
CONFIGURATION_BYTES = 100_000
"""About what the settings of a persona that has some of its own take."""


class Foundation:
    """The ground of one data home.  Nothing is opened before it is first used."""

    def __init__(
        self, configuration: Configuration, *, clock: Clock, durable: bool = True, environ: Mapping[str, str]
    ) -> None:
        self.configuration = configuration
        self.clock = clock
        self.environ = environ
        """Where models' keys are looked for."""
        self._durable = durable
        self.minds = HeldMinds(most_bytes=configuration.settings.server.memory_mb << 20)
        """What is held in memory of each mind."""
        self._configurations = self.minds.by_mind(self._weight)

    @property
    def folder(self) -> Path:
        """Return where everything is kept."""
        return self.configuration.home

    @cached_property
    def database(self) -> Database:
        """Return the database, up to date."""
        _make(self.folder)
        tighten(self.folder)
        database = self._opened()
        migrate.bring_up_to_date(database, lock=self.folder / f"{DATABASE}.migrating")
        _finish_erasures(database, self.folder)
        return database

    def _opened(self) -> Database:
        where = self.configuration.settings.database
        if where.url is None:
            return open_sqlite(self.folder / DATABASE, durable=self._durable)
        from omoide.adapters.sql.postgres.database import open_postgres

        return open_postgres(
            where.url,
            durable=self._durable,
            pool_size=where.pool_size,
            pool_overflow=where.pool_overflow,
            statement_seconds=where.statement_seconds,
        )

    @property
    def server(self) -> "PostgresDatabase | None":
        """Return the database where it is a server's; `None` where it is a file of the home."""
        if self.configuration.settings.database.url is None:
            return None
        from omoide.adapters.sql.postgres.database import PostgresDatabase

        return self.database if isinstance(self.database, PostgresDatabase) else None

    @cached_property
    def hurried_database(self) -> Database:
        """Return the same database for whoever has an answer to give: it does not wait long for others who write."""
        return self.database.hurried(patience_ms=PATIENCE_MS)

    @cached_property
    def personas(self) -> SqlPersonaStore:
        """Return the personas."""
        return SqlPersonaStore(self.database)

    @cached_property
    def persona_settings(self) -> SqlSettingStore:
        """Return the personas' own settings, as text."""
        return SqlSettingStore(self.database)

    @cached_property
    def background(self) -> ThreadBackground:
        """Return the work beside the caller."""
        return ThreadBackground()

    def settings(self, persona_id: PersonaId) -> Settings:
        """Return the settings in force for a persona."""
        return self.for_persona(persona_id).settings

    def for_persona(self, persona_id: PersonaId) -> Configuration:
        """Return the configuration with the persona's own settings on top; another process' change shows in a second."""
        now = time.monotonic()
        read_at, known = self._configurations.get(persona_id, (-SETTINGS_SECONDS, self.configuration))
        if now - read_at >= SETTINGS_SECONDS:
            own = self.persona_settings.of(persona_id)
            known = self.configuration.for_persona(own) if own else self.configuration
            self._configurations[persona_id] = now, known
        return known

    def _weight(self, known: tuple[float, Configuration]) -> int:
        return 0 if known[1] is self.configuration else CONFIGURATION_BYTES

    def set_for_persona(self, persona_id: PersonaId, key: str, value: str | None) -> None:
        """Keep a persona's own value of a setting, if the settings are still sound with it; `None` takes it away."""
        own = {name: text for name, text in self.persona_settings.of(persona_id).items() if name != key}
        self.configuration.for_persona(own | ({} if value is None else {key: value}))
        self.persona_settings.set(persona_id, key, value)
        self._configurations.pop(persona_id, None)

    def close(self) -> None:
        """Break off background work, and let go of the database."""
        if "background" in self.__dict__:
            self.background.stop()
        if "database" in self.__dict__:
            self.database.close()


def _finish_erasures(database: Database, folder: Path) -> None:
    """Finish what an erasure that was broken off has left; somebody who is erasing now is left alone."""
    if not has_open_orders(database) and not notes.are_there(folder):
        return
    from omoide.adapters.sql.erasing.orders import SqlErasureStore
    from omoide.usecases.erasing.finish import FinishErasures

    files = erasure_files(folder, database, wait_seconds=0)
    with suppress(Unavailable), files.alone() as is_alone:  # tried again at the next opening
        if is_alone:
            FinishErasures(SqlErasureStore(database), files)()


def erasure_files(folder: Path, database: Database, *, wait_seconds: float) -> "HomeFiles":
    """Return the files of a home, as an erasure needs them."""
    from omoide.adapters.erasing.home_files import HomeFiles

    if database.engine.dialect.name != "sqlite":
        from omoide.adapters.sql.postgres.database import PostgresDatabase
        from omoide.adapters.sql.postgres.locks import SharedHomeFiles

        if isinstance(database, PostgresDatabase):
            return SharedHomeFiles(folder, database=DATABASE, wait_seconds=wait_seconds, server=database)
    return HomeFiles(folder, database=DATABASE, wait_seconds=wait_seconds)


def _make(folder: Path) -> None:
    try:
        make_folder(folder)
    except OSError as exc:
        raise StoreUnavailable(
            f"the data home {folder} cannot be made: {exc.strerror}; choose another with --home or OMOIDE_HOME"
        ) from exc
