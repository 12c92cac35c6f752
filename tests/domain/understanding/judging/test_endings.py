"""What is done, over or corrected is found again among what is held; a guess ends guesses only."""

from dataclasses import replace

import pytest

from omoide.domain.beliefs.state import State, StateKind
from omoide.domain.beliefs.write_plan import StateOp, StateUpdate
from omoide.domain.text.language import detect
from omoide.domain.understanding.judging.endings import Endings
from omoide.domain.understanding.reading import BeliefKind, BeliefOp, ReadBelief
from tests.domain.beliefs.plans import event, fact, shown, task
from tests.domain.understanding.judging.readings import CALM, listener, stated


def ended(said: str, belief: ReadBelief, *held: State) -> list[StateUpdate]:
    taken = listener(said).taken(replace(CALM, beliefs=(belief,)))
    return Endings(shown(event(9, user=said), states=held), detect(said), tuple(taken)).updates()


def done(said: str, value: str, *, chance: float = 0.8, **known: object) -> ReadBelief:
    belief = stated(said, value, kind=BeliefKind.TASK, attribute="errand", op=BeliefOp.DONE)
    return replace(belief, chances={"op.done": chance}, **known)  # type: ignore[arg-type]


def test_a_done_errand_is_found_by_its_words() -> None:
    said = "確定申告の書類、やっと出した"
    held = task(1, "あなたの用事: 区役所で住民票をもらう"), task(2, "あなたの用事: 確定申告の書類を出す")
    [update] = ended(said, done(said, "確定申告の書類"), *held)
    assert (update.op, update.state_id, update.candidate) == (StateOp.MARK_DONE, 2, False)


@pytest.mark.parametrize(
    "said", ["確定申告の書類、もう出したかな？", "もし確定申告の書類を出したら寝る", "歯医者に行ってきた"]
)
def test_what_is_asked_supposed_or_about_something_else_finishes_nothing(said: str) -> None:
    value = "歯医者" if "歯医者" in said else "確定申告の書類"
    assert ended(said, done(said, value), task(2, "あなたの用事: 確定申告の書類を出す")) == []


def test_a_faint_mark_ends_guesses_only() -> None:
    said = "確定申告の書類、机から消えた"
    [update] = ended(said, done(said, "確定申告の書類", sure=0.2), task(2, "あなたの用事: 確定申告の書類を出す"))
    assert update.candidate


@pytest.mark.parametrize(
    ("said", "value", "held"),
    [
        ("Missed the recital.", "recital", "recital"),
        ("Sent the form, finally", "form", "form"),
        ("住民票、昼休みに取ってきた", "住民票", "住民票"),
    ],
)
def test_a_faint_mark_takes_nothing_from_words_that_say_it_outright(said: str, value: str, held: str) -> None:
    [update] = ended(said, done(said, value, sure=0.2), errand(2, held))
    assert (update.state_id, update.candidate) == (2, False)


def test_words_of_finishing_lend_weight_to_a_weak_mark() -> None:
    said = "確定申告の書類、やっと出した"
    assert ended(said, done(said, "確定申告の書類", chance=0.3), task(2, "あなたの用事: 確定申告の書類を出す"))
    said = "確定申告の書類、机の上"
    assert ended(said, done(said, "確定申告の書類", chance=0.3), task(2, "あなたの用事: 確定申告の書類を出す")) == []


def job(number: int, value: str, about: str = "user") -> State:
    plain = fact(number, f"あなたの仕事: {value}")
    return replace(plain, payload={**plain.payload, "about": about, "attribute": "job", "value": value})


def test_an_end_without_shared_words_means_the_one_thing_of_its_attribute() -> None:
    said = "先月で会社を辞めた"
    belief = stated(said, "会社を辞めた", op=BeliefOp.END, chances={"op.end": 0.9})
    [update] = ended(said, belief, job(3, "経理"), job(4, "看護師", about="姉"))
    assert (update.op, update.state_id) == (StateOp.CLOSE, 3)
    assert ended(said, belief, job(4, "看護師", about="姉")) == []


def test_a_correction_takes_back_the_other_value() -> None:
    said = "経理じゃなくて総務だよ"
    belief = stated(said, "総務", op=BeliefOp.CORRECT, chances={"op.correct": 0.9})
    assert [update.state_id for update in ended(said, belief, job(3, "経理"))] == [3]
    assert ended(said, belief, job(3, "総務")) == []


def test_what_the_owner_settled_does_not_end_by_a_reading() -> None:
    said = "先月で会社を辞めた"
    belief = stated(said, "会社を辞めた", op=BeliefOp.END, chances={"op.end": 0.9})
    settled = job(3, "経理")
    assert ended(said, belief, replace(settled, settled=settled.last_confirmed)) == []


def unread(said: str, *held: State) -> list[StateUpdate]:
    return Endings(shown(event(9, user=said), states=held), detect(said), ()).updates()


@pytest.mark.parametrize(
    ("said", "errand", "op"),
    [
        ("Passed the exam.", "Something you have to do: exam", StateOp.MARK_DONE),
        ("The warbler walk got rained out.", "Something you have to do: warbler walk", StateOp.CLOSE),
        ("住民票、昼休みに取ってきた", "住民票", StateOp.MARK_DONE),
        ("歯医者はキャンセルした", "歯医者", StateOp.CLOSE),
    ],
)
def test_an_errand_whose_words_all_stand_beside_a_word_for_it_is_over_though_nothing_was_read(
    said: str, errand: str, op: StateOp
) -> None:
    held = replace(task(2, errand), payload={**task(2, errand).payload, "value": errand.rpartition(": ")[2]})
    [update] = unread(said, held)
    assert (update.op, update.state_id, update.candidate) == (op, 2, False)


@pytest.mark.parametrize(
    "said",
    [
        "Have you passed the exam?",
        "If I passed the exam I would dance.",
        "I have to get the exam done.",
        "She says the exam is done.",
        "I haven't sent anything about the exam.",
        "I passed the salt.",
        "The exam is on Monday.",
    ],
)
def test_what_is_asked_supposed_owed_heard_denied_or_something_else_is_not_over(said: str) -> None:
    held = replace(task(2, "exam"), payload={**task(2, "exam").payload, "value": "exam"})
    assert unread(said, held) == []


def called_off(said: str, value: str, **known: object) -> ReadBelief:
    belief = stated(said, value, kind=BeliefKind.TASK, attribute="errand", op=BeliefOp.END)
    return replace(belief, chances={"op.end": 0.9}, **known)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("The MOT is booked for the ninth.", "book the MOT"),
        ("Told the landlord about the damp, he'll send someone.", "tell the landlord about the damp"),
        ("I finally wrote to the council.", "write to the council"),
        ("車検、9日に予約入れた", "車検の予約"),
        ("加藤くんにドリル返せた。", "加藤くんにドリルを返さないと"),
        ("庭の草をきのう刈った", "庭の草を刈る"),
    ],
)
def test_an_errand_whose_own_verb_is_told_as_done_is_done(said: str, value: str) -> None:
    [update] = unread(said, errand(2, value))
    assert (update.op, update.state_id, update.candidate) == (StateOp.MARK_DONE, 2, False)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("I haven't booked the MOT.", "book the MOT"),
        ("Have I booked the MOT?", "book the MOT"),
        ("I must get the MOT booked.", "book the MOT"),
        ("Booked the hotel.", "book the MOT"),
        ("Wrote and wrote and wrote.", "write"),
        ("車検の予約しなかった", "車検の予約"),
        ("ドリル、返したい", "加藤くんにドリルを返さないと"),
        ("庭の草を刈ったら休む", "庭の草を刈る"),
    ],
)
def test_an_errand_whose_verb_is_denied_asked_owed_or_of_something_else_stays(said: str, value: str) -> None:
    assert unread(said, errand(2, value)) == []


def errand(number: int, value: str) -> State:
    plain = task(number, f"あなたの用事: {value}")
    return replace(plain, payload={**plain.payload, "value": value})


@pytest.mark.parametrize(
    ("said", "value", "held"),
    [
        ("台湾は取りやめ", "取りやめ", "写真を取りに行く"),
        ("登山は中止になった", "中止", "会議を中止する連絡"),
        ("釣りには行けなかった", "行けなかった", "歯医者に行く"),
        ("The picnic got called off", "called off", "call the dentist"),
    ],
)
def test_that_something_is_over_is_not_what_it_has_in_common_with_something_else(
    said: str, value: str, held: str
) -> None:
    assert ended(said, called_off(said, value), errand(2, held)) == []


@pytest.mark.parametrize(
    ("said", "value", "held"),
    [
        ("台湾は取りやめ", "取りやめ", "台湾旅行の航空券を取る"),
        ("登山は中止になった", "登山", "土曜の登山"),
        ("The picnic got called off", "picnic", "bake a pie for the picnic"),
    ],
)
def test_what_is_called_off_ends_where_the_thing_itself_is_named(said: str, value: str, held: str) -> None:
    [update] = ended(said, called_off(said, value), errand(2, held), errand(3, "写真を取りに行く"))
    assert (update.op, update.state_id) == (StateOp.CLOSE, 2)


def plan_of(number: int, value: str, attribute: str = "plan") -> State:
    plain = fact(number, f"あなたのこれからの予定: {value}")
    return replace(plain, payload={**plain.payload, "attribute": attribute, "value": value})


def test_of_plans_there_are_many_so_a_correction_takes_back_the_one_it_names() -> None:
    said = "台湾じゃなくて沖縄に行くことにした"
    belief = stated(said, "沖縄", attribute="plan", op=BeliefOp.CORRECT, chances={"op.correct": 0.9})
    assert [update.state_id for update in ended(said, belief, plan_of(3, "台湾旅行"))] == [3]
    assert ended(said, belief, plan_of(4, "美容院の予約")) == []


def friend(number: int, name: str) -> State:
    plain = fact(number, f"{name}はあなたの友だち")
    payload = {**plain.payload, "about": name, "attribute": "friend", "value": "友だち"}
    return replace(plain, kind=StateKind.RELATION, payload=payload)


def test_a_tie_to_somebody_does_not_end_because_another_is_left() -> None:
    said = "山本さんとはもう会わない"
    belief = stated(
        said, "もう会わない", kind=BeliefKind.RELATION, attribute="friend", op=BeliefOp.END, chances={"op.end": 0.9}
    )
    assert [update.state_id for update in ended(said, belief, friend(5, "山本さん"))] == [5]
    assert ended(said, belief, friend(6, "佐藤さん")) == []


def never_held(said: str, belief: ReadBelief, *held: State) -> list[str]:
    taken = listener(said).taken(replace(CALM, beliefs=(belief,)))
    found = Endings(shown(event(9, user=said), states=held), detect(said), tuple(taken)).never_held()
    return [one.belief.value for one in found]


def over(said: str, value: str, *, sure: float = 0.8, chance: float = 0.9) -> ReadBelief:
    return stated(said, value, op=BeliefOp.END, sure=sure, chances={"op.end": chance})


def test_what_ends_and_was_never_spoken_of_is_handed_on() -> None:
    said = "バンドは過去のもの"
    assert never_held(said, over(said, "バンド", sure=0.4)) == ["バンド"]
    assert never_held(said, over(said, "バンド", sure=0.3)) == []
    assert never_held(said, stated(said, "バンド", sure=0.9)) == []
    said = "先月で会社を辞めた"
    assert never_held(said, over(said, "会社を辞めた", sure=0.3)) == ["会社を辞めた"]  # there is a word for it
    assert never_held(said, over(said, "会社を辞めた", sure=0.2)) == []
    assert never_held(said, over(said, "会社を辞めた"), job(3, "経理")) == []  # that one ends


@pytest.mark.parametrize(
    ("said", "value"),
    [("Sent to all three.", "Sent to all three"), ("rang them btw", "rang them"), ("歯医者、行ってきた", "歯医者")],
)
def test_what_was_done_and_was_never_held_is_handed_on_too(said: str, value: str) -> None:
    assert never_held(said, done(said, value, sure=0.4)) == [value]
    assert never_held(f"Have you? {said.rstrip('.')}?", done(said, value, sure=0.4)) == []


@pytest.mark.parametrize(
    "said", ["会社を辞めたらどうする", "会社を辞めたってほんと？", "兄が会社を辞めたらしい", "会社を辞めないと"]
)
def test_what_is_asked_supposed_heard_or_owed_is_not_over_yet(said: str) -> None:
    assert never_held(said, over(said, "会社")) == []
