"""What a prompt calls up: what was said, told by its memory as far as that has faded."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.embedders.builtin import BuiltinEmbedder
from omoide.domain.context.composition import LeftOutReason
from omoide.domain.events.event import EventId
from omoide.usecases.hosts.recall_for_prompt import Brought

SAID = (
    ("猫のモモを獣医さんに連れていった", "がんばったね"),
    ("駅前のパン屋で塩パンを買った", "いいね"),
    ("来週は京都に出張なんだ", "気をつけてね"),
    ("ギターの弦を張り替えた", "いい音になりそう"),
    ("妹が看護師になった", "おめでとう"),
)


@pytest.fixture
def mind(tmp_path: Path, clock: SimulatedClock) -> Iterator[Mind]:
    """A mind with the encoder that users have: what is relevant is its matter."""
    with Omoide.open(tmp_path / "home", clock=clock, embedder=BuiltinEmbedder(), beside="nowhere") as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        yield home.mind("haru")


@pytest.fixture
def lived(mind: Mind) -> Mind:
    for user, assistant in SAID:
        mind.observe(user=user, assistant=assistant, session_id="old")
    mind.settle()
    return mind


def called_up(mind: Mind, prompt: str) -> Brought:
    return mind._home.hosts.recall_for_prompt(mind.persona)(mind.persona, prompt, session_id="new", place="")


def test_a_name_in_the_prompt_calls_up_the_memory(lived: Mind) -> None:
    brought = called_up(lived, "今度の休み、モモとどこかへ行こうかな")
    assert [memory.trigger for memory in brought.memories][:1] == [
        next(memory.trigger for memory in lived.memories.all() if "モモ" in memory.trigger)
    ]


def test_it_is_told_at_the_level_to_which_the_memory_has_faded(lived: Mind, clock: SimulatedClock) -> None:
    before = called_up(lived, "モモは元気？").lines[0]
    clock.advance(days=20)
    lived.settle()
    after = called_up(lived, "モモは元気？").lines[0]
    assert after.level > before.level
    assert len(after.trigger + after.content) < len(before.trigger + before.content)


@pytest.mark.parametrize("prompt", ["次の四半期の売上予測を出して", "こんにちは", "refactor the parser", "/help"])
def test_a_prompt_that_has_nothing_to_do_with_anything_calls_up_nothing(lived: Mind, prompt: str) -> None:
    assert called_up(lived, prompt).lines == ()


def test_what_the_owner_archived_needs_a_closer_prompt_and_says_so(lived: Mind) -> None:
    [cat] = [memory for memory in lived.memories.all() if "モモ" in memory.trigger]
    lived.memories.archive(cat.label)
    far = called_up(lived, "今度の休み、モモとどこかへ行こうかな")
    assert cat.id not in far.memory_ids
    near = called_up(lived, "猫のモモを獣医さんに連れていったのはいつ？")
    assert near.memory_ids[:1] == (cat.id,)
    assert near.lines[0].is_archived


def test_what_no_memory_was_made_of_yet_is_told_as_it_was_said(mind: Mind) -> None:
    mind.set("background.auto", "false")
    mind.observe(user="猫のモモを獣医さんに連れていった", assistant="がんばったね", session_id="old")
    [line] = called_up(mind, "モモは獣医さんでどうだった？").lines
    assert line.trigger == "猫のモモを獣医さんに連れていった"


def test_what_is_over_the_number_is_left_out_and_named(lived: Mind) -> None:
    for number in range(8):
        lived.observe(user=f"モモの{number}回目の病院の日", assistant="うん", session_id=f"s{number}")
    lived.settle()
    brought = called_up(lived, "モモの病院の日")
    assert len(brought.lines) == 5
    assert {each.reason for each in brought.left_out} == {LeftOutReason.OVER_BUDGET}


def test_memories_are_found_by_their_events(lived: Mind) -> None:
    store, persona = lived._home.memories.store, lived.persona.id
    ids = [event.id for event in lived.log()]
    found = store.of_events(persona, [*ids, EventId(999)])
    assert sorted(found) == sorted(ids)
    assert all(memory.event_id == event_id for event_id, memory in found.items())
    assert store.of_events(persona, []) == {}


def test_numbers_of_memories_are_found_by_their_events(lived: Mind) -> None:
    store, persona = lived._home.memories.store, lived.persona.id
    made = {memory.event_id: memory.id for memory in lived.memories.all()}
    assert store.numbers_of(persona, [*made, EventId(999)]) == made  # type: ignore[list-item]
    assert store.numbers_of(persona, []) == {}
    assert not store.has_any_of_no_event(persona)


def test_what_comes_to_mind_without_being_read_is_what_recall_returns(lived: Mind) -> None:
    recall = lived._home.recall.recall(lived.persona)
    for cue in ("モモは獣医さんでどうだった？", "京都にはいつ行く？", "妹の仕事", "こんにちは", "refactor the parser"):
        told = [(hit.event.id, hit.score, hit.outdated_by) for hit in lived.recall(cue, limit=4)]
        found = recall.hits(lived.persona, cue, limit=4)
        assert [(hit.event_id, hit.score, hit.outdated_by) for hit in found] == told


def test_what_an_earlier_block_shows_is_left_out_and_named_by_its_words(lived: Mind) -> None:
    first = lived.context("モモは獣医さんでどうだった？", session_id="s")
    assert "獣医" in first.block
    talk = [
        {"role": "user", "content": "モモは獣医さんでどうだった？"},
        {"role": "assistant", "content": "うん"},
        {"role": "user", "content": "モモ、獣医さんで暴れた？"},
    ]
    again = lived.context(talk, session_id="s")
    before = [each for each in again.left_out if each.reason is LeftOutReason.SHOWN_BEFORE]
    assert any("モモ" in each.what for each in before)
    assert "獣医" not in again.block
