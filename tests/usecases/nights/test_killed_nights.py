"""A night that is killed at any point and started again ends as if nothing had happened (SPEC M14)."""

import random
import shutil
import signal
import sqlite3
from pathlib import Path

import pytest
from bench.night import fill
from bench.undo import standing

from bench import night_data
from tests import warm
from tests.usecases.nights.killed_night import count_statements, night, opened, undo

KILLS = 30
UNDO_KILLS = 10


def everything(home: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of every table; of nights all but their reports, which tell how long things took."""
    with sqlite3.connect(home / "omoide.db") as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        held = {
            name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
            for name in names
            if name not in ("nights", "passage_tokens")
        }
        held["nights"] = connection.execute(
            "SELECT id, persona_id, until, began, ended, phase, done, before, relations FROM nights"
        ).fetchall()
    return held


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home on the evening before a night that does everything a night can do."""
    home = tmp_path_factory.mktemp("evening") / "home"
    composed, persona = fill(home, night_data.mind(400))
    for key, value in (
        ("compression.ratio_min_population", "0"),
        ("compression.room", "0"),
        ("archive.auto_delete_enabled", "true"),
        ("archive.retention_days", "10"),
        ("archive.delete_require_zero_recall", "false"),
        ("archive.delete_max_intensity", "60"),
    ):
        composed.foundation.set_for_persona(persona.id, key, value)
    composed.close()
    return home


@pytest.mark.slow
def test_a_night_killed_at_thirty_moments_ends_like_one_that_was_not(evening: Path, tmp_path: Path) -> None:
    shutil.copytree(evening, tmp_path / "whole")
    composed = opened(tmp_path / "whole")
    composed.foundation.database.close()
    seen = count_statements(composed)
    report = night(composed)
    composed.close()
    assert report is not None
    for what in ("faded", "crowded", "revived", "deleted", "condensed", "linked", "turned", "unlinked", "reinforced"):
        assert report.counts[what] > 0, what
    expected = everything(tmp_path / "whole")
    for moment in random.Random(1).sample(range(2, seen[0]), KILLS):
        home = tmp_path / f"killed-{moment}"
        shutil.copytree(evening, home)
        killed(home, at=moment, doing="night")
        again = opened(home)
        night(again)
        again.close()
        assert everything(home) == expected, f"killed at statement {moment}"
        shutil.rmtree(home)


def killed(home: Path, *, at: int, doing: str) -> None:
    """Let a process work on the home and die at a statement."""
    done = warm.run("-m", "tests.usecases.nights.killed_night", str(home), str(at), doing)
    assert done.returncode == -signal.SIGKILL


@pytest.mark.slow
def test_undoing_killed_at_any_moment_ends_with_the_evening_before(evening: Path, tmp_path: Path) -> None:
    shutil.copytree(evening, tmp_path / "morning")
    composed = opened(tmp_path / "morning")
    night(composed)
    composed.close()
    shutil.copytree(tmp_path / "morning", tmp_path / "whole")
    composed = opened(tmp_path / "whole")
    seen = count_statements(composed)
    undo(composed)
    composed.close()
    for moment in random.Random(2).sample(range(2, seen[0]), UNDO_KILLS):
        home = tmp_path / f"killed-{moment}"
        shutil.copytree(tmp_path / "morning", home)
        killed(home, at=moment, doing="undo")
        again = opened(home)
        undo(again)
        again.close()
        assert standing(home) == standing(evening), f"killed at statement {moment}"
        shutil.rmtree(home)


def test_a_night_run_again_changes_nothing(evening: Path, tmp_path: Path) -> None:
    shutil.copytree(evening, tmp_path / "home")
    composed = opened(tmp_path / "home")
    night(composed)
    first = everything(tmp_path / "home")
    assert night(composed) is None
    assert everything(tmp_path / "home") == first
    composed.close()
