"""Whoever asks does not wait for whoever writes; whoever writes gets its turn."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from omoide import Omoide
from omoide.adapters.sql.postgres.database import open_postgres
from omoide.errors import StoreBusy, StoreUnavailable
from omoide.usecases.recall import recall
from tests.contract.conftest import Stores
from tests.fakes.embedding import hashing


@contextmanager
def somebody_writes(home: Path, url: str | None) -> Iterator[None]:
    """Hold the write lock as another process would, for as long as the block runs."""
    if url is None:
        with closing(sqlite3.connect(home / "omoide.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
        return
    another = open_postgres(url)
    with another.writing():
        yield
    another.close()


def test_a_hurried_writer_is_told_that_the_store_is_busy(stores: Stores, url: str | None, tmp_path: Path) -> None:
    hurried = stores.database.hurried(patience_ms=20)
    with somebody_writes(tmp_path, url), pytest.raises(StoreBusy, match="busy"), hurried.writing():
        pass
    with hurried.writing():
        pass


def test_the_journal_is_emptied_as_soon_as_nobody_reads_from_it(tmp_path: Path) -> None:
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as omoide:
        database = omoide.persona("haru")._home.foundation.database
        journal = tmp_path / "omoide.db-wal"
        with closing(sqlite3.connect(tmp_path / "omoide.db", isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM events").fetchall()
            omoide.persona("haru").observe(user="猫の話")
            assert not database.hurried(patience_ms=0).empty_journal()
            assert journal.stat().st_size > 0
            with ThreadPoolExecutor(1) as pool:
                emptied = pool.submit(database.empty_journal)
                other.execute("ROLLBACK")
                assert emptied.result()
        assert journal.stat().st_size == 0


def test_a_store_that_cannot_be_written_is_not_called_busy(tmp_path: Path) -> None:
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as omoide:
        database = omoide.persona("haru")._home.foundation.database
        with database.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA query_only=ON")
        with pytest.raises(StoreUnavailable) as told:
            omoide.persona("haru").observe(user="猫の話")
    assert not isinstance(told.value, StoreBusy)


def test_recall_answers_while_somebody_else_writes(url: str | None, tmp_path: Path) -> None:
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as omoide:
        mind = omoide.persona("haru")
        mind.observe(user="猫の名前はモモ")
        with somebody_writes(tmp_path, url):
            [found] = mind.recall("猫の名前は？")
            assert found.why.cosine is None  # its vector could not be kept yet; words serve
        mind._home.foundation.background.wait()
        [found] = mind.recall("猫の名前は？")
        assert found.why.cosine is not None


def test_what_came_to_mind_while_somebody_else_wrote_is_noted_afterwards(url: str | None, tmp_path: Path) -> None:
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as omoide:
        mind = omoide.persona("haru")
        mind.observe(user="猫の名前はモモだよ。とても嬉しい！", assistant="よかったね")
        mind.settle()
        with somebody_writes(tmp_path, url):
            assert len(mind.memories.recall("猫の名前は？", session_id="s")) == 1
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as omoide:
        mind = omoide.persona("haru")
        [told] = mind._home.memories.recall_log.told_in(mind.persona.id, "s")
        assert "モモ" in told


def test_recall_does_not_follow_for_ever_those_who_write_all_the_time(url: str | None, tmp_path: Path) -> None:
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as omoide:
        mind = omoide.persona("haru")
        verb = mind._home.recall.recall(mind.persona)
        for number in range(recall.MOST_EMBEDDED + 100):
            mind.observe(user=f"{number}匹目の猫")
        done = verb.catch_up_now(mind.persona.id, most=recall.MOST_EMBEDDED)
        assert not done.is_complete
        assert done.done < recall.MOST_EMBEDDED + verb.catch_up_now.batch
