"""Clients that talk to minds of one home through several processes at once (`python -m bench.load clients`).

Each client has a persona of its own.  A turn is: think, observe, recall, compose a context; what a client waits for is timed.  The
processes open the home as a library does (`Omoide.open`), on SQLite or, with `url`, on PostgreSQL; clients are shared out among
them, one thread each; or they are servers, and the clients ask over HTTP (`load_http`).  Cues and what is observed are embedded
by the built-in embedder, as in daily use.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench import minds_of_a_home
from bench.load_http import VERBS, talked_over_http
from bench.synthetic import questions, turns
from omoide import Omoide
from omoide.errors import OmoideError

Figures = dict[str, object]


def load_of_clients(
    home: Path,
    *,
    clients: int,
    processes: int,
    seconds: float,
    think_seconds: float,
    personas: int,
    events: int,
    backend: str,
    url: str | None,
    door: str = "library",
) -> Figures:
    """Return what clients get out of a home, which is made, and for PostgreSQL moved there, where it is not there yet."""
    if not (home / "omoide.db").exists():
        minds_of_a_home.made(home, personas=personas, events=events)
    measure = partial(
        clients_at,
        home,
        clients=clients,
        processes=processes,
        seconds=seconds,
        think_seconds=think_seconds,
        door=door,
    )
    if backend == "sqlite":
        return measure(url=None)
    with _server(url) as address:
        with Omoide.open(home, beside="nowhere") as omoide:
            started = time.perf_counter()
            moved = omoide.move(address)
            taken = time.perf_counter() - started
        return measure(url=address) | {"moved_rows": moved.rows, "moved_in_s": round(taken, 1)}


@contextmanager
def _server(url: str | None) -> Iterator[str]:
    if url is not None:
        yield url
        return
    from bench.postgres_server import own_postgres

    with own_postgres() as server:
        yield server.url("postgres")


def clients_at(
    home: Path,
    *,
    clients: int,
    processes: int,
    seconds: float,
    think_seconds: float,
    url: str | None,
    door: str = "library",
) -> Figures:
    """Return what so many clients, through so many processes, get out of a home in so many seconds."""
    talked: Callable[..., list[dict[str, Any]]] = talked_over_http if door == "http" else talked_in_processes
    told = talked(home, clients=clients, processes=processes, seconds=seconds, think_seconds=think_seconds, url=url)
    times = {verb: [took for each in told for took in each["times"][verb]] for verb in VERBS}
    done = sum(map(len, times.values()))
    return {
        "door": door,
        "clients": clients,
        "processes": processes,
        "backend": "sqlite" if url is None else "postgresql",
        "personas": told[0]["personas"],
        "per_s": round(done / seconds, 1),
        "cpu_ms_each": round(sum(each["cpu_ms"] for each in told) / max(1, done), 1),
        **{f"{verb}_ms": _spread(took) for verb, took in times.items()},
        "errors": sum(each["errors"] for each in told),
        "kinds_of_errors": sorted({kind for each in told for kind in each["kinds"]}),
        "rss_mb": [round(size) for each in told for size in each["rss_mb"]],
    }


def talked_in_processes(
    home: Path, *, clients: int, processes: int, seconds: float, think_seconds: float, url: str | None
) -> list[dict[str, Any]]:
    """Return what the clients of each process met with, which opens the home as a library does."""
    environ = os.environ | {"OMOIDE_BACKGROUND__AUTO": "false"}
    if url is not None:
        environ["OMOIDE_DATABASE__URL"] = url
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "bench.load_clients", str(home), str(mine), str(len(share)), str(seconds),
             str(think_seconds)],
            env=environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for mine, share in _shares(clients, processes)
    ]  # fmt: skip
    for worker in workers:
        assert worker.stdout is not None
        worker.stdout.readline()  # each is ready
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    return [json.loads(worker.communicate()[0]) for worker in workers]


def _shares(clients: int, processes: int) -> list[tuple[int, range]]:
    """Return of each process the first of its clients, and which they are."""
    bounds = [clients * number // processes for number in range(processes + 1)]
    return [(first, range(first, last)) for first, last in pairwise(bounds) if last > first]


def _spread(times: Sequence[float]) -> dict[str, float]:
    if not times:
        return {}
    ordered = sorted(times)
    return {"p50": round(statistics.median(ordered), 1)} | {
        f"p{share}": round(ordered[min(len(ordered) - 1, len(ordered) * share // 100)], 1) for share in (95, 99)
    }


class _Process:
    """One process and its clients."""

    def __init__(self, omoide: Omoide, *, think_seconds: float) -> None:
        self._omoide = omoide
        self.until = 0.0
        """When its clients have talked enough."""
        self._think_seconds = think_seconds
        self._lock = threading.Lock()
        self.times: dict[str, list[float]] = {verb: [] for verb in VERBS}
        self.errors = 0
        self.kinds: set[str] = set()
        self.names = [each.name for each in omoide.personas()]

    def warm_up(self) -> None:
        """Load what is loaded once."""
        mind = self._omoide.mind(self.names[0])
        mind.recall("駅前で何をした？")
        mind.context("駅前で何をした？", preview=True)

    def talk(self, number: int) -> None:
        """Be one client until the time is up."""
        dice = random.Random(number)
        name = dice.choice(self.names)
        time.sleep(dice.uniform(0, self._think_seconds))
        for at, (turn, _) in enumerate(turns(100_000, seed=number)):
            [cue] = questions(1, seed=number * 100_003 + at)
            mind = self._omoide.mind(name)
            session = f"load-{number}"
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
        except OmoideError as exc:
            with self._lock:
                self.errors += 1
                self.kinds.add(type(exc).__name__)
            return
        with self._lock:
            self.times[verb].append((time.perf_counter() - started) * 1000)


def main(arguments: Sequence[str]) -> None:
    """Be one process: wait for the beginning, let its clients talk, tell what they met with."""
    home, first, count = Path(arguments[0]), int(arguments[1]), int(arguments[2])
    seconds, think_seconds = map(float, arguments[3:5])
    with Omoide.open(home, beside="nowhere") as omoide:
        process = _Process(omoide, think_seconds=think_seconds)
        process.warm_up()
        print("ready", flush=True)
        sys.stdin.readline()
        process.until = time.time() + seconds
        processor = time.process_time()
        with ThreadPoolExecutor(count) as talking:
            list(talking.map(process.talk, range(first, first + count)))
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        print(
            json.dumps(
                {
                    "personas": len(process.names),
                    "times": process.times,
                    "cpu_ms": (time.process_time() - processor) * 1000,
                    "errors": process.errors,
                    "kinds": sorted(process.kinds),
                    "rss_mb": [pages * os.sysconf("SC_PAGE_SIZE") / 2**20],
                }
            )
        )


if __name__ == "__main__":
    main(sys.argv[1:])
