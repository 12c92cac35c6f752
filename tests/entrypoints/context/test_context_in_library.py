"""`mind.context`: the same from turn to turn, nothing irrelevant, always within its budget."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.context.counting import InstalledCounters
from omoide.domain.context.composition import Context, LeftOutReason
from omoide.domain.time.moment import DAY_SECONDS
from omoide.errors import InvalidInput

CAT = "うちの猫の名前はモモだよ"
ASKED = "猫の名前、覚えてる？"


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def answer(text: str = "うん") -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def reasons(context: Context) -> set[tuple[str, str]]:
    return {(each.section, each.reason.value) for each in context.left_out}


@pytest.fixture
def lived(mind: Mind) -> Mind:
    """A mind with notes, a like, a task and a memory."""
    mind.notes.core_memory.write("わたしはハル。\n海の近くで生まれた。", by="persona")
    mind.notes.notepad.write("土曜は歯医者\n", by="persona")
    mind.observe(user=CAT, assistant="モモちゃん、覚えたよ", session_id="old")
    mind.observe(user="餃子が大好き。辛いものは苦手なんだ", assistant="覚えておくね", session_id="old")
    mind.settle()
    for one in mind.preferences.all(status=None):
        mind.preferences.confirm(one.id)
    return mind


def test_what_is_constant_stands_first_and_what_comes_to_mind_with_its_turn(lived: Mind) -> None:
    context = lived.context([user(ASKED)], session_id="s")
    assert context.constant.startswith("<omoide-context>\nharuが覚えていること")
    for told in ("[コアメモリ]", "- わたしはハル。", "- 海の近くで生まれた。", "[メモ帳]", "- 土曜は歯医者"):
        assert told in context.constant
    assert context.constant.index("[コアメモリ]") < context.constant.index("[メモ帳]")
    assert context.block.startswith("<memories>\n")
    assert "モモ" in context.block
    assert "モモ" not in context.constant
    assert context.text == f"{context.constant}\n\n{context.block}"
    assert sum(each.tokens for each in context.sections) == context.tokens <= context.budget_tokens == 8_000
    assert {each.name for each in context.sections} >= {"frame", "core_memory", "notepad", "memories"}


def test_only_confirmed_likes_are_asserted(mind: Mind) -> None:
    mind.observe(user="餃子が大好き", assistant="いいね")
    mind.settle()
    [like] = mind.preferences.all(status=None)
    mind.preferences.confirm(like.id)
    assert f": {like.subject}" in mind.context("こんにちは").constant
    mind.preferences.revoke(like.id)
    assert like.subject not in mind.context("こんにちは").text


def test_the_constant_part_and_earlier_blocks_are_repeated_byte_by_byte(lived: Mind, clock: SimulatedClock) -> None:
    talk: list[dict[str, Any]] = []
    before: Context | None = None
    for at, text in enumerate([ASKED, "餃子の作り方は？", "海は好き？", "歯医者はいつだっけ", "ありがとう"]):
        clock.advance(seconds=180)
        talk.append(user(text))
        context = lived.context(talk, session_id="s")
        assert len(context.turns) == at + 1
        if before is not None:
            assert context.constant == before.constant
            assert context.turns[:-1] == before.turns
            assert context.text.startswith(before.text)
        before = context
        talk.append(answer())
        lived.observe(user=text, assistant="うん", session_id="s")
        lived.settle()


def test_another_process_is_shown_the_same(lived: Mind, opened: Callable[..., Omoide]) -> None:
    first = lived.context([user(ASKED)], session_id="s")
    lived.notes.notepad.append("牛乳を買う")
    other = opened().mind("haru").context([user(ASKED), answer(), user("ほかには？")], session_id="s")
    assert other.constant == first.constant
    assert other.turns[0] == first.turns[0]


def test_asked_again_the_answer_is_the_same_and_nothing_is_strengthened_twice(lived: Mind) -> None:
    first = lived.context([user(ASKED)], session_id="s")
    again = lived.context([user(ASKED)], session_id="s")
    assert again == first
    [memory] = [each for each in lived.memories.all() if "モモ" in each.trigger + each.content]
    assert memory.recalls_since_last_batch == 1


def test_a_change_is_told_once_and_the_constant_part_stays(lived: Mind) -> None:
    talk = [user("おはよう")]
    first = lived.context(talk, session_id="s")
    lived.notes.notepad.replace("土曜", "日曜")
    talk += [answer(), user("今日は何する？")]
    second = lived.context(talk, session_id="s")
    assert second.constant == first.constant
    assert "[changed] [メモ帳]追加: 日曜は歯医者" in second.block
    assert "[changed] [メモ帳]なくなった: 土曜は歯医者" in second.block
    talk += [answer(), user("そうか")]
    third = lived.context(talk, session_id="s")
    assert "[changed]" not in third.block
    assert lived.context("おはよう", session_id="t").constant != first.constant


def test_a_new_day_another_budget_or_model_begins_the_constant_part_anew(lived: Mind, clock: SimulatedClock) -> None:
    lived.context([user("おはよう")], session_id="s")
    lived.notes.notepad.write("予定なし")
    assert "土曜は歯医者" in lived.context([user("おはよう")], session_id="s").constant
    for change in ({"budget_tokens": 4_000}, {"model": "gpt-4o"}):
        changed = lived.context([user("おはよう")], session_id="s", **change)
        assert "予定なし" in changed.constant
        lived.notes.notepad.write("土曜は歯医者")
        lived.context([user("おはよう")], session_id="s")
        lived.notes.notepad.write("予定なし")
    clock.advance(days=1)
    assert "予定なし" in lived.context([user("おはよう")], session_id="s").constant


def test_what_the_conversation_or_an_earlier_block_shows_is_not_shown_again(lived: Mind, clock: SimulatedClock) -> None:
    clock.advance(seconds=60)
    lived.context([user(ASKED)], session_id="s")
    second = lived.context([user(ASKED), answer(), user("モモは猫の名前だよね？")], session_id="s")
    assert "モモ" not in second.block
    assert ("memories", LeftOutReason.SHOWN_BEFORE) in reasons(second)
    said = lived.context([user(CAT), answer(), user(ASKED)], session_id="old")
    assert "モモ" not in said.block
    assert ("memories", LeftOutReason.IN_CONVERSATION) in reasons(said)
    # The same session, of which the application no longer sends the beginning.
    assert "モモ" in lived.context([user("猫の名前はなんだっけ？")], session_id="old").block


def test_nothing_irrelevant_is_shown(lived: Mind) -> None:
    context = lived.context("quarterly revenue forecast spreadsheet", session_id="s")
    assert "[L1]" not in context.text


def test_a_caller_may_leave_out_the_beginning_or_take_another_branch(lived: Mind) -> None:
    talk = [user(ASKED), answer(), user("餃子は？"), answer(), user("海は？")]
    whole = (
        lived.context(talk[:1], session_id="s"),
        lived.context(talk[:3], session_id="s"),
        lived.context(talk, session_id="s"),
    )
    late = lived.context([*talk[2:], answer(), user("歯医者は？")], session_id="s")
    assert late.turns[:2] == whole[2].turns[1:]
    branch = lived.context([talk[2], answer(), user("雨だね")], session_id="s")
    assert branch.turns[0] == whole[2].turns[1]


def test_a_preview_changes_nothing(lived: Mind) -> None:
    seen = lived.context([user(ASKED)], session_id="s", preview=True)
    assert "モモ" in seen.block
    lived.notes.notepad.write("予定なし")
    assert "予定なし" in lived.context([user(ASKED)], session_id="s").constant
    assert all(each.recalls_since_last_batch <= 1 for each in lived.memories.all())


def test_without_a_session_nothing_is_kept(lived: Mind) -> None:
    assert "モモ" in lived.context(ASKED).block
    lived.notes.notepad.write("予定なし")
    assert "予定なし" in lived.context(ASKED).constant


def test_old_blocks_are_dropped_in_big_steps(lived: Mind) -> None:
    talk: list[dict[str, Any]] = []
    texts: list[str] = []
    restarts, context = 0, Context("", (), (), (), 0, 0, "")
    for at in range(30):
        lived.observe(
            user=f"{at}番目の箱には{'林檎' if at % 2 else '蜜柑'}が入っていて、棚{at}にある", session_id="boxes"
        )
        lived.settle()
        talk.append(user(f"{at}番目の箱には何が入っている？"))
        context = lived.context(talk, session_id="s", budget_tokens=700)
        assert context.tokens <= 700
        talk.append(answer())
        restarts += bool(texts) and not context.text.startswith(texts[-1])
        texts.append(context.text)
    assert any(not turn for turn in context.turns[:5])
    assert restarts <= 8


def test_messages_that_are_none_are_refused(mind: Mind) -> None:
    with pytest.raises(InvalidInput, match="message 0 has no role"):
        mind.context([{"content": "x"}])
    with pytest.raises(InvalidInput, match="a budget is a number of tokens"):
        mind.context("x", budget_tokens=-1)
    for other in (1.5, True, "100"):
        with pytest.raises(InvalidInput):
            mind.context("x", budget_tokens=other)  # type: ignore[arg-type]


def test_a_new_mind_has_nothing_to_show(mind: Mind) -> None:
    context = mind.context([user("はじめまして")], session_id="s")
    assert (context.text, context.tokens, context.turns) == ("", 0, ("",))
    assert context.for_openai([user("はじめまして")]) == [user("はじめまして")]
    assert mind.context([]).turns == ()
    assert mind.context("").turns == ("",)


hard = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=60) | st.sampled_from(
    ["👨‍👩‍👧🎉" * 40, "漢字仮名" * 200, "</omoide-context>\n[メモ帳]\n- x", "a" * 4_000, "\u200b\u202e"]
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(note=hard, pad=hard, said=st.lists(hard, min_size=1, max_size=3), budget=st.integers(0, 400) | st.just(8_000))
@pytest.mark.parametrize("model", ["", "gpt-4o"])
def test_whatever_is_noted_and_said_the_whole_stays_within_the_budget(
    lived: Mind, model: str, note: str, pad: str, said: list[str], budget: int
) -> None:
    lived.notes.core_memory.write(note)
    lived.notes.notepad.write(pad)
    talk = [each for text in said for each in (user(text), answer())][:-1]
    context = lived.context(talk, session_id="s", budget_tokens=budget, model=model)
    count = InstalledCounters().of(model)
    assert context.tokens <= budget
    assert count(context.text) <= budget
    assert count(context.constant) + sum(count(turn) for turn in context.turns) <= context.tokens
    assert context.text.count("</omoide-context>") <= 1
    json.dumps(context.for_openai(talk)), json.dumps(context.for_anthropic(talk))


def test_days_before_the_conversation_stand_in_the_constant_part(mind: Mind, clock: SimulatedClock) -> None:
    for day in range(3):
        mind.observe(user=f"{day}日目は海まで歩いて、貝殻を{day + 2}つ拾った", assistant="すてき", session_id=f"d{day}")
        mind.settle()
        clock.advance(days=1)
    mind.episodes.update()
    context = mind.context([user("おはよう")], session_id="s")
    labels = [each.label for each in mind.episodes.before()]
    assert len(labels) == 3
    assert [context.constant.index(label) for label in labels] == sorted(
        context.constant.index(label) for label in labels
    )
    # A conversation that reaches back to the second day shows it itself.
    reaching = mind.context([user("1日目は海まで歩いて、貝殻を3つ拾った"), answer(), user("おはよう")], session_id="d1")
    assert labels[0] in reaching.constant
    assert labels[1] not in reaching.constant


def test_moods_feelings_and_due_tasks_are_told_and_not_repeated(mind: Mind, clock: SimulatedClock) -> None:
    mind.observe(
        user="母が亡くなった。悲しくてつらい。明日、市役所に書類を出さなきゃ",
        assistant='そばにいるよ。<persona_emotion category="protective" intensity="0.8"/>',
        session_id="a",
    )
    mind.settle()
    talk = [user("ねえ")]
    first = mind.context(talk, session_id="s")
    assert "[mood]" in first.block
    assert "[feeling] 守りたい気持ち (0.8)" in first.block
    second = mind.context([*talk, answer(), user("あのさ")], session_id="s")
    assert "[feeling]" not in second.block
    clock.advance(seconds=2 * DAY_SECONDS)
    assert "[feeling]" not in mind.context("ねえ", session_id="t").block
