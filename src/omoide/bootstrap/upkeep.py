"""Care of the home: checks, copies, sizes."""

from functools import cached_property

from omoide.adapters.sql.upkeep.changes import SqlChanges
from omoide.adapters.sql.upkeep.health import SqlHealth
from omoide.adapters.sql.upkeep.upkeep import SqliteUpkeep
from omoide.bootstrap.foundation import CACHE, DATABASE, Foundation


class UpkeepFactory:
    """Makes what looks after the files."""

    def __init__(self, foundation: Foundation) -> None:
        self._foundation = foundation

    @cached_property
    def health(self) -> SqlHealth:
        """Return the check of the database file."""
        return SqlHealth(self._foundation.database)

    @cached_property
    def changes(self) -> SqlChanges:
        """Return what tells whether anything was written."""
        return SqlChanges(self._foundation.database)

    @cached_property
    def files(self) -> SqliteUpkeep:
        """Return the care of the database file."""
        return SqliteUpkeep(self._foundation.folder / DATABASE, cache=self._foundation.folder / CACHE)

    def close(self) -> None:
        """Let go of what looks at the database."""
        if "changes" in self.__dict__:
            self.changes.close()
