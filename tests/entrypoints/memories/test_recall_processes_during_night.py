"""Processes that recall while another one sleeps: nobody fails, and no recall is lost (real processes, real doors)."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from omoide import Omoide, SimulatedClock
from omoide.domain.memories.levels import Level
from omoide.domain.nights.population import Population
from omoide.domain.time import moment
from omoide.entrypoints.library.mind import Mind
from tests import warm
from tests.entrypoints.beliefs.month import fill

pytestmark = pytest.mark.slow

MEMORIES = 2_400
READERS = 3
EVENING = "2026-01-18T23:00:00+09:00"
MORNING = "2026-01-19T04:00:00+09:00"

READER = """
import json, sys
from omoide import Omoide, SimulatedClock
from omoide.domain.time import moment

home, number, now = sys.argv[1], int(sys.argv[2]), sys.argv[3]
clock = SimulatedClock(moment.parse(now, tz=moment.zone("Asia/Tokyo")))
with Omoide.open(home, clock=clock) as omoide:
    memories = omoide.mind("haru").memories
    memories.search("話題1")
    print("ready", flush=True)
    topic = number
    while not memories.reports():
        found = memories.recall(f"話題{topic % 60}の話", session_id=f"s{number}")
        print(json.dumps([hit.memory.id for hit in found]), flush=True)
        topic += 3
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home on the evening before a night that moves many memories, archived ones among them."""
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("OMOIDE_EMBEDDING__DIMENSIONS", "128")
    folder = tmp_path / "思い出 home"
    with Omoide.open(folder, clock=clock_at(EVENING)) as omoide:
        omoide.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        fill(omoide.mind("haru"), memories=MEMORIES)
    return folder


def clock_at(now: str) -> SimulatedClock:
    return SimulatedClock(moment.parse(now, tz=moment.zone("Asia/Tokyo")))


def command(home: Path, *words: str) -> warm.Process:
    return warm.start(
        "-m", "omoide", "--home", str(home), "--persona", "haru", "--now", MORNING, "--json", *words
    )  # fmt: skip


def ended(process: warm.Process) -> str:
    """Return what a process has still to print; fail if it had anything to complain about."""
    told, complained = process.communicate()
    assert (process.returncode, complained) == (0, "")
    return told


def test_recalls_of_many_processes_during_a_night_are_all_kept(home: Path) -> None:
    readers = [warm.start("-c", READER, str(home), str(number), MORNING) for number in range(READERS)]
    for reader in readers:
        assert reader.stdout.readline() == "ready\n"
    night = command(home, "sleep")
    prompts = [command(home, "memories", "recall", f"話題{topic}の話") for topic in (7, 8)]
    report = json.loads(ended(night))["night"]
    told: Counter[int] = Counter()
    for reader in readers:
        told.update(memory_id for line in ended(reader).splitlines() for memory_id in json.loads(line))
    labels = [hit["memory"]["id"] for prompt in prompts for hit in json.loads(ended(prompt))]
    assert report["counts"]["faded"] > 1_000
    assert report["levels"]["4"] > 100
    with Omoide.open(home, clock=clock_at(MORNING)) as omoide:
        mind = omoide.mind("haru")
        told.update(mind.memories.get(label).id for label in labels)
        check(mind, told)


def check(mind: Mind, told: Counter[int]) -> None:
    """Fail unless each recall was seen by the night or still waits for the next one."""
    home = mind._home
    run = home.nights.records.latest(mind.persona.id)
    assert run is not None
    before, after = (
        home.nights.sleep(mind.persona).store.before(run),
        home.memories.night_reading.population(mind.persona.id),
    )
    assert before.ids.tolist() == after.ids.tolist()
    during = 0
    for memory_id, times in told.items():
        place = int(np.searchsorted(after.ids, memory_id))
        kept = int(before.recalls[place] + after.recalls[place])
        during += int(after.recalls[place])
        if after.level[place] == Level.ARCHIVE:
            asks_back = int(after.revival_requested_at[place]) > 0
            assert kept > 0 or asks_back, f"memory {memory_id}, recalled {times} times"
            assert kept + asks_back <= times
        else:
            assert kept == times, f"memory {memory_id}"
    assert during > 0, "no recall came while the night was at work"
    untold = ~np.isin(after.ids, list(told))
    assert nothing_flagged(after.only(untold))


def nothing_flagged(population: Population) -> bool:
    return not population.recalls.any()
