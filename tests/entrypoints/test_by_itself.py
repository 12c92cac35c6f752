"""After a turn was kept, digest, vectors and due nights follow by themselves (SPEC X13)."""

import os
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from filelock import FileLock

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.jobs import detached
from omoide.adapters.thinkers.scripted import ScriptedThinker
from omoide.errors import StillWaiting, ThinkerUnavailable, Unavailable
from omoide.ports.jobs.background import WORKER_FAILED, WORKER_LOCK
from tests import warm
from tests.conftest import NOW
from tests.fakes.appraisals import plain_appraisal
from tests.fakes.embedding import hashing

pytestmark = pytest.mark.slow

PATIENCE_SECONDS = 120.0
"""How long nothing may move: a process that begins on a busy machine takes its time."""
TURNS = (
    ("わたし寺町に住んでます。猫のモモと一緒", "モモちゃん、いい名前だね"),
    ("わたし、にんじんは苦手なんだよね", "そうなんだ、覚えておくね"),
    ("今日は資格試験に受かった！すごくうれしい！", "おめでとう！"),
)


def eventually(is_so: Callable[[], object]) -> bool:
    """Wait until something is so; tell whether it became so."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not (found := is_so()) and time.monotonic() < until:
        time.sleep(0.02)
    return bool(found)


def worked_off(mind: Mind) -> bool:
    """Wait as long as ever less waits; tell whether nothing does any more."""
    left = mind.digest_status().waiting
    while left and eventually(lambda: mind.digest_status().waiting < left):  # noqa: B023 - it is asked at once
        left = mind.digest_status().waiting
    return left == 0


@pytest.fixture
def automatic(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch on what the other tests have switched off."""
    monkeypatch.delenv("OMOIDE_BACKGROUND__AUTO")


@pytest.fixture
def home(automatic: None, tmp_path: Path, clock: SimulatedClock) -> Iterator[Omoide]:
    with Omoide.open(tmp_path / "home", clock=clock, embedder=hashing()) as opened:
        opened.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        yield opened


def talked(mind: Mind) -> None:
    for user, assistant in TURNS:
        mind.observe(user=user, assistant=assistant, session_id="s1", at=NOW - 60)


def workers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "omoide-worker"]


def test_a_library_that_only_observes_has_memories_beliefs_and_a_mood(home: Omoide) -> None:
    mind = home.mind("haru")
    talked(mind)
    assert eventually(lambda: mind.digest_status().waiting == 0)
    assert len(mind.memories.all()) == len(TURNS)
    assert any("寺町" in state.body for state in mind.beliefs.all())
    assert mind.feelings.mood(at=NOW).felt.v > 0
    assert eventually(lambda: mind.index_status()[0].pending == 0)


def test_the_thread_ends_by_itself_and_with_the_home(home: Omoide) -> None:
    talked(home.mind("haru"))
    assert eventually(lambda: not workers())
    home.mind("haru").observe(user="もう一つ", assistant="うん")
    home.close()
    assert workers() == []


def test_what_a_closed_home_left_is_done_at_the_next_opening(automatic: None, tmp_path: Path) -> None:
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as first:
        talked(first.persona("haru"))
        assert first.mind("haru").memories.all() == []
    with Omoide.open(tmp_path, embedder=hashing()) as second:
        mind = second.mind("haru")
        assert eventually(lambda: len(mind.memories.all()) == len(TURNS))


def test_a_night_that_is_due_runs_at_the_next_use(home: Omoide, clock: SimulatedClock) -> None:
    mind = home.mind("haru")
    talked(mind)
    mind.settle()
    assert mind.memories.reports() == []
    clock.advance(days=1)
    home.mind("haru")
    assert eventually(mind.memories.reports)


@pytest.mark.parametrize("by_hand", ["setting", "opening"])
def test_by_hand_nothing_happens_by_itself(
    by_hand: str, automatic: None, tmp_path: Path, clock: SimulatedClock
) -> None:
    beside = "nowhere" if by_hand == "opening" else "thread"
    with Omoide.open(tmp_path, clock=clock, embedder=hashing(), beside=beside) as home:  # type: ignore[arg-type]
        mind = home.persona("haru")
        if by_hand == "setting":
            mind.settle()
            mind.set("background.auto", "false")
            assert eventually(lambda: not workers())
        talked(mind)
        assert workers() == []
        assert mind.digest_status().waiting == len(TURNS)
        assert mind.settle().portions > 0
        assert mind.digest_status().waiting == 0


def test_settling_says_when_a_model_is_away_and_when_time_is_up(tmp_path: Path, clock: SimulatedClock) -> None:
    away = ThinkerUnavailable("the model is away")
    thinker = ScriptedThinker({"appraise_turn": [plain_appraisal, away], "write_plan": [{}]})
    with Omoide.open(tmp_path, clock=clock, embedder=hashing(), thinker=thinker) as home:
        mind = home.persona("haru")
        talked(mind)
        with pytest.raises(Unavailable, match="the model is away"):
            mind.settle()
        assert len(mind.memories.all()) == 1
    with Omoide.open(tmp_path, clock=clock, embedder=hashing()) as home, pytest.raises(StillWaiting):
        home.mind("haru").settle(timeout=0)


def test_a_home_that_nothing_waits_in_is_not_written_to(home: Omoide) -> None:
    mind = home.mind("haru")
    talked(mind)
    mind.settle()
    assert eventually(lambda: not workers())
    with closing(sqlite3.connect(home.home / "omoide.db")) as looking:
        before = looking.execute("PRAGMA data_version").fetchone()
        for _ in range(3):
            mind.digest()
            mind.settle()
            assert home.work_off()
        assert looking.execute("PRAGMA data_version").fetchone() == before


def test_work_that_is_called_away_at_once_has_done_a_portion_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Callers that never pause must not keep the work from ever being begun."""
    monkeypatch.setenv("OMOIDE_BACKGROUND__AUTO", "true")
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as home:
        mind = home.persona("haru")
        mind.observe(user="猫の名前はモモ", assistant="覚えたよ", session_id="s1")
        rounds = 0
        while not home.work_off(should_stop=lambda: True):
            rounds += 1
            assert rounds < 20
        assert len(mind.memories.all()) == 1


def cli(folder: Path, *words: str) -> str:
    """Run a command as a user does, with what happens by itself switched on."""
    env = {name: text for name, text in os.environ.items() if name != "OMOIDE_BACKGROUND__AUTO"}
    env |= {"OMOIDE_EMBEDDING__PROVIDER": "hashing", "OMOIDE_TIMEZONE": "Asia/Tokyo", "OMOIDE_LANGUAGE": "ja"}
    done = warm.run("-m", "omoide", "--home", str(folder), *words, env=env, timeout=PATIENCE_SECONDS)
    assert done.returncode == 0, done.stderr
    return done.stdout


def processes_of(home: Path) -> list[int]:
    """Return the workers of a home that run."""
    found = []
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            if detached.MODULE.encode() in words and os.fsencode(home) in words:
                found.append(int(process.name))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A home whose workers have ended when the test has."""
    yield tmp_path / "home"
    for pid in processes_of(tmp_path / "home"):
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)


@contextmanager
def looked_at(folder: Path) -> Iterator[Mind]:
    with Omoide.open(folder, embedder=hashing(), beside="nowhere") as home:
        yield home.mind("haru")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked for in /proc")
def test_three_observed_turns_are_enough_for_memories_beliefs_and_a_mood(folder: Path) -> None:
    cli(folder, "persona", "add", "haru")
    for user, assistant in TURNS:
        cli(folder, "observe", user, "--assistant", assistant)
    with looked_at(folder) as mind:
        assert eventually(lambda: len(mind.memories.all()) == len(TURNS))
        assert any("寺町" in state.body for state in mind.beliefs.all())
        assert mind.feelings.mood().felt.v > 0
    assert eventually(lambda: not processes_of(folder))
    assert eventually(lambda: not detached.is_held(folder / WORKER_LOCK))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked for in /proc")
def test_a_worker_that_was_killed_is_followed_by_another(folder: Path) -> None:
    cli(folder, "persona", "add", "haru")
    with looked_at(folder) as mind:
        for number in range(200):
            mind.observe(user=f"{number}番目。わたし寺町に住んでる", assistant="うん", session_id="s")
        cli(folder, "log", "--limit", "1")
        assert eventually(mind.memories.all)
        for pid in processes_of(folder):
            os.kill(pid, signal.SIGKILL)
        assert eventually(lambda: not processes_of(folder))
        # A process that dies has no command line any more while the system still takes its memory back, and only then lets go of
        # what it had open.  A command of that moment finds the lock held and leaves the work to the next one.
        assert eventually(lambda: not detached.is_held(folder / WORKER_LOCK))
        cli(folder, "log", "--limit", "1")
        assert worked_off(mind)
        assert len(mind.memories.all()) == 200


def test_one_worker_is_enough_and_one_that_failed_is_not_started_again_at_once(tmp_path: Path) -> None:
    for lock in (WORKER_LOCK, detached.SERVER_LOCK):
        with FileLock(tmp_path / lock):
            assert not detached.start(tmp_path)
    (tmp_path / WORKER_FAILED).touch()
    assert not detached.start(tmp_path)
