"""What waits becomes jobs: seen, tried again, given up, put aside; and nothing hangs on the book of jobs."""

import base64
import json
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

import pytest

from omoide import Omoide, SimulatedClock
from omoide.adapters.readers.builtin import shared_reader
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.ask import Ask
from omoide.bootstrap import jobs as bootstrap_jobs
from omoide.domain.text.language import Language
from omoide.domain.time.moment import DAY_SECONDS
from omoide.errors import InvalidInput, JobNotFound, Unavailable
from omoide.ports.models.thinker import Answered
from tests.entrypoints.answered import answering
from tests.entrypoints.test_by_itself import eventually
from tests.fakes.embedding import hashing
from tests.usecases.understanding.test_troubled_persona import NOON

ValueT = TypeVar("ValueT")
SECRET = "雷がこわいと言ったのは秘密"
SAID = "猫の名前はモモ"


class Broken:
    """Rules with a mistake in them: a turn with this word raises what nobody foresaw."""

    def __init__(self) -> None:
        self._rules = RulesThinker(language=Language.JA, embedder=hashing(), reader=shared_reader())
        self.is_mended = False
        self.tries = 0

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        if isinstance(ask, AppraiseTurn) and "雷" in ask.turn.user and not self.is_mended:
            self.tries += 1
            raise KeyError(ask.turn.user)
        return self._rules.answer(ask)


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock(NOON)


@pytest.fixture
def opened(tmp_path: Path, clock: SimulatedClock, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Omoide]:
    for key, value in {"AUTO": "true", "ATTEMPTS": "2", "REST_SECONDS": "60"}.items():
        monkeypatch.setenv(f"OMOIDE_BACKGROUND__{key}", value)
    return lambda **more: Omoide.open(tmp_path, clock=clock, embedder=hashing(), beside="nowhere", **more)


@pytest.fixture
def thinker() -> Broken:
    return Broken()


@pytest.fixture
def home(opened: Callable[..., Omoide], thinker: Broken) -> Iterator[Omoide]:
    with opened(thinker=thinker) as made:
        made.persona("aki").observe(user=SECRET, assistant="怖いね")
        made.persona("haru").observe(user=SAID, assistant="覚えたよ")
        yield made


def told(home: Omoide) -> dict[str, tuple[str, str]]:
    return {job.id: (job.state.value, job.trouble) for job in home.jobs.all()}


def test_a_job_is_tried_again_given_up_and_taken_up_by_command(
    home: Omoide,
    clock: SimulatedClock,
    thinker: Broken,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run = answering(tmp_path, monkeypatch, capsys)
    assert home.jobs.work_off() is False
    assert told(home) == {"digest-1-1": ("failed", "KeyError"), "digest-2-1": ("done", "")}
    for _ in range(3):
        home.jobs.work_off()
    assert thinker.tries == 1, "it rests"
    clock.advance(seconds=61)
    home.jobs.work_off()
    assert told(home)["digest-1-2"] == ("dead", "KeyError")
    clock.advance(seconds=23 * 3600)
    home.jobs.work_off()
    assert thinker.tries == 2, "what was given up is left alone for a day"
    code, out, _ = run("jobs", "list", "--dead", "--json")
    [dead] = json.loads(out)
    assert (code, dead["id"], dead["persona"], dead["attempt"]) == (0, "digest-1-2", "aki", 2)
    assert home.jobs.dead()[0].id == home.mind("aki").jobs.dead()[0].id == "digest-1-2"
    assert home.mind("haru").jobs.dead() == []
    thinker.is_mended = True
    monkeypatch.setenv("OMOIDE_LANGUAGE", "ja")
    assert "次に働く者が行います" in run("jobs", "retry", "digest-1-2")[1]
    home.jobs.work_off()
    assert told(home)["digest-1-3"] == ("done", "")
    assert len(home.mind("aki").memories.all()) == 1
    assert "完了" in run("jobs")[1]
    monkeypatch.setenv("OMOIDE_LANGUAGE", "en")
    assert "state: done" in run("jobs", "show", "digest-1-3")[1]
    assert run("jobs", "retry", "digest-1-3")[0] == 2
    code, _, complaint = run("jobs", "cancel", "sleep-9-9")
    assert (code, "omoide jobs list" in complaint) == (3, True)
    with pytest.raises(JobNotFound):
        home.mind("haru").jobs.get("digest-1-3")
    with pytest.raises(InvalidInput, match="no state of a job"):
        home.jobs.all(states=["asleep"])


def test_after_a_day_what_was_given_up_is_tried_by_itself(home: Omoide, clock: SimulatedClock, thinker: Broken) -> None:
    home.jobs.work_off()
    clock.advance(seconds=61)
    home.jobs.work_off()
    thinker.is_mended = True
    clock.advance(seconds=DAY_SECONDS)
    home.jobs.work_off()
    assert told(home)["digest-1-3"] == ("done", "")


def test_what_is_put_aside_is_not_done_until_somebody_says_so(
    home: Omoide, clock: SimulatedClock, thinker: Broken
) -> None:
    home.jobs.work_off()
    aside = home.jobs.cancel("digest-1-1")
    thinker.is_mended = True
    clock.advance(seconds=3 * 3600)
    home.jobs.work_off()
    assert home.mind("aki").memories.all() == []
    home.jobs.retry(aside.id)
    home.jobs.work_off()
    assert len(home.mind("aki").memories.all()) == 1


def test_nothing_that_was_said_is_in_the_book_of_jobs(home: Omoide, tmp_path: Path, clock: SimulatedClock) -> None:
    home.jobs.work_off()
    clock.advance(days=2)
    home.jobs.work_off()
    assert "sleep-2-1" in told(home)
    home.close()
    kept = b"".join(file.read_bytes() for file in [*tmp_path.glob("jobs.db*"), *tmp_path.glob("locks/*")])
    assert b"KeyError" in kept
    for said in (SECRET, SAID, "怖いね", "雷", "aki", "haru"):
        assert said.encode() not in kept + _unpacked(tmp_path / "jobs.db")


def _unpacked(file: Path) -> bytes:
    """Return what is in every cell, as it stands and taken out of base64, in which pickles would be kept."""
    found = b""
    with closing(sqlite3.connect(file)) as book:
        for (table,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in book.execute(f'SELECT * FROM "{table}"').fetchall():
                for cell in row:
                    found += str(cell).encode()
                    with suppress(ValueError):
                        found += base64.b64decode(str(cell))
    return found


def test_with_the_book_deleted_everything_still_gets_done(
    home: Omoide, tmp_path: Path, clock: SimulatedClock, thinker: Broken, opened: Callable[..., Omoide]
) -> None:
    home.jobs.work_off()
    for file in tmp_path.glob("jobs.db*"):
        file.unlink()
    thinker.is_mended = True
    clock.advance(days=2)
    home.mind("haru").observe(user="犬の名前はクロ", assistant="うん")
    home.jobs.work_off()
    home.close()
    for file in tmp_path.glob("jobs.db*"):
        file.unlink()
    clock.advance(days=2)
    with opened(thinker=thinker) as again:
        assert again.jobs.work_off() is True
        assert [len(again.mind(name).memories.all()) for name in ("aki", "haru")] == [1, 2]
        assert all(again.mind(name).sleep.reports() for name in ("aki", "haru"))


def test_a_sleep_that_another_worker_is_at_is_left_to_it(home: Omoide, clock: SimulatedClock) -> None:
    """The sleep's own lock holds as well where somebody sleeps by hand, without any job."""
    home.jobs.work_off()
    clock.advance(days=2)
    haru = home.mind("haru").persona
    with home._home.sleep.through(haru).lock.alone(haru.id) as is_mine:
        assert is_mine
        home.jobs.work_off()
    assert home.mind("haru").sleep.reports() == []


def test_what_is_out_of_reach_is_told_and_tried_again(opened: Callable[..., Omoide], clock: SimulatedClock) -> None:
    from omoide.adapters.thinkers.scripted import ScriptedThinker
    from omoide.errors import ThinkerUnavailable
    from tests.fakes.appraisals import plain_appraisal

    away = ThinkerUnavailable("the model is away")
    thinker = ScriptedThinker({"appraise_turn": [away, plain_appraisal], "write_plan": [{}]})
    with opened(thinker=thinker) as home:
        home.persona("haru").observe(user=SAID, assistant="覚えたよ")
        with pytest.raises(Unavailable, match="the model is away"):
            home.jobs.work_off()
        assert told(home) == {"digest-1-1": ("failed", "ThinkerUnavailable")}
        clock.advance(seconds=61)
        home.jobs.work_off()
        assert told(home)["digest-1-2"] == ("done", "")


def test_an_import_that_was_handed_in_is_read_beside(home: Omoide, tmp_path: Path, thinker: Broken) -> None:
    from tests.entrypoints.hooks.spooling import line

    folder = tmp_path / "logs of sessions"
    folder.mkdir()
    (folder / "a.jsonl").write_text(line("user", "the walnut") + line("assistant", "yes") + line("user", "and more"))
    mind = home.mind("haru")
    mind.host.import_later(folder)
    home.jobs.work_off()
    assert told(home)["import-2-1"] == ("done", "")
    assert any("walnut" in event.user for event in mind.log(limit=None))
    assert list((tmp_path / "imports").iterdir()) == []


def test_an_engine_with_nothing_to_do_writes_nothing(
    home: Omoide, tmp_path: Path, thinker: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker.is_mended = True
    assert home.jobs.work_off() is True
    assert home._home.jobs._runner.is_started

    def files() -> dict[str, tuple[int, int]]:
        found = [file for file in tmp_path.rglob("*") if file.is_file() and not file.name.endswith("-shm")]
        return {str(file): (file.stat().st_mtime_ns, file.stat().st_size) for file in found}

    before = files()
    time.sleep(2.5)  # what is looked at is the engine itself, which goes by the real clock
    assert files() == before
    monkeypatch.setattr(bootstrap_jobs, "LINGER_SECONDS", 0.0)
    assert home.jobs.work_off() is True
    assert not home._home.jobs._runner.is_started
    resting = files()
    for _ in range(3):
        assert home.jobs.work_off() is True
    assert files() == resting


def test_a_second_home_in_one_process_gets_its_work_done_without_the_engine(
    home: Omoide, tmp_path: Path, clock: SimulatedClock
) -> None:
    home.jobs.work_off()
    with Omoide.open(tmp_path / "other", clock=clock, embedder=hashing(), beside="nowhere") as other:
        other.persona("natsu").observe(user=SAID, assistant="うん")
        assert other.jobs.work_off() is True
        assert len(other.mind("natsu").memories.all()) == 1
        assert other.jobs.all() == []


def test_a_program_that_works_beside_has_its_nights_though_nobody_talks(
    home: Omoide, clock: SimulatedClock, thinker: Broken
) -> None:
    thinker.is_mended = True
    home.jobs.work_off()
    with home.jobs.working(look_seconds=0.05):
        clock.advance(days=2)
        assert eventually(lambda: told(home).get("sleep-2-1") == ("done", ""))
    assert [each for each in threading.enumerate() if each.name == "omoide-jobs"] == []


def test_neither_a_hook_nor_the_start_of_a_server_loads_the_engine() -> None:
    code = (
        "import sys, omoide.entrypoints.hooks.client, omoide.entrypoints.server.__main__, omoide.bootstrap.jobs, "
        "omoide.entrypoints.server.background, omoide.entrypoints.library.home, omoide.entrypoints.library.jobs; "
        "sys.exit('dbos' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
