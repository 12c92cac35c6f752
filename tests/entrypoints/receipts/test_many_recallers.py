"""Several processes that recall at once, some killed while they write receipts; and very many recalls."""

import subprocess
import sys
from pathlib import Path

import pytest

from omoide import Omoide
from omoide.ports.recall.receipts import ReceiptKeeping

pytestmark = pytest.mark.slow


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    with Omoide.open(tmp_path / "home", beside="nowhere") as omoide:
        mind = omoide.persona("haru")
        for number in range(30):
            mind.observe(user=f"lantern {number} of the ships at sea", session_id=f"s{number // 5}")
        mind.catch_up()
    return tmp_path / "home"


def start(home: Path, name: str, rounds: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.entrypoints.receipts.recall_and_die", str(home), name, str(rounds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_two_at_once_keep_all_and_a_kill_leaves_nothing_half_written(home: Path) -> None:
    one, other, third = start(home, "one", 3), start(home, "other", 3), start(home, "third", 10_000)
    assert third.stdout is not None
    for _ in range(2):
        assert third.stdout.readline()
    third.kill()
    third.communicate()
    for each in (one, other):
        _, trouble = each.communicate(timeout=120)
        assert each.returncode == 0, trouble
    with Omoide.open(home, beside="nowhere") as omoide:
        assert omoide.problems() == []
        cues = [each.cue for each in omoide.mind("haru").recalls(limit=5_000)]
        for name in ("one", "other"):
            assert sum(cue.startswith(name) for cue in cues) == 30
        killed = [cue for cue in cues if cue.startswith("third")]
        assert len(killed) >= 20
        assert len(killed) % 10 == 0  # what is written together is there together


def test_ten_thousand_recalls_take_no_more_room_than_the_last_ones(home: Path) -> None:
    with Omoide.open(home, beside="nowhere") as omoide:
        mind, most = omoide.mind("haru"), 200
        keep = omoide._home.receipts.keep(mind.persona)
        mind.recall("the lanterns of the ships at sea")
        [receipt] = mind.recalls()
        buffer = omoide._home.receipts.buffer
        sizes = []
        for number in range(10_000):
            buffer.add(mind.persona.id, lambda: receipt, keeping=ReceiptKeeping(days=keep.keeping.days, most=most))
            if number % 100 == 99:
                buffer.flush()
                sizes.append(omoide.size()["database"] + omoide.size()["log"])
        assert len(mind.recalls(limit=5_000)) == most
        assert sizes[-1] <= sizes[10] * 1.05
        assert ReceiptKeeping(days=14).most == 5_000
