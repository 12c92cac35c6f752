"""Questions asked, answered and deleted by hand, by the owner or by the persona's own tools (SPEC D4)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final

from omoide.domain.events.privacy import Unrecorded
from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.domain.questions import question as questions
from omoide.domain.questions.noticing import topic_slot
from omoide.domain.questions.question import (
    LONGEST_ANSWER,
    LONGEST_CONTEXT,
    USUAL_PRIORITY,
    Answer,
    NewQuestion,
    OpenQuestion,
)
from omoide.domain.time import moment
from omoide.errors import NotRecorded, QuestionKnown, QuestionMoved
from omoide.ports.questions.store import QuestionStore
from omoide.ports.time.clock import Clock

MOST_TRIES: Final = 50
"""How often a change is made again because somebody else was first."""


@dataclass(frozen=True, slots=True)
class EditQuestions:
    """Asks, answers and deletes."""

    store: QuestionStore
    clock: Clock
    masking: SecretMasking
    unrecorded: Unrecorded

    def add(
        self,
        persona: Persona,
        topic: str,
        *,
        context: str = "",
        priority: float = USUAL_PRIORITY,
        source: date | None = None,
        by: NoteAuthor = NoteAuthor.OWNER,
    ) -> OpenQuestion:
        """Keep a question; raise `QuestionKnown` when the same words were asked before."""
        now = self.clock.now()
        said = self._kept(questions.checked_topic(topic), what="question")
        new = NewQuestion(
            key=topic_slot(said),
            topic=said,
            context=self._line(context, what="context", longest=LONGEST_CONTEXT),
            priority=questions.checked_wish(priority),
            source_date=source or moment.day(now, tz=persona.tz),
            created=now,
            author=by,
        )
        kept = self.store.add(persona.id, new)
        if kept is None:
            raise QuestionKnown(next((each.id for each in self.store.all(persona.id) if each.key == new.key), 0))
        return kept

    def resolve(
        self, persona: Persona, name: str, *, answer: str = "", by: NoteAuthor = NoteAuthor.OWNER
    ) -> OpenQuestion:
        """Mark a question as answered; the next night remembers what was learnt."""
        said = self._line(answer, what="answer", longest=LONGEST_ANSWER)
        now = self.clock.now()
        return self._changed(persona, name, lambda each: questions.resolved(each, Answer(said, by), at=now))

    def reopen(self, persona: Persona, name: str) -> OpenQuestion:
        """Take back that a question was answered, or let go."""
        return self._changed(persona, name, questions.reopened)

    def delete(self, persona: Persona, name: str) -> OpenQuestion:
        """Delete a question; it is not asked again."""
        return self._changed(persona, name, questions.deleted)

    def _changed(self, persona: Persona, name: str, change: Callable[[OpenQuestion], OpenQuestion]) -> OpenQuestion:
        tries = MOST_TRIES
        while True:
            tries -= 1
            try:
                return self.store.change(persona.id, [change(self.store.named(persona.id, name))])[0]
            except QuestionMoved:
                if not tries:
                    raise

    def _line(self, text: str, *, what: str, longest: int) -> str:
        return self._kept(questions.checked_line(text, what=what, longest=longest), what=what)

    def _kept(self, text: str, *, what: str) -> str:
        if self.unrecorded.covers_text(text):
            raise NotRecorded(what)
        return self.masking.of_text(text)
