"""What a reading lets one believe or suppose: of the right one, as likely as the second look says, and nothing that is asked or quoted."""

from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.beliefs.preference import Polarity, PreferenceOp
from omoide.domain.beliefs.state import DUE, USER, StateKind
from omoide.domain.beliefs.write_plan import StateUpdate
from omoide.domain.understanding.judging.agreement import NEVER, Agreement, Look, surely
from omoide.domain.understanding.judging.suggested import Suggested
from omoide.domain.understanding.reading import SOMEBODY, BeliefKind, BeliefOp, ReadBelief, Reading
from tests.domain.beliefs.plans import event, shown, task
from tests.domain.understanding.judging.readings import CALM, listener, stated

SURE = Agreement(dict.fromkeys(BeliefKind, Look({"sure": 1.0}, 0.0, asserted=0.75, supposed=0.3)))
"""As likely as it is marked."""


def suggested(
    said: str, *beliefs: ReadBelief, before: tuple[str, ...] = (), reading: Reading = CALM, agreement: Agreement = SURE
) -> Suggested:
    heard = listener(said, before=before)
    read = replace(reading, beliefs=beliefs)
    here = shown(event(1, user=said))
    return Suggested(here, ZoneInfo("Asia/Tokyo"), heard.language, read, tuple(heard.taken(read)), agreement)


def believed(said: str, *beliefs: ReadBelief, before: tuple[str, ...] = ()) -> list[StateUpdate]:
    return suggested(said, *beliefs, before=before).states()


def test_what_is_likely_enough_is_asserted_and_the_rest_supposed_with_its_chance() -> None:
    said = "パン屋で働いてる"
    [sure], [unsure] = believed(said, stated(said, "パン屋")), believed(said, stated(said, "パン屋", sure=0.5))
    assert (sure.candidate, sure.body, sure.kind) == (False, "あなたの仕事: パン屋", StateKind.FACT)
    assert (unsure.candidate, unsure.confidence) == (True, 0.5)
    assert believed(said, stated(said, "パン屋", sure=0.2)) == []


@pytest.mark.parametrize(
    ("said", "value"), [("国鉄に十七年", "国鉄に十七年"), ("Face worker, till they shut the pit", "Face worker")]
)
def test_a_fact_that_is_nearly_over_is_only_supposed(said: str, value: str) -> None:
    [standing] = believed(said, stated(said, value, chances={"op.end": 0.05}))
    [nearly_over] = believed(said, stated(said, value, chances={"op.end": 0.2}))
    assert (standing.candidate, nearly_over.candidate) == (False, True)
    owed = stated(said, value, kind=BeliefKind.TASK, attribute="errand", chances={"op.end": 0.2})
    assert [one.candidate for one in believed(said, owed)] == [False]


def test_without_weights_nothing_is_asserted() -> None:
    said = "パン屋で働いてる"
    [update] = suggested(said, stated(said, "パン屋", sure=0.99), agreement=Agreement()).states()
    assert update.candidate
    assert Agreement().of(BeliefKind.FACT).asserted == NEVER


def test_a_thing_of_somebody_else_is_theirs_or_nobodys() -> None:
    said = "パン屋で働いてるんだって"
    assert believed(said, stated(said, "パン屋", about=SOMEBODY)) == []
    assert believed(said, stated(said, "パン屋", about="彼女")) == []
    [update] = believed(said, stated(said, "パン屋", about="彼女"), before=("姉ちゃんと電話した", "うん。"))
    assert (update.payload["about"], update.body) == ("姉ちゃん", "姉ちゃんの仕事: パン屋")


def test_what_has_another_for_its_subject_is_never_the_users() -> None:
    said = "母はパン屋で働いてる"
    [update] = believed(said, stated(said, "パン屋", about=USER))
    assert update.payload["about"] == "母"
    disliked = stated(
        "母はセロリが嫌い", "セロリ", kind=BeliefKind.PREFERENCE, attribute="food", polarity=Polarity.DISLIKE
    )
    assert suggested("母はセロリが嫌い", disliked).tastes() == []


@pytest.mark.parametrize("said", ["パン屋で働いてる？", "「パン屋で働いてる」って書いてあった"])
def test_what_is_asked_or_quoted_states_nothing(said: str) -> None:
    assert believed(said, stated(said, "パン屋")) == []


@pytest.mark.parametrize("trap", ["joke", "irony", "quote", "third_person"])
def test_what_may_not_be_meant_as_it_stands_must_be_likelier_to_be_asserted(trap: str) -> None:
    said = "パン屋で働いてる"
    belief = stated(said, "パン屋", sure=0.8)
    for chance, is_supposed in ((0.02, False), (0.3, True)):
        [update] = suggested(said, belief, reading=replace(CALM, traps={trap: chance})).states()
        assert (update.candidate, update.confidence) == (is_supposed, 0.8)


def test_a_trap_of_the_user_takes_nothing_from_what_is_said_of_somebody_else() -> None:
    said = "姉はパン屋で働いてる"
    belief = stated(said, "パン屋", about="姉", sure=0.8)
    [update] = suggested(said, belief, reading=replace(CALM, traps={"third_person": 0.9})).states()
    assert not update.candidate


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_no_trap_leaves_a_chance_as_it_is_and_more_of_one_never_raises_it(
    chance: float, one: float, more: float
) -> None:
    assert surely(chance, trap=0.0) == pytest.approx(chance, abs=1e-6)
    low, high = sorted((one, more))
    assert 0 <= surely(chance, trap=high) <= surely(chance, trap=low) <= 1


@pytest.mark.parametrize("trap", ["hypothetical", "quote", "fiction"])
def test_a_likely_trap_says_nothing_of_the_user_but_may_of_others(trap: str) -> None:
    said = "姉はパン屋で働いてる"
    reading = replace(CALM, traps={trap: 0.7})
    assert suggested("パン屋で働いてる", stated("パン屋で働いてる", "パン屋"), reading=reading).states() == []
    assert suggested(said, stated(said, "パン屋", about="姉"), reading=reading).states()


def test_what_has_ended_is_not_supposed() -> None:
    said = "パン屋で働いてた"
    assert believed(said, stated(said, "パン屋", op=BeliefOp.END)) == []


@pytest.mark.parametrize(
    ("said", "when", "due"),
    [
        ("昨日は暑かった。3月20日までに確定申告を出す", "3月20日まで", "2026-03-20"),
        ("通夜は明日、確定申告は3月20日", "3月20日", "2026-03-20"),
        ("確定申告しなきゃ。来週の月曜にする", "", "2026-01-05"),
    ],
)
def test_an_errand_has_the_day_of_its_own_time_words_else_of_the_nearest(said: str, when: str, due: str) -> None:
    [update] = believed(said, stated(said, "確定申告", kind=BeliefKind.TASK, attribute="errand", when=when))
    assert update.kind is StateKind.TASK
    assert str(update.payload[DUE]).startswith(due)


def test_a_time_alone_is_no_errand() -> None:
    said = "再来週の木曜、鍵を返す"
    assert believed(said, stated(said, "再来週の木曜", kind=BeliefKind.TASK, when="再来週の木曜")) == []


def test_of_two_errands_in_one_breath_the_likelier_is_asserted() -> None:
    said = "車検があるからディーラーに電話する"
    first = stated(said, "車検", kind=BeliefKind.TASK, attribute="errand", sure=0.9)
    second = stated(said, "ディーラーに電話", kind=BeliefKind.TASK, attribute="errand")
    assert [update.candidate for update in believed(said, first, second)] == [False, True]


def test_an_errand_that_is_open_already_is_confirmed_and_not_told_twice() -> None:
    said = "確定申告の書類、今週出す"
    belief = stated(said, "確定申告の書類", kind=BeliefKind.TASK, attribute="errand")
    heard, read = listener(said), replace(CALM, beliefs=(belief,))
    here = shown(event(1, user=said), states=(task(7, "あなたの用事: 確定申告の書類を出す"),))
    [update] = Suggested(here, ZoneInfo("Asia/Tokyo"), heard.language, read, tuple(heard.taken(read)), SURE).states()
    assert (update.state_id, update.body) == (7, "あなたの用事: 確定申告の書類を出す")


def test_a_taste_said_outright_is_confirmed_and_one_that_only_shows_is_a_candidate() -> None:
    said = "パクチーはちょっとなあ"
    belief = stated(
        said, "パクチー", kind=BeliefKind.PREFERENCE, attribute="food", polarity=Polarity.DISLIKE, chances={"like": 0.1}
    )
    [shows], [outright] = suggested(said, belief).tastes(), suggested(said, replace(belief, explicit=0.9)).tastes()
    assert (shows.op, shows.polarity, shows.subject) == (PreferenceOp.CANDIDATE, Polarity.DISLIKE, "パクチー")
    assert outright.op is PreferenceOp.CONFIRM
    assert suggested(said, replace(belief, about="弟")).tastes() == []


def test_a_word_of_disliking_in_the_clause_weighs_against_a_weak_mark_of_liking() -> None:
    said = "Please stop using emojis"
    belief = stated(
        said, "emojis", kind=BeliefKind.PREFERENCE, attribute="style", polarity=Polarity.LIKE, chances={"like": 0.6}
    )
    assert [one.polarity for one in suggested("stop using emojis", replace(belief, place=(11, 17))).tastes()] == [
        Polarity.DISLIKE
    ]


@pytest.mark.parametrize(
    ("said", "marked", "told"),
    [
        ("来週までに請求書を送らないといけない", "請求書を送らない", "請求書を送らないといけない"),
        ("来週までに請求書を送らないといけない", "請求書を送らないと", "請求書を送らないといけない"),
        ("明日、薬をもらわなければならない。", "薬をもらわな", "薬をもらわなければならない"),
        ("犬を洗わなくちゃ", "犬を洗わな", "犬を洗わなくちゃ"),
        ("役所に届けを出さないといけないんだ", "届けを出さ", "届けを出さないといけない"),
        ("もう煙草は吸わない", "煙草は吸わない", "煙草は吸わない"),
    ],
)
def test_what_must_be_done_is_told_with_its_must(said: str, marked: str, told: str) -> None:
    at = said.index(marked)
    read = stated(said, marked, kind=BeliefKind.TASK)
    assert read.place[0] == at
    [taken] = listener(said).taken(replace(CALM, beliefs=(read,)))
    assert taken.belief.value == told


@pytest.mark.parametrize(
    ("said", "value", "about", "told"),
    [
        ("煙草はやめた", "煙草", USER, "終わったこと: 煙草"),
        ("母は去年亡くなりました", "母は去年亡くなりました", "母", "終わったこと: 母は去年亡くなりました"),
        ("健司さんが逝った", "逝った", "健司さん", "健司さんのことで、終わったこと: 逝った"),
        ("I sold the Fiesta", "the Fiesta", USER, "Something that is over: the Fiesta"),
    ],
)
def test_what_is_over_is_supposed_as_past_and_told_without_its_attribute(
    said: str, value: str, about: str, told: str
) -> None:
    belief = stated(said, value, about=about, op=BeliefOp.END, chances={"op.end": 0.9})
    here = suggested(said, belief, before=("健司さんと母に会った",))
    [update] = here.past(here.taken)
    assert (update.body, update.candidate, update.payload["status"]) == (told, True, "over")
    assert update.valid_to == here.shown.event.created
    assert update.confidence == 0.72
    assert here.states() == []


def test_nothing_is_over_that_is_quoted_unreal_or_the_personas() -> None:
    said = "「煙草はやめた」って台詞を書いた"
    belief = stated(said, "煙草", op=BeliefOp.END, chances={"op.end": 0.9})
    quoted = suggested(said, belief)
    assert quoted.past(quoted.taken) == []
    said = "煙草はやめた"
    belief = stated(said, "煙草", op=BeliefOp.END, chances={"op.end": 0.9})
    unreal = suggested(said, belief, reading=replace(CALM, traps={"fiction": 0.9}))
    assert unreal.past(unreal.taken) == []
    mine = suggested(said, replace(belief, about="persona"))
    assert mine.past(mine.taken) == []
