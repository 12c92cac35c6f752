"""What the tables need on PostgreSQL alone, and that both ways of making them end alike."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from omoide.adapters.sql import fresh, migrate
from omoide.adapters.sql.postgres.database import PostgresDatabase, open_postgres
from omoide.errors import StoreUnavailable
from tests.fakes.postgres import TestServer

COLUMNS = (
    "SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name "
    "FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, column_name"
)
INDEXES = "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY tablename, indexdef"
RULES = (
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1, 2"
)
FENCES = "SELECT tablename, policyname, qual FROM pg_policies WHERE schemaname = 'public' ORDER BY 1, 2"
GUARDS = "SELECT tgrelid::regclass::text, tgname, tgtype FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2"


@pytest.fixture
def opened(postgres: Callable[[], TestServer]) -> Iterator[Callable[[], PostgresDatabase]]:
    """Make databases without tables; all are let go of at the end."""
    made: list[PostgresDatabase] = []

    def make() -> PostgresDatabase:
        made.append(open_postgres(postgres().empty(), durable=False))
        return made[-1]

    yield make
    for each in made:
        each.close()


def standing(database: PostgresDatabase) -> dict[str, list[tuple[object, ...]]]:
    with database.reading() as connection:
        return {
            each: [tuple(row) for row in connection.execute(text(each))]
            for each in (COLUMNS, INDEXES, RULES, FENCES, GUARDS)
        }


def test_all_migrations_and_the_one_step_make_the_same_tables(
    opened: Callable[[], PostgresDatabase], tmp_path: Path
) -> None:
    by_steps, at_once = opened(), opened()
    migrate.step_by_step(by_steps)
    assert fresh.make(at_once, revision=migrate.revisions()[-1])
    assert not fresh.make(at_once, revision=migrate.revisions()[-1])
    found = standing(by_steps)
    assert standing(at_once) == found
    assert all(found.values())
    assert migrate.current(by_steps) == migrate.current(at_once) == migrate.revisions()[-1]
    collations = {row[5] for row in found[COLUMNS]} - {None}
    assert collations == {"C"}
    migrate.bring_up_to_date(by_steps, lock=tmp_path / "lock")
    assert standing(by_steps) == found


def test_a_database_of_a_newer_version_is_refused_and_left_alone(
    opened: Callable[[], PostgresDatabase], tmp_path: Path
) -> None:
    database = opened()
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreUnavailable, match="brought to revision 9999"), database.writing(1):
        pass
    another = open_postgres(str(database.engine.url.render_as_string(hide_password=False)))
    with pytest.raises(StoreUnavailable, match="newer version"):
        migrate.bring_up_to_date(another, lock=tmp_path / "lock")
    another.close()


def test_whoever_writes_for_one_persona_neither_sees_nor_touches_anothers_rows(
    postgres: Callable[[], TestServer],
) -> None:
    database = open_postgres(postgres().clean(), durable=False)
    with database.writing() as connection:
        for name in ("haru", "natsu"):
            connection.execute(
                text(
                    "INSERT INTO personas (name, folded, language, timezone, created) VALUES (:name, :name, 'ja', 'UTC', 0)"
                ),
                {"name": name},
            )
        for persona in (1, 2):
            connection.execute(
                text(
                    "INSERT INTO events (persona_id, created, source, client_id, session_id, user_text) "
                    "VALUES (:persona, 0, 'chat', '', '', 'secret')"
                ),
                {"persona": persona},
            )
    with database.writing(1) as connection:
        assert list(connection.execute(text("SELECT persona_id FROM events")).scalars()) == [1]
        assert connection.execute(text("UPDATE settings SET value = 'x' WHERE persona_id = 2")).rowcount == 0
    for stranger in (
        "INSERT INTO settings (persona_id, key, value) VALUES (2, 'a', 'b')",
        "INSERT INTO event_completions (event_id, assistant_text, completed) VALUES (2, 'x', 0)",
    ):
        with pytest.raises((StoreUnavailable, DBAPIError)), database.writing(1) as connection:
            connection.execute(text(stranger))
    with database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM event_completions")).scalar() == 0
        assert connection.execute(text("SELECT count(*) FROM settings")).scalar() == 0
        assert connection.execute(text("SELECT count(*) FROM events")).scalar() == 2
    database.close()


def test_numbers_of_one_persona_become_visible_in_their_order(postgres: Callable[[], TestServer]) -> None:
    database = open_postgres(postgres().clean(), durable=False)
    with (
        database.writing(7),
        pytest.raises(StoreUnavailable, match="busy"),
        database.hurried(patience_ms=50).writing(7),
    ):
        pass
    with database.writing(7), database.hurried(patience_ms=50).writing(8):
        pass  # another persona's turn is its own
    with database.writing(7), pytest.raises(StoreUnavailable, match="busy"), database.hurried(patience_ms=50).writing():
        pass
    with database.writing_beside(), database.hurried(patience_ms=50).writing(7):
        pass
    database.close()
