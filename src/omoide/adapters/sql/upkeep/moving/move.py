"""A move: the source is held still, every table is copied in the order of what points at what, and compared row by row.

Whoever writes to the source meanwhile waits, and is refused when that takes too long; whoever reads goes on.  Nothing in the source is
changed.  Each portion is kept in the target as it comes, so that a move that was broken off goes on with the first row that is
missing; when the source has changed since in what was copied, which the comparison tells, all is copied anew.
"""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Table

from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.migrate import TABLES
from omoide.adapters.sql.upkeep.moving import rows, targets
from omoide.adapters.sql.upkeep.moving.targets import MoveTarget
from omoide.domain.upkeep.moved import MovedHome, MovedTable, MovePhase, MoveStep, MoveTold
from omoide.errors import InvalidInput, StoreReadOnly, StoreUnavailable

TOLD_ROWS = 20_000
"""How often a comparison says how far it is."""


class _NotTheSame(Exception):
    """A table differs."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


class MoveDatabase:
    """Copies one database into another."""

    def __init__(self, source: Database, *, lock: Path) -> None:
        self._source = source
        self._lock = lock
        """Of who brings the target up to date."""

    def __call__(self, target: MoveTarget, *, told: MoveTold = lambda _step: None) -> MovedHome:
        """Copy everything, and return what was found the same on both sides.

        Raise `InvalidInput` when the target is neither empty nor a copy of this source that was broken off.
        """
        database = target.opened()
        try:
            if database.label == self._source.label:
                raise InvalidInput(f"{database.label} is where the home is kept already; name another place")
            with self._held_still() as source:
                was_resumed = self._begun(target, database)
                try:
                    tables = self._moved(source, database, told)
                except _NotTheSame as exc:
                    if not was_resumed:
                        raise StoreUnavailable(
                            f"the copy in {database.label} differs from {self._source.label} in {exc.table} "
                            "though nobody wrote; nothing was handed over, check both disks and move again"
                        ) from exc
                    target.clear(database)  # the source went on after the copy was broken off
                    was_resumed = self._begun(target, database)
                    tables = self._moved(source, database, told)
                targets.hand_over(source, database, TABLES.sorted_tables)
            return MovedHome(self._source.label, database.label, tables, was_resumed)
        finally:
            database.close()

    @contextmanager
    def _held_still(self) -> Iterator[Connection]:
        with ExitStack() as held:
            try:
                connection = held.enter_context(self._source.writing())
            except StoreReadOnly:  # then nobody else writes either
                connection = held.enter_context(self._source.reading())
            yield connection

    def _begun(self, target: MoveTarget, database: Database) -> bool:
        """Bring the target to where rows can be put into it; tell whether some are there already."""
        known = targets.marked(database)
        if known == (self._source.label, migrate.revisions()[-1]):
            return True
        if known is not None and known[0] != self._source.label:
            raise InvalidInput(
                f"{database.label} holds a copy of {known[0]} that was broken off; finish that one, or name an empty database"
            )
        if known is not None:  # by an older version of Omoide
            target.clear(database)
        targets.require_empty(database)
        migrate.bring_up_to_date(database, lock=self._lock)
        targets.mark(database, source=self._source.label)
        return False

    def _moved(self, source: Connection, database: Database, told: MoveTold) -> tuple[MovedTable, ...]:
        for table in TABLES.sorted_tables:
            self._copy(source, database, table, told)
        with database.reading() as target:
            return tuple(_compare(source, target, table, told) for table in TABLES.sorted_tables)

    @staticmethod
    def _copy(source: Connection, database: Database, table: Table, told: MoveTold) -> None:
        total = rows.count(source, table)
        with database.reading() as target:
            after, done = rows.last_key(target, table), rows.count(target, table)
        told(MoveStep(MovePhase.COPY, table.name, done, total))
        with closing(rows.portions(source, table, after=after)) as missing:
            for some in missing:
                _put(database, table, some, after=done)
                done += len(some)
                told(MoveStep(MovePhase.COPY, table.name, done, total))
        if rows.pointing_columns(table):
            with database.writing() as target:
                rows.point(source, target, table)


def _put(database: Database, table: Table, some: list[rows.Values], *, after: int) -> None:
    try:
        with database.writing() as target:
            rows.put(target, table, some)
    except InvalidInput as exc:
        raise InvalidInput(
            f"{database.label} cannot keep one of the rows {after + 1} to {after + len(some)} of {table.name}: {exc}"
        ) from exc


def _compare(source: Connection, target: Connection, table: Table, told: MoveTold) -> MovedTable:
    total, done, digest = rows.count(source, table), 0, rows.new_digest()
    with closing(rows.compared(source, target, table)) as both:
        for is_same, written in both:
            if not is_same:
                raise _NotTheSame(table.name)
            digest.update(written)
            done += 1
            if done % TOLD_ROWS == 0:
                told(MoveStep(MovePhase.CHECK, table.name, done, total))
    told(MoveStep(MovePhase.CHECK, table.name, done, total))
    return MovedTable(table.name, done, digest.hexdigest())
