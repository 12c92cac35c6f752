"""Questions about what is only supposed: natural in both languages, and none that is answered already."""

from dataclasses import replace

import pytest

from omoide.domain.beliefs import questions
from omoide.domain.beliefs.preference import Domain, Polarity, Preference, PreferenceId, Status
from omoide.domain.beliefs.state import State, StateId, StateKind, Target
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from tests.domain.beliefs.plans import NOON

NOW = Moment(NOON + 1000)


def guess(
    body: str, *, number: int = 1, kind: StateKind = StateKind.FACT, likely: float = 0.6, **payload: str
) -> State:
    told = {"about": "user", **payload}
    return State(StateId(number), kind, body, told, likely, last_confirmed=NOON, candidate=True)


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("あなたには娘がいる。", "娘がいるんだよね？"),
        ("あなたは鎌倉に住んでいる。", "鎌倉に住んでいるんだよね？"),
        ("あなたは甘いものを食べない。", "甘いものを食べないんだよね？"),
        ("あなたの仕事は看護師。", "あなたの仕事は看護師、で合ってる？"),
        ("あなたは大学生だ。", "大学生なんだよね？"),
        ("咲はあなたの妹です。", "咲はあなたの妹ですよね？"),
        ("あなたは昔その本を読んだ。", "昔その本を読んだんだよね？"),
        ("あなたは旅行に行くつもり。", "旅行に行くつもりなんだよね？"),
    ],
)
def test_a_supposition_is_asked_as_people_ask(body: str, asked: str) -> None:
    assert questions.of_state(guess(body), language=Language.JA) == asked


def test_a_name_at_the_end_is_no_verb() -> None:
    assert (
        questions.of_state(guess("あなたの息子はそうた。", value="そうた"), language=Language.JA)
        == "あなたの息子はそうた、で合ってる？"
    )
    assert questions.of_state(guess("あなたの猫はあいる。", value="あいる"), language=Language.JA).endswith(
        "、で合ってる？"
    )


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("You have a daughter.", "You have a daughter, don't you?"),
        ("You are allergic to nuts.", "You are allergic to nuts, aren't you?"),
        ("You live in Leeds.", "You live in Leeds, don't you?"),
        ("You don't eat meat.", "You don't eat meat, do you?"),
        ("You are not married.", "You are not married, is that right?"),
        ("You have moved to Cork.", "You have moved to Cork, is that right?"),
        ("Your work: nurse", "Your work: nurse — is that right?"),
        ("Your rent is 900 euros.", "Your rent is 900 euros, is that right?"),
    ],
)
def test_a_supposition_is_asked_in_english(body: str, asked: str) -> None:
    assert questions.of_state(guess(body), language=Language.EN) == asked


def test_an_errand_is_asked_as_something_to_do() -> None:
    japanese, english = guess("あなたの用事: 本を返す"), guess("Something you have to do: call the dentist at 10:30")
    assert (
        questions.of_state(replace(japanese, kind=StateKind.TASK), language=Language.JA)
        == "まだ「本を返す」が残ってるよね？"
    )
    asked = questions.of_state(replace(english, kind=StateKind.TASK), language=Language.EN)
    assert asked == "You still have this to do, don't you: call the dentist at 10:30?"


@pytest.mark.parametrize(
    ("polarity", "japanese", "english"),
    [
        (Polarity.LIKE, "納豆が好きなんだよね？", "You like 納豆, don't you?"),
        (Polarity.DISLIKE, "納豆は苦手なんだよね？", "You don't like 納豆, do you?"),
    ],
)
def test_a_taste_is_asked_by_what_it_is_for(polarity: Polarity, japanese: str, english: str) -> None:
    taste = Preference(PreferenceId(1), Domain.FOOD, polarity, "納豆", Status.CANDIDATE)
    assert questions.of_preference(taste, language=Language.JA) == japanese
    assert questions.of_preference(taste, language=Language.EN) == english


@pytest.mark.parametrize(
    ("thing", "liked"),
    [
        ("推理小説を読む", "推理小説を読むのが好きなんだよね？"),
        ("褒められる", "褒められるのが好きなんだよね？"),
        ("雨の日に待つ", "雨の日に待つのが好きなんだよね？"),
        ("焼きごぼう", "焼きごぼうが好きなんだよね？"),
        ("ビール", "ビールが好きなんだよね？"),
        ("甘いやつ", "甘いやつが好きなんだよね？"),
    ],
)
def test_what_is_done_is_asked_about_as_something_done(thing: str, liked: str) -> None:
    taste = Preference(PreferenceId(1), Domain.TOPIC, Polarity.LIKE, thing, Status.CANDIDATE)
    assert questions.of_preference(taste, language=Language.JA) == liked


def asked(
    *states: State, preferences: tuple[Preference, ...] = (), lately: tuple[tuple[Target, int], ...] = ()
) -> list[int]:
    found = questions.to_ask(states, preferences, asked=lately, now=NOW, language=Language.JA)
    return [question.id for question in found]


def test_the_likeliest_comes_first_whatever_it_is() -> None:
    states = guess("あなたには娘がいる。", likely=0.5), guess("あなたは泳げない。", number=2, likely=0.9)
    taste = Preference(PreferenceId(30), Domain.FOOD, Polarity.LIKE, "納豆", Status.CANDIDATE, confidence=0.7)
    assert asked(*states, preferences=(taste,)) == [2, 30, 1]
    assert asked(*states, preferences=(taste,), lately=((Target.STATE, 2), (Target.PREFERENCE, 30))) == [1]


def test_nothing_is_asked_that_is_known_over_done_or_settled() -> None:
    daughter = guess("あなたには娘がいる。")
    assert asked(replace(daughter, candidate=False)) == []
    assert asked(replace(daughter, valid_to=NOON)) == []
    assert asked(replace(daughter, settled=NOON)) == []
    assert asked(replace(daughter, kind=StateKind.SUMMARY)) == []
    assert asked(daughter, replace(daughter, id=StateId(2), candidate=False)) == []
    taste = Preference(PreferenceId(3), Domain.FOOD, Polarity.LIKE, "納豆", Status.CANDIDATE)
    assert asked(preferences=(taste, replace(taste, id=PreferenceId(4), status=Status.CONFIRMED))) == []
    assert asked(preferences=(replace(taste, status=Status.REVOKED),)) == []


def test_nothing_is_asked_that_was_answered_otherwise_since() -> None:
    kobe = guess("あなたは神戸に住んでいる。", attribute="home", value="神戸")
    leeds = replace(guess("あなたは奈良に住んでいる。", number=2, attribute="home", value="奈良"), candidate=False)
    assert asked(kobe, replace(leeds, last_confirmed=Moment(NOON + 1))) == []
    assert asked(kobe, replace(leeds, last_confirmed=Moment(NOON - 1))) == [1]
    assert asked(kobe, replace(leeds, last_confirmed=Moment(NOON - 1), settled=Moment(NOON - 1))) == []
    struck = replace(leeds, struck_out=(kobe.body,), valid_to=moment.EARLIEST)
    assert asked(kobe, struck) == []


def test_who_somebody_is_is_not_asked_once_it_is_known_on_whichever_side_it_was_said() -> None:
    tie = {"kind": StateKind.RELATION, "attribute": "pet"}
    pet = guess("モモはあなたのペット（うちの猫）", about="モモ", value="うちの猫", **tie)  # type: ignore[arg-type]
    known = replace(guess("あなたは猫のモモと暮らしている。", number=2, value="モモ", **tie), candidate=False)  # type: ignore[arg-type]
    other = replace(known, payload={**known.payload, "value": "コロ"})

    def asked(*states: State) -> list[int]:
        found = questions.to_ask(states, [], asked=frozenset(), now=NOW, language=Language.JA)
        return [each.id for each in found]

    assert asked(pet) == asked(pet, other) == [1]
    assert asked(pet, known) == []
