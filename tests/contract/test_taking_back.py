"""What a stage did before its time, taken back in each room: all of it, once, and nothing of anybody else's."""

from datetime import date

import pytest

from omoide.adapters.sql.episodes.episodes import SqlEpisodeStore
from omoide.adapters.sql.goals.goals import SqlGoalStore
from omoide.adapters.sql.goals.taking_back import SqlGoalTraces
from omoide.adapters.sql.questions.questions import SqlQuestionStore
from omoide.adapters.sql.questions.taking_back import SqlQuestionTraces
from omoide.adapters.sql.reflection.diary import SqlDreamDiary
from omoide.adapters.sql.reflection.reflections import SqlReflectionStore
from omoide.adapters.sql.reflection.taking_back import SqlReflectionTraces
from omoide.domain.episodes.dates import one_day
from omoide.domain.episodes.episode import EpisodeKind, EpisodeSentence, NewEpisode
from omoide.domain.goals import goal as goals
from omoide.domain.goals.goal import GoalTerm, NewGoal, ProgressNote
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.domain.questions import question
from omoide.domain.questions.question import Answer, Conversion, NewQuestion
from omoide.domain.reflection.insight import InsightSentence, NewInsight
from omoide.domain.sleep.early import EarlyStage
from omoide.domain.sleep.stage import SleepStage
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.ports.reflection.reflections import NewReflection
from tests.contract.conftest import START, Stores

DAY = date(2026, 1, 1)
AHEAD = Moment(START + DAY_SECONDS)
"""The moment of the early sleep."""
OMOIDE, PERSONA = NoteAuthor.OMOIDE, NoteAuthor.PERSONA


@pytest.fixture
def haru(stores: Stores) -> Persona:
    return stores.persona()


def early(stage: SleepStage, before: str = "") -> EarlyStage:
    return EarlyStage(stage, AHEAD, Moment(AHEAD + 60), before)


def entry(*, question_id: int | None = None) -> NewInsight:
    seen = (InsightSentence("よく話した。", ()),)
    return NewInsight(AHEAD, "話", seen, "聞く", "", "rules", (), question_id=question_id)


def test_questions_are_as_they_were_with_what_was_learnt_of_them(stores: Stores, haru: Persona) -> None:
    store, traces, diary = (
        SqlQuestionStore(stores.database),
        SqlQuestionTraces(stores.database),
        SqlDreamDiary(stores.database),
    )
    episodes = SqlEpisodeStore(stores.database)

    def asked(key: str, at: Moment, author: NoteAuthor = OMOIDE) -> question.OpenQuestion:
        kept = store.add(haru.id, NewQuestion(key, key, "", 0.5, DAY, at, author))
        assert kept is not None
        return kept

    answered, let_go, owners = asked("answered", START), asked("let go", START), asked("owner's", START)
    store.note_looked_through(haru.id, DAY)
    before, noted = store.all(haru.id), traces.mark(haru)

    [resolved] = store.change(haru.id, [question.resolved(answered, Answer("猫", PERSONA), at=AHEAD)])
    store.change(haru.id, [question.converted(resolved, Conversion.INSIGHT)])
    slot = f"question:{answered.id}"
    diary.keep(haru.id, entry(question_id=int(answered.id)), slot=slot)
    told = NewEpisode(EpisodeKind.DISCOVERY, one_day(DAY), (EpisodeSentence("わかった。"),), 0.5, 0.5, AHEAD, "event")
    episodes.keep(haru.id, told, slot=f"discovery:{slot}")
    store.change(haru.id, [question.faded(let_go)])
    asked("raised too early", AHEAD)
    store.note_looked_through(haru.id, date(2026, 1, 2))
    [by_hand] = store.change(haru.id, [question.resolved(owners, Answer("姉", NoteAuthor.OWNER), at=AHEAD)])

    for _ in range(2):
        traces.take_back(haru, early(SleepStage.QUESTIONS, noted))
        assert store.all(haru.id) == [*before[:2], by_hand]
        assert (diary.all(haru.id), episodes.all(haru.id)) == ([], [])
        assert store.looked_through(haru.id) == DAY


def test_a_day_is_not_reflected_on_and_its_goals_are_as_they_were(stores: Stores, haru: Persona) -> None:
    store, reflections = SqlGoalStore(stores.database), SqlReflectionStore(stores.database)
    diary = SqlDreamDiary(stores.database)

    def wanted(text: str) -> goals.Goal:
        kept = store.add(haru.id, NewGoal(GoalTerm.SHORT, text, START, NoteAuthor.OWNER))
        assert kept is not None
        return kept

    one, two, three = wanted("歌う"), wanted("泳ぐ"), wanted("走る")
    moved = (
        goals.noted(one, ProgressNote(AHEAD, "少し歌った", PERSONA)),
        goals.completed(two, at=AHEAD, by=PERSONA),
        goals.abandoned(three, at=AHEAD, by=PERSONA),
    )
    wish = NewGoal(GoalTerm.SHORT, "詩を書く", AHEAD, PERSONA)
    kept = reflections.keep(haru.id, NewReflection(DAY, 2, AHEAD, "model", entry(), (wish,), moved))
    assert kept is not None
    for _ in range(2):
        SqlReflectionTraces(stores.database).take_back(haru, early(SleepStage.REFLECT))
        assert store.all(haru.id) == [one, two, three]
        assert (reflections.all(haru.id), diary.all(haru.id)) == ([], [])


def test_what_was_reflected_on_in_time_and_what_the_owner_did_stays(stores: Stores, haru: Persona) -> None:
    store, reflections = SqlGoalStore(stores.database), SqlReflectionStore(stores.database)
    wish = NewGoal(GoalTerm.SHORT, "詩を書く", AHEAD, PERSONA)
    reflections.keep(haru.id, NewReflection(DAY, 1, START, "rules", None))
    reflections.keep(haru.id, NewReflection(date(2026, 1, 2), 1, AHEAD, "rules", None, (wish,)))
    [made] = store.all(haru.id)
    [edited] = store.change(haru.id, [goals.edited(made, by=NoteAuthor.OWNER, priority=1)])
    owners = store.add(haru.id, NewGoal(GoalTerm.SHORT, "泳ぐ", AHEAD, NoteAuthor.OWNER))
    SqlReflectionTraces(stores.database).take_back(haru, early(SleepStage.REFLECT))
    assert [each.day for each in reflections.all(haru.id)] == [DAY]
    assert store.all(haru.id) == [edited, owners]


def test_goals_that_were_given_up_are_wanted_again_and_only_ones_own(stores: Stores, haru: Persona) -> None:
    store, june = SqlGoalStore(stores.database), stores.persona("june")
    held = [store.add(each.id, NewGoal(GoalTerm.SHORT, "歌う", START, OMOIDE)) for each in (haru, haru, june)]
    mine, by_hand, hers = [each for each in held if each is not None]
    store.change(haru.id, [goals.abandoned(mine, at=AHEAD, by=OMOIDE, reason="古い")])
    [given_up] = store.change(haru.id, [goals.abandoned(by_hand, at=AHEAD, by=NoteAuthor.OWNER)])
    [left] = store.change(june.id, [goals.abandoned(hers, at=AHEAD, by=OMOIDE)])
    for _ in range(2):
        SqlGoalTraces(stores.database).take_back(haru, early(SleepStage.GOALS))
        assert store.all(haru.id) == [mine, given_up]
        assert store.all(june.id) == [left]
