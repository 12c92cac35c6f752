""" "Not that", through the Python door: demoted for that cue, for no other, until it is taken back."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide import Mind
from omoide.domain.recall.receipts.receipt import Fate
from omoide.errors import EventNotFound, FeedbackNotFound, InvalidInput, MemoryNotFound, NotRecorded

SAID = ["うちの猫の名前はモモだよ", "隣の猫の名前はタマだよ", "猫の名前を考えるのは楽しい", "昨日はカレーを作った"]
CUE = "猫の名前は？"
OTHERS = ["カレーを作ったのはいつ？", "隣の猫", "モモ", "名前を考えるのは楽しい？", "犬の名前は？"]


@pytest.fixture
def known(mind: Mind) -> Mind:
    for said in SAID:
        mind.observe(user=said, assistant="うん", session_id="cats" if "猫" in said else "kitchen")
    mind.settle()
    return mind


def order(mind: Mind, cue: str = CUE) -> list[tuple[int, float]]:
    return [(int(hit.event.id), hit.score) for hit in mind.recall(cue)]


def test_it_falls_behind_what_else_came_to_mind(known: Mind) -> None:
    before = order(known)
    assert len(before) >= 2
    first = known.recall(CUE)[0]
    demotion = known.not_that(first)
    assert (demotion.cue, str(demotion.item)) == (CUE, f"event:{before[0][0]}")
    after = order(known)
    assert [each for each, _ in after] == [each for each, _ in before[1:]] + [before[0][0]]
    assert [score for _, score in after] == sorted((score for _, score in after), reverse=True)
    receipt = known.recalls()[0]
    assert receipt.shown[-1].parts["demoted"] == 1.0
    assert "「それじゃない」と言われたので後ろに回した" in known.why().text


def test_the_same_cue_in_other_writing_and_a_near_one_are_meant_too(known: Mind) -> None:
    first = known.recall(CUE)[0]
    known.not_that(first)
    for cue in ("猫の名前は", "　猫の名前は！ "):
        assert order(known, cue)[0][0] != first.event.id


def test_other_cues_are_untouched(known: Mind) -> None:
    before = {cue: order(known, cue) for cue in OTHERS}
    known.not_that(known.recall(CUE)[0])
    assert {cue: order(known, cue) for cue in OTHERS} == before


def test_taking_it_back_gives_exactly_the_former_order(known: Mind) -> None:
    before = order(known)
    demotion = known.not_that(known.recall(CUE)[0])
    assert order(known) != before
    assert known.feedback.list() == [demotion]
    assert known.feedback.undo(demotion.id) == demotion
    assert known.feedback.list() == []
    assert order(known) == before
    with pytest.raises(FeedbackNotFound):
        known.feedback.undo(demotion.id)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(places=st.lists(st.integers(0, 2), unique=True, max_size=3))
def test_whatever_is_demoted_the_rest_keeps_its_order_and_undo_restores_all(known: Mind, places: list[int]) -> None:
    before = order(known)
    wanted = [before[place][0] for place in places if place < len(before)]
    done = [known.not_that(event_id, cue=CUE) for event_id in wanted]
    after = [each for each, _ in order(known)]
    passed = [each for each, _ in before if each not in wanted]
    assert after == ([*passed, *(each for each, _ in before if each in wanted)] if passed else [])
    for each in done:
        known.feedback.undo(each.id)
    assert order(known) == before


def test_alone_it_is_not_shown(known: Mind) -> None:
    [only] = known.recall("カレー")
    known.not_that(only)
    assert known.recall("カレー") == []
    [found] = [each for each in known.recalls()[0].candidates if each.item.id == str(only.event.id)]
    assert found.fate == Fate.DEMOTED


def test_the_limit_lets_the_next_one_in(known: Mind) -> None:
    first, second = known.recall(CUE)[:2]
    known.not_that(first)
    assert [hit.event.id for hit in known.recall(CUE, limit=1)] == [second.event.id]
    assert known.recall(CUE, limit=0) == []


def test_a_turn_and_its_memory_are_one(known: Mind) -> None:
    found = known.memories.recall(CUE)
    demotion = known.not_that(found[0].memory.label, cue=CUE)
    assert str(demotion.item) == f"event:{found[0].memory.event_id}"
    assert known.memories.recall(CUE)[-1].memory.id == found[0].memory.id
    assert known.recall(CUE)[-1].event.id == found[0].memory.event_id
    assert known.not_that(f"memory:{found[0].memory.id}", cue=CUE) == demotion


def test_only_what_is_shown_is_strengthened(known: Mind) -> None:
    found = known.memories.recall(CUE, limit=1)
    known.not_that(found[0], cue=CUE)
    counts = {each.id: each.recalls_since_last_batch for each in known.memories.all()}
    [shown] = known.memories.recall(CUE, limit=1)
    assert shown.memory.id != found[0].memory.id
    now = {each.id: each.recalls_since_last_batch for each in known.memories.all()}
    assert {key: now[key] - counts[key] for key in now if now[key] != counts[key]} == {shown.memory.id: 1}


def test_prompts_and_contexts_heed_it(known: Mind) -> None:
    first = known.recall(CUE)[0]
    text = first.event.user
    shown = known.host.meet_prompt(CUE, session_id="a").text
    assert text in shown
    known.not_that(first)
    lines = [line for line in known.host.meet_prompt(CUE, session_id="b").text.splitlines() if line.startswith("- ")]
    assert len(lines) >= 2
    assert text not in lines[0]
    block = known.context([{"role": "user", "content": CUE}], session_id="c").block
    places = [block.find(said) for said in SAID if said in block]
    assert max(places) == block.find(text)
    [only] = known.recall("カレー")
    known.not_that(only)
    assert only.event.user not in known.host.meet_prompt("カレー", session_id="d").text
    assert only.event.user not in known.host.meet_prompt("カレー", session_id="e", by_words_alone=True).text


def test_without_a_cue_the_last_recall_that_showed_it_is_meant(known: Mind) -> None:
    [only] = known.recall("カレー")
    known.recall(CUE)
    assert known.not_that(int(only.event.id)).cue == "カレー"
    with pytest.raises(InvalidInput, match="cue"):
        known.not_that(known.observe(user="新しい話").id)


def test_bad_input_is_refused_in_words(known: Mind) -> None:
    with pytest.raises(InvalidInput):
        known.not_that(1, cue="  ")
    with pytest.raises(EventNotFound):
        known.not_that(999, cue="x")
    with pytest.raises(MemoryNotFound):
        known.not_that("memory:999", cue="x")
    with pytest.raises(MemoryNotFound):
        known.not_that("mem_19990101_001", cue="x")
    with pytest.raises(InvalidInput):
        known.not_that("何か", cue="x")
    known.set("privacy.never_record", '["Rosalind"]')
    with pytest.raises(NotRecorded):
        known.not_that(1, cue="Rosalind")


def test_said_right_after_a_block_with_one_recollection_it_is_heard(known: Mind) -> None:
    asked = [{"role": "user", "content": "カレー"}]
    assert "カレー" in known.context(asked, session_id="s").block
    assert known.feedback.heard("カレーはおいしいね", session_id="s") is None
    said = [*asked, {"role": "assistant", "content": "?"}, {"role": "user", "content": "それじゃない"}]
    known.context(said, session_id="s")
    assert known.feedback.is_said("それじゃない")
    demotion = known.feedback.heard("それじゃない", session_id="s")
    assert demotion is not None
    assert demotion.cue == "カレー"
    assert known.feedback.heard("それじゃない", session_id="other") is None


def test_where_several_were_shown_it_is_not_certain_what_is_meant(known: Mind) -> None:
    known.context([{"role": "user", "content": CUE}], session_id="s")
    assert len(known.recalls()[0].shown) > 1
    assert known.feedback.heard("それじゃない", session_id="s") is None
    known.recall("カレー")
    assert known.feedback.list() == []
