"""Open questions, and how far talk was looked through for them, in SQL."""

from collections.abc import Collection, Sequence
from datetime import date

from sqlalchemy import select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.questions import rows
from omoide.adapters.sql.questions.tables import question_progress, questions
from omoide.domain.personas.persona import PersonaId
from omoide.domain.questions.question import NewQuestion, OpenQuestion, QuestionStatus
from omoide.errors import QuestionNotFound


class SqlQuestionStore:
    """Keeps open questions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, persona_id: PersonaId, *, statuses: Collection[QuestionStatus] = ()) -> list[OpenQuestion]:
        """Return the questions, oldest first; with `statuses` only those that stand so."""
        wanted = [questions.c.status.in_(sorted(status.value for status in statuses))] if statuses else []
        with self._database.reading() as connection:
            return rows.read_questions(connection, persona_id, wanted)

    def named(self, persona_id: PersonaId, name: str) -> OpenQuestion:
        """Return the question with this number."""
        number = name.strip().lstrip("0")
        if not (number.isascii() and number.isdecimal()):
            raise QuestionNotFound(name)
        with self._database.reading() as connection:
            found = rows.read_questions(connection, persona_id, [questions.c.id == int(number)])
        if not found:
            raise QuestionNotFound(name)
        return found[0]

    def add(self, persona_id: PersonaId, new: NewQuestion) -> OpenQuestion | None:
        """Keep a question, unless its key is known."""
        with self._database.writing(persona_id) as connection:
            return rows.write_new(connection, persona_id, new)

    def change(self, persona_id: PersonaId, changed: Sequence[OpenQuestion]) -> list[OpenQuestion]:
        """Keep questions as they stand from now on, all or none."""
        if not changed:
            return []
        with self._database.writing(persona_id) as connection:
            return [rows.write_changed(connection, persona_id, question) for question in changed]

    def looked_through(self, persona_id: PersonaId) -> date | None:
        """Return the last day whose talk was looked through."""
        query = select(question_progress.c.day).where(question_progress.c.persona_id == persona_id)
        with self._database.reading() as connection:
            day = connection.execute(query).scalar()
        return None if day is None else date.fromisoformat(day)

    def note_looked_through(self, persona_id: PersonaId, day: date) -> None:
        """Note that talk up to a day was looked through."""
        mine = select(question_progress.c.day).where(question_progress.c.persona_id == persona_id)
        kept = self._database.upsert(question_progress, keys=["persona_id"], values=["day"])
        with self._database.writing(persona_id) as connection:
            before = connection.execute(mine).scalar()
            if before is None or before < day.isoformat():
                connection.execute(kept.values(persona_id=persona_id, day=day.isoformat()))
