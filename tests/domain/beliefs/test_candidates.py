"""What is only supposed: it grows likelier, becomes a belief by a plain word, and never touches what is known."""

from dataclasses import replace

import pytest

from omoide.domain.beliefs import plan_changes, preference, tidy
from omoide.domain.beliefs.preference import (
    Domain,
    Polarity,
    Preference,
    PreferenceId,
    PreferenceOp,
    PreferenceUpdate,
    Status,
)
from omoide.domain.beliefs.state import State, StateChange, StateId, StateKind
from omoide.domain.beliefs.tidy import TidyRules
from omoide.domain.beliefs.write_plan import Changes, RefusedPlan, Shown, StateOp, StateUpdate, WritePlan
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from tests.domain.beliefs.plans import NOON, event, shown, task

TALK = event(1, "おはよう"), event(2, "小立野の家まで歩いて帰った。寺町の部屋、猫のモモ、本を返す", "うん。")
TOLD = TALK[1].created
KODATSUNO = "あなたは小立野に住んでいる。"


def home(body: str = KODATSUNO, value: str = "小立野", *, number: int = 7, **more: object) -> State:
    payload = {"about": "user", "said_by": "user", "attribute": "home", "value": value}
    given = {"confidence": 0.8, "last_confirmed": NOON, **more}
    return State(StateId(number), StateKind.FACT, body, payload, **given)  # type: ignore[arg-type]


def line(
    body: str = KODATSUNO, value: str = "小立野", *, attribute: str = "home", about: str = "user", **more: object
) -> StateUpdate:
    payload = {"about": about, "said_by": "user", "attribute": attribute, "value": value}
    given: dict[str, object] = {
        "kind": StateKind.FACT, "op": StateOp.UPSERT, "state_id": None, "body": body, "entities": (), "payload": payload,
        "confidence": 0.5, "valid_from": None, "valid_to": None, "last_confirmed": None, "evidence": (TALK[1].id,),
        "reason": "そう聞こえたから。", "candidate": True, **more,
    }  # fmt: skip
    return StateUpdate(**given)  # type: ignore[arg-type]


def after(
    *updates: StateUpdate, held: tuple[State, ...] = (), unshown: tuple[State, ...] = ()
) -> tuple[StateChange, ...]:
    seen = replace(shown(*TALK, states=held), unshown=unshown)
    found = plan_changes.changes(WritePlan(states=updates), seen)
    assert isinstance(found, Changes), found
    return found.states


def test_a_guess_becomes_a_candidate() -> None:
    [change] = after(line())
    assert (change.before, change.after.candidate, change.after.confidence) == (None, True, 0.5)


@pytest.mark.parametrize("body", [KODATSUNO, "あなたの家は小立野。"], ids=["same words", "same value"])
def test_a_guess_made_again_grows_likelier_and_stays_a_guess(body: str) -> None:
    guess = home(candidate=True, confidence=0.6)
    [change] = after(line(body), held=(guess,))
    assert change.before == guess
    assert change.after.confidence == pytest.approx(0.8)
    assert (change.after.candidate, change.after.body, change.after.last_confirmed) == (True, guess.body, TOLD)


def test_repetition_alone_makes_nothing_certain() -> None:
    [change] = after(line(confidence=0.9), held=(home(candidate=True, confidence=0.9),))
    assert change.after.confidence == 0.95


@pytest.mark.parametrize("held", ["shown", "unshown"])
def test_a_plain_word_makes_a_candidate_a_belief_with_its_history(held: str) -> None:
    guess = home("あなたの家は小立野。", candidate=True, confidence=0.4)
    said = line(candidate=False, confidence=0.9)
    [change] = after(said, held=(guess,)) if held == "shown" else after(said, unshown=(guess,))
    assert change.before == guess
    assert (change.after.id, change.after.candidate) == (guess.id, False)
    assert (change.after.body, change.after.confidence) == (KODATSUNO, 0.9)


def test_text_from_elsewhere_makes_no_candidate_a_belief() -> None:
    pushed = event(1, "おはよう"), event(2, "小立野に住んでいる方へ", source="notification")
    guess = home(candidate=True, confidence=0.4)
    told = line(candidate=False, payload={"about": "user"})
    found = plan_changes.changes(WritePlan(states=(told,)), shown(*pushed, states=(guess,)))
    assert isinstance(found, Changes)
    assert all(change.after.candidate for change in found.states)


@pytest.mark.parametrize("settled", [None, NOON])
def test_a_guess_that_says_what_is_believed_only_confirms_when(settled: Moment | None) -> None:
    known = home(confidence=0.8, settled=settled)
    [change] = after(line(confidence=0.3), held=(known,))
    assert change.after == replace(known, last_confirmed=TOLD)


@pytest.mark.parametrize("op", [StateOp.CLOSE, StateOp.MARK_DONE])
def test_a_guess_ends_nothing_that_is_believed_but_may_end_a_guess(op: StateOp) -> None:
    known = task(7, "あなたの用事: 本を返す")
    ending = line(known.body, kind=StateKind.TASK, op=op, state_id=known.id)
    assert after(ending, held=(known,)) == ()
    [change] = after(ending, held=(replace(known, candidate=True),))
    assert change.after.is_past_at(TOLD)
    assert change.after.candidate


def test_a_guess_rewrites_nothing_it_stands_beside_what_is_believed() -> None:
    known = home("あなたは寺町に住んでいる。", "寺町")
    [change] = after(line(state_id=known.id), held=(known,))
    assert change.before is None
    assert (change.after.candidate, change.after.body) == (True, KODATSUNO)


def test_the_owners_correction_wins_over_a_later_guess_about_the_same_thing() -> None:
    corrected = home("あなたは寺町に住んでいる。", "", settled=NOON, struck_out=("あなたは犀川に住んでいる。",))
    assert after(line(), held=(corrected,)) == ()
    assert after(line(), unshown=(corrected,)) == ()
    assert after(line(state_id=corrected.id), held=(corrected,)) == ()
    assert len(after(line("咲は小立野に住んでいる。", about="咲"), held=(corrected,))) == 1
    assert len(after(line("あなたの部屋は寺町にある。", attribute="belonging"), held=(corrected,))) == 1


def test_a_correction_of_one_of_many_leaves_room_for_others() -> None:
    pet = replace(
        home("あなたは猫のモカと暮らしている。", ""), payload={"about": "user", "attribute": "pet"}, settled=NOON
    )
    assert len(after(line("あなたは猫のモモと暮らしている。", "モモ", attribute="pet"), held=(pet,))) == 1


@pytest.mark.parametrize("where", ["held", "unshown"])
@pytest.mark.parametrize("body", [KODATSUNO, "小立野があなたの家。"], ids=["same words", "same value"])
def test_what_the_owner_struck_out_does_not_come_back_as_a_guess(where: str, body: str) -> None:
    struck = home(valid_to=moment.EARLIEST, settled=NOON, struck_out=(KODATSUNO,))
    held, unshown = ((struck,), ()) if where == "held" else ((), (struck,))
    assert after(line(body), held=held, unshown=unshown) == ()
    assert len(after(line("あなたは寺町に住んでいる。", "寺町"), held=held, unshown=unshown)) == 1


def test_what_the_owner_struck_out_long_ago_does_not_come_back_as_a_belief_either() -> None:
    struck = home(valid_to=moment.EARLIEST, settled=NOON, struck_out=(KODATSUNO,))
    cat = line("あなたは猫のモモと暮らしている。", "モモ", attribute="pet", candidate=False)
    assert [change.after.body for change in after(line(candidate=False), cat, unshown=(struck,))] == [cat.body]


def test_a_word_of_the_owner_is_not_met_by_guesses_from_older_talk() -> None:
    ended = home(settled=Moment(TOLD + 9), valid_to=Moment(TOLD - 9))
    assert after(line(), unshown=(ended,)) == ()
    assert after(line("あなたは寺町に住んでいる。", "寺町"), unshown=(ended,)) == ()
    assert after(line("あなたは寺町に住んでいる。", "寺町", candidate=False), unshown=(ended,)) == ()
    over = replace(ended, settled=Moment(TOLD - 9))
    assert len(after(line("あなたは寺町に住んでいる。", "寺町"), unshown=(over,))) == 1


def test_a_plain_word_and_a_guess_of_one_turn_make_one_belief() -> None:
    [change] = after(line(), line("あなたの家は小立野。", candidate=False), line())
    assert (change.after.body, change.after.candidate) == ("あなたの家は小立野。", False)
    known = home()
    [confirmed] = after(line(candidate=False), line(candidate=False), held=(known,))
    assert confirmed.before == known


def test_the_long_mood_is_no_supposition() -> None:
    found = plan_changes.changes(WritePlan(states=(line(kind=StateKind.LONG_MOOD),)), shown(*TALK))
    assert isinstance(found, RefusedPlan)


def test_tidying_keeps_the_belief_and_closes_the_guess_that_says_the_same() -> None:
    known, guess = home(number=1), home(number=2, candidate=True, last_confirmed=Moment(NOON + 9))
    [closed] = tidy.closings([guess, known], now=TOLD, language=Language.JA, rules=TidyRules())
    assert closed.after == replace(guess, valid_to=TOLD)


def test_a_guess_against_what_the_owner_likes_is_not_made() -> None:
    liked = Preference(PreferenceId(1), Domain.FOOD, Polarity.LIKE, "納豆", Status.CONFIRMED, settled=NOON)
    hint = PreferenceUpdate(PreferenceOp.CANDIDATE, Domain.FOOD, Polarity.DISLIKE, "納豆", "", 0.6, (TALK[1].id,), "x")
    assert preference.changed(hint, [liked], at=TOLD) == []
    assert len(preference.changed(hint, [replace(liked, settled=None)], at=TOLD)) == 1


def test_what_was_shown_and_what_was_not_are_held_together() -> None:
    seen: Shown = replace(shown(*TALK, states=(home(),)), unshown=(home(number=7, confidence=0.1), home(number=8)))
    assert {number: state.confidence for number, state in seen.held.items()} == {7: 0.8, 8: 0.8}
