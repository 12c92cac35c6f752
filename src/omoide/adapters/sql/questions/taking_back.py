"""Questions that were looked at before their time, in SQL.

What was learnt of an answer, in the dream diary and as a discovery, goes with it.  A line of a profile stays: it is what talk said, and is
not written twice.
"""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, Select, delete, select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.episodes.taking_back import delete_slots
from omoide.adapters.sql.questions import rows
from omoide.adapters.sql.questions.tables import question_progress, questions
from omoide.adapters.sql.reflection.diary import delete_insights
from omoide.adapters.sql.reflection.tables import insights
from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.questions.question import OpenQuestion, QuestionStatus
from omoide.domain.questions.taking_back import without_review
from omoide.domain.sleep.early import EarlyStage


class SqlQuestionTraces:
    """Knows what a review made of questions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def mark(self, persona: Persona) -> str:
        """Return which questions are open, and how far talk was looked through."""
        asked = (questions.c.persona_id == persona.id, questions.c.status == QuestionStatus.OPEN.value)
        with self._database.reading() as connection:
            is_open = list(connection.execute(select(questions.c.id).where(*asked).order_by(questions.c.id)).scalars())
            through = connection.execute(_progress(persona.id)).scalar()
        return json.dumps({"open": is_open, "through": through})

    def take_back(self, persona: Persona, early: EarlyStage) -> None:
        """Have questions as they were before."""
        noted = json.loads(early.before)
        with self._database.writing(persona.id) as connection:
            asked = rows.read_questions(connection, persona.id)
            before, raised = without_review(asked, early=early, were_open=noted["open"])
            for question in before:
                rows.put_back(connection, question)
            _unlearn(connection, persona.id, before)
            rows.delete_questions(connection, [each.id for each in raised])
            self._look_again(connection, persona.id, noted["through"])

    def _look_again(self, connection: Connection, persona_id: PersonaId, through: str | None) -> None:
        connection.execute(delete(question_progress).where(question_progress.c.persona_id == persona_id))
        if through is not None:
            kept = self._database.insert_new(question_progress)
            connection.execute(kept.values(persona_id=persona_id, day=through))


def _progress(persona_id: PersonaId) -> Select[tuple[str]]:
    return select(question_progress.c.day).where(question_progress.c.persona_id == persona_id)


def _unlearn(connection: Connection, persona_id: PersonaId, reopened: Sequence[OpenQuestion]) -> None:
    slots = [f"question:{each.id}" for each in reopened]
    for start in range(0, len(slots), rows.BATCH):
        mine = (insights.c.persona_id == persona_id, insights.c.slot.in_(slots[start : start + rows.BATCH]))
        delete_insights(connection, list(connection.execute(select(insights.c.id).where(*mine)).scalars()))
    delete_slots(connection, persona_id, [f"{EpisodeKind.DISCOVERY.value}:{slot}" for slot in slots])
