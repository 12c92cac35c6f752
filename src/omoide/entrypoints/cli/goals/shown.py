"""Goals for people and programs."""

from typing import TYPE_CHECKING

from omoide.domain.goals.goal import GoalStatus
from omoide.domain.text.excerpt import one_line
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import as_json
from omoide.entrypoints.cli.goals.words import status_word, term_word, word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from omoide.domain.goals.goal import Goal
    from omoide.domain.personas.persona import Persona
    from omoide.domain.time.moment import Moment
    from omoide.entrypoints.cli.context import CliContext

LONGEST_LISTED = 120


def goal_json(goal: "Goal", persona: "Persona") -> dict[str, object]:
    """Return a goal for programs, with the names of NEX's file."""
    fields = as_json(
        id=goal.label,
        goal=goal.text,
        type=goal.term.value,
        status=goal.status.value,
        priority=goal.priority,
        created_at=moment.iso(goal.created, tz=persona.tz),
        progress_notes=[
            {"at": moment.iso(note.at, tz=persona.tz), "note": note.text, "by": note.author.value}
            for note in goal.notes
        ],
        by=goal.author.value,
        ended_at=None if goal.ended is None else moment.iso(goal.ended, tz=persona.tz),
        reason=goal.reason or None,
        events=list(goal.evidence) or None,
    )
    return dict(fields)


def tabled(context: "CliContext", found: "Sequence[Goal]", persona: "Persona") -> None:
    """Show goals as a table."""
    language = context.language
    rows = [
        (
            goal.label,
            term_word(goal.term, language),
            str(goal.priority),
            status_word(goal.status, language),
            moment.day(goal.active_since, tz=persona.tz).isoformat(),
            one_line(goal.text, longest=LONGEST_LISTED),
        )
        for goal in found
    ]
    headings = [word(key, language) for key in ("id", "term", "priority", "status", "since", "goal")]
    context.table(rows, headings=headings, flat=True, spare=(4, 3, 2))


def whole(context: "CliContext", goal: "Goal", persona: "Persona") -> None:
    """Show one goal with its notes, and how it ended."""
    language = context.language
    head = (goal.label, term_word(goal.term, language), word("priority_is", language, priority=str(goal.priority)))
    context.say("  ".join((*head, status_word(goal.status, language))))
    context.say(f"  {goal.text}")
    for note in goal.notes:
        context.say(f"  - {word('note_line', language, at=_clock(note.at, persona), text=note.text)}")
    if goal.ended is not None:
        is_reached = goal.status is GoalStatus.COMPLETED
        context.say(word("reached_at" if is_reached else "given_up_at", language, at=_clock(goal.ended, persona)))
        if goal.reason:
            context.say(word("how" if is_reached else "why", language, reason=goal.reason))
    if goal.evidence:
        context.say(word("rests_on", language, ids=", ".join(map(str, goal.evidence))))


def _clock(at: "Moment", persona: "Persona") -> str:
    return f"{moment.local(at, tz=persona.tz):%Y-%m-%d %H:%M}"
