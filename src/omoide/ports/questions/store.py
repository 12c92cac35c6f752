"""Where open questions are kept, and how far talk was looked through for them."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Protocol

from omoide.domain.personas.persona import PersonaId
from omoide.domain.questions.question import NewQuestion, OpenQuestion, QuestionStatus


class QuestionStore(Protocol):
    """Keeps one question for each key."""

    def all(self, persona_id: PersonaId, *, statuses: Collection[QuestionStatus] = ()) -> list[OpenQuestion]:
        """Return the questions, oldest first; with `statuses` only those that stand so."""
        ...

    def named(self, persona_id: PersonaId, name: str) -> OpenQuestion:
        """Return the question with this number; raise `QuestionNotFound` when there is none."""
        ...

    def add(self, persona_id: PersonaId, new: NewQuestion) -> OpenQuestion | None:
        """Keep a question; `None` when one with its key is known, or a turn it comes from was erased meanwhile."""
        ...

    def change(self, persona_id: PersonaId, changed: Sequence[OpenQuestion]) -> list[OpenQuestion]:
        """Keep questions as they stand from now on, all or none; each has the version that was read.

        Raise `QuestionMoved` when one was changed, or a turn its answer comes from was erased, meanwhile.
        """
        ...

    def looked_through(self, persona_id: PersonaId) -> date | None:
        """Return the last day whose talk was looked through."""
        ...

    def note_looked_through(self, persona_id: PersonaId, day: date) -> None:
        """Note that talk up to a day was looked through; an earlier day changes nothing."""
        ...
