"""Care of the home: checks, copies, sizes, moving to another database, and minds as files."""

from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING

from omoide.adapters.sql.upkeep.changes import SqlChanges
from omoide.adapters.sql.upkeep.health import SqlHealth
from omoide.adapters.sql.upkeep.upkeep import SqliteUpkeep
from omoide.adapters.upkeep import backup_list
from omoide.adapters.upkeep.private_files import make_folder
from omoide.bootstrap.foundation import CACHE, DATABASE, Foundation
from omoide.config import editing
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.adapters.sql.postgres.upkeep import PostgresUpkeep
    from omoide.domain.personas.persona import Persona
    from omoide.domain.upkeep.archive import ArchiveTold, Manifest
    from omoide.domain.upkeep.moved import MovedHome, MoveTold

URL = "database.url"
"""The setting that names a server's database."""
NO_PLACE = "the place to move to is no path that could be used"


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
    def changes(self) -> SqlChanges:
        """Return what tells whether anything was written."""
        return SqlChanges(self._foundation.database)

    def close(self) -> None:
        """Let go of what looks at the database."""
        if "changes" in self.__dict__:
            self.changes.close()

    @cached_property
    def files(self) -> "SqliteUpkeep | PostgresUpkeep":
        """Return the care of the database: of the home's file, or of the server's."""
        home, url = self._foundation.folder, self._foundation.configuration.settings.database.url
        if url is None:
            return SqliteUpkeep(home / DATABASE, cache=home / CACHE)
        from omoide.adapters.sql.postgres.upkeep import PostgresUpkeep

        return PostgresUpkeep(url, self._foundation.database, home=home, cache=home / CACHE)

    def move(self, to: str | Path, *, switch: bool, told: "MoveTold") -> "MovedHome":
        """Copy the database to a server's (an address), or into a file or home (a path); `switch` has this home use it.

        Raise `InvalidInput` when the target is not empty, or this home cannot be told to use it.
        """
        from omoide.adapters.sql.upkeep.moving.move import MoveDatabase
        from omoide.adapters.sql.upkeep.moving.targets import PostgresTarget, SqliteTarget

        move = MoveDatabase(self._foundation.database, lock=self._foundation.folder / f"{DATABASE}.moving")
        if is_address(to):
            moved = move(PostgresTarget(str(to)), told=told)
        else:
            path = database_file(Path(to))
            if switch and path != self.own_file:
                raise InvalidInput(
                    f"this home keeps its database in {self.own_file} or on a server; a copy in {path} is used by opening "
                    "its folder as a home (--home), so leave --switch out"
                )
            try:
                make_folder(path.parent)
            except OSError as exc:
                raise InvalidInput(f"{NO_PLACE}: {exc.strerror}; give another") from exc
            moved = move(SqliteTarget(path), told=told)
        if switch:
            self._use(str(to) if is_address(to) else None)
        return moved

    def export(
        self,
        persona: "Persona",
        target: "Path | IO[bytes]",
        *,
        with_secret_diary: bool = False,
        told: "ArchiveTold" = lambda _done, _total: None,
    ) -> "Manifest":
        """Write the mind of a persona as one file, or to what takes bytes; return what its manifest says."""
        from omoide.adapters.sql.upkeep.archive.export import SqlMindExport
        from omoide.adapters.sql.upkeep.archive.packed import new_file

        export, now = SqlMindExport(self._foundation.database), self._foundation.clock.now()
        if not isinstance(target, Path):
            return export(persona, target, with_secret_diary=with_secret_diary, now=now, told=told)
        with new_file(target) as file:
            manifest = export(persona, file, with_secret_diary=with_secret_diary, now=now, told=told)
        backup_list.note(self._foundation.folder, target)
        return manifest

    def take_in(
        self, persona: "Persona", source: Path, *, told: "ArchiveTold" = lambda _done, _total: None
    ) -> "Manifest":
        """Put an archive into a persona that has nothing yet; return what its manifest says."""
        from omoide.adapters.sql.upkeep.archive.packed import PackedArchive
        from omoide.adapters.sql.upkeep.archive.take_in import SqlMindImport

        with PackedArchive.opened(source) as archive:
            take_in, check = SqlMindImport(self._foundation.database), self._foundation.configuration.for_persona
            manifest = take_in(persona, archive, check_settings=check, told=told)
        self._foundation.minds.forget(persona.id)
        return manifest

    @property
    def own_file(self) -> Path:
        """Return the file in which this home keeps its database where no server's is named."""
        return (self._foundation.folder / DATABASE).absolute()

    def _use(self, url: str | None) -> None:
        configuration = self._foundation.configuration
        if url is None:
            editing.unset_in_file(configuration.home, URL, file=configuration.file)
        else:
            editing.set_in_file(configuration.home, URL, url, file=configuration.file)


def is_address(to: str | Path) -> bool:
    """Tell whether a place to move to is a server's."""
    return isinstance(to, str) and "://" in to


def database_file(path: Path) -> Path:
    """Return the file that is meant by a path: itself, or in a home's folder the database."""
    try:
        path = path.expanduser().absolute()
        found = path if path.suffix and not path.is_dir() else path / DATABASE
        found.exists()  # a name that no disk takes is an error here already
    except (OSError, RuntimeError, ValueError) as exc:
        raise InvalidInput(f"{NO_PLACE}; give a folder, a file or an address") from exc
    return found
