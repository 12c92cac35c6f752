"""Goals: kept with their notes, never over what somebody else has changed, each persona's own."""

from dataclasses import replace

import pytest

from omoide.adapters.sql.goals.goals import SqlGoalStore
from omoide.domain.events.event import EventId, Turn
from omoide.domain.goals import goal
from omoide.domain.goals.goal import GoalStatus, GoalTerm, NewGoal, ProgressNote
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import PersonaId
from omoide.errors import GoalMoved, GoalNotFound
from omoide.ports.events.store import LogEntry
from omoide.ports.goals.store import GoalStore
from tests.contract.conftest import START, Stores

BY = NoteAuthor.PERSONA


@pytest.fixture
def goals(stores: Stores) -> GoalStore:
    return SqlGoalStore(stores.database)


@pytest.fixture
def haru(stores: Stores) -> PersonaId:
    return stores.persona().id


def new(text: str = "詩を書く", *, term: GoalTerm = GoalTerm.SHORT, evidence: tuple[EventId, ...] = ()) -> NewGoal:
    return NewGoal(term, text, START, BY, 2, evidence=evidence)


def test_a_goal_is_kept_as_it_was_made_and_found_by_id_and_number(
    stores: Stores, goals: GoalStore, haru: PersonaId
) -> None:
    [said] = stores.events.append(haru, [LogEntry(Turn("詩を書いて"), START, ())])
    kept = goals.add(haru, new(evidence=(said.event.id, said.event.id)))
    assert kept is not None
    assert kept.label == f"sh_{kept.id:06d}"
    assert (kept.text, kept.term, kept.priority, kept.status) == ("詩を書く", GoalTerm.SHORT, 2, GoalStatus.ACTIVE)
    assert (kept.created, kept.active_since, kept.evidence) == (START, START, (said.event.id,))
    assert goals.named(haru, kept.label) == kept
    assert goals.named(haru, f" {kept.id} ") == kept
    long = goals.add(haru, new("本を出す", term=GoalTerm.LONG))
    assert long is not None
    assert long.label.startswith("lo_")
    assert [one.text for one in goals.all(haru)] == ["詩を書く", "本を出す"]


def test_nothing_rests_on_a_turn_that_is_gone(goals: GoalStore, haru: PersonaId) -> None:
    assert goals.add(haru, new(evidence=(EventId(99),))) is None
    assert goals.all(haru) == []


def test_changes_are_kept_with_their_notes_all_or_none(goals: GoalStore, haru: PersonaId) -> None:
    one, other = goals.add(haru, new()), goals.add(haru, new("歌う"))
    assert one is not None
    assert other is not None
    noted = goal.noted(one, ProgressNote(START, "題が決まった", BY))
    [kept] = goals.change(haru, [goal.completed(noted, at=START, by=BY, note="できた")])
    assert (kept.notes, kept.reason, kept.ended_by) == (noted.notes, "できた", BY)
    assert kept.version == one.version + 1
    with pytest.raises(GoalMoved):
        goals.change(haru, [goal.abandoned(other, at=START, by=BY), replace(one, text="古い")])
    assert goals.named(haru, other.label).is_active
    assert [found.label for found in goals.all(haru, statuses=[GoalStatus.COMPLETED])] == [one.label]
    assert [found.label for found in goals.all(haru, statuses=[GoalStatus.ACTIVE])] == [other.label]
    assert goals.change(haru, []) == []


def test_a_goal_is_removed_with_its_notes_and_its_id_never_used_again(goals: GoalStore, haru: PersonaId) -> None:
    one = goals.add(haru, new())
    assert one is not None
    [noted] = goals.change(haru, [goal.noted(one, ProgressNote(START, "題", BY))])
    with pytest.raises(GoalMoved):
        goals.remove(haru, one)
    goals.remove(haru, noted)
    with pytest.raises(GoalNotFound):
        goals.named(haru, one.label)
    again = goals.add(haru, new())
    assert again is not None
    assert again.label != one.label
    with pytest.raises(GoalMoved):
        goals.change(haru, [noted])


def test_nobody_sees_or_moves_another_personas_goals(stores: Stores, goals: GoalStore, haru: PersonaId) -> None:
    one = goals.add(haru, new())
    assert one is not None
    june = stores.persona("june").id
    assert goals.all(june) == []
    with pytest.raises(GoalNotFound):
        goals.named(june, one.label)
    with pytest.raises(GoalMoved):
        goals.change(june, [one])
    with pytest.raises(GoalMoved):
        goals.remove(june, one)
