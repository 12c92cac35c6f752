"""How fast turns go in and recollections come out on PostgreSQL, beside SQLite on the same machine.

    python -m bench.on_postgres --events 20000 [--connections 8] [--appends 300] [--json]

A server of one's own is started, on which every commit waits for the disk.  Appends are measured (`appends`) by one writer, by several
processes and by as many threads of one process, each with a persona of its own, beside bare rows through the same driver.  Then a
home is filled, with vectors by dice, and the same questions are asked on both databases (not with `--events 0`).
Last, the nearest vectors are looked for in two ways: by the resident matrix, as recall does, and by
pgvector, exactly, in `halfvec`.
"""

import argparse
import json
import statistics
import tempfile
import time
from itertools import islice
from pathlib import Path

import numpy as np
import psycopg
from sqlalchemy import text

from bench.appends import BARE, rate
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
    arguments = parser.parse_args()
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
        serving = server if name == "postgresql" else None
        found[f"{name}: one writer"] = rate(home, count=appends, processes=1, server=serving)
        found[f"{name}: {connections} processes"] = rate(home, count=appends, processes=connections, server=serving)
        found[f"{name}: {connections} threads"] = rate(
            home, count=appends, processes=1, threads=connections, server=serving
        )
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(BARE)
    for number in (1, connections):
        found[f"bare rows: {number}"] = rate(server.url(), count=appends, processes=number, server=server, how="bare")
    for name, home in homes.items() if events else ():
        with Omoide.open(home, beside="nowhere", embedder=DicedVectors()) as omoide:
            mind = filled(omoide, events)
            found[f"{name}: recall_ms"] = recall_times(mind)
            if name == "postgresql":
                found |= nearest(mind, rows=mind.index_status()[0].passages)
    return found


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
