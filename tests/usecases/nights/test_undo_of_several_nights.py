"""Nights are taken back one after the other, the newest first, until the first evening stands again."""

import dataclasses
import random
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.night import fill
from bench.undo import TAKES_OUT, standing

from bench import night_data
from omoide.adapters.sql.nights import records as night_records
from omoide.bootstrap import Home
from omoide.domain.nights.night_report import NightReport
from omoide.errors import NightBeingUndone, NightNotFound
from tests import warm
from tests.usecases.minds import OneMind
from tests.usecases.nights.killed_night import SMALL, count_statements, opened, undo

pytestmark = pytest.mark.slow

NIGHTS = 3
KILLS = 8


def at_night(home: Path, number: int) -> Home:
    """Return the home with its clock at the hour of a night."""
    composed = opened(home)
    composed.foundation.clock.advance(days=number)  # type: ignore[attr-defined]
    return composed


def sleep(home: Path, number: int) -> NightReport:
    composed = at_night(home, number)
    persona = composed.foundation.personas.get("bench")
    report = dataclasses.replace(composed.nights.sleep(persona), steps=SMALL)(persona)
    composed.close()
    assert report is not None
    return report


def undo_one(home: Path) -> None:
    composed = at_night(home, NIGHTS)
    undo(composed)
    composed.close()


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A home on three evenings, and on the morning after the last of the three nights."""
    folder = tmp_path_factory.mktemp("evenings")
    composed, persona = fill(folder / "0", night_data.mind(400))
    # So the second night takes memories out, and the third works on what is left.
    for key, value in {**TAKES_OUT, "archive.retention_days": "30"}.items():
        composed.foundation.set_for_persona(persona.id, key, value)
    composed.close()
    counts = []
    for number in range(NIGHTS):
        shutil.copytree(folder / str(number), folder / str(number + 1))
        counts.append(sleep(folder / str(number + 1), number).counts)
    for what in ("faded", "crowded", "revived", "condensed", "linked", "deleted"):
        assert sum(count.get(what, 0) for count in counts) > 0, (what, counts)
    assert counts[1]["deleted"] > 0
    return [folder / str(number) for number in range(NIGHTS + 1)]


@pytest.fixture
def morning(evenings: list[Path], tmp_path: Path) -> Path:
    return shutil.copytree(evenings[-1], tmp_path / "home")


def test_each_undoing_ends_with_the_evening_before_that_night(morning: Path, evenings: list[Path]) -> None:
    for evening in reversed(evenings[:-1]):
        undo_one(morning)
        assert standing(morning) == standing(evening)


def test_when_every_night_is_undone_there_is_none_left(morning: Path) -> None:
    for _ in range(NIGHTS):
        undo_one(morning)
    with pytest.raises(NightNotFound):
        undo_one(morning)


def test_an_undoing_that_was_broken_off_is_finished_before_a_night_runs(morning: Path, evenings: list[Path]) -> None:
    undo_one(morning)
    killed_undoing(morning, at=40)
    with pytest.raises(NightBeingUndone):
        sleep(morning, NIGHTS)
    undo_one(morning)
    assert standing(morning) == standing(evenings[1])


def test_nights_taken_back_can_be_slept_again(morning: Path) -> None:
    for _ in range(NIGHTS):
        undo_one(morning)
    report = sleep(morning, NIGHTS - 1)
    assert report.nights >= NIGHTS
    assert report.counts["faded"] > 0


def killed_undoing(home: Path, *, at: int) -> None:
    """Let a process undo the last night that stands, and die at a statement."""
    done = warm.run("-m", "tests.usecases.nights.killed_night", str(home), str(at), "undo")
    assert done.returncode == -signal.SIGKILL


@pytest.mark.slow
def test_undoing_the_night_before_last_killed_at_any_moment_ends_with_its_evening(
    morning: Path, evenings: list[Path], tmp_path: Path
) -> None:
    undo_one(morning)
    shutil.copytree(morning, tmp_path / "whole")
    composed = opened(tmp_path / "whole")
    seen = count_statements(composed)
    undo(composed)
    composed.close()
    for moment in random.Random(3).sample(range(2, seen[0]), KILLS):
        home = tmp_path / f"killed-{moment}"
        shutil.copytree(morning, home)
        killed_undoing(home, at=moment)
        undo_one(home)
        assert standing(home) == standing(evenings[1]), f"killed at statement {moment}"
        shutil.rmtree(home)


@pytest.fixture
def cats(tmp_path: Path) -> Iterator[OneMind]:
    found = OneMind(tmp_path / "cats")
    yield found
    found.close()


def kept(home: OneMind) -> int:
    with home.composed.foundation.database.reading() as connection:
        return int(connection.exec_driver_sql("SELECT count(before) FROM nights").scalar_one())


def test_what_came_between_the_nights_stays(cats: OneMind) -> None:
    [momo] = cats.remembers("猫のモモ")
    cats.sleeps()
    [tama] = cats.remembers("猫のタマ")
    cats.recalls("猫のモモ")
    cats.sleeps()
    for _ in range(2):
        cats.composed.nights.undo(cats.persona)(cats.persona)
    again = {each.label: each for each in cats.all()}
    assert again[tama.label].retention_score == tama.retention_score
    assert (again[momo.label].memory_days, again[momo.label].faded_through) == (momo.memory_days, momo.faded_through)
    assert again[momo.label].recalls_since_last_batch == 1


def test_numbers_are_kept_for_nights_of_the_grace_period_only(cats: OneMind) -> None:
    cats.remembers("猫のモモ", "猫のタマ")
    cats.sleeps(20)
    assert kept(cats) == cats.composed.nights.sleep(cats.persona).grace_days


def test_however_long_the_grace_period_numbers_of_so_many_nights_are_kept(
    cats: OneMind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(night_records, "MOST_UNDOABLE", 3)
    cats.remembers("猫のモモ", "猫のタマ")
    cats.sleeps(6)
    assert kept(cats) == 3
    for _ in range(3):
        cats.composed.nights.undo(cats.persona)(cats.persona)
    with pytest.raises(NightNotFound, match="can no longer be taken back"):
        cats.composed.nights.undo(cats.persona)(cats.persona)


def test_nights_of_a_clock_that_stood_ahead_can_be_undone_and_nights_go_on(cats: OneMind) -> None:
    cats.remembers("猫のモモ", "猫のタマ")
    cats.sleeps()
    cats.clock.advance(days=400)
    cats.sleeps(2)
    cats.clock.advance(days=-401)
    ahead = cats.composed.nights.nights_ahead(cats.persona)
    assert ahead is not None
    asleep = cats.composed.nights.sleep(cats.persona)
    assert asleep(cats.persona, by_itself=True) is None
    for _ in range(2):
        cats.composed.nights.undo(cats.persona)(cats.persona)
    assert cats.composed.nights.nights_ahead(cats.persona) is None
    assert asleep(cats.persona, by_itself=True) is not None


def test_a_night_brought_forward_is_not_ahead_of_the_clock(cats: OneMind) -> None:
    cats.remembers("猫のモモ")
    cats.composed.nights.sleep(cats.persona)(cats.persona, early=True)
    assert cats.composed.nights.nights_ahead(cats.persona) is None
