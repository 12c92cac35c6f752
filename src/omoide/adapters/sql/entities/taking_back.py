"""Names that were proposed before their time, in SQL: a night proposes only so many, and that one's are still to come.

One that a session was told of, or that the owner settled, stays.
"""

import json

from sqlalchemy import delete, select, update

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.entities.tables import entity_proposal_events, entity_proposals, entity_tellings
from omoide.domain.entities.proposal import ProposalStatus
from omoide.domain.personas.persona import Persona
from omoide.domain.sleep.early import EarlyStage

_P = entity_proposals.c


class SqlProposalTraces:
    """Knows which names a stage proposed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def mark(self, persona: Persona) -> str:
        """Return how often each name that waits had come up."""
        query = select(_P.id, _P.days, _P.sessions, _P.uses, _P.made).where(
            _P.persona_id == persona.id, _P.status == ProposalStatus.PENDING.value
        )
        with self._database.reading() as connection:
            return json.dumps({row.id: list(row)[1:] for row in connection.execute(query)}, separators=(",", ":"))

    def take_back(self, persona: Persona, early: EarlyStage) -> None:
        """Forget new names, and count those that waited as before: what is told of them is made again."""
        before = {int(number): held for number, held in json.loads(early.before).items()}
        pending = (_P.persona_id == persona.id, _P.status == ProposalStatus.PENDING.value, _P.made >= early.began)
        told = select(entity_tellings.c.proposal_id)
        with self._database.writing(persona.id) as connection:
            rows = connection.execute(select(_P.id, _P.made).where(*pending, _P.id.not_in(told))).all()
            done = [row.id for row in rows if early.covers(row.made)]
            new = [number for number in done if number not in before]
            made_of = entity_proposal_events.c.proposal_id.in_(new)
            connection.execute(delete(entity_proposal_events).where(made_of))
            connection.execute(delete(entity_proposals).where(_P.id.in_(new)))
            for number in done:
                if number in before:
                    values = dict(zip(("days", "sessions", "uses", "made"), before[number], strict=True))
                    connection.execute(update(entity_proposals).where(_P.id == number).values(values))
