"""Several processes on one home, and one that is killed: through the real door, with real processes."""

import random
import signal
from pathlib import Path

import pytest

from omoide import Omoide
from tests import warm

pytestmark = pytest.mark.slow

APPENDER = """
import sys
from omoide import Omoide
home, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
mind = Omoide.open(home).persona("haru")
for number in range(count):
    event = mind.observe(user=f"{name} の {number} 番目", assistant="うん", session_id=name)
    print(event.id, number, flush=True)
"""
RECALLER = """
import sys
from omoide import Omoide
mind = Omoide.open(sys.argv[1]).persona("haru")
for number in range(int(sys.argv[2])):
    mind.recall(f"{number} 番目は何だっけ", limit=3)
"""


def start(script: str, *arguments: object) -> warm.Process:
    return warm.start("-c", script, *map(str, arguments))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    return tmp_path / "思い出 home"


def test_two_processes_that_open_a_new_home_at_once_both_succeed(home: Path) -> None:
    processes = [start(APPENDER, home, f"p{number}", 1) for number in range(4)]
    for process in processes:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        assert out
    with Omoide.open(home) as omoide:
        assert [persona.name for persona in omoide.personas()] == ["haru"]
        assert len(omoide.mind("haru").log()) == 4


def test_eight_appenders_and_two_recallers_lose_nothing(home: Path) -> None:
    with Omoide.open(home) as omoide:
        omoide.add_persona("haru")
    appenders = [start(APPENDER, home, f"p{number}", 500) for number in range(8)]
    recallers = [start(RECALLER, home, 40) for _ in range(2)]
    for process in appenders + recallers:
        _, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
    with Omoide.open(home) as omoide:
        events = omoide.mind("haru").log()
        assert len(events) == 4000
        for name in {event.session_id for event in events}:
            said = [event.user for event in sorted(events, key=lambda event: event.id) if event.session_id == name]
            assert said == [f"{name} の {number} 番目" for number in range(500)]
        assert all(finding.state == "ok" for finding in omoide.examine() if finding.check in ("database", "words"))


def test_every_acknowledged_event_survives_a_kill(home: Path) -> None:
    with Omoide.open(home) as omoide:
        omoide.add_persona("haru")
    dice = random.Random(1)
    acknowledged: dict[int, str] = {}
    for round_ in range(20):
        process = start(APPENDER, home, f"r{round_}", 100_000)
        heard = "".join(process.stdout.readline() for _ in range(dice.randrange(1, 60)))
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate(timeout=60)
        for line in (heard + rest).splitlines(keepends=True):
            if line.endswith("\n"):
                event_id, number = map(int, line.split())
                acknowledged[event_id] = f"r{round_} の {number} 番目"
    with Omoide.open(home) as omoide:
        kept = {event.id: event.user for event in omoide.mind("haru").log()}
        assert acknowledged.items() <= kept.items()
        assert len(acknowledged) >= 20
        assert all(finding.state == "ok" for finding in omoide.examine() if finding.check in ("database", "words"))
