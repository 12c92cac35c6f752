"""How fast turns go in and recollections come out.

    python -m bench.latency --events 36500 [--json]

Fills a scratch home through the public API, measures durable appends at the start and at the end, opening a cold home,
and warm recall with the embedding of the query.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from bench.synthetic import questions, turns
from omoide import Mind, Omoide, Turn

PROBE = 1_000
BULK = 500
RECALLS = 200

COLD = """
import sys, time
from omoide import Omoide
started = time.perf_counter()
mind = Omoide.open(sys.argv[1]).persona("bench")
mind.recall("駅前で何をした？")
first = time.perf_counter() - started
mind.recall("What happened to the old camera?")
print(first * 1000)
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=36_500)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="omoide-bench-") as folder:
        figures = measure(Path(folder), events=arguments.events)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:24} {value}")


def measure(home: Path, *, events: int) -> dict[str, object]:
    """Return all figures for a home of so many events."""
    with Omoide.open(home) as omoide:
        mind = omoide.persona("bench")
        made = turns(events, seed=1)
        at_start = append_rate(mind, made)
        while batch := list(islice(made, BULK)):
            mind.observe_many(batch)
        at_end = append_rate(mind, turns(PROBE, seed=2))
        started = time.perf_counter()
        vectors = mind.catch_up()
        embedding = time.perf_counter() - started
        cold = float(subprocess.check_output([sys.executable, "-c", COLD, str(home)], text=True))
        recalls = recall_times(mind)
    return {
        "events": events,
        "append_per_s": round(at_end),
        "append_per_s_first_1000": round(at_start),
        "append_ratio_end_to_start": round(at_end / at_start, 3),
        "vectors_per_s": round(vectors / embedding) if vectors else None,
        "cold_open_ms": round(cold, 1),
        "recall_ms": {
            "p50": round(statistics.median(recalls), 2),
            "p95": round(statistics.quantiles(recalls, n=20)[-1], 2),
        },
        "rss_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "file_mb": round(sum(file.stat().st_size for file in home.rglob("*") if file.is_file()) / 1e6),
    }


def append_rate(mind: Mind, made: Iterator[tuple[Turn, int]]) -> float:
    """Append single turns durably; return how many a second."""
    batch = list(islice(made, PROBE))
    started = time.perf_counter()
    for turn, at in batch:
        mind.observe(user=turn.user, assistant=turn.assistant, session_id=turn.session_id, at=at)
    return len(batch) / (time.perf_counter() - started)


def recall_times(mind: Mind) -> list[float]:
    """Return the milliseconds each of many warm recalls took."""
    for question in questions(5, seed=3):
        mind.recall(question)
    times = []
    for question in questions(RECALLS, seed=4):
        started = time.perf_counter()
        mind.recall(question)
        times.append((time.perf_counter() - started) * 1000)
    return times


if __name__ == "__main__":
    main()
