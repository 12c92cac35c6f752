"""Preferences, emotion tags, tidying: small rules of a mind that grows."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.beliefs import preference, tidy
from omoide.domain.beliefs.preference import (
    Domain,
    Polarity,
    Preference,
    PreferenceOp,
    PreferenceUpdate,
    Status,
    subject_key,
)
from omoide.domain.beliefs.state import State, StateId, StateKind
from omoide.domain.beliefs.tidy import TidyRules
from omoide.domain.events.event import EventId
from omoide.domain.feelings import persona_emotion
from omoide.domain.feelings.persona_emotion import EmotionCategory, PersonaEmotion
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from tests.domain.beliefs.plans import NOON, fact, task


@pytest.mark.parametrize(
    "written",
    [
        ("にんじん", "人参", "ニンジン", " ﾆﾝｼﾞﾝ "),
        ("そば", "蕎麦", "お蕎麦"),
        ("コーヒー", "珈琲"),
        ("あんこ", "あんこ全般"),
        ("Carrots", "carrot"),
    ],
)
def test_a_subject_is_one_however_it_is_written(written: tuple[str, ...]) -> None:
    assert len({subject_key(word) for word in written}) == 1


def test_different_subjects_stay_apart() -> None:
    assert len({subject_key(word) for word in ("柿", "牡蠣", "酒", "鮭", "こしあん", "粒あん")}) == 6


def wanted(op: PreferenceOp, polarity: Polarity = Polarity.LIKE, subject: str = "そば") -> PreferenceUpdate:
    return PreferenceUpdate(op, Domain.FOOD, polarity, subject, "", 0.7, (EventId(1),), "言ったから")


def after(op: PreferenceOp, known: list[Preference], polarity: Polarity = Polarity.LIKE) -> list[Preference]:
    return [change.after for change in preference.changed(wanted(op, polarity), known, at=NOON)]


def test_a_guess_never_weakens_what_is_confirmed() -> None:
    [confirmed] = after(PreferenceOp.CONFIRM, [])
    assert after(PreferenceOp.CANDIDATE, [confirmed]) == []


def test_a_guess_does_not_bring_back_what_the_owner_revoked() -> None:
    [confirmed] = after(PreferenceOp.CONFIRM, [])
    revoked = replace(confirmed, status=Status.REVOKED, settled=NOON)
    assert after(PreferenceOp.CANDIDATE, [revoked]) == []
    assert after(PreferenceOp.CONFIRM, [revoked])[0].status is Status.CONFIRMED


def test_revoking_what_is_not_there_changes_nothing() -> None:
    assert after(PreferenceOp.REVOKE, []) == []


@given(ops=st.lists(st.tuples(st.sampled_from(list(PreferenceOp)), st.sampled_from(list(Polarity))), max_size=12))
def test_like_and_dislike_of_one_thing_are_never_both_confirmed(ops: list[tuple[PreferenceOp, Polarity]]) -> None:
    known: dict[Polarity, Preference] = {}
    for op, polarity in ops:
        for change in preference.changed(wanted(op, polarity), list(known.values()), at=NOON):
            known[change.after.polarity] = change.after
    assert [one.status for one in known.values()].count(Status.CONFIRMED) <= 1


@pytest.mark.parametrize(
    ("answer", "shown", "found"),
    [
        ('よかった<persona_emotion category="joy" intensity="0.8"/>', "よかった", PersonaEmotion(EmotionCategory.JOY, 0.8)),
        ("<persona_emotion category='anxious' intensity='0.4'>\n平気？", "平気？", PersonaEmotion(EmotionCategory.ANXIOUS, 0.4)),
        ("うん <PERSONA_EMOTION intensity=90% category=Protective />", "うん", PersonaEmotion(EmotionCategory.PROTECTIVE, 0.9)),
        ("うん<persona_emotion category=“sadness” intensity=“7”>", "うん", PersonaEmotion(EmotionCategory.SADNESS, 1.0)),
        ("うん<persona_emotion category=\"anger\" intensity=\"-1\"></persona_emotion>", "うん", PersonaEmotion(EmotionCategory.ANGER, 0.0)),
        ("うん<persona_emotion category=\"neutral\"", "うん", PersonaEmotion(EmotionCategory.NEUTRAL, 0.5)),
        ("うん<persona_emotion category=\"hungry\" intensity=\"1\"/>", "うん", None),
        ("うん<persona_emotion/>", "うん", None),
        ("人格（persona）の話をしよう", "人格（persona）の話をしよう", None),
    ],
)  # fmt: skip
def test_an_emotion_tag_is_read_and_never_shown(answer: str, shown: str, found: PersonaEmotion | None) -> None:
    spoken = persona_emotion.read(answer)
    assert spoken.shown == shown
    assert spoken.emotions == (() if found is None else (found,))


@given(text=st.text(max_size=200))
def test_reading_tags_never_fails_and_leaves_none(text: str) -> None:
    shown = persona_emotion.read(f"{text}<persona_emotion {text}/>").shown
    assert "<persona_emotion category" not in shown


def test_a_bond_is_confirmed_by_relief_and_by_nothing_else() -> None:
    bonds = {
        (one, two) for one in EmotionCategory for two in EmotionCategory if persona_emotion.bonding_between(one, two)
    }
    before, calm = {"anxious", "protective"}, {"contentment", "joy"}
    assert bonds == {(EmotionCategory(one), EmotionCategory(two)) for one in before for two in calm}


def test_tidying_closes_exact_duplicates_and_keeps_the_last_confirmed() -> None:
    older, newer = (
        fact(1, "あなたは寺町に住んでいる。"),
        replace(fact(2, "あなたは寺町に住んでいる。"), last_confirmed=Moment(NOON + 9)),
    )
    other = fact(3, "あなたは寺町に住んでいた。")
    [change] = tidy.closings([older, newer, other], now=NOON, language=Language.JA, rules=TidyRules())
    assert change.before == older
    assert change.after.valid_to == NOON
    assert change.evidence == ()
    assert "整理" in change.reason


def test_tidying_leaves_moods_and_other_payloads_alone() -> None:
    mood = State(StateId(1), StateKind.LONG_MOOD, "静か", {})
    twins = [mood, replace(mood, id=StateId(2)), task(3, "本"), replace(task(4, "本"), payload={"about": "咲"})]
    assert tidy.closings(twins, now=NOON, language=Language.EN, rules=TidyRules()) == []


def test_tidying_closes_no_more_than_is_allowed() -> None:
    many = [fact(number, "同じこと") for number in range(1, 400)]
    assert len(tidy.closings(many, now=NOON, language=Language.JA, rules=TidyRules())) == 200


@pytest.mark.parametrize(
    ("turns", "last", "due"), [(9, None, False), (10, None, True), (209, 10, False), (210, 10, True)]
)
def test_tidying_is_due_after_ten_turns_and_then_every_two_hundred(turns: int, last: int | None, due: bool) -> None:
    assert tidy.is_due(turns, last=last, rules=TidyRules()) is due
