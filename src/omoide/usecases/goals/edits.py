"""Goals made and moved by hand, by the owner or by the persona's own tools (SPEC D3).

Secrets are masked, and what the owner wants never written down is refused, as everywhere.  A change is made of the goal as it
stands, again if somebody else was first.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from omoide.domain.beliefs.state import same_words
from omoide.domain.events.privacy import Unrecorded
from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.goals import goal as goals
from omoide.domain.goals.goal import MIDDLE, Goal, GoalStatus, GoalTerm, NewGoal, ProgressNote
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.errors import GoalKnown, GoalMoved, InvalidInput, NotRecorded
from omoide.ports.goals.store import GoalStore
from omoide.ports.time.clock import Clock
from omoide.usecases.episodes.special import WriteSpecials

MOST_TRIES: Final = 50
"""How often a change is made again because somebody else was first."""


@dataclass(frozen=True, slots=True)
class EditGoals:
    """Makes and moves goals."""

    store: GoalStore
    specials: WriteSpecials
    clock: Clock
    masking: SecretMasking
    unrecorded: Unrecorded

    def add(
        self,
        persona: Persona,
        text: str,
        *,
        term: GoalTerm = GoalTerm.SHORT,
        priority: int = MIDDLE,
        by: NoteAuthor = NoteAuthor.OWNER,
    ) -> Goal:
        """Keep a new goal; raise `GoalKnown` when an active one says the same."""
        said = self._goal_text(persona, text)
        new = NewGoal(term, said, self.clock.now(), by, goals.checked_priority(priority))
        kept = self.store.add(persona.id, new)
        if kept is None:  # it rests on no turn that could have gone
            raise GoalMoved("new")
        first = self._saying(persona, said)
        if first is not None and first.id != kept.id:  # two were made at once: the first stays
            self.store.remove(persona.id, kept)
            raise GoalKnown(first.label)
        return kept

    def edit(
        self,
        persona: Persona,
        name: str,
        *,
        text: str | None = None,
        priority: int | None = None,
        term: GoalTerm | None = None,
        note: str = "",
        by: NoteAuthor = NoteAuthor.OWNER,
    ) -> Goal:
        """Say a goal in other words, give it another priority or term, note what came of it: all of it, or nothing."""
        noting = self._words(note, what="note")
        if text is None and priority is None and term is None and not noting:
            raise InvalidInput("say what is to be changed: the words, the priority or the term")
        found = self.store.named(persona.id, name)
        said = None if text is None else self._goal_text(persona, text, besides=found)
        notes = [ProgressNote(self.clock.now(), noting, by)] if noting else []

        def changed(goal: Goal) -> Goal:
            edited = goals.edited(goal, by=by, text=said, priority=priority, term=term)
            return reduce(goals.noted, notes, edited)

        return self._changed(persona, name, changed)

    def note(self, persona: Persona, name: str, text: str, *, by: NoteAuthor = NoteAuthor.OWNER) -> Goal:
        """Note what came of a goal."""
        said = self._words(text, what="note")
        if not said:
            raise InvalidInput("a note holds at least one word; nothing was given")
        return self._changed(persona, name, lambda goal: goals.noted(goal, ProgressNote(self.clock.now(), said, by)))

    def complete(self, persona: Persona, name: str, *, note: str = "", by: NoteAuthor = NoteAuthor.OWNER) -> Goal:
        """Say that a goal was reached; an episode tells of it (SPEC EP6)."""
        said = self._words(note, what="note")
        done = self._changed(persona, name, lambda goal: goals.completed(goal, at=self.clock.now(), by=by, note=said))
        return self.told(persona, done)

    def abandon(self, persona: Persona, name: str, *, reason: str = "", by: NoteAuthor = NoteAuthor.OWNER) -> Goal:
        """Give a goal up."""
        said = self._words(reason, what="reason")
        return self._changed(persona, name, lambda goal: goals.abandoned(goal, at=self.clock.now(), by=by, reason=said))

    def reopen(self, persona: Persona, name: str) -> Goal:
        """Take a goal up again that was given up."""
        return self._changed(persona, name, lambda goal: goals.reopened(goal, at=self.clock.now()))

    def remove(self, persona: Persona, name: str) -> Goal:
        """Delete a goal for good; what an episode tells of it stays."""
        found = self.store.named(persona.id, name)
        self.store.remove(persona.id, found)
        return found

    def told(self, persona: Persona, goal: Goal) -> Goal:
        """Write the episode of a goal that was reached, once; killed before, the next night does."""
        if goal.status is not GoalStatus.COMPLETED or goal.is_told:
            return goal
        self.specials.achieved(
            persona, goal.text, goal_id=goal.label, note=goal.reason, at=goal.ended, evidence=goal.evidence
        )
        try:
            return self.store.change(persona.id, [replace(goal, is_told=True)])[0]
        except GoalMoved:  # somebody else has just told it, or it was erased
            return goal

    def _changed(self, persona: Persona, name: str, change: Callable[[Goal], Goal]) -> Goal:
        tries = MOST_TRIES
        while True:
            tries -= 1
            before = self.store.named(persona.id, name)
            after = change(before)
            if after == before:
                return before
            try:
                return self.store.change(persona.id, [after])[0]
            except GoalMoved:
                if not tries:
                    raise

    def _goal_text(self, persona: Persona, text: str, *, besides: Goal | None = None) -> str:
        said = self._kept(goals.checked_goal(text), what="goal")
        if (same := self._saying(persona, said, besides=besides)) is not None:
            raise GoalKnown(same.label)
        return said

    def _saying(self, persona: Persona, said: str, *, besides: Goal | None = None) -> Goal | None:
        """Return the oldest active goal that says the same."""
        active = self.store.all(persona.id, statuses=[GoalStatus.ACTIVE])
        others = (goal for goal in active if besides is None or goal.id != besides.id)
        return next((goal for goal in others if same_words(goal.text, said)), None)

    def _words(self, text: str, *, what: str) -> str:
        return self._kept(goals.checked_words(text, what=what), what=what)

    def _kept(self, text: str, *, what: str) -> str:
        if self.unrecorded.covers_text(text):
            raise NotRecorded(what)
        return self.masking.of_text(text)
