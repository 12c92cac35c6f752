"""A whole sleep, stage by stage, of a mind with a year behind it: 36,500 turns and memories, and 100 new turns.

    python -m bench.sleep [--memories 36500] [--json]

The past is made up and put into the store without being read, its vectors are thrown in 400 clusters.  The first sleep, which
tells and sorts what nobody has told or sorted yet, is measured apart; the one that counts follows a day of 100 turns, digested by
the product's own reader.
Embedding costs next to nothing here: the built-in encoder adds its time for each new passage (`new_passages`).
"""

import argparse
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from bench.latency import BULK
from bench.night_data import ClusteredEmbedder
from bench.remembering import Known, remember
from bench.synthetic import START, TURNS_A_DAY, turns
from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.ports.models.embedder import Role

ASKED_SECONDS: Final = 20.0
CLUSTERS: Final = 400
MORNING_SECONDS: Final = 5 * 3_600
SETTINGS: Final = "[index]\ncheckpoint_items = 2000\n\n[embedding]\nbatch_size = 2000\n"


class GatheredVectors:
    """Texts fall into clusters by their letters; instant."""

    def __init__(self) -> None:
        self._embedder = ClusteredEmbedder()

    @property
    def space(self) -> EmbeddingSpace:
        """Return the space of these vectors."""
        return self._embedder.space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return one unit row per text."""
        return self._embedder.embed([f"#{crc32(text.encode()) % CLUSTERS} {text}" for text in texts], role=role)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit status: 1 when the sleep takes longer than is asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=36_500)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="omoide-sleep-") as folder:
        figures = measure(Path(folder), memories=chosen.memories)
    if chosen.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:20} {value}")
    return int(figures["sleep"]["seconds"] > ASKED_SECONDS)


def measure(folder: Path, *, memories: int) -> dict[str, Any]:
    """Return how long the first sleep and an everyday one take."""
    (folder / "config.toml").write_text(SETTINGS)
    morning = START + -(-memories // TURNS_A_DAY) * DAY_SECONDS + MORNING_SECONDS
    clock = SimulatedClock(Moment(morning))
    made = turns(memories + TURNS_A_DAY, seed=1)
    with Omoide.open(folder, clock=clock, embedder=GatheredVectors(), beside="nowhere") as omoide:
        omoide.add_persona("bench", language="ja", timezone="UTC")
        mind = omoide.mind("bench")
        fill(folder, mind, islice(made, memories), Known(omoide.embedder))
        first = _slept(mind)
        clock.set(Moment(morning + DAY_SECONDS))
        mind.observe_many([(turn, Moment(morning + 60 * place)) for place, (turn, _) in enumerate(made)])
        before = mind.index_status()[0].passages
        everyday = _slept(mind)
        new = mind.index_status()[0].passages - before
    return {
        "memories": memories,
        "new_turns": TURNS_A_DAY,
        "first_sleep": first,
        "sleep": everyday,
        "new_passages": new,
    }


def fill(folder: Path, mind: Mind, made: Any, embedder: Known) -> None:
    """Put turns and a memory of each into the store, as if they had been digested."""
    while batch := list(islice(made, BULK)):
        remember(mind, mind.observe_many(batch), embedder)
    with closing(sqlite3.connect(folder / "omoide.db")) as connection, connection:
        connection.execute("DELETE FROM undigested_events")
    mind.catch_up()


def _slept(mind: Mind) -> dict[str, Any]:
    started = time.perf_counter(), time.process_time()
    mind.digest()
    digested = time.perf_counter() - started[0]
    report = mind.sleep()
    return {
        "seconds": round(time.perf_counter() - started[0], 2),
        "processor": round(time.process_time() - started[1], 2),
        "digest": round(digested, 2),
        "stages": {each.stage.value: [each.items, round(each.seconds, 2)] for each in report.results},
    }


if __name__ == "__main__":
    sys.exit(main())
