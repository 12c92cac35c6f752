"""Questions and the dream diary: one for each key, never over what somebody else has changed, each persona's own."""

from datetime import date

import pytest

from omoide.adapters.sql.questions.questions import SqlQuestionStore
from omoide.adapters.sql.reflection.diary import SqlDreamDiary
from omoide.domain.events.event import EventId, Turn
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import PersonaId
from omoide.domain.questions import question
from omoide.domain.questions.question import Answer, Conversion, NewQuestion, OpenQuestion, QuestionStatus
from omoide.domain.reflection.insight import InsightId, InsightSentence, NewInsight
from omoide.domain.time.moment import Moment
from omoide.errors import QuestionMoved, QuestionNotFound
from omoide.ports.events.store import LogEntry
from omoide.ports.questions.store import QuestionStore
from omoide.ports.reflection.store import DreamDiary
from tests.contract.conftest import START, Stores

DAY = date(2026, 1, 1)


@pytest.fixture
def questions(stores: Stores) -> QuestionStore:
    return SqlQuestionStore(stores.database)


@pytest.fixture
def diary(stores: Stores) -> DreamDiary:
    return SqlDreamDiary(stores.database)


@pytest.fixture
def haru(stores: Stores) -> PersonaId:
    return stores.persona().id


def said(stores: Stores, persona_id: PersonaId) -> EventId:
    [kept] = stores.events.append(persona_id, [LogEntry(Turn("猫を飼い始めた"), START, ())])
    return kept.event.id


def new(key: str = "k", *, evidence: tuple[EventId, ...] = ()) -> NewQuestion:
    return NewQuestion(key, "猫の好物", "まだ聞いていない", 0.8, DAY, START, NoteAuthor.OMOIDE, evidence)


def kept(store: QuestionStore, persona_id: PersonaId, question_: NewQuestion) -> OpenQuestion:
    found = store.add(persona_id, question_)
    assert found is not None
    return found


def test_a_question_is_kept_once_for_its_key(stores: Stores, questions: QuestionStore, haru: PersonaId) -> None:
    event = said(stores, haru)
    one = kept(questions, haru, new(evidence=(event, event)))
    assert (one.topic, one.context, one.priority, one.source_date) == ("猫の好物", "まだ聞いていない", 0.8, DAY)
    assert (one.status, one.evidence, one.answer_evidence) == (QuestionStatus.OPEN, (event,), ())
    assert questions.add(haru, new()) is None
    assert questions.named(haru, f" 0{one.id} ") == one
    assert questions.all(haru) == [one]
    assert questions.all(haru, statuses=[QuestionStatus.RESOLVED]) == []
    assert questions.add(haru, new("other", evidence=(EventId(99),))) is None


def test_an_answer_is_kept_with_its_turns_and_marked_when_it_is_remembered(
    stores: Stores, questions: QuestionStore, haru: PersonaId
) -> None:
    event = said(stores, haru)
    one = kept(questions, haru, new())
    answer = Answer("チキン味のカリカリ", NoteAuthor.PERSONA, (event,))
    [answered] = questions.change(haru, [question.resolved(one, answer, at=START)])
    assert (answered.answer, answered.answered_by, answered.answer_evidence, answered.resolved) == (
        "チキン味のカリカリ", NoteAuthor.PERSONA, (event,), START,
    )  # fmt: skip
    with pytest.raises(QuestionMoved):
        questions.change(haru, [question.deleted(one)])
    [done] = questions.change(haru, [question.converted(answered, Conversion.FACT)])
    assert (done.status, done.conversion) == (QuestionStatus.CONVERTED, Conversion.FACT)
    assert questions.change(haru, []) == []


def test_no_answer_rests_on_a_turn_that_is_gone(questions: QuestionStore, haru: PersonaId) -> None:
    one = kept(questions, haru, new())
    with pytest.raises(QuestionMoved):
        questions.change(haru, [question.resolved(one, Answer("x", NoteAuthor.PERSONA, (EventId(99),)), at=START)])
    assert questions.named(haru, str(one.id)).is_open


def test_a_deleted_question_keeps_its_key_and_nothing_else(questions: QuestionStore, haru: PersonaId) -> None:
    one = kept(questions, haru, new())
    [gone] = questions.change(haru, [question.deleted(one)])
    assert (gone.topic, gone.context) == ("", "")
    assert questions.add(haru, new()) is None


def test_nobody_sees_or_moves_another_personas_questions(
    stores: Stores, questions: QuestionStore, haru: PersonaId
) -> None:
    one = kept(questions, haru, new())
    june = stores.persona("june").id
    assert questions.all(june) == []
    for name in (str(one.id), "x", "", "-1"):
        with pytest.raises(QuestionNotFound):
            questions.named(june, name)
    with pytest.raises(QuestionMoved):
        questions.change(june, [question.faded(one)])
    assert questions.add(june, new()) is not None


def test_how_far_talk_was_looked_through_only_grows(stores: Stores, questions: QuestionStore, haru: PersonaId) -> None:
    assert questions.looked_through(haru) is None
    questions.note_looked_through(haru, date(2026, 1, 5))
    questions.note_looked_through(haru, date(2026, 1, 3))
    assert questions.looked_through(haru) == date(2026, 1, 5)
    assert questions.looked_through(stores.persona("june").id) is None


def entry(text: str = "目が輝く", *, at: int = 0, strategy: str = "", made_of: tuple[EventId, ...] = ()) -> NewInsight:
    return NewInsight(Moment(START + at), "猫", (InsightSentence(text, made_of),), strategy, "", "rules", made_of)


def test_the_dream_diary_keeps_one_entry_a_slot_and_knows_the_newest_strategy(
    stores: Stores, diary: DreamDiary, haru: PersonaId
) -> None:
    event = said(stores, haru)
    first = diary.keep(haru, entry(strategy="聞く", made_of=(event,)), slot="question:1")
    assert first is not None
    assert diary.keep(haru, entry("別の"), slot="question:1") is None
    second = diary.keep(haru, entry("後の", at=5), slot="question:2")
    assert second is not None
    assert [each.text for each in diary.all(haru)] == ["後の", "目が輝く"]
    assert diary.all(haru, limit=1) == [second]
    assert diary.latest_strategy(haru) == first
    assert (first.sentences[0].evidence, first.made_of, first.day) == ((event,), (event,), None)
    assert diary.get(haru, first.id) == first
    assert diary.keep(haru, entry(made_of=(EventId(99),)), slot="question:3") is None


def test_an_entry_is_removed_and_each_persona_has_its_own(stores: Stores, diary: DreamDiary, haru: PersonaId) -> None:
    first = diary.keep(haru, entry(), slot="question:1")
    assert first is not None
    june = stores.persona("june").id
    assert diary.all(june) == []
    assert diary.get(june, first.id) is None
    assert not diary.remove(june, first.id)
    assert diary.remove(haru, first.id)
    assert not diary.remove(haru, InsightId(999))
    assert diary.all(haru) == []
    assert diary.latest_strategy(haru) is None
