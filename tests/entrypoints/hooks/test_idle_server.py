"""A server with nothing to do leaves the disk alone."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from omoide import Omoide, SimulatedClock
from tests.entrypoints.hooks.spooling import Spooling


def test_an_idle_server_writes_nothing(
    tmp_path: Path, opened: Callable[..., Omoide], clock: SimulatedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMOIDE_BACKGROUND__AUTO", "true")
    spooling = Spooling(tmp_path, opened)
    spooling.put("1", spooling.good("the walnut"))
    assert spooling.round() is None
    clock.advance(days=2)
    assert spooling.round() is None  # a night passes
    database = tmp_path / "home" / "omoide.db"
    with closing(sqlite3.connect(database)) as looking:

        def seen() -> tuple[object, ...]:
            [version] = looking.execute("PRAGMA data_version").fetchone()
            looking.commit()
            files = [database, database.with_name("omoide.db-wal")]
            return version, *((file.stat().st_mtime_ns, file.stat().st_size) for file in files if file.exists())

        before = seen()
        for _ in range(5):
            clock.advance(seconds=5)
            assert spooling.round() is None
        assert seen() == before
