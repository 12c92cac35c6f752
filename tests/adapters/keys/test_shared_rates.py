"""How much a key has left, counted by several processes together."""

import subprocess
import sys
from pathlib import Path

from omoide.adapters.keys.shared_rates import FOLDER, SharedRates

ASKING = """
import sys
from pathlib import Path
from omoide.adapters.keys.shared_rates import SharedRates
rates = SharedRates(Path(sys.argv[1]), clock=lambda: 100.0)
print(sum(rates.wait_seconds("key", per_minute=60) == 0 for _ in range(50)))
"""


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_several_processes_have_one_rate_together(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ASKING, str(tmp_path)]
    asking = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]

    assert sum(int(each.communicate(timeout=60)[0]) for each in asking) == 60


def test_a_bucket_fills_evenly_and_each_key_has_its_own(tmp_path: Path) -> None:
    clock = Clock()
    one, other = (SharedRates(tmp_path, clock=clock) for _ in range(2))
    assert [one.wait_seconds("a", per_minute=2), other.wait_seconds("a", per_minute=2)] == [0.0, 0.0]
    assert one.wait_seconds("a", per_minute=2) == 30.0
    assert other.wait_seconds("b", per_minute=2) == 0.0
    clock.now += 30
    assert other.wait_seconds("a", per_minute=2) == 0.0
    one.close()
    other.close()


def test_a_machine_that_was_started_anew_gives_a_full_bucket(tmp_path: Path) -> None:
    clock = Clock()
    rates = SharedRates(tmp_path, clock=clock)
    rates.wait_seconds("a", per_minute=1)
    clock.now = 5.0
    assert rates.wait_seconds("a", per_minute=1) == 0.0
    (tmp_path / FOLDER / "a").write_bytes(b"odd")
    assert rates.wait_seconds("a", per_minute=1) == 0.0
    rates.close()


def test_where_nothing_can_be_written_each_process_counts_for_itself(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    clock = Clock()
    rates = SharedRates(tmp_path, clock=clock)
    assert rates.wait_seconds("a", per_minute=1) == 0.0
    assert rates.wait_seconds("a", per_minute=1) == 60.0
