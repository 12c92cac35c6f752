"""The night as the design document writes it: dictionaries, loops, one connection and one UPDATE for each memory.

What the document leaves open is decided as in Omoide's rules, so that both must come to the same result.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from bench.night_data import CATEGORIES, EVENING, ClusteredEmbedder, Mind
from omoide.domain.memories.relations import KIND_OF
from omoide.domain.nights.population import NEVER

Row = dict[str, Any]
DAY = 86_400
RATIOS = {1: 0.15, 2: 0.30, 3: 0.35}
MIN_POPULATION = 500
ROOM = 30

SCHEMA = """
CREATE TABLE memories (
    id INTEGER PRIMARY KEY, created INTEGER NOT NULL, memory_days REAL DEFAULT 0.0,
    recalled_since_last_batch INTEGER DEFAULT 0, recall_count INTEGER DEFAULT 0,
    emotional_intensity INTEGER NOT NULL, emotional_valence TEXT NOT NULL, emotional_arousal INTEGER NOT NULL,
    emotional_tags TEXT, decay_coefficient REAL NOT NULL, category TEXT NOT NULL, keywords TEXT,
    current_level INTEGER DEFAULT 1, trigger TEXT NOT NULL, content TEXT NOT NULL, embedding BLOB, relations TEXT,
    retention_score REAL, archived_at INTEGER, protected INTEGER DEFAULT 0, revival_requested INTEGER DEFAULT 0,
    revival_requested_at INTEGER, is_new INTEGER DEFAULT 0);
CREATE INDEX idx_retention_score ON memories(retention_score);
CREATE INDEX idx_current_level ON memories(current_level);
CREATE INDEX idx_archived_at ON memories(archived_at);
CREATE INDEX idx_created ON memories(created);
CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class MemoryStore:
    """The document's store: every operation opens its own connection."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """Give a connection, commit at the end, close it."""
        connection = sqlite3.connect(self._path, timeout=30.0)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.row_factory = sqlite3.Row
        try:
            yield connection
            connection.commit()
        finally:
            connection.close()

    def active(self) -> list[Row]:
        """Return the active memories as dictionaries."""
        with self.connection() as connection:
            return [_row(row) for row in connection.execute("SELECT * FROM memories WHERE archived_at IS NULL")]

    def archived(self) -> list[Row]:
        """Return the archived memories as dictionaries."""
        with self.connection() as connection:
            return [_row(row) for row in connection.execute("SELECT * FROM memories WHERE archived_at IS NOT NULL")]

    def update(self, memory_id: int, updates: Row) -> None:
        """Change one memory, in a connection of its own."""
        values = dict(updates)
        if "relations" in values:
            values["relations"] = json.dumps(values["relations"], ensure_ascii=False)
        if "embedding" in values:
            values["embedding"] = np.array(values["embedding"], dtype=np.float32).tobytes()
        names = ", ".join(f"{name} = ?" for name in values)
        with self.connection() as connection:
            connection.execute(f"UPDATE memories SET {names} WHERE id = ?", [*values.values(), memory_id])


def fill(path: Path, mind: Mind) -> None:
    """Write the mind into a new database of the document's schema."""
    embedder = ClusteredEmbedder()
    people = mind.population
    relations: dict[int, list[Row]] = {}
    graph = mind.graph
    for source, target, kind, similarity in zip(
        graph.source.tolist(), graph.target.tolist(), graph.kind.tolist(), graph.similarity.tolist(), strict=True
    ):
        relations.setdefault(source, []).append({"id": target, "type": KIND_OF[kind], "similarity": similarity})
    connection = sqlite3.connect(path)
    connection.executescript("PRAGMA journal_mode=WAL;" + SCHEMA)
    for place in range(len(people)):
        number, level = int(people.ids[place]), int(people.level[place])
        text = mind.text(place, level=level)
        asked = int(people.revival_requested_at[place])
        connection.execute(
            "INSERT INTO memories VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                number, int(people.created[place]), float(people.memory_days[place]), int(people.recalls[place]),
                int(people.recall_count[place]), int(people.emotional_intensity[place]), "neutral", 30, "[]",
                float(people.decay_coefficient[place]), CATEGORIES[mind.category[place]], "[]", level, text, "",
                embedder.embed([text])[0].tobytes(), json.dumps(relations.get(number, [])),
                float(people.retention[place]), None if level < 4 else int(people.archived_at[place]),
                int(people.protected[place]), int(asked != NEVER), None if asked == NEVER else asked,
                int(people.faded_through[place] == people.created[place]),
            ),
        )  # fmt: skip
    connection.commit()
    connection.close()


def run(path: Path, *, night: int, mind: Mind) -> None:
    """Run one night as the document writes it."""
    store, changed = MemoryStore(path), set[int]()
    memories = store.active()
    for memory in memories:
        _fade(store, memory)
    has_room = _strongest(memories)
    for memory in memories:
        if not memory["protected"]:
            one_down = memory["current_level"] + 1
            lowest = max(2, memory["current_level"]) if memory["id"] in has_room else 4
            wanted = min(one_down, lowest, _level(memory["retention_score"]))
            _compress_to(store, memory, wanted, night, changed, mind)
    archive = store.archived()
    everyone = {memory["id"]: memory for memory in [*archive, *memories]}
    _enforce_ratios(store, everyone, has_room, night, changed, mind)
    _revive(store, everyone, night)
    active = {number: memory for number, memory in everyone.items() if memory["archived_at"] is None}
    touched = _clean_and_turn(active)
    touched |= _link(active, changed)
    for number in touched:
        store.update(number, {"relations": active[number]["relations"]})


def _fade(store: MemoryStore, memory: Row) -> None:
    if memory["recalled_since_last_batch"]:
        memory["memory_days"] = memory["memory_days"] / 2
        memory["decay_coefficient"] = min(0.999, memory["decay_coefficient"] + 0.02)
        memory["recall_count"] += 1
        memory["recalled_since_last_batch"] = 0
    else:
        memory["memory_days"] += 1.0
    memory["retention_score"] = memory["emotional_intensity"] * memory["decay_coefficient"] ** memory["memory_days"]
    names = ("memory_days", "decay_coefficient", "recall_count", "recalled_since_last_batch", "retention_score")
    store.update(memory["id"], {name: memory[name] for name in names})


def _level(score: float) -> int:
    return 1 + (score <= 50) + (score <= 20) + (score <= 5)


def _compress_to(store: MemoryStore, memory: Row, level: int, night: int, changed: set[int], mind: Mind) -> None:
    if level <= memory["current_level"]:
        return
    updates: Row = {"current_level": level}
    if min(level, 3) > min(memory["current_level"], 3):
        text = mind.text(memory["id"] - 1, level=level)
        updates |= {"trigger": text, "embedding": ClusteredEmbedder().embed([text])[0].tolist()}
        changed.add(memory["id"])
    if level == 4:
        updates["archived_at"] = night
    memory.update(updates)
    store.update(memory["id"], updates)


def _strongest(memories: list[Row]) -> set[int]:
    """Return the ids of the memories that there is room for: neither thresholds nor ratios push them below level 2."""
    awake = [memory for memory in memories if not memory["protected"]]
    awake.sort(key=_strength, reverse=True)
    return {memory["id"] for memory in awake[:ROOM]}


def _strength(memory: Row) -> tuple[float, int, int, int]:
    return (memory["retention_score"], memory["created"], memory["recall_count"], memory["id"])


def _enforce_ratios(
    store: MemoryStore, everyone: dict[int, Row], has_room: set[int], night: int, changed: set[int], mind: Mind
) -> None:
    counted = [memory for memory in everyone.values() if not memory["protected"]]
    if len(counted) <= MIN_POPULATION:
        return
    for level, ratio in RATIOS.items():
        here = [memory for memory in counted if memory["current_level"] == level]
        spare = max(0.0, 1.5 * MIN_POPULATION - 0.5 * len(counted))
        most = int(ratio * len(counted) + (1 - ratio) * spare + 1e-9)
        victims = [memory for memory in here if level == 1 or memory["id"] not in has_room]
        victims.sort(key=_strength)
        for memory in victims[: max(0, len(here) - most)]:
            _compress_to(store, memory, level + 1, night, changed, mind)


def _revive(store: MemoryStore, everyone: dict[int, Row], night: int) -> None:
    asked = [each for each in everyone.values() if each["revival_requested"] and each["archived_at"] is not None]
    counted = [memory for memory in everyone.values() if not memory["protected"]]
    level3 = sum(memory["current_level"] == 3 for memory in counted)
    scores = {each["id"]: _revival_score(each, night) for each in asked}
    asked.sort(key=lambda each: (-scores[each["id"]], each["revival_requested_at"], each["created"], each["id"]))
    for memory in asked:
        updates: Row = {"revival_requested": 0, "revival_requested_at": None}
        if level3 + 1 <= 0.35 * len(counted) + 1e-9:
            updates |= {
                "current_level": 3, "archived_at": None, "recalled_since_last_batch": 1,
                "recall_count": memory["recall_count"] + 1, "retention_score": scores[memory["id"]],
            }  # fmt: skip
            level3 += 1
        memory.update(updates)
        store.update(memory["id"], updates)


def _revival_score(memory: Row, night: int) -> float:
    days = max(0, (night - memory["archived_at"]) // DAY)
    return float(max(memory["emotional_intensity"] * 0.995**days, 8.0))


def _points_rightly(one: Row, other: Row) -> bool:
    gap = one["retention_score"] - other["retention_score"]
    if abs(gap) < 5.0:
        return bool((one["created"], one["id"]) > (other["created"], other["id"]))
    return bool(gap > 0)


def _clean_and_turn(active: dict[int, Row]) -> set[int]:
    before = {number: list(memory["relations"]) for number, memory in active.items()}
    turned: dict[int, dict[tuple[int, str], float]] = {number: {} for number in active}
    for number, memory in active.items():
        for relation in memory["relations"]:
            other = active.get(relation["id"])
            if other is None:
                continue
            source, target = (number, other["id"]) if _points_rightly(memory, other) else (other["id"], number)
            key = (target, relation["type"])
            turned[source][key] = max(relation["similarity"], turned[source].get(key, 0.0))
    for number, memory in active.items():
        rows = [{"id": target, "type": kind, "similarity": like} for (target, kind), like in turned[number].items()]
        memory["relations"] = sorted(rows, key=_keep_order)[:10]
    return {number for number in active if before[number] != active[number]["relations"]}


def _keep_order(relation: Row) -> tuple[bool, float, int, int]:
    kinds = [kind.value for kind in KIND_OF]
    return (
        relation["type"] == "same_topic", -relation["similarity"], -relation["id"], kinds.index(relation["type"])
    )  # fmt: skip


def _link(active: dict[int, Row], changed: set[int]) -> set[int]:
    numbers = sorted(active)
    fresh = [number for number in numbers if active[number]["is_new"] or number in changed]
    if not fresh:
        return set()
    related = {frozenset((number, each["id"])) for number in numbers for each in active[number]["relations"]}
    everything = np.array([active[number]["embedding"] for number in numbers])
    found = _similar(np.array([active[number]["embedding"] for number in fresh]), everything, fresh, numbers)
    wanted: dict[int, list[Row]] = {}
    for one, other, similarity in found:
        if frozenset((one, other)) in related:
            continue
        related.add(frozenset((one, other)))
        source, target = (one, other) if _points_rightly(active[one], active[other]) else (other, one)
        wanted.setdefault(source, []).append({"id": target, "type": "same_topic", "similarity": similarity})
    for source, rows in wanted.items():
        room = max(0, 10 - len(active[source]["relations"]))
        active[source]["relations"] = active[source]["relations"] + sorted(rows, key=_keep_order)[:room]
    return set(wanted)


def _similar(
    new: np.ndarray, everything: np.ndarray, new_ids: list[int], all_ids: list[int]
) -> list[tuple[int, int, float]]:
    new_normalized = new / np.linalg.norm(new, axis=1, keepdims=True)
    all_normalized = everything / np.linalg.norm(everything, axis=1, keepdims=True)
    matrix = np.round(new_normalized @ all_normalized.T, 5)
    return [
        (new_ids[i], all_ids[j], float(matrix[i, j]))
        for i, j in zip(*np.where(matrix >= 0.85), strict=True)
        if new_ids[i] != all_ids[j]
    ]


def _row(row: sqlite3.Row) -> Row:
    values = dict(row)
    values["relations"] = json.loads(values["relations"])
    values["embedding"] = np.frombuffer(values["embedding"], dtype=np.float32).tolist()
    return values


def night_hour() -> int:
    """Return the nightly hour that follows the evening of the data."""
    return EVENING + 4 * 3600
