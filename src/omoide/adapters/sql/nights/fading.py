"""The numbers of memories as a night leaves them, many at a time, inside the caller's transaction."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, and_, bindparam, insert, update

from omoide.adapters.sql import columns
from omoide.adapters.sql.memories.tables import memories, memory_history
from omoide.domain.nights.population import NEVER
from omoide.ports.nights.store import Fading, NightRun

UNTOUCHED = and_(memories.c.id == bindparam("key"), memories.c.hand == bindparam("as_seen"))
"""A night leaves alone what the owner's hand changed under it."""
_FADED: dict[str, ColumnElement[Any]] = {
    "memory_days": bindparam("days"),
    "retention_score": bindparam("score"),
    "faded_through": bindparam("through"),
    "tick": bindparam("now"),
}
_MOVED: dict[str, ColumnElement[Any]] = {
    "decay_coefficient": bindparam("decay"),
    "recall_count": bindparam("count"),
    "recalls_since_last_batch": memories.c.recalls_since_last_batch - bindparam("used"),
    "current_level": bindparam("level"),
    "archived_at": bindparam("archived"),
}
_FADE = update(memories).where(UNTOUCHED).values(**_FADED)
"""All that happens to a memory that nobody recalled and that stays where it is: nearly every one."""
_MOVE = update(memories).where(UNTOUCHED).values(**_FADED, **_MOVED)
_SETTLE_REQUEST = update(memories).where(UNTOUCHED).values(revival_requested_at=bindparam("request"))


def keep(connection: Connection, run: NightRun, batch: Fading, *, tick: int) -> None:
    """Keep the numbers of one batch, except of memories that the owner touched meanwhile, and tell why levels change."""
    moved = _moved(batch)
    faded = ~moved & _faded(batch)
    columns.write(connection, _FADE, _fade_columns(batch, np.flatnonzero(faded), tick=tick))
    columns.write(connection, _MOVE, _move_columns(batch, np.flatnonzero(moved), tick=tick))
    columns.write(connection, _SETTLE_REQUEST, _request_columns(batch))
    if told := _history(run, batch):
        connection.execute(insert(memory_history), told)


def _faded(batch: Fading) -> NDArray[np.bool_]:
    before, after = batch.before, batch.after
    return np.asarray(
        (before.faded_through != after.faded_through) | (before.retention != after.retention), dtype=np.bool_
    )


def _moved(batch: Fading) -> NDArray[np.bool_]:
    before, after = batch.before, batch.after
    return np.asarray(
        (before.recalls != after.recalls)
        | (before.recall_count != after.recall_count)
        | (before.decay_coefficient != after.decay_coefficient)
        | (before.level != after.level)
        | (before.archived_at != after.archived_at),
        dtype=np.bool_,
    )


def _fade_columns(batch: Fading, places: NDArray[np.int64], *, tick: int) -> dict[str, list[Any]]:
    after = batch.after
    return {
        "key": after.ids[places].tolist(),
        "as_seen": batch.before.hand[places].tolist(),
        "days": after.memory_days[places].tolist(),
        "score": after.retention[places].tolist(),
        "through": after.faded_through[places].tolist(),
        "now": [tick] * len(places),
    }


def _move_columns(batch: Fading, places: NDArray[np.int64], *, tick: int) -> dict[str, list[Any]]:
    before, after, keeps = batch.before, batch.after, batch.keeps_level
    return _fade_columns(batch, places, tick=tick) | {
        "decay": after.decay_coefficient[places].tolist(),
        "count": after.recall_count[places].tolist(),
        "used": (before.recalls - after.recalls)[places].tolist(),
        "level": np.where(keeps, before.level, after.level)[places].tolist(),
        "archived": _moments(np.where(keeps, before.archived_at, after.archived_at)[places]),
    }


def _request_columns(batch: Fading) -> dict[str, list[Any]]:
    places = np.flatnonzero(batch.before.revival_requested_at != batch.after.revival_requested_at)
    return {
        "key": batch.after.ids[places].tolist(),
        "as_seen": batch.before.hand[places].tolist(),
        "request": _moments(batch.after.revival_requested_at[places]),
    }


def _moments(moments: NDArray[np.int64]) -> list[int | None]:
    return [None if each == NEVER else each for each in moments.tolist()]


def _history(run: NightRun, batch: Fading) -> list[dict[str, object]]:
    return [
        {
            "persona_id": run.persona_id,
            "memory_id": int(batch.after.ids[place]),
            "night_id": run.id,
            "at": run.until,
            "cause": cause.value,
            "level_before": int(batch.before.level[place]),
            "level_after": int(batch.after.level[place]),
            "retention_score": float(batch.after.retention[place]),
        }
        for place, cause in batch.causes.items()
        if not batch.keeps_level[place]
    ]
