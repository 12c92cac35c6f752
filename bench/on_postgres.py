"""How fast turns go in and recollections come out on PostgreSQL, beside SQLite on the same machine.

    python -m bench.on_postgres --events 20000 [--connections 8] [--appends 300] [--json]

A server of one's own is started, on which every commit waits for the disk.  Appends are measured one by one on one connection, and
over several processes, each with a persona of its own.  Then a home is filled, with vectors by dice, and the same questions are
asked on both databases.  Last, the nearest vectors are looked for in two ways: by the resident matrix, as recall does, and by
pgvector, exactly, in `halfvec`.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

import numpy as np
from sqlalchemy import text

from bench.kept_vectors import DicedVectors
from bench.latency import BULK, recall_times
from bench.postgres_server import OwnPostgres, own_postgres
from bench.synthetic import turns
from omoide import Mind, Omoide

NEAREST = 100
LOOKS = 30
DIMS = 256
"""Dimensions of the vectors that both ways of looking are compared with."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--appends", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--append", nargs=3, metavar=("HOME", "PERSONA", "COUNT"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.append:
        home, persona, count = arguments.append
        append(Path(home), persona, int(count))
        return
    with own_postgres() as server, tempfile.TemporaryDirectory(prefix="omoide-bench-") as folder:
        found = measure(
            server,
            Path(folder),
            events=arguments.events,
            connections=arguments.connections,
            appends=arguments.appends,
        )
    if arguments.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:32} {value}")


def measure(server: OwnPostgres, folder: Path, *, events: int, connections: int, appends: int) -> dict[str, object]:
    """Return all figures."""
    homes = {"sqlite": folder / "file", "postgresql": folder / "server"}
    for name, home in homes.items():
        home.mkdir()
        where = f'[database]\nurl = "{server.url()}"\n' if name == "postgresql" else ""
        (home / "config.toml").write_text(f"{where}[index]\ncheckpoint_items = 2000\n[embedding]\nbatch_size = 2000\n")
    found: dict[str, object] = {"events": events}
    for name, home in homes.items():
        found[f"{name}: appends/s, one"] = round(rate(home, count=appends, at_once=1))
        found[f"{name}: appends/s, {connections}"] = round(rate(home, count=appends, at_once=connections))
    for name, home in homes.items():
        with Omoide.open(home, beside="nowhere", embedder=DicedVectors()) as omoide:
            mind = filled(omoide, events)
            found[f"{name}: recall_ms"] = recall_times(mind)
            if name == "postgresql":
                found |= nearest(mind, rows=mind.index_status()[0].passages)
    return found


def rate(home: Path, *, count: int, at_once: int) -> float:
    """Return how many turns a second are kept durably by so many processes, once all of them are up."""
    command = [sys.executable, "-m", "bench.on_postgres", "--append", str(home)]
    started = [
        subprocess.Popen(
            [*command, f"appends-{number}", str(count)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for number in range(at_once)
    ]
    for each in started:
        assert each.stdout is not None
        each.stdout.readline()
    began = time.perf_counter()
    for each in started:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    for each in started:
        each.communicate()
    return count * at_once / (time.perf_counter() - began)


def append(home: Path, persona: str, count: int) -> None:
    """Keep so many turns, one by one, when told to."""
    with Omoide.open(home, beside="nowhere", embedder=DicedVectors()) as omoide:
        mind = omoide.persona(persona)
        batch = list(islice(turns(count + 1, seed=len(persona)), count + 1))
        mind.observe_many(batch[:1])
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        for turn, at in batch[1:]:
            mind.observe(user=turn.user, assistant=turn.assistant, session_id=turn.session_id, at=at)


def filled(omoide: Omoide, events: int) -> Mind:
    """Return a mind with so many events and all their vectors."""
    mind = omoide.persona("bench")
    made = turns(events, seed=1)
    while batch := list(islice(made, BULK)):
        mind.observe_many(batch)
    mind.catch_up()
    return mind


def nearest(mind: Mind, *, rows: int) -> dict[str, object]:
    """Return how long it takes to find the nearest of so many vectors, by a resident matrix and by pgvector."""
    rng = np.random.default_rng(1)
    matrix = rng.standard_normal((rows, DIMS), dtype=np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    database, times = mind._home.foundation.database, {"resident": list[float](), "pgvector": list[float]()}  # noqa: SLF001
    with database.writing() as connection:
        connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector"))
        connection.execute(text(f"CREATE TEMPORARY TABLE tried (id int, v halfvec({DIMS}))"))
        raw = connection.connection.cursor()
        with raw.copy("COPY tried (id, v) FROM STDIN") as copy:
            for number, row in enumerate(matrix):
                copy.write_row((number, "[" + ",".join(f"{value:.5f}" for value in row) + "]"))
        connection.execute(text("ANALYZE tried"))
        for _ in range(LOOKS):
            asked = matrix[rng.integers(rows)]
            began = time.perf_counter()
            scores = matrix @ asked
            np.argpartition(-scores, min(NEAREST, rows - 1))[:NEAREST]
            times["resident"].append(time.perf_counter() - began)
            cue = "[" + ",".join(f"{value:.5f}" for value in asked) + "]"
            began = time.perf_counter()
            query = text("SELECT id FROM tried ORDER BY v <#> CAST(:cue AS halfvec) LIMIT :most")
            connection.execute(query, {"cue": cue, "most": NEAREST}).all()
            times["pgvector"].append(time.perf_counter() - began)
        connection.rollback()
    return {f"nearest of {rows}, {name} ms": round(statistics.median(each) * 1000, 2) for name, each in times.items()}


if __name__ == "__main__":
    main()
