"""How long a prompt waits for memory: the hook of Claude Code, from the start of its process to its end.

    python -m bench.hook [--memories 36500] [--runs 60] [--json]

Fills a scratch home with memories, then runs the hook client as Claude Code does, in turns with a bare interpreter that
does nothing: with a warm server, without any server (cold), and with one that was killed.

    bare_ms          python -S -c pass
    prompt_ms        the prompt's hook with a warm server
    ratio_to_bare    prompt_ms.p50 / bare_ms
    cold_ms          the prompt's hook when no server runs: it starts one and waits no longer than the deadline
    up_ms            how long it then took until a prompt was answered
    killed_ms        the prompt's hook after the server was killed
    stop_ms          the hook at the end of a turn, which spools and leaves
    answered         share of the prompts that were met with memories
"""

import argparse
import json
import os
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path

from bench.remembering import Known, remember
from bench.synthetic import START, TURNS_A_DAY, questions, turns
from omoide import Omoide
from omoide.entrypoints.hooks import client
from omoide.entrypoints.server import control
from omoide.errors import ServerUnavailable

BULK = 500
DISTINCT = 4_000
"""Turns that differ; a larger mind says them again on other days, since embedding is not what is measured here."""
DEADLINE_MS = 800


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=36_500)
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="omoide-bench-", ignore_cleanup_errors=True) as folder:
        home = Path(folder) / "home"
        fill(home, memories=arguments.memories)
        try:
            figures = measure(home, runs=arguments.runs) | {"memories": arguments.memories}
        finally:
            settle(home)  # the one that was started last may still be on its way up
            control.stop(home)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:16} {value}")


def fill(home: Path, *, memories: int) -> None:
    """Fill a home with turns, each of which is a memory."""
    with Omoide.open(home, beside="nowhere") as plain:
        embedder = Known(plain.embedder)
    with Omoide.open(home, embedder=embedder, beside="nowhere") as omoide:
        mind = omoide.mind_for_project("")
        said = list(turns(min(memories, DISTINCT), seed=1))
        made = ((said[number % len(said)][0], START + number * 86_400 // TURNS_A_DAY) for number in range(memories))
        while batch := list(islice(made, BULK)):
            remember(mind, mind.observe_many(batch), embedder)
        mind.catch_up()
    digested(home)


def digested(home: Path) -> None:
    """Say that every turn was thought about and every night has passed, so that nothing is worked off meanwhile."""
    with closing(sqlite3.connect(home / "omoide.db")) as connection, connection:
        connection.execute(
            "INSERT INTO digestions SELECT id, persona_id, 'skipped', '', 'bench', NULL, created, 0 FROM events"
        )
        connection.execute("UPDATE memories SET faded_through = CAST(strftime('%s', 'now') AS INTEGER)")
        connection.execute("DELETE FROM undigested_events")


def measure(home: Path, *, runs: int) -> dict[str, object]:
    """Return all figures for a filled home."""
    asked = list(questions(runs * 3 + 20, seed=5))
    started = time.perf_counter()
    cold, _ = prompt(home, asked.pop())
    while not prompt(home, asked[0])[1] and time.perf_counter() - started < 120:
        pass
    up = (time.perf_counter() - started) * 1000
    settle(home)
    for question in asked[1:6]:
        prompt(home, question)
    bare, met, answered = [], [], 0
    for question in asked[6 : 6 + runs]:
        bare.append(timed([sys.executable, "-S", "-c", "pass"])[0])
        took, out = prompt(home, question)
        met.append(took)
        answered += bool(out)
    stops = [stop(home) for _ in range(runs // 2)]
    known = control.status(home)
    assert known is not None
    os.kill(known.pid, signal.SIGKILL)
    killed, _ = prompt(home, asked[-1])
    return {
        "bare_ms": round(statistics.median(bare), 1),
        "prompt_ms": {
            "p50": round(statistics.median(met), 1),
            "p95": round(statistics.quantiles(met, n=20)[-1], 1),
        },
        "ratio_to_bare": round(statistics.median(met) / statistics.median(bare), 2),
        "cold_ms": round(cold, 1),
        "up_ms": round(up, 1),
        "killed_ms": round(killed, 1),
        "stop_ms": round(statistics.median(stops), 1),
        "answered": round(answered / runs, 2),
        "server_rss_mb": known.rss_mb,
    }


def prompt(home: Path, question: str) -> tuple[float, bytes]:
    """Run the prompt's hook in a session of its own; return the milliseconds and what it printed."""
    given = {"session_id": f"s{time.time_ns()}", "cwd": "/projects/app", "prompt": question}
    return hook(home, "UserPromptSubmit", given)


def stop(home: Path) -> float:
    """Run the hook at the end of a turn; return the milliseconds."""
    given = {"session_id": "none", "cwd": "/projects/app", "transcript_path": "", "last_assistant_message": "Done."}
    return hook(home, "Stop", given)[0]


def hook(home: Path, event: str, given: dict[str, str]) -> tuple[float, bytes]:
    """Run a hook as Claude Code does."""
    command = [sys.executable, "-I", "-S", str(Path(client.__file__)), event, str(home), str(DEADLINE_MS)]
    return timed(command, given=json.dumps(given).encode())


def timed(command: list[str], *, given: bytes = b"") -> tuple[float, bytes]:
    """Run a process; return the milliseconds and what it printed."""
    started = time.perf_counter()
    done = subprocess.run(command, input=given, capture_output=True, check=True)
    return (time.perf_counter() - started) * 1000, done.stdout


def settle(home: Path) -> None:
    """Wait until the server has nothing left to do."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        with suppress(ServerUnavailable):
            known = control.status(home)
            if known is not None and known.settled:
                return
        time.sleep(0.1)


if __name__ == "__main__":
    main()
