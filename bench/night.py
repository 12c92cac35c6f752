"""Our night against the design document's own row-by-row code, on the same data, with the same results.

    python -m bench.night --memories 36500 [--json]

Texts for lower levels are prepared, so no model is asked and embedding costs next to nothing: what is measured is the
night itself.  Above 50,000 memories the row-by-row code is left out unless `--reference` is given.
"""

import argparse
import json
import sqlite3
import tempfile
import time
from pathlib import Path

from bench import night_data, night_reference
from bench.night_data import CATEGORIES, EVENING, ClusteredEmbedder, Mind
from omoide.adapters.sql.memories.rows import stored
from omoide.bootstrap import Home, Opening, open_home
from omoide.domain.memories.relations import KIND_OF
from omoide.domain.nights.population import NEVER
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.passage import content_hash
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.domain.time.simulated_clock import SimulatedClock

LARGEST_REFERENCE = 50_000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=36_500)
    parser.add_argument("--reference", action="store_true", help="run the row-by-row code whatever the size")
    parser.add_argument("--no-reference", action="store_true", help="never run the row-by-row code")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    compare = arguments.reference or (arguments.memories <= LARGEST_REFERENCE and not arguments.no_reference)
    with tempfile.TemporaryDirectory(prefix="omoide-night-") as folder:
        figures = measure(Path(folder), memories=arguments.memories, compare=compare)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:20} {value}")


def measure(folder: Path, *, memories: int, compare: bool) -> dict[str, object]:
    """Return the figures of one night."""
    mind = night_data.mind(memories)
    composed, persona = fill(folder / "home", mind)
    started = time.perf_counter()
    report = composed.nights.sleep(persona)(persona)
    seconds = time.perf_counter() - started
    assert report is not None
    figures: dict[str, object] = {
        "memories": memories,
        "seconds": round(seconds, 3),
        "phases": report.seconds,
        "counts": report.counts,
        "levels": report.levels,
    }
    if compare:
        path = folder / "reference.db"
        night_reference.fill(path, mind)
        started = time.perf_counter()
        night_reference.run(path, night=night_reference.night_hour(), mind=mind)
        taken = time.perf_counter() - started
        same = ours(folder / "home" / "omoide.db") == theirs(path)
        figures |= {"reference_seconds": round(taken, 3), "ratio": round(taken / seconds, 1), "identical": same}
    composed.close()
    return figures


def fill(home: Path, mind: Mind) -> tuple[Home, Persona]:
    """Return a home that holds the mind, its clock at the hour of the night."""
    clock = SimulatedClock(Moment(EVENING))
    composed = open_home(Opening(home=home, clock=clock, embedder=ClusteredEmbedder(), environ={}))
    persona = composed.foundation.personas.add("bench", language=Language.JA, timezone="Asia/Tokyo", at=clock.now())
    composed.memories.store.count(persona.id)
    connection = sqlite3.connect(home / "omoide.db")
    _fill(connection, mind, persona_id=int(persona.id))
    connection.commit()
    connection.close()
    clock.set(Moment(night_reference.night_hour()))
    return composed, persona


def _fill(connection: sqlite3.Connection, mind: Mind, *, persona_id: int) -> None:
    people, space = mind.population, ClusteredEmbedder().space
    connection.execute(
        "INSERT INTO embedding_spaces (id, key, name, dims, fingerprint) VALUES (1, ?, ?, ?, ?)",
        (space.key, space.name, space.dims, space.fingerprint),
    )
    connection.execute("INSERT INTO memory_ticks VALUES (?, 1)", (persona_id,))
    for place in range(len(people)):
        _fill_one(connection, mind, place, persona_id=persona_id)
    graph = mind.graph
    connection.executemany(
        "INSERT INTO memory_relations (source_id, target_id, kind, persona_id, similarity) VALUES (?, ?, ?, ?, ?)",
        [
            (source, target, kind, persona_id, similarity)
            for source, target, kind, similarity in zip(
                graph.source.tolist(),
                graph.target.tolist(),
                graph.kind.tolist(),
                graph.similarity.tolist(),
                strict=True,
            )
        ],
    )


def _fill_one(connection: sqlite3.Connection, mind: Mind, place: int, *, persona_id: int) -> None:
    people = mind.population
    number, level = int(people.ids[place]), int(people.level[place])
    archived, asked = int(people.archived_at[place]), int(people.revival_requested_at[place])
    connection.execute(
        "INSERT INTO memories (id, persona_id, label, session_id, created, memory_days, recalls_since_last_batch, "
        "recall_count, emotional_intensity, emotional_valence, emotional_arousal, emotional_tags, decay_coefficient, "
        "category, current_level, retention_score, archived_at, protected, revival_requested_at, faded_through, hand, "
        "tick) VALUES (?,?,?,'',?,?,?,?,?,'neutral',30,'',?,?,?,?,?,?,?,?,0,1)",
        (
            number, persona_id, mind.labels[place], int(people.created[place]), float(people.memory_days[place]),
            int(people.recalls[place]), int(people.recall_count[place]), int(people.emotional_intensity[place]),
            float(people.decay_coefficient[place]), CATEGORIES[mind.category[place]], level,
            float(people.retention[place]), None if archived == NEVER else archived, int(people.protected[place]),
            None if asked == NEVER else asked, int(people.faded_through[place]),
        ),
    )  # fmt: skip
    text, summary, trace = (mind.text(place, level=each) for each in (level, 2, 3))
    connection.execute(
        "INSERT INTO memory_texts VALUES (?, ?, '', '[]', ?, '', ?, '', 'rules')", (number, text, summary, trace)
    )
    connection.execute(
        "INSERT INTO passages (id, persona_id, kind, item_id, side, part, created, text, hash) "
        "VALUES (?, ?, 'memory', ?, 'whole', 0, ?, ?, ?)",
        (number, persona_id, number, int(people.created[place]), text, content_hash(text)),
    )
    connection.execute(
        "INSERT INTO vectors (persona_id, space_id, passage_id, data) VALUES (?, 1, ?, ?)",
        (persona_id, number, stored(ClusteredEmbedder().embed([text])[0])),
    )


Outcome = tuple[list[tuple[object, ...]], list[tuple[object, ...]]]
_NUMBERS = "id, current_level, round(memory_days, 6), round(decay_coefficient, 9), recall_count"


def ours(path: Path) -> Outcome:
    """Return levels, scores and relations as our night left them."""
    with sqlite3.connect(path) as connection:
        rows = connection.execute(
            f"SELECT {_NUMBERS}, round(retention_score, 9), archived_at, recalls_since_last_batch, "
            "revival_requested_at FROM memories ORDER BY id"
        ).fetchall()
        relations = connection.execute(
            "SELECT source_id, target_id, kind, round(similarity, 5) FROM memory_relations ORDER BY 1, 2, 3"
        ).fetchall()
    return rows, relations


def theirs(path: Path) -> Outcome:
    """Return levels, scores and relations as the row-by-row code left them."""
    kinds = {kind.value: code for code, kind in enumerate(KIND_OF)}
    with sqlite3.connect(path) as connection:
        rows = connection.execute(
            f"SELECT {_NUMBERS}, round(retention_score, 9), archived_at, recalled_since_last_batch, "
            "revival_requested_at FROM memories ORDER BY id"
        ).fetchall()
        held = connection.execute("SELECT id, relations FROM memories").fetchall()
    relations = sorted(
        (number, each["id"], kinds[each["type"]], round(each["similarity"], 5))
        for number, kept in held
        for each in json.loads(kept)
    )
    return rows, list(relations)


if __name__ == "__main__":
    main()
