"""A home goes to PostgreSQL and back: the same row by row, after a kill too, and never over what somebody else keeps."""

import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench.synthetic import turns
from sqlalchemy import func, insert, select, text

from omoide import Omoide, SimulatedClock
from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.migrate import TABLES
from omoide.adapters.sql.postgres.database import open_postgres
from omoide.adapters.sql.tables import personas, settings
from omoide.adapters.sql.upkeep.moving import rows
from omoide.adapters.sql.upkeep.moving.move import MoveDatabase
from omoide.adapters.sql.upkeep.moving.targets import PostgresTarget, SqliteTarget
from omoide.domain.time.moment import Moment
from omoide.domain.upkeep.moved import MovePhase, MoveStep
from omoide.errors import InvalidInput, StoreBusy, StoreUnavailable
from tests.fakes.embedding import hashing
from tests.fakes.postgres import TestServer

NOON = Moment(1_767_614_400)
KILLED = """
import os, signal, sys
from pathlib import Path
from omoide import Omoide
from tests.fakes.embedding import hashing
def told(step):
    if step.table == "passages" and step.rows > 0:
        os.kill(os.getpid(), signal.SIGKILL)
with Omoide.open(sys.argv[1], embedder=hashing(), beside="nowhere") as omoide:
    omoide.move(sys.argv[2], told=told)
"""


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with two lives in it: nearly every table has rows, and some numbers were given and are gone."""
    home = tmp_path_factory.mktemp("lived")
    clock = SimulatedClock(NOON)
    with Omoide.open(home, clock=clock, embedder=hashing(), beside="nowhere") as omoide:
        for name in ("haru", "june"):
            mind = omoide.persona(name)
            for number, (turn, _) in enumerate(turns(15, seed=len(name))):
                mind.observe(user=turn.user, assistant=turn.assistant, session_id=turn.session_id, at=NOON + number)
            mind.observe(user="猫の名前はモモ😺 \u2028 ’quoted’ %s \\ ", assistant="覚えたよ", session_id="s")
            mind.digest()
            mind.notes.diary.append("## 2026-01-05\n散歩した")
            mind.notes.core_memory.write("猫が好き")
            mind.set("recall.receipts_days", "7")
            mind.goals.add("本を一冊読む")
            mind.recall("猫の名前は？")
            clock.advance(days=1)
            mind.sleep()
            mind.catch_up()
        last = omoide.mind("june").observe(user="これは消す", assistant="うん")
        omoide.mind("june").erase(event_id=last.id)
    return home


@pytest.fixture
def opened(lived: Path) -> Iterator[Database]:
    database = open_sqlite(lived / "omoide.db")
    database.revision = migrate.revisions()[-1]
    yield database
    database.close()


@pytest.fixture
def on_server(postgres: Callable[[], TestServer]) -> str:
    return postgres().empty()


def everything(database: Database) -> dict[str, list[tuple[object, ...]]]:
    with database.reading() as connection:
        return {
            table.name: [row for some in rows.portions(connection, table) for row in some]
            for table in TABLES.sorted_tables
        }


def move_of(database: Database, tmp_path: Path) -> MoveDatabase:
    return MoveDatabase(database, lock=tmp_path / "lock")


def test_there_and_back_it_is_the_same_row_by_row(opened: Database, on_server: str, tmp_path: Path) -> None:
    before = everything(opened)
    assert sum(map(bool, before.values())) > 30
    there = move_of(opened, tmp_path)(PostgresTarget(on_server))
    server = open_postgres(on_server)
    server.revision = migrate.revisions()[-1]
    assert everything(server) == before
    back = move_of(server, tmp_path)(SqliteTarget(tmp_path / "back.db"))
    server.close()
    assert back.tables == there.tables
    assert [(table.name, table.rows) for table in there.tables] == [(name, len(all_)) for name, all_ in before.items()]
    copy = open_sqlite(tmp_path / "back.db")
    assert everything(copy) == before
    assert everything(opened) == before
    copy.close()


def test_what_is_kept_next_gets_a_number_that_was_never_given(lived: Path, on_server: str, tmp_path: Path) -> None:
    with Omoide.open(lived, embedder=hashing(), beside="nowhere") as omoide:
        omoide.move(on_server)
        omoide.move(tmp_path / "copy")
        given = omoide._home.foundation.database
        with given.reading() as connection:
            last = connection.execute(text("SELECT seq FROM sqlite_sequence WHERE name = 'events'")).scalar_one()
            assert last > max(row[0] for row in connection.execute(text("SELECT id FROM events")))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "config.toml").write_text(f'[database]\nurl = "{on_server}"\n', encoding="utf-8")
    for home in (tmp_path / "other", tmp_path / "copy"):
        with Omoide.open(home, embedder=hashing(), beside="nowhere") as moved:
            found = moved.mind("haru").recall("猫の名前は？")
            assert any("モモ" in each.turn.user for each in found if each.turn)  # words and vectors came along
            assert moved.mind("haru").index_status()[0].pending == 0
            assert moved.mind("haru").observe(user="新しい話", assistant="うん").id == last + 1
            assert moved._home.recall.texts.is_sound()


@pytest.mark.parametrize("place", ["server", "file"])
def test_killed_in_the_middle_it_goes_on_and_nobody_takes_the_half_for_a_home(
    lived: Path, opened: Database, on_server: str, tmp_path: Path, place: str
) -> None:
    to = on_server if place == "server" else str(tmp_path / "copy" / "omoide.db")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(lived), to], check=False)
    assert killed.returncode == -signal.SIGKILL
    half = open_postgres(to) if place == "server" else open_sqlite(Path(to))
    with half.reading() as connection:
        assert connection.execute(select(func.count()).select_from(TABLES.tables["passages"])).scalar_one() > 0
        assert connection.execute(select(func.count()).select_from(TABLES.tables["vectors"])).scalar_one() == 0
    with pytest.raises(StoreUnavailable, match="broken off"):
        migrate.bring_up_to_date(half, lock=tmp_path / "lock")
    half.close()
    copied: list[str] = []

    def told(step: MoveStep) -> None:
        if step.phase is MovePhase.COPY and step.rows == 0 < step.total:
            copied.append(step.table)

    with Omoide.open(lived, embedder=hashing(), beside="nowhere") as omoide:
        moved = omoide.move(to, told=told)
    assert moved.was_resumed
    assert "vectors" in copied
    assert "events" not in copied
    whole = open_postgres(to) if place == "server" else open_sqlite(Path(to))
    assert everything(whole) == everything(opened)
    migrate.bring_up_to_date(whole, lock=tmp_path / "lock")
    whole.close()


def test_when_the_source_went_on_after_the_break_all_is_copied_anew(tmp_path: Path, on_server: str) -> None:
    with Omoide.open(tmp_path / "home", embedder=hashing(), beside="nowhere") as omoide:
        mind = omoide.persona("haru")
        mind.observe(user="猫の名前はモモ", assistant="覚えたよ")

        def broken(step: MoveStep) -> None:
            if step.phase is MovePhase.CHECK:
                raise KeyboardInterrupt

        for to in (on_server, tmp_path / "copy"):
            with pytest.raises(KeyboardInterrupt):
                omoide.move(to, told=broken)
            mind.change(name=f"haru{to}"[-20:])
            moved = omoide.move(to)
            assert not moved.was_resumed
            database = open_postgres(to) if isinstance(to, str) else open_sqlite(to / "omoide.db")
            assert everything(database) == everything(omoide._home.foundation.database)
            database.close()


def test_a_target_that_holds_anything_else_is_refused_and_left_alone(
    opened: Database, on_server: str, tmp_path: Path
) -> None:
    with Omoide.open(tmp_path / "other", embedder=hashing(), beside="nowhere") as other:
        other.persona("aki")
        with pytest.raises(InvalidInput, match="holds a home already"):
            move_of(opened, tmp_path)(SqliteTarget(tmp_path / "other" / "omoide.db"))
        assert [each.name for each in other.personas()] == ["aki"]
        with pytest.raises(InvalidInput, match="is where the home is kept already"):
            other.move(tmp_path / "other")
        with pytest.raises(InvalidInput, match="leave --switch out"):
            other.move(tmp_path / "third", switch=True)
    server = open_postgres(on_server)
    with server.writing() as connection:
        connection.execute(text("CREATE TABLE invoices (id int)"))
    server.close()
    with pytest.raises(InvalidInput, match="tables of something else"):
        move_of(opened, tmp_path)(PostgresTarget(on_server))


def test_a_broken_off_copy_of_another_home_is_refused(opened: Database, tmp_path: Path) -> None:
    with Omoide.open(tmp_path / "other", embedder=hashing(), beside="nowhere") as other:
        other.persona("aki")

        def broken(step: MoveStep) -> None:
            if step.phase is MovePhase.CHECK:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            other.move(tmp_path / "copy", told=broken)
    with pytest.raises(InvalidInput, match="broken off"):
        move_of(opened, tmp_path)(SqliteTarget(tmp_path / "copy" / "omoide.db"))


def test_who_writes_meanwhile_waits_and_who_reads_goes_on(lived: Path, tmp_path: Path) -> None:
    tried: list[str] = []
    with (
        Omoide.open(lived, embedder=hashing(), beside="nowhere") as omoide,
        Omoide.open(lived, embedder=hashing(), beside="nowhere") as another,
    ):
        hurried = another._home.foundation.hurried_database

        def told(step: MoveStep) -> None:
            if not tried:
                tried.append("once")
                assert another.mind("haru").log(limit=1)
                with pytest.raises(StoreBusy), hurried.writing() as connection:
                    connection.execute(insert(settings).values(persona_id=1, key="tools.enabled", value="x"))

        omoide.move(tmp_path / "copy", told=told)
    assert tried


def test_of_a_long_table_only_a_portion_is_in_memory(tmp_path: Path) -> None:
    source = open_sqlite(tmp_path / "source.db", durable=False)
    migrate.bring_up_to_date(source, lock=tmp_path / "lock")
    row = {"language": "ja", "timezone": "UTC", "created": 0, "is_language_open": False}
    with source.writing() as connection:
        for start in range(0, 10_000, 1_000):
            some = [{**row, "name": "x" * 1_000 + str(n), "folded": str(n)} for n in range(start, start + 1_000)]
            connection.execute(insert(personas), some)
    tracemalloc.start()
    moved = MoveDatabase(source, lock=tmp_path / "lock")(SqliteTarget(tmp_path / "target.db"))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert moved.rows == 10_000
    assert most < 8 << 20  # the table is ten million characters
    source.close()


def test_a_difference_is_found_before_anything_is_handed_over(opened: Database, tmp_path: Path) -> None:
    copy = open_sqlite(tmp_path / "copy.db")

    def told(step: MoveStep) -> None:
        if step == MoveStep(MovePhase.COPY, "notes", step.total, step.total):  # a disk that keeps something else
            with copy.writing() as connection:
                connection.execute(text("UPDATE notes SET text = text || '?'"))

    with pytest.raises(StoreUnavailable, match=r"differs .* in notes"):
        move_of(opened, tmp_path)(SqliteTarget(tmp_path / "copy.db"), told=told)
    assert migrate.current(copy) == migrate.MOVING
    copy.close()
