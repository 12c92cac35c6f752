"""How a home stands up to many at once: prompts in a crowd, recall while others write, a long backlog.

    python -m bench.load prompts  [--memories 36500] [--prompts 50] [--runs 5] [--json]
    python -m bench.load writing  [--writers 8] [--seconds 15] [--json]
    python -m bench.load backlog  [--events 100000] [--json]
    python -m bench.load clients  [--clients 20] [--processes 1|4] [--backend sqlite|postgresql] [--url URL] [--personas 100]
                                  [--events 50] [--seconds 15] [--think 1] [--door library|http] [--home FOLDER] [--json]

prompts: so many hooks of Claude Code started at once against a warm server, in turn with as many bare interpreters that read
their input and end, since starting fifty processes on two processors takes its time whoever they are.

    bare_ms      an interpreter that does nothing, in such a crowd
    prompt_ms    the prompt's hook, from the start of its process to its end; p50 and the worst of all
    ours_ms      what of the middle one is ours: prompt_ms.p50 - bare_ms.p50
    answered     share of the prompts that were met with memories within the deadline
    server_cpu   milliseconds of processor the server took for one prompt

writing: one process recalls while others append turns as fast as they can, in turn with as many that only burn their processor.

backlog: what digesting one turn costs when a hundred wait, and when a hundred thousand do, in one run.

clients: so many clients, each with a persona of its own, observe, recall and compose a context with a pause for thought, through one or
several processes that open the home as a library does (`load_clients`), or through servers that are asked over HTTP (`load_http`).
On PostgreSQL the same home is moved there first: to `--url`, which must be empty, or to a server of its own that is thrown away.

    per_s          of all three verbs together; cpu_ms_each what our processes (not PostgreSQL, and not the clients over HTTP) took
                   of the processor for one
    *_ms           what a client waits for each verb
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

from bench.hook import DEADLINE_MS, fill, prompt, settle
from bench.load_clients import load_of_clients
from bench.synthetic import START, questions, turns
from omoide import Mind, Omoide
from omoide.entrypoints.hooks import client
from omoide.entrypoints.server import control

Figures = dict[str, object]
BULK = 500
PORTIONS = 15
HASHING = {"OMOIDE_EMBEDDING__PROVIDER": "hashing"}
BARE = [sys.executable, "-I", "-S", "-c", "import sys; sys.stdin.read()"]

WRITER = """
import sys, time
from bench.synthetic import turns
from omoide import Omoide
home, until = sys.argv[1], float(sys.argv[2])
with Omoide.open(home, beside="nowhere") as omoide:
    mind, worst, count = omoide.persona("bench"), 0.0, 0
    for turn, _ in turns(1_000_000, seed=int(sys.argv[3])):
        started = time.perf_counter()
        mind.observe(user=f"{turn.user} {count}", assistant=turn.assistant, session_id=turn.session_id)
        worst, count = max(worst, time.perf_counter() - started), count + 1
        if time.time() > until:
            break
print(count, worst)
"""
BURNER = "import sys, time\nwhile time.time() < float(sys.argv[2]): pass\nprint(0, 0.0)"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("prompts", "writing", "backlog", "clients"))
    parser.add_argument("--memories", type=int, default=36_500)
    parser.add_argument("--prompts", type=int, default=50)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--events", type=int)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--personas", type=int, default=100)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--backend", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--door", choices=("library", "http"), default="library")
    parser.add_argument("--url")
    parser.add_argument("--home", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    measures: dict[str, Callable[[Path], Figures]] = {
        "prompts": lambda home: crowded(home, memories=given.memories, prompts=given.prompts, runs=given.runs),
        "writing": lambda home: written_to(home, writers=given.writers, seconds=given.seconds),
        "backlog": lambda home: behind(home, events=given.events or 100_000),
        "clients": lambda home: load_of_clients(
            given.home or home,
            clients=given.clients,
            processes=given.processes,
            seconds=given.seconds,
            think_seconds=given.think,
            personas=given.personas,
            events=given.events or 50,
            backend=given.backend,
            url=given.url,
            door=given.door,
        ),
    }
    with tempfile.TemporaryDirectory(prefix="omoide-bench-", ignore_cleanup_errors=True) as folder:
        figures = measures[given.what](Path(folder) / "home") | {"load": round(os.getloadavg()[0], 1)}
    if given.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:16} {value}")


def crowded(home: Path, *, memories: int, prompts: int, runs: int) -> Figures:
    """Return how long prompts take that come all at once."""
    fill(home, memories=memories)
    control.start(home)
    try:
        settle(home)
        asked = questions(prompts * runs + 5, seed=9)
        for question in asked[:5]:
            prompt(home, question)
        bare, met, used = list[float](), list[tuple[float, bool]](), list[float]()
        hook = [sys.executable, "-I", "-S", str(Path(client.__file__)), "UserPromptSubmit", str(home), str(DEADLINE_MS)]
        for run in range(runs):
            some = asked[5 + run * prompts : 5 + (run + 1) * prompts]
            bare += [took for took, _ in at_once(BARE, some)]
            before = _server_cpu_ms(home)
            met += at_once(hook, some)
            used.append((_server_cpu_ms(home) - before) / prompts)
            settle(home)
    finally:
        control.stop(home)
    times = [took for took, _ in met]
    return {
        "prompts": prompts,
        "bare_ms": _spread(bare),
        "prompt_ms": _spread(times),
        "ours_ms": round(statistics.median(times) - statistics.median(bare), 1),
        "deadline_ms": DEADLINE_MS,
        "answered": round(sum(is_answered for _, is_answered in met) / len(met), 3),
        "server_cpu": round(statistics.median(used), 1),
        "memories": memories,
    }


def at_once(command: Sequence[str], asked: Sequence[str]) -> list[tuple[float, bool]]:
    """Start a process for each question, all at once; return the milliseconds of each and whether it printed anything."""

    def one(question: str) -> tuple[float, bool]:
        given = {"session_id": f"s{time.time_ns()}", "cwd": "/projects/app", "prompt": question}
        started = time.perf_counter()
        done = subprocess.run(command, input=json.dumps(given).encode(), capture_output=True, check=True)
        return (time.perf_counter() - started) * 1000, bool(done.stdout)

    with ThreadPoolExecutor(len(asked)) as callers:
        return list(callers.map(one, asked))


def written_to(home: Path, *, writers: int, seconds: float) -> Figures:
    """Return how long recall takes while others write, and while they only burn their processors."""
    with Omoide.open(home, beside="nowhere") as omoide:
        mind = omoide.persona("bench")
        mind.observe_many(list(turns(2_000, seed=1)))
        mind.catch_up()
        mind.recall("駅前で何をした？")
        burning, _ = _recalls_beside(mind, home, BURNER, writers=writers, seconds=seconds)
        writing, told = _recalls_beside(mind, home, WRITER, writers=writers, seconds=seconds)
    return {
        "writers": writers,
        "recall_beside_burners_ms": _spread(burning),
        "recall_beside_writers_ms": _spread(writing),
        "written_per_s": round(sum(count for count, _ in told) / seconds),
        "worst_write_ms": round(max(worst for _, worst in told) * 1000),
    }


def _recalls_beside(
    mind: Mind, home: Path, script: str, *, writers: int, seconds: float
) -> tuple[list[float], list[tuple[int, float]]]:
    until = time.time() + seconds
    others = [
        subprocess.Popen([sys.executable, "-c", script, str(home), str(until), str(n)], stdout=subprocess.PIPE)
        for n in range(writers)
    ]
    times = list[float]()
    for question in questions(100_000, seed=3):
        started = time.perf_counter()
        mind.recall(question)
        mind.memories.recall(question, session_id="s")
        times.append((time.perf_counter() - started) * 1000)
        if time.time() > until:
            break
    told = [other.communicate()[0].split() for other in others]
    return times, [(int(count), float(worst)) for count, worst in told]


def behind(home: Path, *, events: int) -> Figures:
    """Return what a turn costs to digest when few wait and when many do, and what looking for work costs then."""
    os.environ.update(HASHING)  # the encoder costs the same for every turn
    figures: Figures = {}
    for name, waiting in (("few", 100 + PORTIONS * 20), ("many", events)):
        with Omoide.open(home / name, beside="nowhere") as omoide:
            mind = omoide.persona("bench")
            said = ((turn, START + number) for number, (turn, _) in enumerate(turns(waiting, seed=1)))
            while batch := list(islice(said, BULK)):
                mind.observe_many(batch)
            figures[name] = {"waiting": waiting, **_digesting(mind)}
    few, many = figures["few"], figures["many"]
    assert isinstance(few, dict)
    assert isinstance(many, dict)
    return figures | {"ratio": round(many["cpu_ms_per_turn"] / few["cpu_ms_per_turn"], 2)}


def _digesting(mind: Mind) -> dict[str, float]:
    digest = mind._home.understanding.digest(mind.persona)  # noqa: SLF001 - without vectors, a portion at a time
    digest.portion(mind.persona)  # what is made once is made now
    wall, processor, done = time.perf_counter(), time.process_time(), 0
    for _ in range(PORTIONS):
        done += digest.portion(mind.persona).done
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    started = time.perf_counter()
    digest.is_waiting(mind.persona)
    return {
        "ms_per_turn": round(wall * 1000 / done, 2),
        "cpu_ms_per_turn": round(processor * 1000 / done, 2),
        "looking_ms": round((time.perf_counter() - started) * 1000, 2),
    }


def _server_cpu_ms(home: Path) -> float:
    known = control.status(home)
    assert known is not None
    try:
        words = Path(f"/proc/{known.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def _spread(times: Sequence[float]) -> dict[str, float]:
    return {
        "p50": round(statistics.median(times), 1),
        "p95": round(statistics.quantiles(times, n=20)[-1], 1),
        "worst": round(max(times), 1),
    }


if __name__ == "__main__":
    main()
