"""Numbers of rows, wherever they stand, counted from the persona's first; and back.

A number stands in a column of its own, in a column that points at a row, in a few that point without saying so to the database (what
they point at may be gone), and inside texts: `question:12`, or lists of the turns that a sentence rests on.  All of them are moved by the
same step for each sort of thing.  One that points below the first is of a row that was gone before; it stays as it is, below 1, where
no row ever is.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from sqlalchemy import Table

from omoide.adapters.sql.tables import personas
from omoide.domain.recall.passage import PassageKind
from omoide.errors import ArchiveRefused

Fields = dict[str, Any]
Move = Callable[[str, int], int]
"""Moves a number of a sort of thing, named by its table."""
LOOSE: Final = {
    "memory_history": {"memory_id": "memories", "night_id": "nights"},
    "goals": {"question_id": "questions"},
    "insights": {"question_id": "questions"},
    "topic_progress": {"passage_id": "passages"},
}
"""Columns that point at rows which may be gone."""
_REVISED: Final = {"state": "states", "preference": "preferences"}
_PIECES: Final = {
    PassageKind.EVENT.value: "events",
    PassageKind.MEMORY.value: "memories",
    PassageKind.EPISODE.value: "episodes",
    PassageKind.DOCUMENT.value: "document_chunks",
}
_RECALLED: Final = {
    "event": "events",
    "memory": "memories",
    "belief": "states",
    "preference": "preferences",
    "episode": "episodes",
    "insight": "insights",
    "topic": "topics",
    "entity": "entities",
}
_SLOTS: Final = {
    "questions": ("key", {"outcome": "states", "worry": "events"}),
    "insights": ("slot", {"question": "questions"}),
    "episodes": ("slot", {"bonding": "events"}),
}
"""Texts such as `worry:12`, by what stands before the number."""


def pointing(table: Table) -> dict[str, str]:
    """Return the columns that hold a number which a row must have: its own, and those of foreign keys."""
    found = {"id": table.name} if "id" in table.c else {}
    for column in table.columns:
        for key in column.foreign_keys:
            if key.column.table is not personas:
                found[column.name] = key.column.table.name
    return found


def moved(table: Table, fields: Fields, *, firmly: Move, loosely: Move, persona_id: int | None) -> Fields:
    """Return a row with every number in it moved; `persona_id` is put where texts name it, or left out."""
    for name, of in pointing(table).items():
        if fields.get(name) is not None:
            fields[name] = firmly(of, fields[name])
    for name, of in LOOSE.get(table.name, {}).items():
        if fields.get(name) is not None:
            fields[name] = loosely(of, fields[name])
    if table.name in _SLOTS:
        name, kinds = _SLOTS[table.name]
        fields[name] = _slot(fields[name], kinds, loosely)
    if (inside := _INSIDE.get(table.name)) is not None:
        try:
            inside(fields, loosely, persona_id)
        except (KeyError, TypeError, ValueError, AttributeError) as exc:
            raise ArchiveRefused(f"a text of {table.name} is not built as it should be") from exc
    return fields


def _slot(told: Any, kinds: Mapping[str, str], move: Move) -> Any:
    kind, _, rest = str(told).partition(":")
    number, colon, more = rest.partition(":")
    if kind not in kinds or not number.isascii() or not number.removeprefix("-").isdecimal():
        return told
    return f"{kind}:{move(kinds[kind], int(number))}{colon}{more}"


def _revision(fields: Fields, move: Move, _persona_id: int | None) -> None:
    of = _REVISED[fields["target"]]
    fields["target_id"] = move(of, _number(fields["target_id"]))
    for name in ("before", "after"):
        if fields.get(name) is not None:
            told = json.loads(fields[name])
            if "id" in told:
                told["id"] = move(of, _number(told["id"]))
            fields[name] = _json(told)


def _history(fields: Fields, move: Move, persona_id: int | None) -> None:
    """Move what is kept of a memory that was deleted: the row, its texts, its relations."""
    if fields.get("row_before") is None:
        return
    told = json.loads(fields["row_before"])
    memory, relations = told["memory"], told["relations"]
    memory["id"] = move("memories", _number(memory["id"]))
    if memory.get("event_id") is not None:
        memory["event_id"] = move("events", _number(memory["event_id"]))
    told["texts"]["memory_id"] = memory["id"]
    for each in relations:
        each["source_id"], each["target_id"] = (
            move("memories", _number(each[end])) for end in ("source_id", "target_id")
        )
    for each in (memory, *relations):
        each.pop("persona_id", None)
        if persona_id is not None:
            each["persona_id"] = persona_id
    fields["row_before"] = _json(told)


def _passage(fields: Fields, move: Move, _persona_id: int | None) -> None:
    fields["item_id"] = move(_PIECES[fields["kind"]], _number(fields["item_id"]))


def _demotion(fields: Fields, move: Move, _persona_id: int | None) -> None:
    of, item = _RECALLED.get(fields["kind"]), fields["item"]
    if of is not None and item.removeprefix("-").isdecimal():
        fields["item"] = str(move(of, int(item)))


def _rests(name: str, of: str, fields: Fields, move: Move, _persona_id: int | None) -> None:
    """Move what sentences rest on: [[text, [number …]] …]."""
    told = json.loads(fields[name])
    fields[name] = _json([[text, [move(of, _number(each)) for each in rests]] for text, rests in told])


def _listed(name: str, of: str, fields: Fields, move: Move, _persona_id: int | None) -> None:
    fields[name] = _json([move(of, _number(each)) for each in json.loads(fields[name])])


def _topic(fields: Fields, move: Move, persona_id: int | None) -> None:
    _rests("summary", "memories", fields, move, persona_id)
    _listed("told_of", "memories", fields, move, persona_id)


def _proposal(fields: Fields, move: Move, persona_id: int | None) -> None:
    _rests("draft", "events", fields, move, persona_id)
    _listed("memory_ids", "memories", fields, move, persona_id)


_INSIDE: Final[dict[str, Callable[[Fields, Move, int | None], None]]] = {
    "revisions": _revision,
    "memory_history": _history,
    "passages": _passage,
    "recall_demotions": _demotion,
    "topics": _topic,
    "entity_proposals": _proposal,
    "insights": partial(_rests, "sentences", "events"),
    "episode_texts": partial(_rests, "sentences", "events"),
}


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _json(told: object) -> str:
    return json.dumps(told, ensure_ascii=False)
