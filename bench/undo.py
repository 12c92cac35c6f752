"""Undoing a night that took many memories out, and bringing back one of them among all the others.

    python -m bench.undo --memories 10000 [--json]

About a quarter of the memories go.  Embedding costs next to nothing here: what is measured is the undoing itself.
"""

import argparse
import json
import sqlite3
import tempfile
import time
from pathlib import Path

from sqlalchemy import event

from bench import night_data
from bench.night import fill
from omoide.bootstrap import Home
from omoide.domain.personas.persona import Persona

TAKES_OUT = {
    "compression.ratio_min_population": "0",
    "compression.room": "0",
    "archive.auto_delete_enabled": "true",
    "archive.retention_days": "10",
    "archive.delete_require_zero_recall": "false",
    "archive.delete_max_intensity": "100",
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="omoide-undo-") as folder:
        figures = measure(Path(folder), memories=arguments.memories)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:16} {value}")


def measure(folder: Path, *, memories: int) -> dict[str, object]:
    """Return the figures of one night and its undoing."""
    composed, persona = fill(folder, night_data.mind(memories))
    for key, value in TAKES_OUT.items():
        composed.foundation.set_for_persona(persona.id, key, value)
    evening = standing(folder)
    started = time.perf_counter()
    report = composed.nights.sleep(persona)(persona)
    night = time.perf_counter() - started
    assert report is not None
    one = _one_restored(composed, persona, folder)
    sent = [0]
    event.listen(
        composed.foundation.database.engine, "before_cursor_execute", lambda *_: sent.__setitem__(0, sent[0] + 1)
    )
    started = time.perf_counter()
    composed.nights.undo(persona)(persona)
    seconds = time.perf_counter() - started
    composed.close()
    return {
        "memories": memories,
        "deleted": report.counts["deleted"],
        "night_seconds": round(night, 3),
        "restore_one_ms": round(one * 1000, 1),
        "undo_seconds": round(seconds, 3),
        "statements": sent[0],
        "as_before": standing(folder) == evening,
    }


def _one_restored(composed: Home, persona: Persona, folder: Path) -> float:
    """Return how many seconds it takes to bring back the memory that was taken out first."""
    with sqlite3.connect(folder / "omoide.db") as connection:
        names = connection.execute("SELECT buried_as FROM memory_history WHERE buried_as IS NOT NULL ORDER BY id")
        [label] = names.fetchone()
    started = time.perf_counter()
    composed.memories.restore(persona)(persona, label)
    return time.perf_counter() - started


def standing(home: Path) -> list[object]:
    """Return memories, texts, relations, passages and vectors, without the marks that tell caches of a change."""
    with sqlite3.connect(home / "omoide.db") as connection:
        cursor = connection.execute("SELECT * FROM memories ORDER BY id")
        names = [column[0] for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) | {"tick": 0} for row in cursor]
        texts = connection.execute("SELECT * FROM memory_texts ORDER BY 1").fetchall()
        relations = connection.execute("SELECT * FROM memory_relations ORDER BY 1, 2, 3").fetchall()
        passages = connection.execute("SELECT item_id, text FROM passages ORDER BY 1").fetchall()
        vectors = connection.execute(
            "SELECT item_id, data FROM vectors JOIN passages ON passages.id = passage_id ORDER BY 1"
        ).fetchall()
    return [rows, texts, relations, passages, vectors]


if __name__ == "__main__":
    main()
