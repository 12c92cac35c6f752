"""Constant parts and blocks of sessions: kept in one step, refused when somebody else was first."""

import json
from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from omoide.adapters.sql.context.tables import context_blocks, contexts
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.erasing.tables import erasures
from omoide.adapters.sql.memories.tables import memories
from omoide.adapters.sql.prepared import Prepared, placed, places
from omoide.domain.context.composition import report_json, report_of
from omoide.domain.context.frozen import FrozenPart, ItemMark, SessionContext, TurnBlock
from omoide.domain.personas.persona import PersonaId
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.ports.context.store import HeldContext, ShownSession

PARSED_PARTS, PARSED_BLOCKS = 64, 2_000
"""Constant parts and blocks that are held as they were read last: a few megabytes."""
_FROZEN_COLUMNS = ("day", "budget_tokens", "counted_by", "language", "text", "tokens", "since", "marks", "report")
_BLOCK_COLUMNS = ("fingerprint", "text", "tokens", "marks", "report")
_MINE = (contexts.c.persona_id == bindparam("persona"), contexts.c.session_id == bindparam("session"))
_ITS_BLOCKS = (context_blocks.c.persona_id == bindparam("persona"), context_blocks.c.session_id == bindparam("session"))
_FROZEN = Prepared(select(contexts.c.version, *(contexts.c[name] for name in _FROZEN_COLUMNS)).where(*_MINE))
_BLOCKS = Prepared(
    select(*(context_blocks.c[name] for name in _BLOCK_COLUMNS)).where(*_ITS_BLOCKS).order_by(context_blocks.c.position)
)
_VERSION = Prepared(select(contexts.c.version).where(*_MINE))
_ERASURES = Prepared(select(func.max(erasures.c.id)).where(erasures.c.persona_id == bindparam("persona")))
_MEMORY = "memory:"
_TOUCH = Prepared(update(contexts).where(*_MINE))
_ADD_BLOCK = Prepared(insert(context_blocks))
_DROP_BLOCKS = Prepared(delete(context_blocks).where(*_ITS_BLOCKS, context_blocks.c.position >= bindparam("first")))


class SqlShownContextStore:
    """Keeps what each session was shown."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, persona_id: PersonaId, session_id: str) -> HeldContext:
        """Return what the session was shown so far."""
        with self._database.reading() as connection:
            return _held(connection, persona_id, session_id)

    def keep(
        self,
        persona_id: PersonaId,
        session_id: str,
        shown: SessionContext,
        *,
        before: HeldContext,
        at: Moment,
        oldest: Moment,
    ) -> bool:
        """Keep what the session is shown now, unless somebody else did since it was read."""
        mine = {"persona": persona_id, "session": session_id}
        with self._database.writing(persona_id) as connection:
            row = _VERSION.first(connection, mine)
            if (row[0] if row else 0) != before.version or _erasures(connection, persona_id) != before.erasures:
                return False
            if not _are_there(connection, memories_of(shown.blocks[-1:])):
                return False
            if before.shown.frozen is shown.frozen:
                _TOUCH.write(connection, {**mine, "version": before.version + 1, "used": at})
            elif shown.frozen is not None:
                self._write(connection, persona_id, session_id, shown.frozen, version=before.version + 1, at=at)
                _forget(connection, persona_id, oldest)
            _write_blocks(connection, persona_id, session_id, before.shown.blocks, shown.blocks)
        return True

    def recent(self, persona_id: PersonaId, *, limit: int) -> list[ShownSession]:
        """Return the sessions that something was composed for, the last first."""
        block, its = context_blocks.c, context_blocks.c.session_id == contexts.c.session_id
        count, tokens = (
            select(value).where(block.persona_id == contexts.c.persona_id, its).correlate(contexts).scalar_subquery()
            for value in (func.count().filter(block.text != ""), func.coalesce(func.sum(block.tokens), 0))
        )
        query = (
            select(contexts.c.session_id, contexts.c.used, count, contexts.c.tokens + tokens)
            .where(contexts.c.persona_id == persona_id)
            .order_by(contexts.c.used.desc(), contexts.c.session_id)
            .limit(limit)
        )
        with self._database.reading() as connection:
            return [ShownSession(row[0], Moment(row[1]), int(row[2]), int(row[3])) for row in connection.execute(query)]

    def _write(
        self,
        connection: Connection,
        persona_id: PersonaId,
        session_id: str,
        frozen: FrozenPart,
        *,
        version: int,
        at: Moment,
    ) -> None:
        row = {
            "persona_id": persona_id,
            "session_id": session_id,
            "version": version,
            "used": at,
            "day": frozen.day.isoformat(),
            "budget_tokens": frozen.budget_tokens,
            "counted_by": frozen.counted_by,
            "language": frozen.language.value,
            "text": frozen.text,
            "tokens": frozen.tokens,
            "since": frozen.since,
            "marks": _marks_text(frozen.marks),
            "report": json.dumps(report_json(frozen.sections, frozen.left_out), ensure_ascii=False),
        }
        keys = ["persona_id", "session_id"]
        connection.execute(
            self._database.upsert(contexts, keys=keys, values=[name for name in row if name not in keys]), row
        )


def lines_of(connection: Connection, persona_id: PersonaId, session_id: str) -> list[str]:
    """Return every line that a session was shown: what may come back as an echo."""
    mine = {"persona": persona_id, "session": session_id}
    row = _FROZEN.first(connection, mine)
    texts = [] if row is None else [dict(zip(_FROZEN_COLUMNS, row[1:], strict=True))["text"]]
    texts += [block[1] for block in _BLOCKS.rows(connection, mine)]
    return [line.removeprefix("- ") for text in texts for line in text.split("\n") if line.startswith("- ")]


def dropped(connection: Connection, persona_id: PersonaId) -> dict[str, int]:
    """Take away what all sessions of a persona were shown; return how many rows of each table went."""
    return {
        table.name: connection.execute(delete(table).where(table.c.persona_id == persona_id)).rowcount
        for table in (context_blocks, contexts)
    }


def _held(connection: Connection, persona_id: PersonaId, session_id: str) -> HeldContext:
    mine = {"persona": persona_id, "session": session_id}
    row, stamp = _FROZEN.first(connection, mine), _erasures(connection, persona_id)
    if row is None:
        return HeldContext(erasures=stamp)
    blocks = tuple(_block(*each) for each in _BLOCKS.rows(connection, mine))
    return HeldContext(SessionContext(_frozen(*row[1:]), blocks), row[0], stamp)


def memories_of(blocks: Sequence[TurnBlock]) -> list[int]:
    """Return which memories the blocks show."""
    keys = [mark.key for block in blocks for mark in block.marks if mark.section == "memories"]
    return [int(key.removeprefix(_MEMORY)) for key in keys if key.startswith(_MEMORY)]


def _are_there(connection: Connection, memory_ids: Sequence[int]) -> bool:
    """Tell whether none of the memories was erased by hand meanwhile."""
    if not memory_ids:
        return True
    given = placed("memory", memory_ids)
    return _there(len(given)).first(connection, given) == (len(set(memory_ids)),)


@cache
def _there(count: int) -> Prepared:
    return Prepared(select(func.count()).select_from(memories).where(memories.c.id.in_(places("memory", count))))


def _erasures(connection: Connection, persona_id: PersonaId) -> int:
    row = _ERASURES.first(connection, {"persona": persona_id})
    return int(row[0] or 0) if row else 0


def _write_blocks(
    connection: Connection, persona_id: PersonaId, session_id: str, old: Sequence[TurnBlock], new: Sequence[TurnBlock]
) -> None:
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    if same < len(old):
        _DROP_BLOCKS.write(connection, {"persona": persona_id, "session": session_id, "first": same})
    rows = [
        {
            "persona_id": persona_id,
            "session_id": session_id,
            "position": place,
            "fingerprint": block.fingerprint,
            "text": block.text,
            "tokens": block.tokens,
            "marks": _marks_text(block.marks),
            "report": json.dumps(report_json(block.sections, block.left_out), ensure_ascii=False),
        }
        for place, block in enumerate(new)
        if place >= same
    ]
    _ADD_BLOCK.write_all(connection, rows)


def _forget(connection: Connection, persona_id: PersonaId, oldest: Moment) -> None:
    """Take away what sessions were shown that nobody has composed for since long."""
    old = select(contexts.c.session_id).where(contexts.c.persona_id == persona_id, contexts.c.used < oldest)
    its = context_blocks.c.persona_id == persona_id
    connection.execute(delete(context_blocks).where(its, context_blocks.c.session_id.in_(old)))
    connection.execute(delete(contexts).where(contexts.c.persona_id == persona_id, contexts.c.used < oldest))


# What a session was shown is read again with each of its turns, and is the same each time.
@lru_cache(maxsize=PARSED_PARTS)
def _frozen(*values: Any) -> FrozenPart:
    row = dict(zip(_FROZEN_COLUMNS, values, strict=True))
    sections, left_out = report_of(json.loads(row["report"]))
    return FrozenPart(
        day=date.fromisoformat(row["day"]),
        budget_tokens=row["budget_tokens"],
        counted_by=row["counted_by"],
        language=Language(row["language"]),
        text=row["text"],
        tokens=row["tokens"],
        since=Moment(row["since"]),
        marks=_marks(row["marks"]),
        sections=sections,
        left_out=left_out,
    )


@lru_cache(maxsize=PARSED_BLOCKS)
def _block(fingerprint: str, text: str, tokens: int, marks: str, report: str) -> TurnBlock:
    sections, left_out = report_of(json.loads(report))
    return TurnBlock(fingerprint, text, tokens, _marks(marks), sections, left_out)


def _marks_text(marks: Sequence[ItemMark]) -> str:
    return json.dumps([[mark.section, mark.key, mark.line] for mark in marks], ensure_ascii=False)


def _marks(told: str) -> tuple[ItemMark, ...]:
    return tuple(ItemMark(*each) for each in json.loads(told))
