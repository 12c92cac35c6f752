"""Several processes at one note, and some that are killed: whoever was told that it is kept finds it there."""

import random
import signal
from pathlib import Path

import pytest

from omoide import Omoide
from omoide.domain.notes.revision import text_at
from tests import warm

pytestmark = pytest.mark.slow


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("OMOIDE_NOTES__NOTEPAD_CHARACTERS", "1000000")
    with Omoide.open(tmp_path / "home", beside="nowhere") as omoide:
        omoide.add_persona("haru")
    return tmp_path / "home"


def start(home: Path, name: str, count: int, *more: str) -> warm.Process:
    return warm.start("-m", "tests.entrypoints.notes.edit_and_die", str(home), name, str(count), *more)


@pytest.mark.parametrize("how", [(), ("cas",)], ids=["append", "compare-and-set"])
def test_of_many_editors_at_once_none_loses_a_line(home: Path, how: tuple[str, ...]) -> None:
    editors = [start(home, f"p{number}", 40, *how) for number in range(3)]
    for each in editors:
        _, err = each.communicate(timeout=120)
        assert each.returncode == 0, err
    with Omoide.open(home, beside="nowhere") as omoide:
        pad = omoide.mind("haru").notes.notepad
        lines = pad.text.splitlines()
        assert len(lines) == len(set(lines)) == 120
        for number in range(3):
            assert [line for line in lines if line.startswith(f"p{number}:")] == [f"p{number}:{at}" for at in range(40)]
        steps = pad.history()
        assert [step.version for step in steps] == list(range(1, 121))
        assert text_at(steps, 120) == pad.text


def test_every_line_that_was_told_survives_a_kill_and_the_history_is_whole(home: Path) -> None:
    dice, told = random.Random(1), list[str]()
    for round_ in range(6):
        process = start(home, f"r{round_}", 100_000)
        heard = "".join(process.stdout.readline() for _ in range(dice.randrange(1, 30)))
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate(timeout=60)
        told += [line.strip() for line in (heard + rest).splitlines(keepends=True) if line.endswith("\n")]
    with Omoide.open(home, beside="nowhere") as omoide:
        pad = omoide.mind("haru").notes.notepad
        assert set(told) <= set(pad.text.splitlines())
        steps = pad.history()
        assert [step.version for step in steps] == list(range(1, len(steps) + 1))
        assert text_at(steps, len(steps)) == pad.text
        assert len(pad.text.splitlines()) == len(steps)
