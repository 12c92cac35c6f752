"""Looking through told days a page at a time, in SQL."""

from sqlalchemy import select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.episodes.episodes import EPISODE, episode_of
from omoide.adapters.sql.episodes.tables import episodes
from omoide.adapters.sql.memories.tables import memories
from omoide.domain.episodes.episode import Episode, EpisodeId
from omoide.domain.events.event import EventId
from omoide.domain.feelings.emotion import EmotionTag
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.ports.episodes.timeline import DaysMeant


class SqlTimelineReading:
    """Reads told days, newest first."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def told(self, persona_id: PersonaId, meant: DaysMeant, *, offset: int = 0, limit: int = 20) -> list[Episode]:
        """Return so many of the episodes that are meant, without those that a week tells now."""
        query = EPISODE.where(episodes.c.persona_id == persona_id, episodes.c.week_id.is_(None))
        if meant.first is not None:
            query = query.where(episodes.c.last_day >= meant.first.isoformat())
        if meant.last is not None:
            query = query.where(episodes.c.first_day <= meant.last.isoformat())
        if meant.moving_above is not None:
            query = query.where(episodes.c.arousal_max > meant.moving_above)
        query = query.order_by(episodes.c.first_day.desc(), episodes.c.id.desc()).offset(offset).limit(limit)
        with self._database.reading() as connection:
            return [episode_of(row) for row in connection.execute(query)]

    def originals(self, persona_id: PersonaId, week_id: EpisodeId) -> list[Episode]:
        """Return the episodes that a week was made of, in order of their days."""
        mine = (episodes.c.persona_id == persona_id, episodes.c.week_id == week_id)
        query = EPISODE.where(*mine).order_by(episodes.c.first_day, episodes.c.id)
        with self._database.reading() as connection:
            return [episode_of(row) for row in connection.execute(query)]

    def felt(
        self,
        persona_id: PersonaId,
        tag: EmotionTag,
        *,
        since: Moment | None = None,
        until: Moment | None = None,
        offset: int = 0,
        limit: int = 20,
    ) -> list[EventId]:
        """Return the turns whose memory holds this feeling, newest first."""
        query = select(memories.c.event_id).where(
            memories.c.persona_id == persona_id,
            memories.c.event_id.is_not(None),
            ("," + memories.c.emotional_tags + ",").contains(f",{tag.value},"),
        )
        if since is not None:
            query = query.where(memories.c.created >= since)
        if until is not None:
            query = query.where(memories.c.created < until)
        query = query.order_by(memories.c.created.desc(), memories.c.id.desc()).offset(offset).limit(limit)
        with self._database.reading() as connection:
            return [EventId(row.event_id) for row in connection.execute(query)]
