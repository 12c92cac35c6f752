"""How many turns a second are kept durably, and what each takes of the processor (`python -m bench.on_postgres`).

Writers are processes, or threads of one process as an application has them, each with a persona of its own; they begin together
once all are up.  Beside them stands what the machine itself can do: the same number of processes that do nothing but insert one bare
row of text through the same driver, each waiting for its commit.

    per_s         turns kept by all writers together
    cpu_ms        processor that the writers took for one
    server_ms     processor that PostgreSQL's processes took for one
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

from bench.kept_vectors import DicedVectors
from bench.postgres_server import OwnPostgres
from bench.synthetic import turns
from omoide import Mind, Omoide

Rate = dict[str, float]
BARE = "CREATE TABLE IF NOT EXISTS bare_rows (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, said text)"


def rate(
    home: Path | str,
    *,
    count: int,
    processes: int,
    threads: int = 1,
    server: OwnPostgres | None = None,
    how: str = "turns",
) -> Rate:
    """Return how fast so many writers keep so many turns each; bare rows on the server at this address, when `how` says so."""
    command = [sys.executable, "-m", "bench.appends", how, str(home)]
    writers = [
        subprocess.Popen(
            [*command, f"p{number}-", str(count), str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(processes)
    ]
    for each in writers:
        assert each.stdout is not None
        each.stdout.readline()  # each is up
    served, began = _server_ms(server), time.perf_counter()
    for each in writers:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    used = 0.0
    for each in writers:
        assert each.stdout is not None
        used += json.loads(each.stdout.readline())
    taken, made = time.perf_counter() - began, count * processes * threads
    served = _server_ms(server) - served
    for each in writers:
        each.communicate()
    found = {"per_s": round(made / taken), "cpu_ms": round(used / made, 2)}
    return found if server is None else found | {"server_ms": round(served / made, 2)}


def _server_ms(server: OwnPostgres | None) -> float:
    """Return the processor that a server's processes took since it was started, those that are gone included."""
    if server is None:
        return 0.0
    first, ticks = server.pid(), 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:
                continue
            if int(entry.name) == first:
                ticks += sum(map(int, fields[11:15]))  # with those of its children that ended
            elif int(fields[1]) == first:
                ticks += sum(map(int, fields[11:13]))
    return ticks * 1000 / os.sysconf("SC_CLK_TCK")


def _keep(mind: Mind, count: int) -> None:
    for turn, at in islice(turns(count, seed=len(mind.persona.name)), count):
        mind.observe(user=turn.user, assistant=turn.assistant, session_id=turn.session_id, at=at)


def _write_turns(home: str, name: str, count: int, threads: int) -> None:
    with Omoide.open(Path(home), beside="nowhere", embedder=DicedVectors()) as omoide:
        minds = [omoide.persona(f"{name}{number}") for number in range(threads)]
        for mind in minds:
            mind.observe(user="今日から話そう。")
        with ThreadPoolExecutor(threads) as writers:
            list(writers.map(lambda mind: mind.observe(user="はい。"), minds))
            before = _begins()
            list(writers.map(lambda mind: _keep(mind, count), minds))
            _ends(before)


def _write_bare(url: str, _name: str, count: int, _threads: int) -> None:
    import psycopg

    said = [f"{turn.user}\n{turn.assistant}" for turn, _ in islice(turns(count, seed=1), count)]
    with psycopg.connect(url, autocommit=True, prepare_threshold=1) as connection:
        before = _begins()
        for each in said:
            connection.execute("INSERT INTO bare_rows (said) VALUES (%s) RETURNING id", (each,)).fetchone()
        _ends(before)


def _begins() -> float:
    print("up", flush=True)
    sys.stdin.readline()
    return time.process_time()


def _ends(before: float) -> None:
    print(json.dumps((time.process_time() - before) * 1000), flush=True)
    sys.stdin.read()


def main(arguments: Sequence[str]) -> None:
    """Be one writer: wait for the beginning, write, tell what it took."""
    how, where, name, count, threads = arguments
    write = _write_bare if how == "bare" else _write_turns
    write(where, name, int(count), int(threads))


if __name__ == "__main__":
    main(sys.argv[1:])
