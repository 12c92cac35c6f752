"""Prepared statements do what the same statements do through SQLAlchemy."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import bindparam, insert, select, update

from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.tables import personas
from omoide.errors import StoreUnavailable

INSERT = Prepared(insert(personas))
NAMED = Prepared(select(personas.c.id, personas.c.language).where(personas.c.name == bindparam("named")))
RENAME = Prepared(update(personas).where(personas.c.name == bindparam("named")))
HARU = {"name": "haru", "folded": "haru", "language": "ja", "timezone": "Asia/Tokyo", "created": 1}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_sqlite(tmp_path / "omoide.db")
    migrate.bring_up_to_date(opened, lock=tmp_path / "lock")
    yield opened
    opened.close()


def test_a_row_is_kept_under_its_number_found_and_changed(database: Database) -> None:
    with database.writing() as connection:
        number = INSERT.insert(connection, HARU)
        INSERT.write_all(connection, [{**HARU, "name": "june", "folded": "june", "language": "en"}])
        assert RENAME.write(connection, {"named": "june", "folded": "jun"}) == 1
        assert RENAME.write(connection, {"named": "nobody", "folded": "jun"}) == 0
    with database.reading() as connection:
        assert NAMED.first(connection, {"named": "haru"}) == (number, "ja")
        assert NAMED.rows(connection, {"named": "june"}) == [(number + 1, "en")]
        assert NAMED.first(connection, {"named": "nobody"}) is None
        assert connection.execute(select(personas.c.folded)).scalars().all() == ["haru", "jun"]


def test_what_fails_leaves_nothing_and_is_told_in_our_words(database: Database) -> None:
    with pytest.raises(StoreUnavailable), database.writing() as connection:
        INSERT.write_all(connection, [HARU, HARU])
    with database.reading() as connection:
        assert NAMED.rows(connection, {"named": "haru"}) == []


def test_a_list_is_refused(database: Database) -> None:
    these = Prepared(select(personas.c.id).where(personas.c.name.in_(bindparam("names", expanding=True))))
    with database.writing() as connection, pytest.raises(TypeError):
        these.rows(connection, {"names": ["haru"]})
