"""Open questions: what is noticed was said, a status moves only along its edges, the strongest come first, few stay."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.drives.drive import DriveRules, pull
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.events.event import EventId
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.questions import answering, erased, noticing, question, ranking, review
from omoide.domain.questions.noticing import HeavyWords, PassedTask, UnknownName
from omoide.domain.questions.question import (
    EDGES,
    Answer,
    Conversion,
    OpenQuestion,
    QuestionId,
    QuestionStatus,
)
from omoide.domain.questions.ranking import QuestionRules
from omoide.domain.questions.review import AnsweredQuestion, RaisedQuestion, TalkReview
from omoide.domain.text.language import Language
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import InvalidInput, QuestionClosed

NOW = Moment(1_774_742_400)
TODAY = date(2026, 3, 29)
RULES, DRIVES = QuestionRules(), DriveRules()
EVENT = EventId(7)


def asked(number: int = 1, *, topic: str = "猫の好物", priority: float = 0.5, days_ago: float = 0) -> OpenQuestion:
    created = Moment(int(NOW - days_ago * DAY_SECONDS))
    return OpenQuestion(
        QuestionId(number), f"k{number}", topic, "", priority, TODAY, created, NoteAuthor.OMOIDE, evidence=(EVENT,)
    )


many = st.lists(
    st.builds(asked, st.integers(1, 999), priority=st.floats(0, 1), days_ago=st.floats(0, 200)),
    max_size=40,
    unique_by=lambda one: one.id,
)


@given(st.lists(st.sampled_from(["resolve", "convert", "reopen", "fade", "delete"]), max_size=10))
def test_a_status_moves_only_along_its_edges(acts: list[str]) -> None:
    held = asked()
    for act in acts:
        before = held
        try:
            match act:
                case "resolve":
                    held = question.resolved(held, Answer("チキン", NoteAuthor.OWNER), at=NOW)
                case "convert":
                    held = question.converted(held, Conversion.SKIP)
                case "reopen":
                    held = question.reopened(held)
                case "fade":
                    held = question.faded(held)
                case _:
                    held = question.deleted(held)
        except QuestionClosed:
            assert held == before
        assert held == before or (before.status, held.status) in EDGES
        if held.status is QuestionStatus.DELETED:
            assert (held.topic, held.context, held.answer, held.evidence) == ("", "", "", ())
        if held.is_open:
            assert (held.answer, held.resolved) == ("", None)


@given(many)
def test_the_strongest_comes_first_and_never_more_than_the_limit_stay(held: list[OpenQuestion]) -> None:
    ranked = ranking.strongest_first(held, now=NOW, drives=DRIVES)
    pulls = [pull(ranking.wanted(each, now=NOW), rules=DRIVES) for each in ranked]
    assert pulls == sorted(pulls, reverse=True)
    gone = {each.id for each in ranking.let_go(held, now=NOW, rules=RULES, drives=DRIVES)}
    assert len(held) - len(gone) <= RULES.most_open
    assert not gone or len(held) - len(gone) == RULES.most_open
    assert {each.id for each in ranked[: RULES.most_open]}.isdisjoint(gone)


def test_an_old_question_pulls_less_than_a_fresh_one_of_the_same_weight() -> None:
    fresh, old = asked(1, days_ago=0), asked(2, days_ago=30)
    assert [each.id for each in ranking.strongest_first([old, fresh], now=NOW, drives=DRIVES)] == [1, 2]
    weighty = asked(3, priority=1.0, days_ago=30)
    assert ranking.strongest_first([fresh, weighty], now=NOW, drives=DRIVES)[0].id == fresh.id


def test_a_task_whose_day_has_passed_is_asked_about_with_what_it_rests_on() -> None:
    task = PassedTask(5, "あなたは面接を受ける。", TODAY - timedelta(days=1), (EVENT,))
    [found] = noticing.outcomes([task], today=TODAY, now=NOW, language=Language.JA)
    assert (found.key, found.topic, found.priority) == ("outcome:5:2026-03-28", "あなたは面接を受ける", 0.7)
    assert found.context == "3月28日の予定だった。どうなったか、まだ聞いていない。"
    assert found.evidence == (EVENT,)
    [told] = noticing.outcomes([task], today=TODAY, now=NOW, language=Language.EN)
    assert told.context == "It was due on 28 March; how it went I have not heard yet."
    for days in (0, -3, 15):
        other = replace(task, due=TODAY - timedelta(days=days))
        assert noticing.outcomes([other], today=TODAY, now=NOW, language=Language.JA) == []
    assert noticing.outcomes([replace(task, evidence=())], today=TODAY, now=NOW, language=Language.JA) == []


def test_heavy_words_are_asked_about_after_days_unless_somebody_came_back_to_them() -> None:
    said = HeavyWords(EVENT, TODAY - timedelta(days=3), "母が転んで骨折した。", 90)
    [found] = noticing.worries([said], today=TODAY, now=NOW, language=Language.JA)
    assert (found.topic, found.priority, found.key) == ("母が転んで骨折した", 0.79, "worry:7")
    quiet = [
        replace(said, is_followed=True),
        replace(said, intensity=60),
        replace(said, day=TODAY - timedelta(days=1)),
        replace(said, day=TODAY - timedelta(days=11)),
        replace(said, user="```\ncode\n```"),
    ]
    assert noticing.worries(quiet, today=TODAY, now=NOW, language=Language.JA) == []


def test_a_name_is_asked_about_by_a_key_that_does_not_hold_it() -> None:
    name = UnknownName("ろざりんど", "Rosalind", 4, TODAY, (EVENT,))
    [found] = noticing.names([name], now=NOW, language=Language.EN)
    assert (found.topic, found.priority) == ("Rosalind", 0.6)
    assert "rosalind" not in found.key.lower()
    assert "on 4 days" in found.context


def test_of_what_was_noticed_the_weightiest_new_ones_are_asked() -> None:
    tasks = [PassedTask(number, f"task {number}", TODAY - timedelta(days=1), (EVENT,)) for number in range(6)]
    heavy = [HeavyWords(EventId(9), TODAY - timedelta(days=3), "My father died.", 100)]
    found = [
        *noticing.outcomes(tasks, today=TODAY, now=NOW, language=Language.EN),
        *noticing.worries(heavy, today=TODAY, now=NOW, language=Language.EN),
    ]
    chosen = noticing.chosen(found, known=["outcome:0:2026-03-28"], most=3)
    assert [each.key for each in chosen] == ["worry:9", "outcome:1:2026-03-28", "outcome:2:2026-03-28"]
    assert noticing.chosen(found, known=[each.key for each in found], most=3) == []


def test_a_turn_speaks_of_a_topic_when_it_holds_its_telling_words() -> None:
    assert answering.speaks_of("母が転んで骨折した", "母の骨折はだいぶよくなって、もう歩いてるよ")
    assert not answering.speaks_of("母が転んで骨折した", "今日はラーメンを食べた")
    assert not answering.speaks_of("", "何か")
    assert answering.told_by("骨折はもう治ったよ。") == "骨折はもう治ったよ"
    assert answering.told_by("骨折はもう治ったかな？") == ""


def test_an_answer_becomes_a_fact_of_somebody_known_an_insight_where_it_moved_or_nothing() -> None:
    held = question.resolved(asked(topic="健太の手術"), Answer("健太は無事に退院した", NoteAuthor.OMOIDE), at=NOW)
    fact = answering.converted_by_rules(held, known=["太郎", "健太"], arousal=0.1)
    assert (fact.kind, fact.entity, fact.content) == (Conversion.FACT, "健太", "健太は無事に退院した")
    assert answering.converted_by_rules(held, known=[], arousal=0.7).kind is Conversion.INSIGHT
    assert answering.converted_by_rules(held, known=[], arousal=0.3).kind is Conversion.SKIP
    silent = replace(held, answer="")
    assert answering.converted_by_rules(silent, known=["健太"], arousal=0.9).kind is Conversion.SKIP
    who = replace(held, topic="健太")  # the profile is the answer, and stands there already
    assert answering.converted_by_rules(who, known=["健太"], arousal=0.9).kind is Conversion.SKIP


def test_what_a_model_says_of_turns_or_questions_nobody_showed_is_left_out() -> None:
    said = TalkReview(
        (
            RaisedQuestion("a", "", 3.0, (1, 1, 9)),
            RaisedQuestion("b", "", 0.2, (7,)),
            RaisedQuestion(" ", "", 0.2, (1,)),
            RaisedQuestion("c", "x" * 900, -1.0, (2,)),
        ),
        (AnsweredQuestion(1, "yes", (2,)), AnsweredQuestion(3, "yes", (1,)), AnsweredQuestion(2, "", (1,))),
    )
    kept = review.checked(said, turns=2, questions=2)
    assert [(each.topic, each.priority, each.turns) for each in kept.raised] == [("a", 1.0, (1,)), ("c", 0.0, (2,))]
    assert len(kept.raised[1].context) == 300
    assert kept.answered == (AnsweredQuestion(1, "yes", (2,)),)


def test_a_question_goes_with_its_turns_and_the_owners_own_stays_open_without_its_answer() -> None:
    words = ErasedWords(["健太の膝の手術が来週に決まった"], names=["健太"])
    mine = asked()
    assert erased.without(mine, changed={7}, words=words) is None
    assert erased.without(mine, changed={8}, words=words) == mine
    assert erased.without(replace(mine, topic="健太のこと"), changed=(), words=words) is None
    owners = replace(mine, author=NoteAuthor.OWNER, evidence=())
    answered = question.resolved(owners, Answer("できた", NoteAuthor.OMOIDE, (EventId(8),)), at=NOW)
    left = erased.without(answered, changed={8}, words=words)
    assert left is not None
    assert (left.status, left.answer, left.topic) == (QuestionStatus.OPEN, "", owners.topic)
    assert erased.without(question.deleted(mine), changed={7}, words=words) == question.deleted(mine)


def test_what_says_nothing_or_too_much_is_no_question() -> None:
    assert question.checked_topic(" 猫の\n好物 ") == "猫の 好物"
    for text in ("", "？？", "x" * 121, "a\x00"):
        with pytest.raises(InvalidInput):
            question.checked_topic(text)
    for priority in (-0.1, 1.1):
        with pytest.raises(InvalidInput):
            question.checked_wish(priority)
