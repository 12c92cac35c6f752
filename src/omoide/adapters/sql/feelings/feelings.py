"""What was felt, in SQL: affects, mood points and the emotion log."""

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, tuple_

from omoide.adapters.sql.beliefs.tables import MOOD_LAYERS, emotion_log, event_affects, mood_points
from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.prepared import Prepared
from omoide.domain.events.event import EventId
from omoide.domain.feelings.affect import Affect, Vad
from omoide.domain.feelings.mood import FeltAt, MoodPoint, MoodStep, MoodTrail, Stir
from omoide.domain.feelings.persona_emotion import EmotionCategory, EmotionEntry, PersonaEmotion
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment

# Built once: making a statement costs more than running it.
_FELT, _MOVED, _SHOWED = (Prepared(insert(table)) for table in (event_affects, mood_points, emotion_log))
_END = tuple_(bindparam("at"), bindparam("event"))
_BEGIN = tuple_(bindparam("since"), bindparam("point"))
_POINT_PLACE = tuple_(mood_points.c.at, mood_points.c.event_id)
_AFFECT_PLACE = tuple_(event_affects.c.at, event_affects.c.event_id)
_MINE, _FELT_BY = (table.c.persona_id == bindparam("persona") for table in (mood_points, event_affects))
_LAST_POINT = Prepared(
    select(mood_points)
    .where(_MINE, _POINT_PLACE < _END)
    .order_by(mood_points.c.at.desc(), mood_points.c.event_id.desc())
    .limit(1)
)
_BETWEEN = (_FELT_BY, _AFFECT_PLACE > _BEGIN, _AFFECT_PLACE < _END)
_FELT_SINCE = Prepared(
    select(*(event_affects.c[name] for name in ("at", "v", "a", "d", "confidence", "gravity")))
    .where(*_BETWEEN)
    .order_by(event_affects.c.at, event_affects.c.event_id)
)
_COUNT_BETWEEN = Prepared(select(func.count()).select_from(event_affects).where(*_BETWEEN))
_POINT_AT = Prepared(select(mood_points.c.at).where(mood_points.c.event_id == bindparam("point")))
_OUTDATED = Prepared(delete(mood_points).where(_MINE, _POINT_PLACE > _END))
_LAST_EMOTION = Prepared(
    select(emotion_log)
    .where(emotion_log.c.persona_id == bindparam("persona"), emotion_log.c.at <= bindparam("until"))
    .order_by(emotion_log.c.at.desc(), emotion_log.c.event_id.desc(), emotion_log.c.ordinal.desc())
    .limit(1)
)
_FIRST: Final = (-(2**62), -1)
"""Before everything that happens."""
_LAST_ID: Final = 2**62


class SqlFeelingStore:
    """Affects, mood points and the emotion log."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def affects(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, Affect]:
        """Return what was felt in those of the events that have been digested."""
        query = select(event_affects).where(event_affects.c.persona_id == persona_id)
        with self._database.reading() as connection:
            rows = connection.execute(query.where(event_affects.c.event_id.in_(event_ids))).all()
        return {EventId(row.event_id): _affect(row) for row in rows}

    def mood_trail(self, persona_id: PersonaId, *, until: Moment, before: EventId | None = None) -> MoodTrail:
        """Return the last mood point that is kept at or before a moment, and what was felt since, in order."""
        end = {"persona": persona_id, "at": until, "event": _LAST_ID if before is None else before}
        with self._database.reading() as connection:
            row = _LAST_POINT.first(connection, end)
            event_id, point = (None, None) if row is None else _point(row)
            since, number = _FIRST if point is None or event_id is None else (point.at, event_id)
            rows = _FELT_SINCE.rows(connection, {**end, "since": since, "point": number})
        return MoodTrail(point, event_id, tuple(FeltAt(Moment(row[0]), _counted(row)) for row in rows))

    def emotions(self, persona_id: PersonaId, *, since: Moment, until: Moment) -> list[EmotionEntry]:
        """Return the persona's emotions of a period, oldest first."""
        log = emotion_log.c
        query = select(emotion_log).where(log.persona_id == persona_id, log.at >= since, log.at < until)
        with self._database.reading() as connection:
            return [_entry(row) for row in connection.execute(query.order_by(log.at, log.event_id, log.ordinal))]

    def last_emotion(self, persona_id: PersonaId, *, until: Moment) -> EmotionEntry | None:
        """Return the last one at or before a moment."""
        with self._database.reading() as connection:
            found = _LAST_EMOTION.named(connection, {"persona": persona_id, "until": until})
        return _entry(found[0]) if found else None


def write_feelings(
    connection: Connection,
    persona_id: PersonaId,
    event_id: EventId,
    *,
    happened: Moment,
    affect: Affect | None,
    mood: MoodStep | None,
) -> None:
    """Write what was felt in an event.

    Mood points after it no longer hold and go; its own is kept only where what it was computed from is still all there was.
    """
    mine: dict[str, object] = {"event_id": event_id, "persona_id": persona_id, "at": happened}
    place: dict[str, object] = {"persona": persona_id, "at": happened, "event": event_id}
    if affect is not None:
        _FELT.write(connection, {**mine, **_affect_columns(affect)})
        _OUTDATED.write(connection, place)
    if mood is not None and _still_holds(connection, mood, place):
        _MOVED.write(connection, {**mine, **_point_columns(mood.point)})


def without_moods(connection: Connection, persona_id: PersonaId, *, since: Moment) -> int:
    """Delete the mood points from a moment on, which something that is gone was part of; return how many."""
    held = delete(mood_points).where(mood_points.c.persona_id == persona_id, mood_points.c.at >= since)
    return connection.execute(held).rowcount


def _still_holds(connection: Connection, mood: MoodStep, place: dict[str, object]) -> bool:
    since, number = _FIRST
    if mood.event_id is not None:
        kept = _POINT_AT.first(connection, {"point": mood.event_id})
        if kept is None:
            return False
        since, number = kept[0], mood.event_id
    counted = _COUNT_BETWEEN.first(connection, {**place, "since": since, "point": number})
    return counted is not None and counted[0] == mood.between


def write_emotions(
    connection: Connection,
    persona_id: PersonaId,
    event_id: EventId,
    *,
    happened: Moment,
    emotions: Sequence[EmotionEntry],
) -> None:
    """Write the emotions an answer told, of which none is kept yet."""
    rows = [
        {
            "event_id": event_id,
            "persona_id": persona_id,
            "at": happened,
            "ordinal": ordinal,
            "category": entry.emotion.category.value,
            "intensity": entry.emotion.intensity,
            "bonding": entry.bonding,
        }
        for ordinal, entry in enumerate(emotions)
    ]
    _SHOWED.write_all(connection, rows)


def _affect_columns(affect: Affect) -> dict[str, object]:
    axes = dict(zip("vad", affect.vad.axes, strict=True))
    labels = json.dumps(affect.labels, ensure_ascii=False)
    return {**axes, "labels": labels, "text": affect.text, "confidence": affect.confidence, "gravity": affect.gravity}


def _affect(row: AnyRow) -> Affect:
    labels = tuple(json.loads(row.labels))
    return Affect(Vad(row.v, row.a, row.d), row.text, labels, row.confidence, row.gravity)


def _counted(row: tuple[Any, ...]) -> Affect:
    _at, v, a, d, confidence, gravity = row
    return Affect(Vad(v, a, d), confidence=confidence, gravity=gravity)


def _point_columns(point: MoodPoint) -> dict[str, object]:
    layers = (point.baseline, point.light.up, point.light.down, point.grave.up, point.grave.down)
    return {
        f"{name}_{axis}": value
        for name, vad in zip(MOOD_LAYERS, layers, strict=True)
        for axis, value in zip("vad", vad.axes, strict=True)
    }


def _point(row: tuple[Any, ...]) -> tuple[EventId, MoodPoint]:
    event_id, _persona_id, at, *axes = row
    baseline, light_up, light_down, grave_up, grave_down = (Vad(*axes[start : start + 3]) for start in range(0, 15, 3))
    return EventId(event_id), MoodPoint(Moment(at), baseline, Stir(light_up, light_down), Stir(grave_up, grave_down))


def _entry(row: AnyRow) -> EmotionEntry:
    return EmotionEntry(Moment(row.at), PersonaEmotion(EmotionCategory(row.category), row.intensity), row.bonding)
