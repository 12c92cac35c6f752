"""What Omoide put into a conversation comes back, and is neither found nor learnt from again (SPEC X2)."""

from collections.abc import Callable

import pytest

from omoide import Mind, Omoide
from omoide.adapters.sql.recall import passage_rows
from omoide.domain.recall.passage import PassageKind, Side, cut
from omoide.domain.text.chunks import ChunkRules

BLOCK = "<memories>\n以前の会話の記録。\n- [2026-01-18][L1] 金沢の小立野に引っ越した → 「いい町だね」\n</memories>"
TAG = '<persona_emotion category="joy" intensity="0.8"/>'


def test_an_injected_block_is_no_hit(mind: Mind) -> None:
    mind.observe(user="今日は雨だね", assistant="傘を忘れずに")
    mind.observe(user=f"{BLOCK}\n今日の夕飯は何にしよう", assistant="カレーはどう？")
    assert mind.recall("小立野に引っ越した話") == []


def test_a_turn_is_recalled_without_the_block_and_the_tags(mind: Mind) -> None:
    event = mind.observe(user=f"{BLOCK}\n今日の夕飯はカレー", assistant=f"いいね。{TAG}")
    [hit] = mind.recall("夕飯のカレー")
    assert hit.text == "今日の夕飯はカレー\nいいね。"
    assert mind.event(event.id).user.startswith("<memories>")
    assert mind.event(event.id).assistant == f"いいね。{TAG}"


def test_an_answer_given_later_is_found_without_its_tags(mind: Mind) -> None:
    event = mind.observe(user="猫の名前はモモ")
    mind.complete(event.id, assistant=f"モモちゃん、覚えた。{TAG}")
    assert mind.recall("joy intensity") == []
    [hit] = mind.recall("モモちゃん")
    assert hit.text == "猫の名前はモモ\nモモちゃん、覚えた。"


def test_the_turns_around_a_hit_are_shown_without_tags(mind: Mind) -> None:
    mind.observe(user="おはよう", assistant=f"おはよう。{TAG}", session_id="s1")
    mind.observe(user="猫の名前はモモ", assistant="覚えた", session_id="s1")
    hit = mind.recall("猫の名前")[0]
    assert [event.assistant for event in hit.before] == ["おはよう。"]


def test_history_holds_neither_tags_nor_memories(mind: Mind) -> None:
    mind.observe(user=f"{BLOCK}\nおはよう", assistant=f"おはよう。{TAG}")
    mind.observe(user=BLOCK, assistant="うん")
    assert mind.history() == [
        {"role": "user", "content": "おはよう"},
        {"role": "assistant", "content": "おはよう。"},
        {"role": "assistant", "content": "うん"},
    ]


def test_events_read_for_a_plan_hold_no_memories(mind: Mind) -> None:
    event = mind.observe(user=f"{BLOCK}\nおはよう", assistant=f"おはよう。{TAG}")
    assert [(one.user, one.assistant) for one in mind.recent_events(event.id)] == [("おはよう", "おはよう。")]


def test_a_retelling_of_what_was_told_is_no_content_of_a_memory(mind: Mind) -> None:
    mind.observe(
        user=f"{BLOCK}\nわたしはどこに住んでいるでしょう",
        assistant="金沢の小立野に引っ越したんだよね。今度遊びに行きたいな。",
    )
    mind.digest()
    [memory] = mind.memories.all()
    assert "小立野" not in memory.trigger + memory.content


@pytest.fixture
def older(opened: Callable[..., Omoide]) -> Mind:
    """A home in which an older version kept a turn's passage with everything in it."""
    mind = opened().persona("haru")
    event = mind.observe(user="今日の夕飯はカレー", assistant="いいね")
    said = f"{BLOCK}\n今日の夕飯はカレー"
    with mind._home.foundation.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM passages")
        connection.exec_driver_sql("INSERT INTO passage_tokens (passage_tokens) VALUES ('delete-all')")
        passage_rows.add(
            connection,
            mind.persona.id,
            kind=PassageKind.EVENT,
            item_id=event.id,
            created=event.created,
            pieces=cut(f"{said}\nいいね", side=Side.WHOLE, rules=ChunkRules(10_000, 0)),
        )
    return mind


def test_rebuilding_the_index_cuts_passages_of_an_older_version_anew(older: Mind) -> None:
    assert [hit.text for hit in older.recall("小立野に引っ越した話")] != []
    assert [finding.todo for finding in _home(older).examine() if finding.check == "words"] == ["rebuild"]
    older.rebuild_index()
    older.catch_up()
    assert older.recall("小立野に引っ越した話") == []
    assert [hit.text for hit in older.recall("夕飯のカレー")] == ["今日の夕飯はカレー\nいいね"]
    assert [finding.todo for finding in _home(older).examine() if finding.check == "words"] == [""]


def _home(mind: Mind) -> Omoide:
    return Omoide(mind._home)
