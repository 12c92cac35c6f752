"""How fast turns go in and recollections come out.

    python -m bench.latency --events 36500 [--characters 2000] [--diced] [--json]

Fills a scratch home through the public API, measures durable appends at the start and at the end, opening a cold home,
and warm recall with the embedding of the query.  Then every turn becomes a memory, with three relations each, and both
kinds of recall are measured side by side:

    recall_ms               events, in a home of events
    memories.recall_ms      memories, with their relations, their feelings and the note that they came to mind
    memories.events_ms      events, in the same home, question by question in turns with the memories
    cpu_p50                 processor time, which a busy machine disturbs less

`--characters` makes answers that long.  `--diced` makes vectors of passages by dice, which takes minutes instead of hours, and
leaves memories out; the vectors of cues are made as ever, and everything else is the same.
"""

import argparse
import json
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from bench.kept_vectors import DicedVectors
from bench.remembering import Known, remember
from bench.synthetic import questions, turns
from omoide import Mind, Omoide, Turn

Figures = dict[str, float]

PROBE = 1_000
BULK = 500
RECALLS = 200

COLD = """
import sys, time
from omoide import Omoide
started = time.perf_counter()
mind = Omoide.open(sys.argv[1], beside="nowhere").persona("bench")
mind.recall("駅前で何をした？")
first = time.perf_counter() - started
mind.recall("What happened to the old camera?")
print(first * 1000)
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=36_500)
    parser.add_argument("--characters", type=int, default=0)
    parser.add_argument("--diced", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="omoide-bench-") as folder:
        if arguments.diced:
            figures = searched(Path(folder), events=arguments.events, characters=arguments.characters)
        else:
            figures = measure(Path(folder), events=arguments.events, characters=arguments.characters)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:24} {value}")


def searched(home: Path, *, events: int, characters: int) -> dict[str, object]:
    """Return how long recall takes in a home whose passages have vectors by dice."""
    (home / "config.toml").write_text("[index]\ncheckpoint_items = 2000\n\n[embedding]\nbatch_size = 2000\n")
    with Omoide.open(home, beside="nowhere", embedder=DicedVectors()) as omoide:
        mind = omoide.persona("bench")
        made = turns(events, seed=1, characters=characters)
        while batch := list(islice(made, BULK)):
            mind.observe_many(batch)
        mind.catch_up()
        recalls = recall_times(mind)
        asked = figures(
            [timed(mind.recall, f"{thing} おすすめして、何がいい？") for thing in ["夕飯", "本", "散歩"] * 20]
        )
        rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        status = mind.index_status()[0]
    return {
        "events": events,
        "characters": characters,
        "passages": status.passages,
        "recall_ms": recalls,
        "advice_ms": asked,
        "rss_mb": round(rss),
    }


def measure(home: Path, *, events: int, characters: int = 0) -> dict[str, object]:
    """Return all figures for a home of so many events."""
    with Omoide.open(home, beside="nowhere") as omoide:
        mind = omoide.persona("bench")
        made = turns(events, seed=1, characters=characters)
        at_start = append_rate(mind, made)
        while batch := list(islice(made, BULK)):
            mind.observe_many(batch)
        at_end = append_rate(mind, turns(PROBE, seed=2))
        started = time.perf_counter()
        vectors = mind.catch_up()
        embedding = time.perf_counter() - started
        cold = float(subprocess.check_output([sys.executable, "-c", COLD, str(home)], text=True))
        recalls = recall_times(mind)
        rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        size = sum(file.stat().st_size for file in home.rglob("*") if file.is_file()) / 1e6
        memories = beside_memories(omoide, mind, home)
    return {
        "events": events,
        "append_per_s": round(at_end),
        "append_per_s_first_1000": round(at_start),
        "append_ratio_end_to_start": round(at_end / at_start, 3),
        "vectors_per_s": round(vectors / embedding) if vectors else None,
        "cold_open_ms": round(cold, 1),
        "recall_ms": recalls,
        "memories": memories,
        "rss_mb": round(rss),
        "file_mb": round(size),
    }


def append_rate(mind: Mind, made: Iterator[tuple[Turn, int]]) -> float:
    """Append single turns durably; return how many a second."""
    batch = list(islice(made, PROBE))
    started = time.perf_counter()
    for turn, at in batch:
        mind.observe(user=turn.user, assistant=turn.assistant, session_id=turn.session_id, at=at)
    return len(batch) / (time.perf_counter() - started)


def recall_times(mind: Mind) -> Figures:
    """Return how long warm recalls of events took."""
    for question in questions(5, seed=3):
        mind.recall(question)
    return figures([timed(mind.recall, question) for question in questions(RECALLS, seed=4)])


def beside_memories(omoide: Omoide, mind: Mind, home: Path) -> dict[str, Figures]:
    """Make memories of all turns and return how long recalls of memories and of events take in turns."""
    embedder = Known(omoide.embedder)
    events = mind.log()
    for start in range(0, len(events), BULK):
        remember(mind, events[start : start + BULK], embedder)
    with closing(sqlite3.connect(home / "omoide.db")) as connection, connection:
        connection.execute(
            "INSERT INTO memory_relations (source_id, target_id, kind, persona_id, similarity) "
            "SELECT id, id - gap, 4, persona_id, 0.9 FROM memories JOIN (SELECT 1 AS gap UNION SELECT 2 UNION SELECT 5) "
            "WHERE id > gap"
        )
    mind.recall(questions(1, seed=6)[0])
    mind.catch_up()  # what memories say is taken into the index, which is not measured here
    of_memories, of_events = [], []
    for number, question in enumerate(questions(RECALLS + 5, seed=4)):
        one = timed(lambda cue: mind.memories.recall(cue, session_id="s"), question)
        other = timed(mind.recall, question)
        if number >= 5:  # the first ones open what the others find open
            of_memories.append(one)
            of_events.append(other)
    return {"recall_ms": figures(of_memories), "events_ms": figures(of_events)}


def timed(act: Callable[[str], object], question: str) -> tuple[float, float]:
    """Return the milliseconds of the clock and of the processor that an act took."""
    wall, processor = time.perf_counter(), time.process_time()
    act(question)
    return (time.perf_counter() - wall) * 1000, (time.process_time() - processor) * 1000


def figures(times: Sequence[tuple[float, float]]) -> Figures:
    """Return the middle and the slow end of many measurements."""
    walls, processors = zip(*times, strict=True)
    return {
        "p50": round(statistics.median(walls), 2),
        "p95": round(statistics.quantiles(walls, n=20)[-1], 2),
        "cpu_p50": round(statistics.median(processors), 2),
    }


if __name__ == "__main__":
    main()
