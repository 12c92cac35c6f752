"""Days and weeks that were told before their time, in SQL: they go, and are told when their time comes.

A day is over when it is over; what a model answered is kept, so that nobody is asked again about one that was.  An episode that an answer
has resonated with since stays: a day is told again anyway when more is said in it.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, select, update

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.episodes.tables import episode_resonances, episodes
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.erasing.removing import without_dependants, without_gathered_passages, without_passages
from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.passage import PassageKind
from omoide.domain.sleep.early import EarlyStage

BATCH = 400


class SqlEpisodeTraces:
    """Knows which episodes of one kind a stage told."""

    def __init__(self, database: Database, kind: EpisodeKind) -> None:
        self._database = database
        self._kind = kind

    def mark(self, _persona: Persona) -> str:
        """Return nothing: episodes bear the moment at which they were told first."""
        return ""

    def take_back(self, persona: Persona, early: EarlyStage) -> None:
        """Delete what the stage told first; what it only told again stays."""
        resonated = select(episode_resonances.c.episode_id)
        told = (episodes.c.persona_id == persona.id, episodes.c.kind == self._kind.value)
        query = select(episodes.c.id, episodes.c.created).where(
            *told, episodes.c.created >= early.began, episodes.c.id.not_in(resonated)
        )
        with self._database.writing(persona.id) as connection:
            found = [row.id for row in connection.execute(query) if early.covers(row.created)]
            delete_episodes(connection, found)


def delete_slots(connection: Connection, persona_id: PersonaId, slots: Collection[str]) -> None:
    """Delete the episodes in these slots, inside the caller's transaction."""
    wanted = sorted(slots)
    for start in range(0, len(wanted), BATCH):
        some = (episodes.c.persona_id == persona_id, episodes.c.slot.in_(wanted[start : start + BATCH]))
        delete_episodes(connection, list(connection.execute(select(episodes.c.id).where(*some)).scalars()))


def delete_episodes(connection: Connection, ids: Sequence[int]) -> None:
    """Delete episodes with everything of theirs; the days of a week that goes stand for themselves again."""
    if not ids:
        return
    with Going(connection) as going:
        going.add(GoingKind.EPISODE, ids)
        gone = going.ids(GoingKind.EPISODE)
        connection.execute(update(episodes).where(episodes.c.week_id.in_(gone)).values(week_id=None))
        without_passages(going, PassageKind.EPISODE, GoingKind.EPISODE)
        without_gathered_passages(going)
        without_dependants(going, episodes, GoingKind.EPISODE)
