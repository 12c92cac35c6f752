"""Reflections: one for each day, kept together with their entry and goals, or not at all."""

from datetime import date

import pytest

from omoide.adapters.sql.goals.goals import SqlGoalStore
from omoide.adapters.sql.reflection.diary import SqlDreamDiary
from omoide.adapters.sql.reflection.reflections import SqlReflectionStore
from omoide.domain.events.event import EventId
from omoide.domain.goals import goal as goals
from omoide.domain.goals.goal import GoalTerm, NewGoal
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.reflection.insight import InsightSentence, NewInsight
from omoide.errors import GoalMoved
from omoide.ports.reflection.reflections import NewReflection, ReflectionStore
from tests.contract.conftest import START, Stores

DAY = date(2026, 1, 1)
BY = NoteAuthor.PERSONA


@pytest.fixture
def reflections(stores: Stores) -> ReflectionStore:
    return SqlReflectionStore(stores.database)


def entry(*, made_of: tuple[EventId, ...] = ()) -> NewInsight:
    return NewInsight(START, "猫", (InsightSentence("目が輝く", made_of),), "聞く", "夢", "rules", made_of)


def test_a_day_is_kept_once_with_its_entry_and_goals(stores: Stores, reflections: ReflectionStore) -> None:
    haru, diary, held = stores.persona().id, SqlDreamDiary(stores.database), SqlGoalStore(stores.database)
    old = held.add(haru, NewGoal(GoalTerm.SHORT, "歌う", START, BY))
    assert old is not None
    new = NewReflection(
        DAY, 2, START, "rules", entry(), (NewGoal(GoalTerm.SHORT, "詩を書く", START, BY),),
        (goals.completed(old, at=START, by=BY),),
    )  # fmt: skip
    kept = reflections.keep(haru, new)
    assert kept is not None
    assert (kept.day, kept.level, kept.at, kept.is_stale) == (DAY, 2, START, False)
    assert reflections.keep(haru, new) is None
    assert reflections.all(haru) == [kept]
    [told] = diary.all(haru)
    assert (told.day, told.level) == (DAY, 2)
    assert [(each.text, each.is_active) for each in held.all(haru)] == [("歌う", False), ("詩を書く", True)]
    assert reflections.all(stores.persona("june").id) == []


def test_all_or_none_when_a_goal_moved_or_a_turn_was_erased(stores: Stores, reflections: ReflectionStore) -> None:
    haru, held = stores.persona().id, SqlGoalStore(stores.database)
    old = held.add(haru, NewGoal(GoalTerm.SHORT, "歌う", START, BY))
    assert old is not None
    held.change(haru, [goals.edited(old, by=BY, priority=1)])
    with pytest.raises(GoalMoved):
        reflections.keep(
            haru, NewReflection(DAY, 1, START, "rules", entry(), (), (goals.completed(old, at=START, by=BY),))
        )
    assert reflections.keep(haru, NewReflection(DAY, 1, START, "rules", entry(made_of=(EventId(99),)))) is None
    assert reflections.all(haru) == []
    assert SqlDreamDiary(stores.database).all(haru) == []


def test_a_stale_day_gets_its_entry_again_at_its_level_and_moves_no_goals(
    stores: Stores, reflections: ReflectionStore
) -> None:
    haru, diary = stores.persona().id, SqlDreamDiary(stores.database)
    reflections.keep(haru, NewReflection(DAY, 2, START, "rules", entry()))
    diary.remove(haru, diary.all(haru)[0].id)
    with stores.database.writing() as connection:
        connection.exec_driver_sql("UPDATE reflections SET is_stale = true")
    wish = NewGoal(GoalTerm.SHORT, "詩を書く", START, BY)
    again = reflections.keep(haru, NewReflection(DAY, 2, START, "model", entry(), (wish,)))
    assert again is not None
    assert (again.level, again.by, again.is_stale) == (2, "model", False)
    assert len(diary.all(haru)) == 1
    assert SqlGoalStore(stores.database).all(haru) == []
