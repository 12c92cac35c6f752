"""Whoever reads goes on while tables are brought up to date: on a file and on a server, and however long a step takes."""

import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event, text

from omoide import Mind, Omoide
from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.postgres.database import open_postgres
from omoide.errors import StoreBusy
from tests.fakes.embedding import hashing
from tests.fakes.postgres import TestServer

HEAD = migrate.revisions()[-1]
FILLS = ("UPDATE", "CREATE INDEX")
"""What takes its time in a table that is large."""
NEXT_STEPS = {
    "add": 'op.add_column("memories", sa.Column("later", sa.Integer()))',
    "fill": 'op.execute("UPDATE memories SET later = id")',
    "find": 'op.create_index("ix_memories_later", "memories", ["later"])',
    "drop": 'op.execute("DROP INDEX ix_memories_later")',
}
STEP = """
import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    {body}
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def url(
    request: pytest.FixtureRequest, postgres: Callable[[], TestServer], monkeypatch: pytest.MonkeyPatch
) -> str | None:
    """The address of an empty database on a server; none for a file in the home."""
    if request.param == "sqlite":
        return None
    address = postgres().empty()
    monkeypatch.setenv("OMOIDE_DATABASE__URL", address)
    monkeypatch.setenv("OMOIDE_DATABASE__STATEMENT_SECONDS", "5")  # who is locked out is told soon
    return address


@pytest.fixture
def mind(url: str | None, tmp_path: Path) -> Iterator[Mind]:
    """Somebody who remembers, in a process of the version before; it only reads from now on."""
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as omoide:
        omoide.add_persona("haru", language="ja")
        mind = omoide.mind("haru")
        mind.observe_many([(turn, None) for turn in _turns()])
        mind.settle()
        yield mind


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Further steps, as the next version would bring them: a column, what stands in it, and an index."""
    folder = tmp_path / "migrations"
    shutil.copytree(str(migrate._FOLDER), folder)
    before, made = HEAD, list[str]()
    for name, body in NEXT_STEPS.items():
        revision = f"{int(before) + 1:04}"
        file = folder / "versions" / f"{revision}_{name}.py"
        file.write_text(STEP.format(revision=revision, before=before, body=body), encoding="utf-8")
        made, before = [*made, revision], revision
    monkeypatch.setattr(migrate, "_FOLDER", folder)
    return made


def test_readers_go_on_while_a_step_fills_a_table(
    mind: Mind, next_version: list[str], url: str | None, tmp_path: Path
) -> None:
    database = _opened(url, tmp_path)
    read = list[str]()

    def look(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.lstrip().upper().startswith(FILLS) and "memories" in statement:
            assert mind.memories.all(), statement
            assert mind.recall("猫の名前は？", strengthen=False), statement
            read.append(statement.split(maxsplit=1)[0])

    event.listen(database.engine, "after_cursor_execute", look)
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    assert migrate.current(database) == next_version[-1]
    assert {"UPDATE", "CREATE"} <= set(read)
    database.close()


def test_a_step_that_breaks_off_leaves_the_steps_before_it_and_goes_on_from_there(
    mind: Mind, next_version: list[str], url: str | None, tmp_path: Path
) -> None:
    database = _opened(url, tmp_path)
    name = f"{next_version[2]}_find.py"
    broken = Path(str(migrate._FOLDER)) / "versions" / name
    sound = broken.read_text(encoding="utf-8")
    broken.write_text(sound.replace("op.create_index", "raise RuntimeError\n    op.create_index"), encoding="utf-8")
    with pytest.raises(RuntimeError):
        migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    assert migrate.current(database) == (HEAD if url is None else next_version[1])
    broken.write_text(sound, encoding="utf-8")
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    assert migrate.current(database) == next_version[-1]
    with database.reading() as connection:
        assert (
            connection.execute(text("SELECT count(*) FROM memories WHERE later <> id OR later IS NULL")).scalar() == 0
        )
    database.close()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_nobody_waits_behind_a_migration_that_waits_for_a_long_reader(
    mind: Mind, next_version: list[str], url: str, tmp_path: Path
) -> None:
    """As beside `pg_dump`, which reads every table for as long as it takes."""
    database = _opened(url, tmp_path)
    refused, tried = threading.Event(), list[str]()

    def note(_context: Any) -> None:
        tried.append("refused")
        refused.set()

    event.listen(database.engine, "handle_error", note)
    with psycopg.connect(url) as dump:
        dump.execute("SELECT count(*) FROM memories")
        migrating = threading.Thread(
            target=migrate.bring_up_to_date, args=(database,), kwargs={"lock": tmp_path / "lock"}
        )
        migrating.start()
        assert refused.wait(60)
        assert mind.memories.all()
        assert migrate.current(database) == HEAD
        dump.rollback()
    migrating.join()
    assert migrate.current(database) == next_version[-1]
    database.close()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_migration_that_never_gets_its_table_is_told_and_changes_nothing(
    mind: Mind, next_version: list[str], url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "TABLE_PATIENCE_SECONDS", 0.0)
    database = _opened(url, tmp_path)
    with psycopg.connect(url) as dump:
        dump.execute("SELECT count(*) FROM memories")
        with pytest.raises(StoreBusy):
            migrate.bring_up_to_date(database, lock=tmp_path / "lock")
        assert migrate.current(database) == HEAD
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    assert migrate.current(database) == next_version[-1]
    database.close()


def test_no_step_both_changes_a_table_and_fills_it() -> None:
    """On a server the change locks readers out until the step ends: what takes its time is a step of its own.

    The steps up to 0025 were there before any server was: on one they are made in one go, without a row.
    """
    changes = re.compile(r"op\.(add_column|alter_column|drop_column|batch_alter_table)|ALTER TABLE")
    fills = re.compile(
        r"UPDATE |\.update\(|INSERT INTO|\.insert\(|create_index|CREATE (UNIQUE )?INDEX|create_foreign_key"
    )
    later = [each for each in (Path(str(migrate._FOLDER)) / "versions").glob("*.py") if each.name[:4] > "0025"]
    both = [
        each.name for each in later if changes.search(found := each.read_text(encoding="utf-8")) and fills.search(found)
    ]
    assert both == []


def _opened(url: str | None, folder: Path) -> Database:
    return open_sqlite(folder / "omoide.db") if url is None else open_postgres(url, durable=False)


def _turns() -> list[Any]:
    from omoide.domain.events.event import Turn

    said = ("猫の名前はモモだよ。とても嬉しい！", "金沢に引っ越した。", "モモが病気で、とても悲しい。")
    return [Turn(user=each, assistant="そうなんだ", source="chat", session_id="s") for each in said]
