"""A LangGraph store: `graph.compile(store=MindStore(mind))`.

Items are kept with the persona, each as a file of its own, with every edit, without secrets, and erased with what they hold.
Searching goes by meaning, with the mind's own embedder; it reads all items, so there should be thousands, not millions.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import anyio.to_thread
import numpy as np
from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)
from numpy.typing import NDArray

from omoide.domain.notes.file import KeptFile
from omoide.entrypoints.library.mind import Mind
from omoide.errors import InvalidInput
from omoide.ports.models.embedder import Role

SPACE = "langgraph/"
"""Before the names of the files that hold items."""
MOST_EMBEDDED = 4_096
"""Texts whose vectors are kept in this process."""
_COMPARED: dict[str, Callable[[Any, Any], object]] = {
    "$eq": lambda held, wanted: held == wanted,
    "$ne": lambda held, wanted: held != wanted,
    "$gt": lambda held, wanted: float(held) > float(wanted),
    "$gte": lambda held, wanted: float(held) >= float(wanted),
    "$lt": lambda held, wanted: float(held) < float(wanted),
    "$lte": lambda held, wanted: float(held) <= float(wanted),
}


class MindStore(BaseStore):
    """Keeps the items of a graph with one persona."""

    supports_ttl = False

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._vector = lru_cache(maxsize=MOST_EMBEDDED)(self._embedded)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several things in their order; what is put is put in one step, all or none, after what is read."""
        given = list(ops)
        results = [self._read(op) for op in given]
        if puts := {(op.namespace, op.key): op for op in given if isinstance(op, PutOp)}:
            self._put(puts)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do the same without holding up the loop."""
        given = list(ops)
        return await anyio.to_thread.run_sync(self.batch, given)

    def _read(self, op: Op) -> Result:
        match op:
            case GetOp():
                found = self._mind.files.find(_name(op.namespace, op.key))
                return None if found is None else _item(found)
            case SearchOp():
                return self._found(op)
            case ListNamespacesOp():
                return self._namespaces(op)
            case PutOp():
                return None

    def _put(self, puts: Mapping[tuple[tuple[str, ...], str], PutOp]) -> None:
        names = {_name(namespace, key): op for (namespace, key), op in puts.items()}
        now = datetime.fromtimestamp(int(self._mind.now()), UTC)

        def decided(known: Mapping[str, str]) -> dict[str, str | None]:
            return {name: _text(op, known.get(name), now) for name, op in names.items()}

        self._mind.files.change(decided, names=list(names), by="persona")

    def _found(self, op: SearchOp) -> list[SearchItem]:
        items = [each for each in self._under(op.namespace_prefix) if _passes(each.value, op.filter)]
        if not op.query:
            items.sort(key=lambda each: each.updated_at, reverse=True)
            scored: list[tuple[Item, float | None]] = [(each, None) for each in items]
        else:
            scored = self._ranked(op.query, items)
        return [_search_item(item, score) for item, score in scored[op.offset : op.offset + op.limit]]

    def _ranked(self, query: str, items: Sequence[Item]) -> list[tuple[Item, float | None]]:
        if not items:
            return []
        cue = self._vector(query, "query")
        scores = [float(np.dot(cue, self._vector(_words(each.value), "passage"))) for each in items]
        order = sorted(range(len(items)), key=lambda at: -scores[at])
        return [(items[at], scores[at]) for at in order]

    def _embedded(self, text: str, role: Role) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self._mind.embedder.embed([text], role=role)[0]
        return vector

    def _under(self, prefix: tuple[str, ...]) -> list[Item]:
        found = [_item(each) for each in self._mind.files.all(under=SPACE)]
        return [each for each in found if each is not None and each.namespace[: len(prefix)] == tuple(prefix)]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        every = {each.namespace for each in self._under(())}
        kept = [each for each in every if all(_matches(each, one) for one in op.match_conditions or ())]
        cut = {each if op.max_depth is None else each[: op.max_depth] for each in kept}
        return sorted(cut)[op.offset : op.offset + op.limit]


def _name(namespace: Sequence[str], key: str) -> str:
    return SPACE + json.dumps([*namespace, key], ensure_ascii=False)


def _item(kept: KeptFile) -> Item | None:
    """Return the item that a file holds; `None` where words were erased from it, so that it is none any more."""
    try:
        *namespace, key = json.loads(kept.name.removeprefix(SPACE))
        held = json.loads(kept.text)
        created = datetime.fromisoformat(held["created_at"])
        value: dict[str, Any] = held["value"]
    except (ValueError, KeyError, TypeError):
        return None
    updated = datetime.fromtimestamp(int(kept.changed), UTC)
    return Item(value=value, key=key, namespace=tuple(namespace), created_at=created, updated_at=updated)


def _text(op: PutOp, before: str | None, now: datetime) -> str | None:
    if op.value is None:
        return None
    created = now.isoformat()
    if before is not None:
        try:
            created = json.loads(before)["created_at"]
        except (ValueError, KeyError, TypeError):
            created = now.isoformat()
    try:
        return json.dumps({"created_at": created, "value": op.value}, ensure_ascii=False)
    except (TypeError, ValueError) as exc:
        raise InvalidInput(f"the value of {op.key!r} is not JSON: {exc}") from exc


def _search_item(item: Item, score: float | None) -> SearchItem:
    return SearchItem(item.namespace, item.key, item.value, item.created_at, item.updated_at, score)


def _words(value: object) -> str:
    """Return the texts in a value, each on a line."""
    if isinstance(value, Mapping):
        return "\n".join(filter(None, map(_words, value.values())))
    if isinstance(value, list | tuple):
        return "\n".join(filter(None, map(_words, value)))
    return "" if value is None else str(value)


def _passes(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    return all(_holds(value.get(key), each) for key, each in (wanted or {}).items())


def _holds(held: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict):
        if any(str(key).startswith("$") for key in wanted):
            return all(_compared(held, key, each) for key, each in wanted.items())
        return isinstance(held, dict) and all(_holds(held.get(key), each) for key, each in wanted.items())
    return bool(held == wanted)


def _compared(held: Any, sign: str, wanted: Any) -> bool:
    if sign not in _COMPARED:
        raise InvalidInput(f"there is no operator {sign!r}; there are {', '.join(_COMPARED)}")
    try:
        return bool(_COMPARED[sign](held, wanted))
    except (TypeError, ValueError):
        return False


def _matches(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    path = condition.path
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", held) for wanted, held in zip(path, part, strict=True))
