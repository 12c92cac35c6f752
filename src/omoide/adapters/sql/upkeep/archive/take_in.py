"""Puts an archive's rows into the database: all together or not at all, into a persona that has nothing yet.

Numbers stay what they were where nobody else has them or ever had; else they are moved behind the last.  Nothing in an archive can point
at a row of somebody else: every number lies among those that are set aside for it.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

from sqlalchemy import Connection, Table, bindparam, select, update
from sqlalchemy.exc import DataError, IntegrityError

from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.tables import passages, personas, settings
from omoide.adapters.sql.upkeep.archive import contents, numbers, values
from omoide.adapters.sql.upkeep.archive.packed import PackedArchive
from omoide.adapters.sql.upkeep.moving import rows, targets
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.passage import PassageKind, Side, content_hash
from omoide.domain.upkeep.archive import HIGHEST, ArchiveTold, Manifest, Numbers
from omoide.errors import ArchiveRefused, PersonaNotFound

Fields = dict[str, Any]
CheckSettings = Callable[[Mapping[str, str]], object]
"""Raises `InvalidSetting` when a persona cannot have these settings of its own."""


class SqlMindImport:
    """Takes an archive in."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __call__(
        self, persona: Persona, archive: PackedArchive, *, check_settings: CheckSettings, told: ArchiveTold
    ) -> Manifest:
        """Put everything in, and return the manifest; raise `ArchiveRefused` when it cannot be, or the persona has something."""
        manifest = archive.manifest
        _require_known(manifest)
        check_settings(_settings(archive))
        with self._database.writing() as connection, _fitting():
            _require_empty(connection, persona)
            moving = _NumbersUp(connection, manifest.numbers)
            _RowsIn(connection, persona.id, archive, moving, told).put()
            moving.set_aside(connection)
            _tell_persona(connection, persona.id, manifest)
        return manifest


@contextmanager
def _fitting() -> Iterator[None]:
    """Say of rows that the database refuses that the archive is to blame: nothing else wrote to the persona."""
    try:
        yield
    except (IntegrityError, DataError) as exc:
        raise ArchiveRefused("its rows do not fit together, or cannot be kept by this database") from exc


class _RowsIn:
    """Puts rows in."""

    def __init__(
        self,
        connection: Connection,
        persona_id: PersonaId,
        archive: PackedArchive,
        moving: "_NumbersUp",
        told: ArchiveTold,
    ) -> None:
        self._connection = connection
        self._persona_id = persona_id
        self._archive = archive
        self._moving = moving
        self._told = told
        self._done = 0

    def put(self) -> None:
        """Put every table in, and then what points into its own table."""
        for table in contents.tables():
            names = [column.name for column in table.columns]
            for some in _portions(self._of(table)):
                rows.put(self._connection, table, [tuple(each[name] for name in names) for each in some])
                self._done += len(some)
                self._told(self._done, self._archive.manifest.rows)
            for name in sorted(rows.pointing_columns(table)):
                self._point(table, name)

    def _of(self, table: Table) -> Iterator[Fields]:
        readers = values.readers(table)
        with closing(self._archive.lines(table.name)) as lines:
            for text in lines:
                told = values.read(text, of=table)
                fields = {name: reader(told.get(name)) for name, reader in readers.items()}
                self._moving.move(table, fields, self._persona_id)
                yield self._whole(table, fields)

    def _whole(self, table: Table, fields: Fields) -> Fields:
        if "persona_id" in table.c:
            fields["persona_id"] = self._persona_id
        if table is passages:
            _require_piece(fields)
            fields["hash"] = content_hash(fields["text"])
        return dict.fromkeys(contents.NO_COLUMNS.get(table.name, ())) | fields

    def _point(self, table: Table, name: str) -> None:
        [key] = table.primary_key.columns
        statement = update(table).where(key == bindparam("of")).values({name: bindparam("to")})
        pairs = ({"of": each[key.name], "to": each[name]} for each in self._of(table) if each[name] is not None)
        for some in _portions(pairs):
            self._connection.execute(statement, some)


class _NumbersUp:
    """Moves numbers to where they stand in this database."""

    def __init__(self, connection: Connection, given: Mapping[str, Numbers]) -> None:
        self._tables = {table.name: table for table in contents.tables() if "id" in table.c}
        self._given = {name: given.get(name, Numbers(0, 0)) for name in self._tables}
        self._by = {
            name: max(self._given[name].first, targets.last_number(connection, table))
            for name, table in self._tables.items()
        }
        if any(self._by[name] + each.last > HIGHEST for name, each in self._given.items()):
            raise ArchiveRefused("its numbers are higher than any that is kept")

    def move(self, table: Table, fields: Fields, persona_id: PersonaId) -> None:
        """Move every number in a row."""
        numbers.moved(table, fields, firmly=self._firmly, loosely=self._loosely, persona_id=persona_id)

    def set_aside(self, connection: Connection) -> None:
        """Have nobody given any of these numbers again."""
        for name, table in self._tables.items():
            if self._given[name].last:
                targets.set_last_number(connection, table, self._by[name] + self._given[name].last)

    def _firmly(self, of: str, number: int) -> int:
        if number < 1:
            raise ArchiveRefused(f"a row points at number {number} of {of}, which no row has")
        return self._loosely(of, number)

    def _loosely(self, of: str, number: int) -> int:
        if number > self._given[of].last:
            raise ArchiveRefused(f"a row points at number {number} of {of}, and the last is {self._given[of].last}")
        return number if number < 1 else number + self._by[of]


def _portions(every: Iterator[Fields]) -> Iterator[list[Fields]]:
    some: list[Fields] = []
    size = 0
    for fields in every:
        some.append(fields)
        size += sum(len(value) for value in fields.values() if isinstance(value, str | bytes))
        if len(some) >= rows.PORTION_ROWS or size >= rows.PORTION_BYTES:
            yield some
            some, size = [], 0
    if some:
        yield some


def _require_known(manifest: Manifest) -> None:
    if manifest.schema not in migrate.revisions():
        raise ArchiveRefused(
            f"a newer Omoide ({manifest.omoide}) wrote it, and this one does not know how; upgrade Omoide"
        )
    known = {table.name for table in contents.tables()}
    if unknown := sorted(manifest.tables.keys() - known):
        raise ArchiveRefused(f"it holds {unknown[0]!r}, which this Omoide does not know; upgrade Omoide")
    if unknown := sorted(manifest.numbers.keys() - known):
        raise ArchiveRefused(f"it counts {unknown[0]!r}, which this Omoide does not know; upgrade Omoide")


def _require_empty(connection: Connection, persona: Persona) -> None:
    if connection.execute(select(personas.c.id).where(personas.c.id == persona.id)).first() is None:
        raise PersonaNotFound(persona.name)
    for table in contents.tables():
        if "persona_id" in table.c:
            found = select(table.c.persona_id).where(table.c.persona_id == persona.id).limit(1)
            if connection.execute(found).first() is not None:
                raise ArchiveRefused(
                    f"{persona.name} has a mind already ({table.name}), and two are never mixed; "
                    "make a persona of another name for it"
                )


def _settings(archive: PackedArchive) -> dict[str, str]:
    with closing(archive.lines(settings.name)) as lines:
        told = [values.read(text, of=settings) for text in lines]
    return {str(each.get("key")): str(each.get("value")) for each in told}


def _require_piece(fields: Fields) -> None:
    try:
        PassageKind(fields["kind"]), Side(fields["side"])
    except ValueError as exc:
        raise ArchiveRefused("a passage is of no kind that is known") from exc
    if not 0 <= fields["part"] < 1 << 11:
        raise ArchiveRefused("a passage has a number that none has")


def _tell_persona(connection: Connection, persona_id: PersonaId, manifest: Manifest) -> None:
    told = {
        "language": manifest.language.value,
        "is_language_open": manifest.is_language_open,
        "timezone": manifest.timezone,
        "created": manifest.created,
    }
    connection.execute(update(personas).where(personas.c.id == persona_id).values(told))
