"""Rights that only one process has at a time, whichever machine it is on: the server gives them back when its holder dies."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from omoide.adapters.erasing.home_files import HomeFiles
from omoide.adapters.sql.postgres.database import HOME_LOCK, PostgresDatabase
from omoide.domain.personas.persona import PersonaId

_SLEEP = HOME_LOCK + (1 << 48)
"""The first of the numbers of the rights to put personas to sleep."""
_ERASING = HOME_LOCK - 1


class PostgresSleepLock:
    """One right for each persona."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    @contextmanager
    def alone(self, persona_id: PersonaId) -> Iterator[bool]:
        """Give the right, and tell whether it was to be had."""
        with self._database.right(_SLEEP + persona_id, wait_seconds=0) as is_alone:
            yield is_alone


class SharedHomeFiles(HomeFiles):
    """The files of one of several homes whose rows are on one server: one of them erases at a time."""

    def __init__(self, home: Path, *, database: str, wait_seconds: float, server: PostgresDatabase) -> None:
        super().__init__(home, database=database, wait_seconds=wait_seconds)
        self._server = server

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Give the right to erase, and tell whether it was to be had."""
        with super().alone() as is_first_here:
            if not is_first_here:
                yield False
                return
            with self._server.right(_ERASING, wait_seconds=self._wait_seconds) as is_alone:
                yield is_alone
