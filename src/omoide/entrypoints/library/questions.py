"""What the persona would like to know: `mind.questions`.

question = mind.questions.add("猫の好物", context="何が好きか聞いていない", priority=0.8)
mind.questions.resolve(question.id, answer="チキン味のカリカリ")   # the next night remembers it
"""

from collections.abc import Sequence
from datetime import date

from omoide.bootstrap import Home
from omoide.config import domain_rules
from omoide.domain.episodes.dates import span_of
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.domain.questions import ranking
from omoide.domain.questions.question import USUAL_PRIORITY, OpenQuestion, QuestionStatus
from omoide.errors import InvalidInput
from omoide.usecases.questions.edits import EditQuestions
from omoide.usecases.questions.review import QuestionReport


class MindQuestions:
    """The open questions of one persona.  One is named by its number."""

    def __init__(self, home: Home, persona: Persona) -> None:
        self._home = home
        self._parts = home.questions
        self._persona = persona

    def list(self, *, ended: bool = False) -> Sequence[OpenQuestion]:
        """Return the open ones, those that pull most first; with `ended` behind them those answered or let go, the last first."""
        every = [each for each in self._parts.store.all(self._persona.id) if each.status is not QuestionStatus.DELETED]
        over = sorted((each for each in every if not each.is_open), key=lambda each: (-(each.resolved or 0), -each.id))
        return [*self._ranked(every), *(over if ended else ())]

    def strongest(self) -> OpenQuestion | None:
        """Return the one that pulls most: what the persona is shown."""
        found = self._ranked(self._parts.store.all(self._persona.id))
        return found[0] if found else None

    def get(self, which: str | int) -> OpenQuestion:
        """Return one question; raise `QuestionNotFound` when there is none."""
        return self._parts.store.named(self._persona.id, str(which))

    def add(
        self,
        topic: str,
        *,
        context: str = "",
        priority: float = USUAL_PRIORITY,
        source_date: date | str | None = None,
        by: NoteAuthor | str = NoteAuthor.OWNER,
    ) -> OpenQuestion:
        """Keep a question; `source_date` is the day it comes from, by default today."""
        day = span_of(source_date).first if isinstance(source_date, str) else source_date
        return self._edits.add(self._persona, topic, context=context, priority=priority, source=day, by=_asker(by))

    def resolve(self, which: str | int, *, answer: str = "", by: NoteAuthor | str = NoteAuthor.OWNER) -> OpenQuestion:
        """Mark a question as answered; the next night remembers what was learnt, if an answer is given."""
        return self._edits.resolve(self._persona, str(which), answer=answer, by=_asker(by))

    def reopen(self, which: str | int) -> OpenQuestion:
        """Take back that a question was answered, or let go."""
        return self._edits.reopen(self._persona, str(which))

    def delete(self, which: str | int) -> OpenQuestion:
        """Delete a question; it is not asked again."""
        return self._edits.delete(self._persona, str(which))

    def review(self) -> QuestionReport:
        """Look at questions as each night does: what was answered, what is open, what was learnt."""
        with self._home.work.alone():
            return self._parts.review(self._persona)(self._persona)

    def export(self) -> Sequence[dict[str, object]]:
        """Return the open ones in the shape of Nexus Ark's `open_questions`, the strongest first."""
        return [
            {
                "topic": each.topic,
                "context": each.context,
                "priority": each.priority,
                "source_date": each.source_date.isoformat(),
            }
            for each in self.list()
        ]

    def _ranked(self, every: Sequence[OpenQuestion]) -> Sequence[OpenQuestion]:
        drives = domain_rules.drive_rules(self._home.foundation.settings(self._persona.id))
        return ranking.strongest_first(every, now=self._home.foundation.clock.now(), drives=drives)

    @property
    def _edits(self) -> EditQuestions:
        return self._parts.edits(self._persona)


def _asker(named: NoteAuthor | str) -> NoteAuthor:
    if named not in (NoteAuthor.OWNER.value, NoteAuthor.PERSONA.value):
        raise InvalidInput(f"questions are asked and answered by 'owner' or 'persona'; {str(named)!r} is neither")
    return NoteAuthor(named)
