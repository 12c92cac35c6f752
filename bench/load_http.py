"""Clients that talk to minds over HTTP, through one or several servers on one home (`python -m bench.load clients --door http`).

The servers are what users start: `omoide serve --http`, each on a port of its own, with the work beside the answers that they do by
themselves; in daily use a reverse proxy stands before several.  Each client has a persona and a server of its own, asks
by `omoide.client` and thinks between its turns.  All clients are threads of this process, whose processor is not counted.
"""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from bench.synthetic import questions, turns
from omoide.client import Client
from omoide.errors import OmoideError

VERBS = ("observe", "recall", "context")
ANSWER_SECONDS = 60.0


class Talk:
    """What all clients met with."""

    def __init__(self, addresses: Sequence[str], *, think_seconds: float) -> None:
        self._addresses = addresses
        self._think_seconds = think_seconds
        self._lock = threading.Lock()
        self.until = 0.0
        """When its clients have talked enough."""
        self.times: dict[str, list[float]] = {verb: [] for verb in VERBS}
        self.errors = 0
        self.kinds: set[str] = set()
        with Client(addresses[0]) as client:
            self.names = [each.name for each in client.personas()]

    def warm_up(self) -> None:
        """Have every server load what it loads once."""
        for address in self._addresses:
            with Client(address, timeout=ANSWER_SECONDS) as client:
                client.persona(self.names[0]).recall("駅前で何をした？")
                client.persona(self.names[0]).context("駅前で何をした？", preview=True)

    def one(self, number: int) -> None:
        """Be one client until the time is up."""
        dice = random.Random(number)
        name, session = dice.choice(self.names), f"load-{number}"
        with Client(self._addresses[number % len(self._addresses)], timeout=ANSWER_SECONDS) as client:
            mind = client.persona(name)
            time.sleep(dice.uniform(0, self._think_seconds))
            for at, (turn, _) in enumerate(turns(100_000, seed=number)):
                [cue] = questions(1, seed=number * 100_003 + at)
                said = partial(mind.observe, user=f"{turn.user} {at}", assistant=turn.assistant, session_id=session)
                self._timed("observe", said)
                self._timed("recall", partial(mind.recall, cue))
                self._timed("context", partial(mind.context, cue, session_id=session))
                time.sleep(dice.expovariate(1 / self._think_seconds) if self._think_seconds else 0)
                if time.time() > self.until:
                    return

    def _timed(self, verb: str, act: Callable[[], object]) -> None:
        started = time.perf_counter()
        try:
            act()
        except (OmoideError, httpx.HTTPError) as exc:
            with self._lock:
                self.errors += 1
                self.kinds.add(type(exc).__name__)
            return
        with self._lock:
            self.times[verb].append((time.perf_counter() - started) * 1000)


def talked_over_http(
    home: Path, *, clients: int, processes: int, seconds: float, think_seconds: float, url: str | None
) -> list[dict[str, Any]]:
    """Return what so many clients met with at so many servers: one account of all, as of one process of `load_clients`."""
    environ = os.environ | ({} if url is None else {"OMOIDE_DATABASE__URL": url})
    with serving(home, processes, environ=environ) as started:
        talk = Talk([address for _, address in started], think_seconds=think_seconds)
        talk.warm_up()
        pids = [process.pid for process, _ in started]
        used = sum(map(_cpu_ms, pids))
        talk.until = time.time() + seconds
        with ThreadPoolExecutor(clients) as talking:
            list(talking.map(talk.one, range(clients)))
        told = {
            "personas": len(talk.names),
            "times": talk.times,
            "cpu_ms": sum(map(_cpu_ms, pids)) - used,
            "errors": talk.errors,
            "kinds": sorted(talk.kinds),
            "rss_mb": [_rss_mb(pid) for pid in pids],
        }
        return [told]


@contextmanager
def serving(home: Path, count: int, *, environ: dict[str, str]) -> Iterator[list[tuple["subprocess.Popen[str]", str]]]:
    """Give so many servers on one home, and their addresses, until the end."""
    command = [sys.executable, "-m", "omoide", "--home", str(home), "serve", "--http", "--port", "0", "--door", "api"]
    servers = [subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    try:
        yield [(each, _address(each)) for each in servers]
    finally:
        for each in servers:
            each.terminate()
        for each in servers:
            each.communicate()


def _address(server: "subprocess.Popen[str]") -> str:
    assert server.stdout is not None
    line = server.stdout.readline()
    return next(word for word in line.split() if word.startswith("http"))


def _cpu_ms(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) * 1000 / os.sysconf("SC_CLK_TCK")


def _rss_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
