"""Questions at night: noticed once, answered by later talk, remembered as what they are, and nothing done twice."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest

from omoide.asks.ask import Ask
from omoide.asks.convert_question import ConversionAnswer, ConvertQuestion
from omoide.asks.review_talk import RaisedAnswer, ResolvedAnswer, ReviewTalk, TalkReviewAnswer
from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.feelings.emotion import Feeling, Valence
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.questions.question import Answer, Conversion, OpenQuestion, QuestionStatus, resolved
from omoide.errors import AnswerRefused, ThinkerUnavailable
from omoide.ports.models.thinker import Answered
from omoide.usecases.questions.review import QuestionReport
from tests.usecases.minds import OneMind, ScriptedThinker

ValueT = TypeVar("ValueT")
HEAVY = Feeling(valence=Valence.NEGATIVE, arousal=80)


@dataclass
class Wondering(ScriptedThinker):
    """Reads questions out of talk as it is told to, and says what becomes of answers."""

    raises: dict[str, TalkReviewAnswer] = field(default_factory=dict)
    """By a word of the talk."""
    becomes: ConversionAnswer = field(default_factory=lambda: ConversionAnswer(kind="SKIP"))
    trouble: Exception | None = None
    reviewed: list[str] = field(default_factory=list)

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        if not isinstance(ask, ReviewTalk | ConvertQuestion):
            return super().answer(ask)
        if self.trouble is not None:
            raise self.trouble
        said: Any = self.becomes
        if isinstance(ask, ReviewTalk):
            self.reviewed.append(ask.day.isoformat())
            talk = "".join(turn.user for turn in ask.turns)
            said = next((told for word, told in self.raises.items() if word in talk), TalkReviewAnswer())
        else:
            self.asked.append(ask.NAME)
        return Answered(ask.parse(said), by="scripted")


@pytest.fixture
def haru(tmp_path: Path) -> Iterator[OneMind]:
    one = OneMind(tmp_path / "home", thinker=Wondering(intensity=20))
    yield one
    one.close()


def thinker(one: OneMind) -> Wondering:
    assert isinstance(one.thinker, Wondering)
    return one.thinker


def review(one: OneMind) -> QuestionReport:
    return one.composed.questions.review(one.persona)(one.persona)


def all_of(one: OneMind) -> list[OpenQuestion]:
    return one.composed.questions.store.all(one.persona.id)


def weigh(one: OneMind, word: str) -> None:
    thinker(one).by_word[word] = 90
    thinker(one).feeling = HEAVY


def test_heavy_words_are_asked_about_once_and_answered_when_somebody_comes_back_to_them(haru: OneMind) -> None:
    weigh(haru, "骨折")
    haru.remembers("母が転んで骨折した。")
    assert review(haru).is_empty  # it was said just now
    haru.clock.advance(days=3)
    assert len(review(haru).raised) == 1
    assert review(haru).is_empty
    [asked] = all_of(haru)
    assert (asked.topic, asked.evidence) == ("母が転んで骨折した", (1,))
    haru.clock.advance(days=1)
    thinker(haru).by_word.clear()
    haru.remembers("母の骨折はよくなって、もう家の中を歩いてる。")
    report = review(haru)
    assert report.resolved == (int(asked.id),)
    [answered] = all_of(haru)
    assert (answered.answer, answered.answer_evidence) == ("母の骨折はよくなって、もう家の中を歩いてる", (2,))
    assert answered.status is QuestionStatus.CONVERTED
    assert review(haru).is_empty


def test_a_night_that_is_gone_through_again_asks_no_more_than_one_night(haru: OneMind) -> None:
    weigh(haru, "つらい")
    for word in ("仕事", "引っ越し", "試験", "歯痛", "雨漏り"):
        haru.remembers(f"{word}がつらい。")
    haru.clock.advance(days=3)
    assert len(review(haru).raised) == 3
    assert review(haru).raised == ()
    haru.clock.advance(days=1)
    assert len(review(haru).raised) == 2


def test_what_somebody_came_back_to_is_not_asked(haru: OneMind) -> None:
    weigh(haru, "骨折")
    haru.remembers("母が転んで骨折した。")
    haru.clock.advance(days=1)
    haru.remembers("母の骨折、転んだのは階段だったって。")
    haru.clock.advance(days=2)
    thinker(haru).by_word.clear()
    assert all(each.evidence != (1,) for each in all_of(haru))
    review(haru)
    assert not [each for each in all_of(haru) if each.evidence == (1,)]


def test_a_model_reads_questions_out_of_each_day_once(haru: OneMind) -> None:
    thinker(haru).raises["初詣"] = TalkReviewAnswer(
        open_questions=(RaisedAnswer(topic="初詣での雪の冷たさ", context="何を感じたか", priority=0.8, turns=(1,)),)
    )
    haru.remembers("初詣で雪を触った。")
    haru.clock.advance(days=1)
    assert len(review(haru).raised) == 1
    [asked] = all_of(haru)
    assert (asked.topic, asked.priority, asked.source_date.isoformat()) == ("初詣での雪の冷たさ", 0.8, "2026-01-18")
    assert asked.author is NoteAuthor.PERSONA
    assert review(haru).is_empty
    assert thinker(haru).reviewed == ["2026-01-18"]
    thinker(haru).raises = {
        "冷たくて": TalkReviewAnswer(
            resolved_questions=(ResolvedAnswer(question=1, answer="冷たくて気持ちよかった", turns=(1,)),)
        )
    }
    thinker(haru).becomes = ConversionAnswer(
        kind="INSIGHT", content="雪に触れると子どものように笑う", strategy="雪の日を喜ぶ"
    )
    haru.remembers("あの雪は冷たくて気持ちよかった。")
    haru.clock.advance(days=1)
    report = review(haru)
    assert report.learnt.insights == (int(asked.id),)
    [entry] = haru.composed.reflection.diary.all(haru.persona.id)
    assert entry.trigger_topic == "解決された問い: 初詣での雪の冷たさ"
    assert (entry.text, entry.strategy) == ("雪に触れると子どものように笑う", "雪の日を喜ぶ")
    [told] = haru.composed.episodes.store.all(haru.persona.id)
    assert told.kind is EpisodeKind.DISCOVERY
    assert told.arousal == 0.6
    assert told.summary == "【発見】「初詣での雪の冷たさ」について新たな発見: 雪に触れると子どものように笑う"


def test_a_model_out_of_reach_is_asked_at_the_next_night_and_one_that_refuses_leaves_it_to_rules(haru: OneMind) -> None:
    haru.remembers("初詣で雪を触った。")
    haru.clock.advance(days=1)
    thinker(haru).trouble = ThinkerUnavailable("no network")
    assert review(haru).stopped_by == "no network"
    thinker(haru).trouble = None
    assert [day.isoformat() for day in review(haru).looked_through] == ["2026-01-18"]
    asked = ask_by_hand(haru, "猫の好物", answer="チキン味")
    thinker(haru).trouble = ThinkerUnavailable("no network")
    assert review(haru).learnt.stopped_by == "no network"
    assert all_of(haru)[-1].status is QuestionStatus.RESOLVED
    thinker(haru).trouble = AnswerRefused("convert_question", by="scripted", reason="no")
    assert review(haru).learnt.skipped == (int(asked.id),)


def ask_by_hand(one: OneMind, topic: str, *, answer: str) -> OpenQuestion:
    edits = one.composed.questions.edits(one.persona)
    made = edits.add(one.persona, topic)
    return edits.resolve(one.persona, str(made.id), answer=answer)


def test_a_fact_is_written_into_a_profile_and_told_as_a_discovery_once(haru: OneMind) -> None:
    asked = ask_by_hand(haru, "猫の好物", answer="モモはチキン味のカリカリが好き")
    thinker(haru).becomes = ConversionAnswer(kind="FACT", entity="モモ", content="チキン味のカリカリが好き")
    assert review(haru).learnt.facts == (int(asked.id),)
    profile = haru.composed.entities.reading(haru.persona).get(haru.persona, "モモ")
    assert profile.text == "- チキン味のカリカリが好き\n"
    # Killed after the writing and before the mark: done again, nothing stands there twice.
    store = haru.composed.questions.store
    with haru.composed.foundation.database.writing() as connection:
        connection.exec_driver_sql("UPDATE questions SET status = 'resolved', conversion = NULL")
    assert review(haru).learnt.facts == (int(asked.id),)
    assert haru.composed.entities.reading(haru.persona).get(haru.persona, "モモ").text == profile.text
    assert len(haru.composed.episodes.store.all(haru.persona.id)) == 1
    assert store.all(haru.persona.id)[0].conversion is Conversion.FACT


def test_an_answer_without_details_is_only_marked(haru: OneMind) -> None:
    asked = ask_by_hand(haru, "猫の好物", answer="")
    assert review(haru).learnt.skipped == (int(asked.id),)
    assert thinker(haru).asked == []  # nobody is paid to say so


def test_never_more_than_the_limit_stay_open(haru: OneMind) -> None:
    haru.set("questions.most_open", "5")
    edits = haru.composed.questions.edits(haru.persona)
    for number in range(9):
        edits.add(haru.persona, f"問い{number}", priority=number / 10)
    assert len(review(haru).faded) == 4
    left = [each.topic for each in all_of(haru) if each.is_open]
    assert left == ["問い4", "問い5", "問い6", "問い7", "問い8"]
    assert edits.reopen(haru.persona, "1").is_open


def test_two_who_answer_at_once_leave_one_answer(haru: OneMind) -> None:
    edits = haru.composed.questions.edits(haru.persona)
    made = edits.add(haru.persona, "猫の好物")
    stale = resolved(made, Answer("遅い答え", NoteAuthor.OMOIDE), at=haru.clock.now())
    edits.resolve(haru.persona, str(made.id), answer="チキン")
    night = haru.composed.questions.review(haru.persona)
    assert night._resolved(haru.persona, [(made, Answer("遅い答え", NoteAuthor.OMOIDE))]) == ()
    assert all_of(haru)[0].answer == "チキン"
    assert stale.answer == "遅い答え"
