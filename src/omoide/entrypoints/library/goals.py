"""What the persona wants to reach: `mind.goals`.

goal = mind.goals.add("創作ノートで詩を書く", priority=1)
mind.goals.note(goal.label, "題が決まった")
mind.goals.complete(goal.label, note="三篇書けた")      # an episode tells of it
"""

from collections.abc import Sequence

from omoide.bootstrap.goals import GoalFactory
from omoide.domain.goals import exporting
from omoide.domain.goals.exporting import GoalStatistics
from omoide.domain.goals.goal import MIDDLE, Goal, GoalTerm, in_order
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.errors import InvalidInput
from omoide.usecases.goals.edits import EditGoals
from omoide.usecases.goals.tidy import GoalReport


class MindGoals:
    """The goals of one persona.  One is named by its id, `sh_000012`, or its number."""

    def __init__(self, parts: GoalFactory, persona: Persona) -> None:
        self._parts = parts
        self._persona = persona

    def list(self, *, ended: bool = False) -> Sequence[Goal]:
        """Return the active goals, the most urgent first; with `ended` behind them those reached or given up, the last first."""
        every = self._parts.store.all(self._persona.id)
        active = in_order(goal for goal in every if goal.is_active)
        over = sorted((goal for goal in every if not goal.is_active), key=lambda goal: (-(goal.ended or 0), -goal.id))
        return [*active, *(over if ended else ())]

    def get(self, which: str | int) -> Goal:
        """Return one goal; raise `GoalNotFound` when there is none."""
        return self._parts.store.named(self._persona.id, str(which))

    def add(
        self,
        text: str,
        *,
        term: GoalTerm | str = GoalTerm.SHORT,
        priority: int = MIDDLE,
        by: NoteAuthor | str = NoteAuthor.OWNER,
    ) -> Goal:
        """Keep a goal, `short` or `long` term; 1 is the most urgent priority, 5 the least."""
        return self._edits.add(self._persona, text, term=term_of(term), priority=priority, by=author_of(by))

    def edit(
        self,
        which: str | int,
        *,
        text: str | None = None,
        priority: int | None = None,
        term: GoalTerm | str | None = None,
        by: NoteAuthor | str = NoteAuthor.OWNER,
    ) -> Goal:
        """Say a goal in other words, or give it another priority or term; its id stays."""
        wanted = None if term is None else term_of(term)
        return self._edits.edit(self._persona, str(which), text=text, priority=priority, term=wanted, by=author_of(by))

    def note(self, which: str | int, text: str, *, by: NoteAuthor | str = NoteAuthor.OWNER) -> Goal:
        """Note what came of a goal; from then on it is not stale for a while."""
        return self._edits.note(self._persona, str(which), text, by=author_of(by))

    def complete(self, which: str | int, *, note: str = "", by: NoteAuthor | str = NoteAuthor.OWNER) -> Goal:
        """Say that a goal was reached, and how; an episode of its own tells of it."""
        return self._edits.complete(self._persona, str(which), note=note, by=author_of(by))

    def abandon(self, which: str | int, *, reason: str = "", by: NoteAuthor | str = NoteAuthor.OWNER) -> Goal:
        """Give a goal up, and say why."""
        return self._edits.abandon(self._persona, str(which), reason=reason, by=author_of(by))

    def reopen(self, which: str | int) -> Goal:
        """Take a goal up again that was given up."""
        return self._edits.reopen(self._persona, str(which))

    def remove(self, which: str | int) -> Goal:
        """Delete a goal for good; the episode of one that was reached stays."""
        return self._edits.remove(self._persona, str(which))

    def tidy(self, *, limits: bool = False) -> GoalReport:
        """Give up what is stale, as each night does; with `limits` also what is beyond the limit, as a weekly reflection does."""
        return self._parts.tidy(self._persona)(self._persona, limits=limits)

    def statistics(self) -> GoalStatistics:
        """Return how many there are of each sort."""
        return exporting.statistics(self._parts.store.all(self._persona.id))

    def export(self) -> dict[str, object]:
        """Return all of them in the shape of Nexus Ark's `goals.json`."""
        every, dates = self._parts.store.all(self._persona.id), self._parts.reflected(self._persona)
        return exporting.as_goals_json(every, tz=self._persona.tz, dates=dates)

    @property
    def _edits(self) -> EditGoals:
        return self._parts.edits(self._persona)


def author_of(named: NoteAuthor | str) -> NoteAuthor:
    """Return who is meant: the owner or the persona; raise `InvalidInput` for anybody else."""
    if named not in (NoteAuthor.OWNER.value, NoteAuthor.PERSONA.value):
        raise InvalidInput(f"goals are written by 'owner' or 'persona'; {str(named)!r} is neither")
    return NoteAuthor(named)


def term_of(name: GoalTerm | str) -> GoalTerm:
    """Return the term that is meant, `short`, `long` or as files write it; raise `InvalidInput` when there is none."""
    wanted = str(name).strip().lower().replace("-", "_")
    known = {term.value: term for term in GoalTerm} | {"short": GoalTerm.SHORT, "long": GoalTerm.LONG}
    if wanted not in known:
        raise InvalidInput(f"a goal is short or long term; {name!r} is neither")
    return known[wanted]
