"""Prompts that come while the server sleeps through a night: all are met, and all that came to mind is kept."""

import sqlite3
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from omoide import Mind, Omoide
from omoide.bootstrap.host_files import spool_in
from omoide.domain.memories.levels import Level
from omoide.entrypoints.server.background import BackgroundWorker
from tests.entrypoints.beliefs.month import fill
from tests.entrypoints.hooks.host import Host, Ran

pytestmark = pytest.mark.slow

MEMORIES = 2_400
AT_ONCE = 3
SMALL = {
    "OMOIDE_EMBEDDING__PROVIDER": "hashing",
    "OMOIDE_EMBEDDING__DIMENSIONS": "128",
    "OMOIDE_TIMEZONE": "Asia/Tokyo",
}


def test_prompts_during_a_night_are_met_and_what_came_to_mind_is_kept(
    machines: Callable[..., Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SMALL.items():
        monkeypatch.setenv(name, value)
    host = machines(**SMALL)
    with Omoide.open(host.home) as omoide:
        fill(omoide.mind_for_project(""), memories=MEMORIES)
    host.up()
    with ThreadPoolExecutor(AT_ONCE) as hooks:
        met = [each for some in hooks.map(lambda number: prompts(host, number), range(AT_ONCE)) for each in some]
    assert all(ran.code == 0 for _, ran in met)
    host.settle()
    logs = host.logs()
    assert "a night has passed for claude" in logs
    assert "WARNING" not in logs, logs
    assert "ERROR" not in logs, logs
    shown = {session: ran.context.count("\n- [") for session, ran in met}
    assert sum(shown.values()) > 0
    noted = came_to_mind(host.home)
    assert Counter(session for session, _ in noted) == Counter({name: count for name, count in shown.items() if count})
    with Omoide.open(host.home) as omoide:
        check(omoide, Counter(memory_id for _, memory_id in noted))


def prompts(host: Host, number: int) -> list[tuple[str, Ran]]:
    """Have prompts met, one session each, until the night is over."""
    met: list[tuple[str, Ran]] = []
    while not met or not night_is_over(host.home):
        session = host.session(name=f"{number}-{len(met)}")
        met.append((session.id, session.prompt(f"話題{(number + AT_ONCE * len(met)) % 60}の話を聞かせて")))
    return met


def night_is_over(home: Path) -> bool:
    with closing(sqlite3.connect(home / "omoide.db", timeout=30)) as connection:
        return connection.execute("SELECT 1 FROM nights WHERE phase = 'done'").fetchone() is not None


def came_to_mind(home: Path) -> list[tuple[str, int]]:
    with closing(sqlite3.connect(home / "omoide.db", timeout=30)) as connection:
        return [(row[0], row[1]) for row in connection.execute("SELECT session_id, memory_id FROM memory_recalls")]


def check(omoide: Omoide, told: Counter[int]) -> None:
    """Fail unless each recall was seen by the night or still waits for the next one."""
    mind = omoide.mind_for_project("")
    home = mind._home
    run = home.nights.records.latest(mind.persona.id)
    assert run is not None
    before, after = (
        home.nights.sleep(mind.persona).store.before(run),
        home.memories.night_reading.population(mind.persona.id),
    )
    for memory_id, times in told.items():
        place = int(np.searchsorted(after.ids, memory_id))
        has_lived = bool(
            after.faded_through[place] > before.faded_through[place]
        )  # one of today is left to the next night
        kept = int(after.recalls[place]) + (int(before.recalls[place]) if has_lived else 0)
        if after.level[place] == Level.ARCHIVE:
            assert kept > 0 or int(after.revival_requested_at[place]) > 0, f"memory {memory_id}"
        else:
            assert kept == times, f"memory {memory_id}"
    assert after.recalls.any(), "no prompt came after the night had begun"


def test_a_server_that_ends_notes_what_came_to_mind_first(opened: Callable[..., Omoide], tmp_path: Path) -> None:
    omoide = opened()
    mind = omoide.mind_for_project("")
    mind.observe(user="猫の名前はモモだよ", assistant="モモちゃん、かわいい名前だね", session_id="s1")
    mind.digest()
    [cat] = mind.memories.all()
    worker = BackgroundWorker(opened, spool_in(tmp_path / "spool"))
    worker.start()
    assert worker.stop(within_seconds=60)
    worker.note("", mind.host.bring_to_mind("猫の名前は？", session_id="s2"))
    assert worker.stop(within_seconds=60)
    assert mind.memories.get(cat.label).recalled_since_last_batch


def test_prompts_that_never_cease_do_not_keep_the_work_from_going_on(
    opened: Callable[..., Omoide], tmp_path: Path
) -> None:
    omoide = opened()
    mind = omoide.mind_for_project("")
    mind.observe(user="猫の名前はモモだよ", assistant="モモちゃん、かわいい名前だね", session_id="s1")
    mind.digest()
    worker = BackgroundWorker(opened, spool_in(tmp_path / "spool"))
    brought = mind.host.bring_to_mind("猫の名前は？", session_id="s2")
    worker.note("", brought)

    def met_meanwhile(folder: str) -> Mind:
        assert len(worker._recalled) < 5, "each note makes room for the next one, for ever"
        worker.note(folder, brought)
        return mind

    for _ in range(3):
        worker._note_recalls(met_meanwhile)
    assert len(worker._recalled) == 1
