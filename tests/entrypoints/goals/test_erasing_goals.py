"""Erasing and goals: a goal goes with the turns it was made of, the owner's own words stay and are named."""

from collections.abc import Callable

from sqlalchemy import func, select

from omoide import Mind, Omoide
from omoide.adapters.sql.tables import metadata
from omoide.domain.erasing.receipt import LeftKind
from omoide.domain.goals.goal import GoalTerm, NewGoal
from omoide.domain.notes.note import NoteAuthor
from tests.files_holding import holding

SAID = "My sister Rosalind bakes bread in Dunmore."
TABLES = [table for table in metadata.sorted_tables if table.name.startswith("goal")]


def talked(mind: Mind) -> int:
    mind.change(language="en")
    event = mind.observe(user=SAID, assistant="Lovely.", at="2026-03-20T20:00", session_id="s20")
    mind.observe(user="The garden needs water.", assistant="Yes.", at="2026-03-21T20:00", session_id="s21")
    mind.settle()
    return int(event.id)


def test_a_goal_goes_with_the_turn_it_was_made_of_and_with_its_episode(mind: Mind) -> None:
    event = mind.event(talked(mind))
    store = mind._home.goals.store
    made = NewGoal(
        GoalTerm.SHORT, "Ask about the bread in Dunmore", mind.now(), NoteAuthor.PERSONA, evidence=(event.id,)
    )
    first = store.add(mind.persona.id, made)
    assert first is not None
    mind.goals.complete(first.label, by="persona")
    kept = mind.goals.add("Water the garden", by="persona")
    mind.goals.note(kept.label, SAID, by="persona")
    report = mind.erase(session_id="s20")
    assert report.is_clean
    assert dict(report.rows)["goals"] == 1
    assert dict(report.rows)["goals: redacted"] == 1
    assert [goal.label for goal in mind.goals.list(ended=True)] == [kept.label]
    assert mind.goals.get(kept.label).notes == ()
    assert not [each for each in mind.episodes.all() if each.is_special]
    assert holding(mind._home.foundation.folder, ["Dunmore"]) == []


def test_what_the_owner_wrote_stays_and_is_named_unless_it_names_the_subject(mind: Mind) -> None:
    talked(mind)
    made = mind.goals.add(SAID)
    report = mind.erase(session_id="s20")
    assert ("goals.text", LeftKind.NOTE) in {(left.place, left.why) for left in report.left}
    assert mind.goals.get(made.label).text == SAID
    assert mind.erase(about="Rosalind").is_clean
    assert mind.goals.list() == []


def test_an_erased_persona_leaves_no_goal(opened: Callable[..., Omoide], mind: Mind) -> None:
    event = mind.event(talked(mind))
    made = NewGoal(GoalTerm.SHORT, "Bake bread", mind.now(), NoteAuthor.PERSONA, evidence=(event.id,))
    kept = mind._home.goals.store.add(mind.persona.id, made)
    assert kept is not None
    mind.goals.note(kept.label, "half of it")
    mind.erase(everything=True)
    with opened()._home.foundation.database.reading() as connection:
        for table in TABLES:
            assert connection.execute(select(func.count()).select_from(table)).scalar_one() == 0
