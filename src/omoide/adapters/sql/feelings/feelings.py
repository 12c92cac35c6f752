"""What was felt, in SQL: affects, mood points and the emotion log."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from omoide.adapters.sql.beliefs.tables import emotion_log, event_affects, mood_points
from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.prepared import Prepared
from omoide.domain.events.event import EventId
from omoide.domain.feelings.affect import Affect, Vad
from omoide.domain.feelings.mood import MoodPoint
from omoide.domain.feelings.persona_emotion import EmotionCategory, EmotionEntry, PersonaEmotion
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment

# Built once: making a statement costs more than running it.
_FELT, _MOVED, _SHOWED = (Prepared(insert(table)) for table in (event_affects, mood_points, emotion_log))
_LAST_POINT = Prepared(
    select(mood_points)
    .where(mood_points.c.persona_id == bindparam("persona"), mood_points.c.at <= bindparam("until"))
    .order_by(mood_points.c.at.desc(), mood_points.c.event_id.desc())
    .limit(1)
)


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

    def mood_point(self, persona_id: PersonaId, *, until: Moment) -> MoodPoint | None:
        """Return the last mood point at or before a moment."""
        with self._database.reading() as connection:
            row = _LAST_POINT.first(connection, {"persona": persona_id, "until": until})
        return None if row is None else _point(row)

    def emotions(self, persona_id: PersonaId, *, since: Moment, until: Moment) -> list[EmotionEntry]:
        """Return the persona's emotions of a period, oldest first."""
        log = emotion_log.c
        query = select(emotion_log).where(log.persona_id == persona_id, log.at >= since, log.at < until)
        with self._database.reading() as connection:
            return [_entry(row) for row in connection.execute(query.order_by(log.at, log.event_id, log.ordinal))]

    def last_emotion(self, persona_id: PersonaId, *, until: Moment) -> EmotionEntry | None:
        """Return the last one at or before a moment."""
        log = emotion_log.c
        query = select(emotion_log).where(log.persona_id == persona_id, log.at <= until)
        with self._database.reading() as connection:
            newest = query.order_by(log.at.desc(), log.event_id.desc(), log.ordinal.desc()).limit(1)
            row = connection.execute(newest).first()
        return None if row is None else _entry(row)


def write_feelings(
    connection: Connection,
    persona_id: PersonaId,
    event_id: EventId,
    *,
    happened: Moment,
    affect: Affect | None,
    mood: MoodPoint | None,
) -> None:
    """Write what was felt in an event."""
    mine: dict[str, object] = {"event_id": event_id, "persona_id": persona_id, "at": happened}
    if affect is not None:
        _FELT.write(connection, {**mine, **_affect_columns(affect)})
    if mood is not None:
        _MOVED.write(connection, {**mine, **_point_columns(mood)})


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
    return {**axes, "labels": labels, "text": affect.text, "confidence": affect.confidence}


def _affect(row: AnyRow) -> Affect:
    return Affect(Vad(row.v, row.a, row.d), row.text, tuple(json.loads(row.labels)), row.confidence)


def _point_columns(point: MoodPoint) -> dict[str, object]:
    layers = {"baseline": point.baseline, "shock": point.shock}
    axes = {
        f"{name}_{axis}": value for name, vad in layers.items() for axis, value in zip("vad", vad.axes, strict=True)
    }
    return {**axes, "half_life_hours": point.half_life_hours}


def _point(row: tuple[Any, ...]) -> MoodPoint:
    _event_id, _persona_id, at, *axes, half_life_hours = row
    return MoodPoint(Moment(at), Vad(*axes[:3]), Vad(*axes[3:]), half_life_hours)


def _entry(row: AnyRow) -> EmotionEntry:
    return EmotionEntry(Moment(row.at), PersonaEmotion(EmotionCategory(row.category), row.intensity), row.bonding)
