"""Several processes at one note or profile, and some that are killed: whoever was told that it is kept finds it there."""

import random
import signal
from pathlib import Path

import pytest

from omoide import Omoide
from omoide.domain.notes.revision import text_at
from tests import warm
from tests.entrypoints.notes.edit_and_die import KINDS, WHOM, EditedText

pytestmark = pytest.mark.slow
LINES = 30


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("OMOIDE_NOTES__NOTEPAD_CHARACTERS", "200000")
    monkeypatch.setenv("OMOIDE_ENTITIES__PROFILE_CHARACTERS", "200000")
    with Omoide.open(tmp_path / "home", beside="nowhere") as omoide:
        omoide.add_persona("haru")
    return tmp_path / "home"


def start(what: str, home: Path, name: str, count: int, *more: str) -> warm.Process:
    return warm.start("-m", "tests.entrypoints.notes.edit_and_die", what, str(home), name, str(count), *more)


@pytest.mark.parametrize("how", [(), ("cas",)], ids=["append", "compare-and-set"])
@pytest.mark.parametrize("what", KINDS)
def test_of_many_editors_at_once_none_loses_a_line(home: Path, what: str, how: tuple[str, ...]) -> None:
    editors = [start(what, home, f"p{number}", LINES, *how) for number in range(3)]
    for each in editors:
        _, err = each.communicate(timeout=120)
        assert each.returncode == 0, err
    with Omoide.open(home, beside="nowhere") as omoide:
        mind = omoide.mind("haru")
        edited: EditedText = KINDS[what](mind)
        text, version = edited.read()
        lines = text.splitlines()
        assert len(lines) == len(set(lines)) == version == 3 * LINES
        for number in range(3):
            mine = [line for line in lines if line.startswith(f"- p{number}:")]
            assert mine == [f"- p{number}:{at}" for at in range(LINES)]
        steps = edited.history()
        assert [step.version for step in steps] == list(range(1, 3 * LINES + 1))
        assert text_at(steps, len(steps)) == text
        assert [each.name for each in mind.entities.all(archived=True)] == ([WHOM] if what == "profile" else [])


@pytest.mark.parametrize("what", KINDS)
def test_every_line_that_was_told_survives_a_kill_and_the_history_is_whole(home: Path, what: str) -> None:
    dice, told = random.Random(1), list[str]()
    for round_ in range(3):
        process = start(what, home, f"r{round_}", 100_000)
        heard = "".join(process.stdout.readline() for _ in range(dice.randrange(1, 30)))
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate(timeout=60)
        told += [line.strip() for line in (heard + rest).splitlines(keepends=True) if line.endswith("\n")]
    with Omoide.open(home, beside="nowhere") as omoide:
        edited: EditedText = KINDS[what](omoide.mind("haru"))
        text, _ = edited.read()
        assert told
        assert set(told) <= set(text.splitlines())
        steps = edited.history()
        assert [step.version for step in steps] == list(range(1, len(steps) + 1))
        assert text_at(steps, len(steps)) == text
        assert len(text.splitlines()) == len(steps)
