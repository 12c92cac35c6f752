"""How latency grows with the number of minds in a home: 10, 100, 1,000, 10,000.

    python -m bench.growth [--personas 10 100 1000 10000] [--events 500] [--asked 100] [--clients 20] [--seconds 12]
                           [--backend sqlite|postgresql] [--folder FOLDER] [--json]

For each number a home is made in the folder as `minds-N` (`minds_of_a_home`), or the one that is there is taken; without a folder
they go at the end.  Each is measured twice: one mind after the other is recalled in by one thread (`many_minds`: cold, warm,
memory, a look for work), and so many clients talk through one process (`load_clients`: observe, recall, context).  On PostgreSQL only
the clients are measured, on a server of its own to which the home is moved before.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench import minds_of_a_home
from bench.load_clients import load_of_clients

Figures = dict[str, Any]
SHOWN = ("cold_ms", "warm_ms", "cold_cpu_ms", "warm_cpu_ms", "idle_ms", "rss_most_mb", "observe_ms", "recall_ms", "context_ms",
         "per_s", "cpu_ms_each", "errors")  # fmt: skip


def main() -> None:
    """Make, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--personas", type=int, nargs="+", default=[10, 100, 1_000, 10_000])
    parser.add_argument("--events", type=int, default=500)
    parser.add_argument("--asked", type=int, default=100)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--backend", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="omoide-bench-", ignore_cleanup_errors=True) as scratch:
        for personas in given.personas:
            home = (given.folder or Path(scratch)) / f"minds-{personas}"
            print(
                json.dumps(measured(home, personas, given)) if given.json else told(measured(home, personas, given)),
                flush=True,
            )


def measured(home: Path, personas: int, given: argparse.Namespace) -> Figures:
    """Return the figures of one home."""
    if not (home / "omoide.db").exists():
        minds_of_a_home.made(home, personas=personas, events=given.events)
    alone = recalled(home, asked=given.asked) if given.backend == "sqlite" else {}
    together = load_of_clients(
        home,
        clients=given.clients,
        processes=1,
        seconds=given.seconds,
        think_seconds=given.think,
        personas=personas,
        events=given.events,
        backend=given.backend,
        url=None,
    )
    return {**alone, **together, "personas": personas, "load": round(os.getloadavg()[0], 1)}


def recalled(home: Path, *, asked: int) -> Figures:
    """Return what a process of its own tells of recalling in one mind after the other."""
    command = [sys.executable, "-m", "bench.many_minds", "--home", str(home), "--asked", str(asked), "--json"]
    return dict(json.loads(subprocess.check_output(command, text=True)))


def told(figures: Figures) -> str:
    """Return the figures of one home as lines."""
    lines = [f"{figures['personas']:,} personas, load {figures['load']}"]
    lines += [f"    {name:14} {figures[name]}" for name in SHOWN if name in figures]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
