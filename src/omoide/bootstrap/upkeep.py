"""Care of the home: checks, copies, sizes."""

from functools import cached_property
from typing import TYPE_CHECKING

from omoide.adapters.sql.upkeep.health import SqlHealth
from omoide.adapters.sql.upkeep.upkeep import SqliteUpkeep
from omoide.bootstrap.foundation import CACHE, DATABASE, Foundation

if TYPE_CHECKING:
    from omoide.adapters.sql.postgres.upkeep import PostgresUpkeep


class UpkeepFactory:
    """Makes what looks after the files."""

    def __init__(self, foundation: Foundation) -> None:
        self._foundation = foundation

    @cached_property
    def health(self) -> SqlHealth:
        """Return the check of the database file."""
        if self._foundation.server is None:
            return SqlHealth(self._foundation.database)
        from omoide.adapters.sql.postgres.health import PostgresHealth

        return PostgresHealth(self._foundation.server)

    @cached_property
    def files(self) -> "SqliteUpkeep | PostgresUpkeep":
        """Return the care of the database: of the home's file, or of the server's."""
        home, url = self._foundation.folder, self._foundation.configuration.settings.database.url
        if url is None:
            return SqliteUpkeep(home / DATABASE, cache=home / CACHE)
        from omoide.adapters.sql.postgres.upkeep import PostgresUpkeep

        return PostgresUpkeep(url, self._foundation.database, home=home, cache=home / CACHE)
