"""A turn that goes to the server in one trip: kept whole or not at all, in its persona's turn, and never acknowledged too early."""

import gc
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from bench.postgres_server import OwnPostgres, own_postgres
from sqlalchemy import text

from omoide import Mind, Omoide
from omoide.adapters.sql.events.events import SqlEventStore
from omoide.adapters.sql.postgres.database import PostgresDatabase
from omoide.adapters.sql.prepared import Prepared
from omoide.domain.events.event import Turn
from omoide.domain.time.moment import Moment
from omoide.errors import IdempotencyConflict, StoreBusy, StoreUnavailable, WasErased
from omoide.ports.events.store import LogEntry
from tests.fakes.embedding import hashing
from tests.fakes.postgres import TestServer

AT = Moment(1_767_225_600)
PATIENCE_SECONDS = 120.0


@pytest.fixture
def address(postgres: Callable[[], TestServer], monkeypatch: pytest.MonkeyPatch) -> str:
    url = postgres().clean()
    monkeypatch.setenv("OMOIDE_DATABASE__URL", url)
    return url


@pytest.fixture
def omoide(address: str, tmp_path: Path) -> Iterator[Omoide]:
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as home:
        home.add_persona("haru", language="ja")
        yield home


@pytest.fixture
def mind(omoide: Omoide) -> Mind:
    return omoide.mind("haru")


def database_of(omoide: Omoide) -> PostgresDatabase:
    found = omoide._home.foundation.server
    assert found is not None
    return found


def test_a_turn_is_kept_in_one_trip_with_all_that_belongs_to_it(mind: Mind, omoide: Omoide) -> None:
    kept = mind.observe(
        user="猫の名前はモモ", assistant="覚えたよ", session_id="s", idempotency_key="k", image_summaries=["窓辺"]
    )
    assert mind.event(kept.id) == kept
    assert mind.recall("猫の名前は？")
    with database_of(omoide).reading() as connection:
        rows = connection.execute(
            text("SELECT p.side FROM passages p WHERE p.item_id = :event"),
            {"event": kept.id},
        ).all()
        waiting = connection.execute(text("SELECT event_id FROM undigested_events")).scalars().all()
    assert {row.side for row in rows} == {"whole", "image"}
    assert waiting == [kept.id]


def test_both_ways_leave_the_same_rows(mind: Mind, omoide: Omoide) -> None:
    """One by one they go in one trip, two at once step by step."""
    long = "駅前の喫茶店で待ち合わせをした。" * 60
    said = [Turn(user=long, assistant=long, source="chat", session_id="s"), Turn(user="絵", image_summaries=("海",))]
    mind.observe_many([(turn, AT) for turn in said])
    for turn in said:
        mind.observe_many([(turn, AT)])
    asked = (
        "SELECT {columns} FROM {table} WHERE {event} IN (SELECT id FROM events ORDER BY id OFFSET :passed LIMIT 2) "
        "ORDER BY {order}"
    )
    columns = {
        "events": ("id", "persona_id, created, source, client_id, session_id, user_text, assistant_text, origin", "id"),
        "passages": ("item_id", "persona_id, kind, side, part, created, text, hash", "item_id, side, part"),
        "undigested_events": ("event_id", "persona_id, created", "event_id"),
        "passage_tokens": ("id >> 16", "id & 65535, tokens::text", "id"),
    }
    with database_of(omoide).reading() as connection:
        for table, (event, read, order) in columns.items():
            query = text(asked.format(columns=read, table=table, event=event, order=order))
            step_by_step, at_once = (connection.execute(query, {"passed": passed}).all() for passed in (0, 2))
            assert step_by_step, table
            assert step_by_step == at_once, table


def test_a_known_key_is_kept_once_and_another_turn_under_it_is_refused(mind: Mind) -> None:
    first = mind.observe(user="一度だけ", idempotency_key="k")
    assert mind.observe(user="一度だけ", idempotency_key="k") == first
    with pytest.raises(IdempotencyConflict):
        mind.observe(user="別のこと", idempotency_key="k")
    assert len(mind.log()) == 1


def test_what_was_erased_does_not_come_back(mind: Mind) -> None:
    kept = mind.observe(user="忘れてほしい話", at=AT, idempotency_key="k")
    mind.observe(user="残す話", at=AT)
    mind.erase(event_id=kept.id)
    with pytest.raises(WasErased):
        mind.observe(user="忘れてほしい話", at=AT, idempotency_key="k")
    with pytest.raises(WasErased):
        mind.observe(user="忘れてほしい話", at=AT)
    mind.observe(user="新しい話", idempotency_key="new")
    assert [event.user for event in mind.log()] == ["残す話", "新しい話"]


def test_nothing_is_written_into_tables_of_another_version(mind: Mind, omoide: Omoide) -> None:
    with database_of(omoide).writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    try:
        with pytest.raises(StoreUnavailable, match="9999"):
            mind.observe(user="新しい表には書かない")
        with database_of(omoide).reading() as connection:
            assert connection.execute(text("SELECT count(*) FROM events")).scalar() == 0
    finally:
        omoide._home.foundation.database.revision = None
        with database_of(omoide).writing() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = (SELECT :was)"), {"was": _head()})


def test_a_version_that_changes_while_the_turn_is_waited_for_is_noticed(
    mind: Mind, omoide: Omoide, address: str
) -> None:
    """What stood there when the turn was asked for does not count: the statement after it looks anew."""
    other = psycopg.connect(address)
    home = 0x6F6D_6F69 << 32
    other.execute("SELECT pg_advisory_xact_lock(%s)", (home,))
    other.execute("UPDATE alembic_version SET version_num = '9999'")
    told: list[BaseException] = []

    def observe() -> None:
        try:
            mind.observe(user="待っている")
        except StoreUnavailable as exc:
            told.append(exc)

    waiting = threading.Thread(target=observe)
    waiting.start()
    _until_somebody_waits(address)
    other.commit()
    waiting.join()
    other.execute("UPDATE alembic_version SET version_num = %s", (_head(),))
    other.commit()
    other.close()
    assert "9999" in str(told[0])


def test_a_hurried_turn_that_does_not_come_is_told_and_the_connection_goes_on(
    mind: Mind, omoide: Omoide, address: str
) -> None:
    hurried = SqlEventStore(database_of(omoide).hurried(patience_ms=20))
    entry = LogEntry(Turn(user="急ぐ"), AT, (), is_past=False, tells_language=None)
    with psycopg.connect(address) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", (0x6F6D_6F69 << 32,))
        with pytest.raises(StoreBusy):
            hurried.append(mind.persona.id, [entry])
        assert omoide._home.foundation.database.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    assert hurried.append(mind.persona.id, [entry])[0].is_new
    assert [event.user for event in mind.log()] == ["急ぐ"]


def test_another_personas_rows_are_out_of_reach_in_one_trip_as_well(mind: Mind, omoide: Omoide) -> None:
    omoide.add_persona("natsu", language="ja")
    kept = omoide.mind("natsu").observe(user="夏の秘密")
    database = database_of(omoide)
    look = Prepared(
        text("SELECT count(*) FROM events WHERE id = :event AND :persona > 0 AND CAST(:revision AS text) IS NOT NULL")
    )
    assert database.in_one_trip(mind.persona.id, look, {"event": kept.id}) == (0,)
    write = Prepared(
        text(
            "INSERT INTO undigested_events (persona_id, created, event_id) "
            "SELECT :persona + 1, 1, :event WHERE CAST(:revision AS text) IS NOT NULL RETURNING event_id"
        )
    )
    with pytest.raises(StoreUnavailable):
        database.in_one_trip(mind.persona.id, write, {"event": kept.id})


def test_a_commit_that_fails_is_not_acknowledged(
    mind: Mind, omoide: Omoide, address: str, postgres: Callable[[], TestServer]
) -> None:
    """The statement itself went well; only the end of the transaction is refused."""
    make = """
    CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'too late' USING ERRCODE = '53100'; END $$;
    CREATE CONSTRAINT TRIGGER late AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refused()
    """
    with psycopg.connect(address, autocommit=True) as other:
        other.execute(make)
        try:
            with pytest.raises(StoreUnavailable, match="disk is full"):
                mind.observe(user="届かない")
        finally:
            other.execute("DROP TRIGGER late ON events")
            other.execute("DROP FUNCTION refused")
    assert mind.log() == []
    assert mind.observe(user="また書ける").user == "また書ける"


def test_an_error_past_the_library_is_told_in_our_words(mind: Mind, omoide: Omoide) -> None:
    wrong = Prepared(text("SELECT no_such_column FROM personas"))
    with pytest.raises(StoreUnavailable), database_of(omoide).reading() as connection:
        wrong.first(connection, {})


def test_one_connection_that_breaks_leaves_none_open_that_others_use(mind: Mind, omoide: Omoide, address: str) -> None:
    """Whoever drops an open connection is told so by the driver's warning, which fails this test."""
    database = database_of(omoide)
    mind.observe(user="前")
    with database.reading():
        with pytest.raises(StoreUnavailable), database._translated(), database._lent() as driver:
            driver.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        mind.observe(user="後")
    gc.collect()
    assert [event.user for event in mind.log()] == ["前", "後"]
    database.engine.dispose()
    gc.collect()
    with psycopg.connect(address, autocommit=True) as watching:
        ours = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'omoide'"
        )
        until = time.monotonic() + PATIENCE_SECONDS
        while (left := watching.execute(ours).fetchone()) != (0,) and time.monotonic() < until:
            time.sleep(0.01)  # a connection that was closed ends a moment later
    assert left == (0,)


@pytest.mark.slow
def test_a_server_that_dies_before_the_answer_is_away_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_postgres() as server:
        monkeypatch.setenv("OMOIDE_DATABASE__URL", server.url())
        with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as home:
            home.add_persona("haru", language="ja")
            mind = home.mind("haru")
            mind.observe(user="前")
            _killed_while_waiting(server, mind)
            server.start()
            mind.observe(user="後")
            assert [event.user for event in mind.log()] == ["前", "後"]


def _killed_while_waiting(server: OwnPostgres, mind: Mind) -> None:
    told: list[BaseException] = []

    def observe() -> None:
        try:
            mind.observe(user="途中")
        except StoreUnavailable as exc:
            told.append(exc)

    with psycopg.connect(server.url()) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", (0x6F6D_6F69 << 32,))
        waiting = threading.Thread(target=observe)
        waiting.start()
        _until_somebody_waits(server.url())
        server.kill()
        waiting.join()
        other.close()
    assert "does not answer" in str(told[0])


def _until_somebody_waits(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as watching:
        asked = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        until = time.monotonic() + PATIENCE_SECONDS
        while watching.execute(asked).fetchone() is None:
            assert time.monotonic() < until, "nobody waits"
            time.sleep(0.01)


def _head() -> str:
    from omoide.adapters.sql import migrate

    return migrate.revisions()[-1]
