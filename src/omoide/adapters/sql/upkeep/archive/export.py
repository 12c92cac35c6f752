"""Writes an archive: one state of the whole mind, row by row, while others go on writing."""

from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass
from typing import IO, Any

from sqlalchemy import Connection, Table, func, select

from omoide.__about__ import __version__
from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memories.tables import nights
from omoide.adapters.sql.tables import personas
from omoide.adapters.sql.upkeep.archive import contents, numbers, values
from omoide.adapters.sql.upkeep.archive.packed import PackedWriter, TableWriter
from omoide.adapters.sql.upkeep.moving import rows
from omoide.domain.personas.persona import Persona
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.domain.upkeep.archive import ArchiveTold, Manifest, Numbers
from omoide.errors import ArchiveRefused, PersonaNotFound, Refused, StoreUnavailable
from omoide.ports.nights.store import Phase

_OVER = (Phase.DONE.value, Phase.UNDONE.value)


class SqlMindExport:
    """Writes the mind of a persona as an archive."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __call__(
        self, persona: Persona, stream: IO[bytes], *, with_secret_diary: bool, now: Moment, told: ArchiveTold
    ) -> Manifest:
        """Write everything, and return the manifest; raise `Refused` while a night of the persona is not finished."""
        with self._database.reading() as connection:
            whose = connection.execute(select(personas).where(personas.c.id == persona.id)).first()
            if whose is None:
                raise PersonaNotFound(persona.name)
            _require_no_night(connection, persona)
            some = _RowsOut(connection, persona, with_secret_diary)
            moving = _NumbersDown(
                {table.name: some.before_first(table) for table in contents.tables() if "id" in table.c}
            )
            packed = PackedWriter(stream)
            try:
                _write_all(packed, some, moving, told=told)
            except ArchiveRefused as exc:
                packed.abandon()
                raise StoreUnavailable(f"{persona.name} cannot be exported ({exc.why}); restore a backup") from exc
            except BaseException:
                packed.abandon()
                raise
            manifest = Manifest(
                omoide=__version__,
                schema=migrate.revisions()[-1],
                exported=now,
                name=whose.name,
                language=Language(whose.language),
                is_language_open=bool(whose.is_language_open),
                timezone=whose.timezone,
                created=Moment(whose.created),
                with_secret_diary=with_secret_diary,
                tables=packed.tables,
                numbers=moving.numbers(),
            )
            packed.finish(manifest)
        return manifest


@dataclass(frozen=True, slots=True)
class _RowsOut:
    """The persona's rows that go into the archive."""

    connection: Connection
    persona: Persona
    with_secret_diary: bool

    def of(self, table: Table) -> Any:
        return rows.portions(self.connection, table, where=self._where(table))

    def count(self, table: Table) -> int:
        query = select(func.count()).select_from(table).where(*self._where(table))
        return int(self.connection.execute(query).scalar_one())

    def before_first(self, table: Table) -> int:
        """Return the number before the first."""
        found = self.connection.execute(select(func.min(table.c.id)).where(*self._where(table))).scalar()
        return max(0, int(found or 1) - 1)

    def _where(self, table: Table) -> list[Any]:
        return contents.chosen(table, self.persona.id, with_secret_diary=self.with_secret_diary)


class _NumbersDown:
    """Moves numbers down to where they count from one, and notes the last of each sort."""

    def __init__(self, before: dict[str, int]) -> None:
        self._before = before
        self._last: dict[str, int] = defaultdict(int)

    def __call__(self, of: str, number: int) -> int:
        found = number if number <= 0 else number - self._before[of]
        self._last[of] = max(self._last[of], found)
        return found

    def numbers(self) -> dict[str, Numbers]:
        """Return by how much each sort was moved, and its last number."""
        return {name: Numbers(before, self._last[name]) for name, before in sorted(self._before.items())}


def _write_all(packed: PackedWriter, some: _RowsOut, moving: _NumbersDown, *, told: ArchiveTold) -> None:
    total, done = sum(some.count(table) for table in contents.tables()), 0
    for table in contents.tables():
        with packed.table(table.name) as writer:
            _write(writer, some, table, moving, told=lambda count, before=done: told(before + count, total))
        done += writer.rows


def _write(writer: TableWriter, some: _RowsOut, table: Table, moving: _NumbersDown, *, told: Any) -> None:
    names, kept = [column.name for column in table.columns], contents.columns(table)
    tellers = values.tellers(table)
    with closing(some.of(table)) as portions:
        for portion in portions:
            lines = []
            for row in portion:
                every = dict(zip(names, row, strict=True))
                fields = {name: every[name] for name in kept}
                moved = numbers.moved(table, fields, firmly=moving, loosely=moving, persona_id=None)
                for name, teller in tellers.items():
                    if moved.get(name) is not None:
                        moved[name] = teller(moved[name])
                lines.append(values.line(moved))
            writer.write(lines)
            told(writer.rows)


def _require_no_night(connection: Connection, persona: Persona) -> None:
    """Raise `Refused` while a night is not finished: what it works from is not in an archive."""
    open_ = select(nights.c.id).where(nights.c.persona_id == persona.id, nights.c.phase.not_in(_OVER)).limit(1)
    if connection.execute(open_).first() is not None:
        raise Refused(f"a night of {persona.name} is not finished; `omoide sleep` ends it, then export again")
