"""Several processes at one profile, and some that are killed: whoever was told that it is kept finds it there."""

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
    monkeypatch.setenv("OMOIDE_ENTITIES__PROFILE_CHARACTERS", "200000")
    with Omoide.open(tmp_path / "home", beside="nowhere") as omoide:
        omoide.add_persona("haru")
    return tmp_path / "home"


def start(home: Path, name: str, count: int, *more: str) -> warm.Process:
    return warm.start("-m", "tests.entrypoints.entities.write_and_die", str(home), name, str(count), *more)


@pytest.mark.parametrize("how", [(), ("cas",)], ids=["append", "compare-and-set"])
def test_of_many_writers_at_once_none_loses_a_line_and_one_entity_is_made(home: Path, how: tuple[str, ...]) -> None:
    writers = [start(home, f"p{number}", 25, *how) for number in range(3)]
    for each in writers:
        _, err = each.communicate(timeout=120)
        assert each.returncode == 0, err
    with Omoide.open(home, beside="nowhere") as omoide:
        entities = omoide.mind("haru").entities
        assert [each.name for each in entities.all(archived=True)] == ["美緒"]
        lines = entities.get("美緒").text.splitlines()
        assert len(lines) == len(set(lines)) == 75
        for number in range(3):
            mine = [line for line in lines if line.startswith(f"- p{number}:")]
            assert mine == [f"- p{number}:{at}" for at in range(25)]
        steps = entities.history("美緒")
        assert [step.version for step in steps] == list(range(1, 76))
        assert text_at(steps, 75) == entities.get("美緒").text


def test_every_line_that_was_told_survives_a_kill_and_the_history_is_whole(home: Path) -> None:
    dice, told = random.Random(1), list[str]()
    for round_ in range(3):
        process = start(home, f"r{round_}", 100_000)
        heard = "".join(process.stdout.readline() for _ in range(dice.randrange(1, 30)))
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate(timeout=60)
        told += [line.strip() for line in (heard + rest).splitlines(keepends=True) if line.endswith("\n")]
    with Omoide.open(home, beside="nowhere") as omoide:
        entities = omoide.mind("haru").entities
        text = entities.get("美緒").text
        assert set(told) <= set(text.splitlines())
        steps = entities.history("美緒")
        assert text_at(steps, len(steps)) == text
        assert len(text.splitlines()) == len(steps)
