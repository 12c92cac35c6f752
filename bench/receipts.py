"""What receipts cost a recall.

    python -m bench.receipts [--events 20000] [--blocks 20] [--json]

Fills a scratch home (vectors of passages by dice, cues embedded as ever), then recalls in blocks, in turns with receipts and
without, in one run:

    with_ms, without_ms   what a caller waits, median
    wait_ratio            of the two, block by block, median
    cpu_ratio             processor time of the whole block, the writing of its receipts included, median
    bytes_each            what one holds, of text
"""

import argparse
import json
import statistics
import tempfile
import time
from dataclasses import asdict
from itertools import islice
from pathlib import Path

from bench.kept_vectors import DicedVectors
from bench.latency import BULK
from bench.synthetic import questions, turns
from omoide import Mind, Omoide
from omoide.bootstrap import Home
from omoide.domain.events.event import EventFilter

EACH = 25


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--blocks", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="omoide-bench-") as folder:
        figures = measured(Path(folder), events=arguments.events, blocks=arguments.blocks)
    if arguments.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:12} {value}")


def measured(home: Path, *, events: int, blocks: int) -> dict[str, float]:
    """Return the figures."""
    (home / "config.toml").write_text("[index]\ncheckpoint_items = 2000\n\n[embedding]\nbatch_size = 2000\n")
    with Omoide.open(home, beside="nowhere", embedder=DicedVectors()) as omoide:
        mind, parts = omoide.persona("bench"), omoide._home  # noqa: SLF001 - to leave receipts out
        made = turns(events, seed=1, characters=0)
        while batch := list(islice(made, BULK)):
            mind.observe_many(batch)
        mind.catch_up()
        asked = questions(EACH * blocks, seed=3)
        for cue in asked[:EACH]:
            mind.recall(cue)
        mind.recalls()
        runs = [block(mind, parts, asked[EACH * at : EACH * (at + 1)], swapped=bool(at % 2)) for at in range(blocks)]
        kept = mind.recalls(limit=5_000)
        held = sum(len(json.dumps(asdict(each), ensure_ascii=False).encode()) for each in kept)
    waits = {name: [statistics.median(each[name][0]) for each in runs] for name in ("with", "without")}
    return {
        "events": events,
        "with_ms": round(statistics.median(waits["with"]), 2),
        "without_ms": round(statistics.median(waits["without"]), 2),
        "wait_ratio": round(statistics.median(a / b for a, b in zip(waits["with"], waits["without"], strict=True)), 3),
        "cpu_ratio": round(statistics.median(each["with"][1] / each["without"][1] for each in runs), 3),
        "kept": len(kept),
        "bytes_each": round(held / len(kept)),
    }


def block(mind: Mind, parts: Home, cues: list[str], *, swapped: bool) -> dict[str, tuple[list[float], float]]:
    """Return, with receipts and without, how long each recall took and the processor time of all."""
    found: dict[str, tuple[list[float], float]] = {}
    order = ("without", "with") if swapped else ("with", "without")
    for name in order:
        parts.receipts.buffer.flush()
        keeping = name == "with"
        took, started = [], time.process_time()
        for cue in cues:
            at = time.perf_counter()
            if keeping:
                mind.recall(cue)
            else:
                without_receipt(mind, parts, cue)
            took.append(1000 * (time.perf_counter() - at))
        if keeping:
            parts.receipts.buffer.flush()
        found[name] = took, time.process_time() - started
    return found


def without_receipt(mind: Mind, parts: Home, cue: str) -> None:
    """Do all that `mind.recall` does, but heed "not that" and leave a receipt."""
    where, most = EventFilter(), mind.configuration.settings.retrieval.most_turns
    parts.work.used(mind.persona)
    with parts.work.courtesy.first():
        parts.recall.recall(mind.persona)(mind.persona, cue, where=where, limit=most)


if __name__ == "__main__":
    main()
