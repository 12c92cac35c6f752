"""004's JSON: what is taken, what is refused, and that a refused plan changes nothing."""

import json
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from omoide.asks.ask import CANONICAL_FENCE
from omoide.asks.write_plan import AskWritePlan, state_json
from omoide.asks.write_plan_answer import WritePlanAnswer
from omoide.domain.beliefs import plan_changes
from omoide.domain.beliefs.write_plan import Changes
from omoide.domain.text.language import Language
from omoide.errors import InvalidInput
from tests.domain.beliefs.plans import FELT, event, fact, plan, shown, task, update, wish

TOKYO = ZoneInfo("Asia/Tokyo")
EVENTS = event(1, "おはよう", "おはよう。"), event(2, "寺町に住んでるよ。にんじんは苦手", "寺町なんだね。")
STATES = fact(7, "あなたは猫と暮らしている。"), task(9, "あなたの用事: 本を返す")


def ask() -> AskWritePlan:
    return AskWritePlan(shown(*EVENTS, states=STATES), TOKYO)


def parsed(given_plan: dict[str, object]) -> Changes:
    question = ask()
    proposed = question.parse(WritePlanAnswer.model_validate_json(json.dumps(given_plan)))
    decided = plan_changes.changes(proposed, question.shown)
    assert isinstance(decided, Changes)
    return decided


def test_the_schema_of_the_seed_goes_in_and_comes_out_the_same() -> None:
    answer = WritePlanAnswer.model_validate_json(json.dumps(plan()))
    assert json.loads(answer.model_dump_json()) == plan(state_updates=[update(candidate=False)])


def test_a_model_may_say_that_it_only_supposes_and_is_shown_what_is_only_supposed() -> None:
    [change] = parsed(plan(state_updates=[update(candidate=True)])).states
    assert change.after.candidate
    assert state_json(1, change.after, tz=TOKYO)["candidate"] is True
    assert "candidate" not in state_json(1, replace(change.after, candidate=False), tz=TOKYO)


def test_a_right_plan_becomes_changes() -> None:
    decided = parsed(plan())
    assert [change.after.body for change in decided.states] == ["あなたは寺町に住んでいる。"]
    assert decided.states[0].evidence == (2,)
    assert decided.preferences[0].after.subject == "にんじん"
    assert decided.links[0].to == 1
    assert decided.affect is not None


def test_local_times_without_an_offset_become_utc_seconds() -> None:
    [change] = parsed(plan(state_updates=[update(valid_from_ts="2026-01-01T09:00:00")])).states
    assert change.after.valid_from == 1_767_225_600


def test_an_empty_plan_is_a_plan() -> None:
    assert parsed({}).states == ()


def test_numbers_name_what_was_shown() -> None:
    [change] = parsed(
        plan(state_updates=[update(kind="task", op="mark_done", state_id=2, body_text="本を返した")])
    ).states
    assert change.before == STATES[1]
    assert change.after.is_done


_NONE_TEXT_NUMBER = st.one_of(st.none(), st.text("xyz", max_size=3), st.integers())
_WRONG: dict[str, st.SearchStrategy[object]] = {
    "kind": _NONE_TEXT_NUMBER,
    "op": _NONE_TEXT_NUMBER,
    "state_id": st.one_of(st.text(max_size=3), st.floats(0.1, 0.9), st.integers(max_value=0)),
    "body_text": st.one_of(st.none(), st.integers(), st.just(""), st.just("  "), st.lists(st.text(), max_size=1)),
    "entities": st.one_of(st.none(), st.text(min_size=1), st.just([1]), st.just([{"type": "cat", "name": "x"}])),
    "payload": st.one_of(st.none(), st.text(), st.integers(), st.lists(st.integers())),
    "confidence": st.one_of(st.none(), st.text(max_size=3), st.lists(st.floats(0, 1))),
    "valid_to_ts": st.one_of(st.integers(), st.booleans(), st.just("2026-13-45T00:00:00")),
    "evidence_event_ids": st.one_of(st.none(), st.text(), st.just(["2"]), st.just([0]), st.just([2.5]), st.integers()),
    "reason": st.one_of(st.none(), st.integers(), st.just(""), st.just(" ")),
}
_PLACES: dict[str, st.SearchStrategy[dict[str, object]]] = {
    "unknown fields": st.builds(lambda name: plan(**{f"x{name}": 1}), st.text("abc", min_size=1, max_size=5)),
    "wrong types of a section": st.builds(
        lambda name, value: plan(**{name: value}),
        st.sampled_from(["event_annotations", "state_updates", "preference_updates", "context_updates"]),
        st.one_of(st.integers(), st.text(max_size=3), st.booleans(), st.floats(allow_nan=False)),
    ),
    "wrong types of a field": st.sampled_from(sorted(_WRONG)).flatmap(
        lambda name: st.builds(lambda value: plan(state_updates=[update(**{name: value})]), _WRONG[name])
    ),
    "words outside the vocabulary": st.builds(
        lambda name, value: plan(preference_updates=[wish(**{name: value})]),
        st.sampled_from(["op", "domain", "polarity"]),
        st.text("abcdef", min_size=1, max_size=8),
    ),
    "unknown events": st.builds(
        lambda number: plan(state_updates=[update(evidence_event_ids=[2, number])]), st.integers(3, 10**9)
    ),
    "unknown states": st.builds(
        lambda number: plan(state_updates=[update(state_id=number)]), st.integers(3, 10**9)
    ),
    "missing evidence": st.builds(
        lambda ids: plan(state_updates=[update(evidence_event_ids=ids)]), st.sampled_from([[], [1]])
    ),
    "reversed periods": st.builds(
        lambda day: plan(
            state_updates=[update(valid_from_ts=f"2026-02-{day:02}T00:00:00", valid_to_ts="2026-01-01T00:00:00")]
        ),
        st.integers(1, 28),
    ),
    "unreadable times": st.builds(
        lambda text: plan(state_updates=[update(valid_from_ts=text)]), st.text("abc0123-:", min_size=10, max_size=20)
    ),
    "numbers out of range": st.builds(
        lambda value: plan(state_updates=[update(confidence=value)]),
        st.one_of(st.floats(1.0001, 1e9), st.floats(-1e9, -0.0001), st.sampled_from([float("inf"), float("nan")])),
    ),
    "feelings out of range": st.builds(
        lambda value: plan(event_affect={**FELT, "moment_affect_score_vad": {"v": value, "a": 0.0, "d": 0.0}}),
        st.one_of(st.floats(1.0001, 1e9), st.floats(-1e9, -1.0001), st.sampled_from([float("nan"), float("inf")])),
    ),
    "huge strings": st.builds(lambda size: plan(state_updates=[update(body_text="長" * size)]), st.integers(2001, 20_000)),
    "huge payloads": st.builds(
        lambda size: plan(state_updates=[update(payload={"x": "長" * size})]), st.integers(8001, 20_000)
    ),
    "links to oneself or ahead": st.builds(
        lambda number: plan(context_updates={"links": [{"to_event_id": number, "label": "same_topic", "confidence": 0.5}]}),
        st.integers(2, 50),
    ),
    "labels of speakers": st.builds(
        lambda label: plan(state_updates=[update(body_text=f"{label}は寺町に住んでいる。")]),
        st.sampled_from(["ユーザー", "アシスタント", "The user ", "the assistant "]),
    ),
    "face tags": st.builds(
        lambda face: plan(state_updates=[update(reason=f"うれしい[face:{face}]")]), st.sampled_from(["Joy", "Sad"])
    ),
    "closing nothing": st.builds(
        lambda op: plan(state_updates=[update(op=op, state_id=None)]), st.sampled_from(["close", "mark_done"])
    ),
    "a fact that is done": st.just(plan(state_updates=[update(op="mark_done", state_id=1)])),
    "the same state twice": st.just(plan(state_updates=[update(op="close", state_id=1), update(op="close", state_id=1)])),
    "confirming what nobody said": st.builds(
        lambda subject: plan(preference_updates=[wish(subject=subject)]), st.sampled_from(["納豆", "ジャズ", "相撲"])
    ),
}  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(bad=st.sampled_from(sorted(_PLACES)).flatmap(lambda name: _PLACES[name]))
def test_a_bad_plan_is_refused_with_a_reason(bad: dict[str, object]) -> None:
    question = ask()
    with pytest.raises((ValidationError, InvalidInput)) as refusal:
        question.parse(WritePlanAnswer.model_validate(bad))
    assert str(refusal.value).strip()
    assert question == ask()


@pytest.mark.parametrize("language", list(Language))
def test_the_prompt_shows_numbers_local_times_and_the_whole_talk(language: Language) -> None:
    prompt = ask().render(language=language, fence=CANONICAL_FENCE)
    assert '"event_id":2' in prompt.user
    assert '"state_id":1' in prompt.user
    assert "null" not in prompt.user
    assert "2026-01-01T11:02:00" in prompt.user
    assert "+09:00" not in prompt.user
    assert "寺町に住んでるよ。にんじんは苦手" in prompt.user
    assert prompt.user.count(CANONICAL_FENCE) == 2
    assert CANONICAL_FENCE not in prompt.system


def test_a_long_text_is_never_cut() -> None:
    long = event(2, "長い話。" * 5000)
    prompt = AskWritePlan(shown(EVENTS[0], long), TOKYO).render(language=Language.JA, fence="#")
    assert "長い話。" * 5000 in prompt.user


def test_of_a_long_answer_the_beginning_and_the_end_are_shown_and_no_code() -> None:
    answered = replace(
        event(2, "どう？"), assistant="はじめ" + "あ" * 900 + "```py\nx = 1\n```" + "い" * 900 + "おわり"
    )
    prompt = AskWritePlan(shown(EVENTS[0], answered), TOKYO).render(language=Language.JA, fence="#")
    assert "はじめ" in prompt.user
    assert "おわり" in prompt.user
    assert "x = 1" not in prompt.user
    assert len(prompt.user) < 1_000


def test_memories_put_into_an_earlier_turn_are_not_shown_as_what_was_said() -> None:
    earlier = event(1, "<memories>\n- [2025-01-01][L1] 納豆 → 好き\n</memories>\nおはよう")
    prompt = AskWritePlan(shown(earlier, EVENTS[1]), TOKYO).render(language=Language.JA, fence="#")
    assert "納豆" not in prompt.user
    assert "おはよう" in prompt.user
