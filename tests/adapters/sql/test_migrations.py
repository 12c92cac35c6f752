"""Migrations and the description of the tables say the same; a newer file is left alone."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from omoide.adapters.sql import migrate
from omoide.adapters.sql.beliefs.states import SqlBeliefStore
from omoide.adapters.sql.database import open_sqlite
from omoide.adapters.sql.events.events import SqlEventStore
from omoide.adapters.sql.tables import metadata
from omoide.domain.events.event import EventFilter
from omoide.domain.personas.persona import PersonaId
from omoide.errors import StoreUnavailable
from tests.adapters.sql.earlier_homes import (
    before_candidates,
    before_episodes,
    before_erasing_with_proof,
    before_origins,
)


def test_the_migrations_make_the_tables_that_the_code_describes(tmp_path: Path) -> None:
    database = open_sqlite(tmp_path / "x.db")
    migrate.step_by_step(database)
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"include_name": _ours, "compare_type": True})
        assert compare_metadata(context, metadata) == []


def _ours(name: str | None, kind: str, _parents: object) -> bool:
    return kind != "table" or not (name or "").startswith("passage_tokens")


def test_steps_follow_each_other_without_a_gap() -> None:
    assert migrate.revisions() == [f"{number:04}" for number in range(1, len(migrate.revisions()) + 1)]
    assert migrate.scripts().get_current_head() == migrate.revisions()[-1]


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    database = open_sqlite(tmp_path / "x.db")
    for _ in range(2):
        migrate.bring_up_to_date(database, lock=tmp_path / "lock")
        assert migrate.current(database) == migrate.revisions()[-1]


def test_memories_taken_out_before_graves_had_names_can_still_be_found(tmp_path: Path) -> None:
    database = open_sqlite(tmp_path / "x.db")
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    rows: list[dict[str, str | None]] = [{"row": '{"memory": {"label": "mem_20260118_001"}}'}, {"row": None}]
    with database.writing() as connection:
        before_episodes(connection)
        before_candidates(connection)
        connection.execute(text("DROP INDEX ix_memory_history_persona_id_buried_as"))
        connection.execute(text("ALTER TABLE memory_history DROP COLUMN buried_as"))
        before_erasing_with_proof(connection)
        connection.execute(text("DROP TABLE undigested_events"))
        connection.execute(text("CREATE TABLE digest_progress (persona_id INTEGER PRIMARY KEY, event_id INTEGER)"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0006'"))
        connection.execute(text("INSERT INTO personas VALUES (1, 'haru', 'haru', 'ja', 'UTC', 0)"))
        connection.execute(
            text(
                "INSERT INTO memory_history (persona_id, memory_id, at, cause, retention_score, row_before) "
                "VALUES (1, 1, 0, 'forgotten', 0, :row)"
            ),
            rows,
        )
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    with database.reading() as connection:
        names = connection.execute(text("SELECT buried_as FROM memory_history ORDER BY id")).scalars().all()
    assert names == ["mem_20260118_001", None]


def test_what_was_believed_before_there_were_candidates_stays_asserted(tmp_path: Path) -> None:
    database = open_sqlite(tmp_path / "x.db")
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    with database.writing() as connection:
        before_episodes(connection)
        before_candidates(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '0009'"))
        connection.execute(text("INSERT INTO personas VALUES (1, 'haru', 'haru', 'ja', 'UTC', 0)"))
        connection.execute(
            text(
                "INSERT INTO states (id, persona_id, kind, body, payload, about, confidence, version) "
                "VALUES (1, 1, 'fact', '寺町に住んでいる', '{}', 'user', 0.8, 1)"
            )
        )
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    [kept] = SqlBeliefStore(database).known(PersonaId(1), at=None)
    assert (kept.body, kept.candidate) == ("寺町に住んでいる", False)


def test_what_was_kept_before_there_were_episodes_stays(tmp_path: Path) -> None:
    database = open_sqlite(tmp_path / "x.db")
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    with database.writing() as connection:
        before_episodes(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '0011'"))
        connection.execute(text("INSERT INTO personas VALUES (1, 'haru', 'haru', 'ja', 'UTC', 0)"))
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    with database.reading() as connection:
        assert connection.execute(text("SELECT name FROM personas")).scalars().all() == ["haru"]
        assert connection.execute(text("SELECT count(*) FROM episodes")).scalar() == 0


def test_a_file_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    database = open_sqlite(tmp_path / "x.db")
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreUnavailable, match="newer version"):
        migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    assert migrate.current(database) == "9999"


def test_turns_of_before_there_were_origins_are_read_by_their_source(tmp_path: Path) -> None:
    database = open_sqlite(tmp_path / "x.db")
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    with database.writing() as connection:
        before_origins(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '0024'"))
        connection.execute(text("INSERT INTO personas VALUES (1, 'haru', 'haru', 'ja', 'UTC', 0, 0)"))
        for source in ("chat", "hook", "import", "owner", "notification", "reminder", "anything"):
            connection.execute(
                text(
                    "INSERT INTO events (persona_id, created, source, client_id, session_id, user_text) "
                    "VALUES (1, 0, :source, '', '', 'x')"
                ),
                {"source": source},
            )
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    found = SqlEventStore(database).find(PersonaId(1), EventFilter())
    assert [each.origin.value for each in found] == [*["owner"] * 4, "tool", "persona", "tool"]
