"""Episodes and every text they ever had, in SQL."""

import json
from collections.abc import Mapping, Sequence
from datetime import date

from sqlalchemy import Connection, Select, case, func, insert, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.episodes.tables import episode_events, episode_resonances, episode_texts, episodes
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.erasing.removing import without_gathered_passages
from omoide.adapters.sql.events.events import still_there
from omoide.adapters.sql.recall import passage_rows
from omoide.adapters.sql.tables import passages
from omoide.domain.episodes.dates import DaySpan
from omoide.domain.episodes.episode import (
    Episode,
    EpisodeId,
    EpisodeKind,
    EpisodeSentence,
    EpisodeText,
    NewEpisode,
    label,
)
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import NewPassage, PassageKind
from omoide.domain.time.moment import Moment

_WHOLE = select(
    episodes, episode_texts.c.sentences, episode_texts.c.by, episode_texts.c.made, episode_texts.c.is_failure
)
EPISODE: Select[tuple[object, ...]] = _WHOLE.join(
    episode_texts, (episode_texts.c.episode_id == episodes.c.id) & (episode_texts.c.version == episodes.c.version)
)
BATCH = 400


class SqlEpisodeStore:
    """Keeps episodes; deletes none."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, persona_id: PersonaId) -> list[Episode]:
        """Return every episode with its present text, in order of their first days."""
        query = EPISODE.where(episodes.c.persona_id == persona_id).order_by(episodes.c.first_day, episodes.c.id)
        with self._database.reading() as connection:
            return [episode_of(row) for row in connection.execute(query)]

    def get(self, persona_id: PersonaId, episode_ids: Sequence[EpisodeId]) -> dict[EpisodeId, Episode]:
        """Return those of the episodes that this persona has, by number."""
        mine = (episodes.c.persona_id == persona_id, episodes.c.id.in_(episode_ids))
        with self._database.reading() as connection:
            found = [episode_of(row) for row in connection.execute(EPISODE.where(*mine))] if episode_ids else []
        return {each.id: each for each in found}

    def between(self, persona_id: PersonaId, *, first: date, last: date) -> list[Episode]:
        """Return the episodes that tell one of these days, archived ones too, in order of their first days."""
        touches = (episodes.c.first_day <= last.isoformat(), episodes.c.last_day >= first.isoformat())
        query = EPISODE.where(episodes.c.persona_id == persona_id, *touches)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(episodes.c.first_day, episodes.c.id))
            return [episode_of(row) for row in rows]

    def texts(self, persona_id: PersonaId, episode_id: EpisodeId) -> list[EpisodeText]:
        """Return what an episode has said, oldest first."""
        mine = select(episodes.c.id).where(episodes.c.persona_id == persona_id, episodes.c.id == episode_id)
        query = select(episode_texts).where(episode_texts.c.episode_id.in_(mine)).order_by(episode_texts.c.version)
        with self._database.reading() as connection:
            return [_text(row) for row in connection.execute(query)]

    def keep(
        self, persona_id: PersonaId, new: NewEpisode, *, slot: str, pieces: Sequence[NewPassage] = ()
    ) -> Episode | None:
        """Keep an episode, or a new text of the one in its slot, in one transaction."""
        with self._database.writing(persona_id) as connection:
            if not self._may_be_kept(connection, persona_id, new, slot):
                return None
            episode_id, version = _written(connection, persona_id, new, slot)
            _write_text(connection, episode_id, version, new)
            _found_by(connection, persona_id, episode_id, new, pieces)
            rows = [{"episode_id": episode_id, "event_id": each} for each in new.made_of]
            if rows:
                connection.execute(self._database.insert_new(episode_events), rows)
            return episode_of(connection.execute(EPISODE.where(episodes.c.id == episode_id)).one())

    def resonate(
        self,
        persona_id: PersonaId,
        event_id: EventId,
        resonances: Mapping[EpisodeId, float],
        *,
        arousals: Mapping[EpisodeId, float],
        at: Moment,
    ) -> bool:
        """Keep what an answer resonated with and the arousals after it; an answer counts once."""
        rows = [
            {"event_id": event_id, "episode_id": each, "resonance": value, "at": at}
            for each, value in resonances.items()
        ]
        counted = select(episode_resonances.c.event_id).where(episode_resonances.c.event_id == event_id).limit(1)
        with self._database.writing(persona_id) as connection:
            is_there = still_there(connection, persona_id, [event_id])
            if not rows or not is_there or connection.execute(counted).first() is not None:
                return False
            connection.execute(insert(episode_resonances), rows)
            _write_arousals(connection, persona_id, arousals)
        return True

    def put_arousals(self, persona_id: PersonaId, arousals: Mapping[EpisodeId, float]) -> None:
        """Give episodes another arousal; the maximum never lies below it."""
        if arousals:
            with self._database.writing(persona_id) as connection:
                _write_arousals(connection, persona_id, arousals)

    def _may_be_kept(self, connection: Connection, persona_id: PersonaId, new: NewEpisode, slot: str) -> bool:
        for start in range(0, len(new.made_of), BATCH):
            some = new.made_of[start : start + BATCH]
            if len(still_there(connection, persona_id, some)) < len(some):
                return False
        mine = (episodes.c.persona_id == persona_id, episodes.c.slot == slot)
        known = connection.execute(select(episodes.c.id, episodes.c.version).where(*mine)).first()
        before = new.replaces
        return tuple(known or ()) == (() if before is None else (before.id, before.text.version))


def _written(connection: Connection, persona_id: PersonaId, new: NewEpisode, slot: str) -> tuple[EpisodeId, int]:
    """Write the episode's own row; return its number, and that of the text to come."""
    row: dict[str, object] = {
        "kind": new.kind.value,
        "first_day": new.span.first.isoformat(),
        "last_day": new.span.last.isoformat(),
        "arousal": new.arousal,
        "arousal_max": new.arousal_max,
        "fingerprint": new.fingerprint,
        "original_count": len(new.originals),
        "details": json.dumps(dict(new.details), ensure_ascii=False),
    }
    if new.replaces is not None:
        version = new.replaces.text.version + 1
        connection.execute(update(episodes).where(episodes.c.id == new.replaces.id).values(**row, version=version))
        episode_id = new.replaces.id
    else:
        version, named = 1, _next_label(connection, persona_id, new.span.first)
        made = {"persona_id": persona_id, "slot": slot, "label": named, "created": new.made, "version": version}
        result = connection.execute(insert(episodes).values(row | made))
        episode_id = EpisodeId(result.inserted_primary_key[0])  # type: ignore[index]
    for start in range(0, len(new.originals), BATCH):
        told = episodes.c.id.in_(new.originals[start : start + BATCH])
        connection.execute(update(episodes).where(episodes.c.persona_id == persona_id, told).values(week_id=episode_id))
    return episode_id, version


def _next_label(connection: Connection, persona_id: PersonaId, day: date) -> str:
    prefix = label(day, number=0)[:-3]
    known = (episodes.c.persona_id == persona_id, episodes.c.label.startswith(prefix, autoescape=True))
    highest = connection.execute(select(func.max(episodes.c.label)).where(*known)).scalar()
    return label(day, number=1 if highest is None else int(highest.rsplit("_", 1)[1]) + 1)


def _write_text(connection: Connection, episode_id: EpisodeId, version: int, new: NewEpisode) -> None:
    told = [[sentence.text, list(sentence.evidence)] for sentence in new.sentences]
    row = {
        "episode_id": episode_id,
        "version": version,
        "sentences": json.dumps(told, ensure_ascii=False),
        "by": new.by,
        "made": new.made,
        "is_failure": new.is_failure,
    }
    connection.execute(insert(episode_texts).values(row))


def _found_by(
    connection: Connection, persona_id: PersonaId, episode_id: EpisodeId, new: NewEpisode, pieces: Sequence[NewPassage]
) -> None:
    """Keep the passages of the new text in place of those of the text before it."""
    kind = PassageKind.EPISODE
    if new.replaces is not None:
        with Going(connection) as going:
            mine = (passages.c.kind == kind.value, passages.c.item_id == episode_id)
            going.add_found(GoingKind.PASSAGE, select(passages.c.id).where(*mine))
            without_gathered_passages(going)
    passage_rows.add(connection, persona_id, kind=kind, item_id=episode_id, created=new.made, pieces=pieces)


def _write_arousals(connection: Connection, persona_id: PersonaId, arousals: Mapping[EpisodeId, float]) -> None:
    for episode_id, arousal in arousals.items():
        mine = (episodes.c.persona_id == persona_id, episodes.c.id == episode_id)
        highest = case((episodes.c.arousal_max < arousal, arousal), else_=episodes.c.arousal_max)
        connection.execute(update(episodes).where(*mine).values(arousal=arousal, arousal_max=highest))


def episode_of(row: AnyRow) -> Episode:
    return Episode(
        id=EpisodeId(row.id),
        label=row.label,
        kind=EpisodeKind(row.kind),
        span=DaySpan(date.fromisoformat(row.first_day), date.fromisoformat(row.last_day)),
        text=_text(row),
        arousal=row.arousal,
        arousal_max=row.arousal_max,
        created=Moment(row.created),
        fingerprint=row.fingerprint,
        original_count=row.original_count,
        week_id=None if row.week_id is None else EpisodeId(row.week_id),
        details=tuple(json.loads(row.details).items()),
    )


def _text(row: AnyRow) -> EpisodeText:
    told = json.loads(row.sentences)
    return EpisodeText(
        version=row.version,
        sentences=tuple(EpisodeSentence(text, tuple(map(EventId, evidence))) for text, evidence in told),
        by=row.by,
        made=Moment(row.made),
        is_failure=bool(row.is_failure),
    )
