"""Memories from the turn to the archive and back, on a real store and a simulated clock."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from omoide.adapters.index.memory_field import ResidentMemoryField
from omoide.domain.events.event import Turn
from omoide.domain.feelings.emotion import Category, EmotionTag, Feeling, Valence
from omoide.domain.memories.levels import Level
from omoide.domain.recall.passage import PassageKind
from omoide.domain.recall.recalled_memory import CameToMind
from omoide.domain.text.language import Language
from omoide.errors import (
    EmbedderUnavailable,
    MemoryNotFound,
    Refused,
    Unavailable,
)
from omoide.ports.models.embedder import Role
from tests.fakes.embedding import hashing
from tests.usecases.minds import OneMind, ScriptedThinker


@pytest.fixture
def home(tmp_path: Path) -> Iterator[OneMind]:
    opened = OneMind(tmp_path / "home")
    yield opened
    opened.close()


def test_a_turn_becomes_a_memory_with_the_fields_of_the_seed(home: OneMind) -> None:
    [memory] = home.remembers("猫のモモが病気になった")
    assert memory.label == "mem_20260118_001"
    assert memory.memory_days == 9 / 24
    assert memory.decay_coefficient == pytest.approx(0.93 + 0.04 * 0.6)
    assert memory.retention_score == 60.0
    assert memory.current_level is Level.FULL
    assert memory.archived_at is None
    assert memory.recall_count == 0


def test_a_turn_makes_one_memory_however_often_it_is_asked_for(home: OneMind) -> None:
    event_id = home.says("猫のモモ")
    [first] = home.digests()
    assert home.digests() == []
    assert home.all() == [first]
    assert first.event_id == event_id
    assert home.thinker.asked == ["appraise_turn"]


def test_labels_count_within_the_local_day(home: OneMind) -> None:
    home.remembers("一つ", "二つ")
    home.clock.advance(days=1)
    home.remembers("三つ")
    assert [each.label for each in home.all()] == ["mem_20260118_001", "mem_20260118_002", "mem_20260119_001"]


@pytest.mark.parametrize(
    "text", ["/help", "<memories>\n- [2026-01-18][L1] 猫 → うん\n</memories>", "<bash-stdout>ok</bash-stdout>"]
)
def test_commands_and_injected_memories_make_no_memory(home: OneMind, text: str) -> None:
    assert home.remembers(text) == []
    assert home.memories.store.unremembered(home.persona.id, limit=9) == []
    assert home.thinker.asked == []


def test_what_was_recalled_does_not_become_evidence_of_itself(home: OneMind) -> None:
    home.remembers("モモという名前の灰色の猫を飼っている")
    home.recalls("モモという名前の猫", session="s2")
    home.says("それで思い出したけど。", "モモという名前の灰色の猫を飼っている。", session="s2")
    [memory] = home.digests()
    assert "灰色" not in memory.content


def test_a_turn_without_answer_waits(home: OneMind) -> None:
    kept = home.composed.events.observe(home.persona)(home.persona.id, [(Turn(user="まだ"), None)])
    assert home.digests() == []
    assert len(home.remembers("もう一つ")) == 1
    home.composed.events.complete(home.persona)(home.persona.id, kept[0].event.id, assistant="やっと")
    assert [each.event_id for each in home.digests()] == [kept[0].event.id]
    assert home.digests() == []


def test_a_turn_left_open_for_a_day_becomes_a_memory_as_it_stands(home: OneMind) -> None:
    kept = home.composed.events.observe(home.persona)(home.persona.id, [(Turn(user="猫のモモが帰ってこない"), None)])
    assert home.digests() == []
    home.clock.advance(days=1.1)
    [memory] = home.digests()
    assert (memory.event_id, memory.trigger) == (kept[0].event.id, "猫のモモが帰ってこない")


def test_when_nobody_can_appraise_the_turn_goes_on_waiting(home: OneMind) -> None:
    home.says("猫")
    home.thinker.error = Unavailable("no model")
    with pytest.raises(Unavailable):
        home.digests()
    assert home.all() == []
    home.thinker.error = None
    assert len(home.digests()) == 1


def test_a_turn_that_is_refused_for_ever_is_passed_over(home: OneMind) -> None:
    home.thinker.error = Refused("policy")
    assert home.remembers("猫") == []
    assert home.memories.store.unremembered(home.persona.id, limit=9) == []


def test_a_week_of_nights_lets_a_memory_fade_as_the_formula_says(home: OneMind) -> None:
    [memory] = home.remembers("設計を決めた")
    home.sleeps(7)
    after = home.again(memory)
    assert after.memory_days == pytest.approx(9 / 24 + 7)
    assert after.retention_score == pytest.approx(60 * 0.954 ** (9 / 24 + 7))
    assert after.current_level is Level.SUMMARY
    assert after.trigger == "要約 設計を決めた"


def test_missed_nights_are_caught_up_in_one_run(home: OneMind) -> None:
    [memory] = home.remembers("設計を決めた")
    home.clock.advance(days=7)
    report = home.composed.nights.sleep(home.persona)(home.persona)
    assert report is not None
    assert report.nights == 7
    assert home.again(memory).memory_days == pytest.approx(9 / 24 + 7)


def test_a_night_that_is_not_due_does_nothing(home: OneMind) -> None:
    home.remembers("設計を決めた")
    sleep = home.composed.nights.sleep(home.persona)
    assert sleep(home.persona) is None
    home.sleeps()
    assert sleep(home.persona) is None
    assert sleep(home.persona, early=True) is not None
    assert sleep(home.persona) is None


def test_recall_strengthens_a_memory_at_night(home: OneMind) -> None:
    [cat, _] = home.remembers("猫のモモ", "会議の予定")
    home.sleeps(4)
    before = home.again(cat)
    assert home.recalls("猫のモモ")[0] == cat.label
    assert home.again(cat).recalled_since_last_batch
    home.sleeps()
    after = home.again(cat)
    assert after.memory_days == before.memory_days / 2
    assert after.decay_coefficient == pytest.approx(before.decay_coefficient + 0.02)
    assert after.recall_count == 1
    assert not after.recalled_since_last_batch


def test_looking_around_is_not_recalling(home: OneMind) -> None:
    [cat] = home.remembers("猫のモモ")
    home.recalls("猫のモモ", flag=False)
    home.memories.store.history(home.persona.id, cat.id)
    home.memories.foresee(home.persona)(home.persona, days=10)
    assert not home.again(cat).recalled_since_last_batch


def test_falling_rewrites_the_text_and_the_vector(home: OneMind) -> None:
    home.set("compression.room", "2")
    home.thinker.by_word = {"猫": 12}
    [cat, *_] = home.remembers("猫のモモ", "会議", "旅行")
    home.sleeps()
    assert home.again(cat).current_level is Level.SUMMARY
    assert home.again(cat).trigger == "要約 猫のモモ"
    home.sleeps()
    assert home.again(cat).current_level is Level.TRACE
    assert home.again(cat).trigger == "痕跡 猫のモモ"
    assert set(home.thinker.asked) == {"appraise_turn"}
    assert home.recalls("痕跡")[0] == cat.label
    [found] = home.memories.night_reading.meanings(
        home.persona.id, home.composed.embedder.space, among=np.array([cat.id])
    )
    [vector] = found.vectors
    [wanted] = home.composed.embedder.embed(["痕跡 猫のモモ"])
    assert float(vector @ wanted) == pytest.approx(1.0, abs=1e-3)
    held = home.composed.recall.texts.postings(home.persona.id, ["痕跡"], kind=PassageKind.MEMORY)
    assert list(held.ids["痕跡"]) == [cat.id]


def test_a_night_whose_texts_are_prepared_does_not_even_look_for_a_thinker(home: OneMind) -> None:
    home.set("compression.room", "0")
    home.thinker.by_word = {"猫": 12}
    [cat] = home.remembers("猫のモモ")
    home.composed.models.__dict__["thinker"] = lambda _persona: pytest.fail("the thinker was made")
    home.sleeps(2)
    assert home.again(cat).trigger == "痕跡 猫のモモ"


def test_texts_that_were_not_prepared_are_asked_for_at_night(tmp_path: Path) -> None:
    home = OneMind(tmp_path, thinker=ScriptedThinker(intensity=40, prepares=False))
    [memory] = home.remembers("猫のモモ")
    home.sleeps()
    assert home.again(memory).trigger == "summary: 猫のモモ"
    assert home.thinker.asked == ["appraise_turn", "condense"]


def test_when_no_model_can_condense_the_fall_is_postponed(tmp_path: Path) -> None:
    home = OneMind(tmp_path, thinker=ScriptedThinker(intensity=40, prepares=False))
    [memory] = home.remembers("猫のモモ")
    home.thinker.error = Unavailable("no model")
    home.sleeps()
    assert home.again(memory).current_level is Level.FULL
    assert home.composed.nights.records.reports(home.persona.id, limit=1)[0].counts["postponed"] == 1
    home.thinker.error = None
    home.sleeps()
    assert home.again(memory).current_level is Level.SUMMARY


def test_an_archived_memory_that_answers_a_cue_comes_back(home: OneMind) -> None:
    home.set("compression.room", "3")
    home.thinker.by_word = {"猫": 4}
    [cat, *_] = home.remembers("猫のモモ", "会議", "旅行", "料理")
    home.sleeps(3)
    assert home.again(cat).is_archived
    found = home.composed.recall.recall_memories(home.persona)(home.persona, "痕跡 猫のモモ")
    hit = next(each for each in found if each.memory.id == cat.id)
    assert hit.is_archived
    assert home.again(cat).revival_requested
    home.sleeps()
    back = home.again(cat)
    assert back.current_level is Level.TRACE
    assert back.retention_score == 8.0
    assert not back.revival_requested
    assert back.recalled_since_last_batch


def test_a_recall_counts_where_the_memory_lies_when_it_is_noted(home: OneMind) -> None:
    """A night may archive a memory, or bring it back, between its coming to mind and the note of that."""
    home.set("compression.room", "3")
    home.thinker.by_word = {"猫": 4}
    cat, dog, *_ = home.remembers("猫のモモ", "犬のポチ", "旅行", "料理")
    home.sleeps(3)
    assert home.again(cat).is_archived
    home.memories.recall_log.flag(home.persona.id, CameToMind([cat.id, dog.id], home.clock.now(), "s1"))
    assert home.again(cat).revival_requested
    assert not home.again(cat).recalled_since_last_batch
    assert home.again(dog).recalled_since_last_batch
    assert not home.again(dog).revival_requested


def test_the_archive_is_not_searched_when_that_is_switched_off(home: OneMind) -> None:
    home.set("archive.enable_archive_recall", "false")
    home.set("compression.room", "0")
    home.thinker.by_word = {"猫": 4}
    [cat] = home.remembers("猫のモモ")
    home.sleeps(3)
    assert home.again(cat).is_archived
    assert home.recalls("痕跡 猫のモモ") == []
    assert not home.again(cat).revival_requested


def test_alike_memories_are_linked_and_come_to_mind_together(home: OneMind) -> None:
    home.set("retrieval.top_k", "1")
    one, other = home.remembers("猫のモモと公園で遊んだ", "猫のモモと公園で遊んだ！")
    home.sleeps()
    [relation] = home.memories.store.relations(home.persona.id, [one.id])
    assert (relation.source, relation.target) == (other.id, one.id)
    [hit] = home.composed.recall.recall_memories(home.persona)(home.persona, "猫のモモと公園で遊んだ")
    related = {each.id for each in hit.related}
    assert hit.memory.id == other.id
    assert related == {one.id}


def test_the_sessions_feeling_is_that_of_its_last_memory(home: OneMind) -> None:
    assert home.memories.recall_log.feeling(home.persona.id, "s1") is None
    home.thinker.feeling = Feeling(Valence.NEGATIVE, 80, (EmotionTag.ANGER,))
    home.remembers("猫")
    home.thinker.feeling = Feeling(Valence.POSITIVE, 20, (EmotionTag.JOY,))
    home.remembers("犬", session="s2")
    assert home.memories.recall_log.feeling(home.persona.id, "s1") == Feeling(Valence.NEGATIVE, 80, (EmotionTag.ANGER,))
    home.recalls("犬", session="s1")
    assert home.memories.recall_log.feeling(home.persona.id, "s1") == home.thinker.feeling
    assert home.memories.recall_log.feeling(home.persona.id, "s3") is None


def test_an_appointment_is_kept_until_its_day_has_passed(home: OneMind) -> None:
    home.thinker.by_word = {"歯医者": 10}
    [dentist] = home.remembers("1月25日に歯医者")
    home.sleeps(7)
    assert home.again(dentist).current_level is Level.FULL
    home.sleeps(2)
    assert home.again(dentist).current_level is not Level.FULL


def test_another_personas_memories_are_never_seen(home: OneMind) -> None:
    home.remembers("猫のモモ")
    other = home.composed.foundation.personas.add("natsu", language=Language.JA, timezone="UTC", at=home.clock.now())
    assert home.composed.recall.recall_memories(other)(other, "猫のモモ") == []
    with pytest.raises(MemoryNotFound):
        home.memories.store.named(other.id, "mem_20260118_001")
    assert home.composed.nights.sleep(other)(other) is None


class _Away:
    """An embedder that cannot be reached."""

    space = hashing().space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        raise EmbedderUnavailable(f"no vectors for {len(texts)} texts as {role}")


def test_words_alone_serve_while_the_embedder_is_away(home: OneMind) -> None:
    [cat, _] = home.remembers("猫のモモ", "会議の予定")
    recall = replace(home.composed.recall.recall_memories(home.persona), embedder=_Away())
    [hit] = recall(home.persona, "モモ")
    assert hit.memory.id == cat.id


def test_a_field_that_was_read_before_follows_every_change(home: OneMind) -> None:
    field = ResidentMemoryField(home.composed.foundation.database)
    one, two = home.remembers("猫", "犬")
    assert field.field(home.persona.id).ids.tolist() == [one.id, two.id]
    home.sleeps()
    home.remembers("鳥")
    home.memories.manual_edits.erase(home.persona.id, two.id, at=home.clock.now())
    seen, fresh = (
        field.field(home.persona.id),
        ResidentMemoryField(home.composed.foundation.database).field(home.persona.id),
    )
    assert seen.ids.tolist() == fresh.ids.tolist()
    assert seen.retention.tolist() == fresh.retention.tolist()
    assert seen.feelings.tags.tolist() == fresh.feelings.tags.tolist()


def test_emotional_talk_lasts_longer_than_small_talk(home: OneMind) -> None:
    home.thinker.category = Category.EMOTIONAL
    [deep] = home.remembers("父のこと")
    home.thinker.category = Category.CASUAL
    [light] = home.remembers("おはよう")
    home.sleeps(7)
    assert home.again(deep).current_level is Level.FULL
    assert home.again(light).retention_score < 10
