"""Memories from the turn to the archive and back, on a real store and a simulated clock."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.adapters.index.memory_field import ResidentMemoryField
from omoide.domain import moment
from omoide.domain.emotion import Category, EmotionTag, Feeling, Valence
from omoide.domain.event import EventId, Turn
from omoide.domain.language import Language
from omoide.domain.levels import Level
from omoide.domain.memory import Cause
from omoide.domain.moment import DAY_SECONDS
from omoide.domain.passage import Kind
from omoide.domain.protection import Granted, Waiting
from omoide.errors import (
    EmbedderUnavailable,
    EventNotFound,
    InvalidInput,
    MemoryNotFound,
    MemoryProtected,
    NightNotFound,
    NightOvertaken,
    Refused,
    Unavailable,
)
from omoide.ports.embedder import Role
from omoide.ports.nights import Phase
from tests.usecases.minds import TOKYO, Home, ScriptedThinker


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    opened = Home(tmp_path / "home")
    yield opened
    opened.close()


def test_a_turn_becomes_a_memory_with_the_fields_of_the_seed(home: Home) -> None:
    [memory] = home.remembers("猫のモモが病気になった")
    assert memory.label == "mem_20260118_001"
    assert memory.memory_days == 9 / 24
    assert memory.decay_coefficient == pytest.approx(0.93 + 0.04 * 0.6)
    assert memory.retention_score == 60.0
    assert memory.current_level is Level.FULL
    assert memory.archived_at is None
    assert memory.recall_count == 0


def test_a_turn_makes_one_memory_however_often_it_is_asked_for(home: Home) -> None:
    event_id = home.says("猫のモモ")
    remember = home.memories.remember(home.persona)
    first, second = remember(home.persona, event_id), remember(home.persona, event_id)
    assert first is not None
    assert second == first
    assert remember.pending(home.persona) == []


def test_labels_count_within_the_local_day(home: Home) -> None:
    home.remembers("一つ", "二つ")
    home.clock.advance(days=1)
    home.remembers("三つ")
    assert [each.label for each in home.all()] == ["mem_20260118_001", "mem_20260118_002", "mem_20260119_001"]


@pytest.mark.parametrize(
    "text", ["/help", "<memories>\n- [2026-01-18][L1] 猫 → うん\n</memories>", "<bash-stdout>ok</bash-stdout>"]
)
def test_commands_and_injected_memories_make_no_memory(home: Home, text: str) -> None:
    assert home.remembers(text) == []
    assert home.memories.store.unremembered(home.persona.id, limit=9) == []
    assert home.thinker.asked == []


def test_what_was_recalled_does_not_become_evidence_of_itself(home: Home) -> None:
    home.remembers("モモという名前の灰色の猫を飼っている")
    home.recalls("モモという名前の猫", session="s2")
    home.says("それで思い出したけど。", "モモという名前の灰色の猫を飼っている。", session="s2")
    [memory] = home.memories.remember(home.persona).pending(home.persona)
    assert "灰色" not in memory.content


def test_a_turn_without_answer_waits(home: Home) -> None:
    kept = home.wiring.observe(home.persona.id)(home.persona.id, [(Turn(user="まだ"), None)])
    remember = home.memories.remember(home.persona)
    assert remember.pending(home.persona) == []
    with pytest.raises(InvalidInput, match="no answer yet"):
        remember(home.persona, kept[0].event.id)
    with pytest.raises(EventNotFound):
        remember(home.persona, EventId(999))
    assert len(home.remembers("もう一つ")) == 1
    home.wiring.complete(home.persona.id)(home.persona.id, kept[0].event.id, assistant="やっと")
    assert [each.event_id for each in remember.pending(home.persona)] == [kept[0].event.id]
    assert remember.pending(home.persona) == []


def test_when_nobody_can_appraise_the_turn_goes_on_waiting(home: Home) -> None:
    home.says("猫")
    home.thinker.error = Unavailable("no model")
    with pytest.raises(Unavailable):
        home.memories.remember(home.persona).pending(home.persona)
    home.thinker.error = None
    assert len(home.memories.remember(home.persona).pending(home.persona)) == 1


def test_a_turn_that_is_refused_for_ever_is_passed_over(home: Home) -> None:
    home.thinker.error = Refused("policy")
    assert home.remembers("猫") == []
    assert home.memories.store.unremembered(home.persona.id, limit=9) == []


def test_a_week_of_nights_lets_a_memory_fade_as_the_formula_says(home: Home) -> None:
    [memory] = home.remembers("設計を決めた")
    home.sleeps(7)
    after = home.again(memory)
    assert after.memory_days == pytest.approx(9 / 24 + 7)
    assert after.retention_score == pytest.approx(60 * 0.954 ** (9 / 24 + 7))
    assert after.current_level is Level.SUMMARY
    assert after.trigger == "要約 設計を決めた"


def test_missed_nights_are_caught_up_in_one_run(home: Home) -> None:
    [memory] = home.remembers("設計を決めた")
    home.clock.advance(days=7)
    report = home.memories.sleep(home.persona)(home.persona)
    assert report is not None
    assert report.nights == 7
    assert home.again(memory).memory_days == pytest.approx(9 / 24 + 7)


def test_a_night_that_is_not_due_does_nothing(home: Home) -> None:
    home.remembers("設計を決めた")
    sleep = home.memories.sleep(home.persona)
    assert sleep(home.persona) is None
    home.sleeps()
    assert sleep(home.persona) is None
    assert sleep(home.persona, early=True) is not None
    assert sleep(home.persona) is None


def test_recall_strengthens_a_memory_at_night(home: Home) -> None:
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


def test_looking_around_is_not_recalling(home: Home) -> None:
    [cat] = home.remembers("猫のモモ")
    home.recalls("猫のモモ", flag=False)
    home.memories.store.history(home.persona.id, cat.id)
    home.memories.foresee(home.persona)(home.persona, days=10)
    assert not home.again(cat).recalled_since_last_batch


def test_falling_rewrites_the_text_and_the_vector(home: Home) -> None:
    home.thinker.by_word = {"猫": 12}
    [cat] = home.remembers("猫のモモ")
    home.sleeps()
    assert home.again(cat).current_level is Level.TRACE
    assert home.again(cat).trigger == "痕跡 猫のモモ"
    assert home.thinker.asked == ["appraise_turn"]
    assert home.recalls("痕跡") == [cat.label]
    [vector] = home.memories.reading.vectors(home.persona.id, home.wiring.embedder.space)[1]
    [wanted] = home.wiring.embedder.embed(["痕跡 猫のモモ"])
    assert float(vector @ wanted) == pytest.approx(1.0, abs=1e-3)
    assert list(home.wiring.texts.postings(home.persona.id, ["痕跡"], kind=Kind.MEMORY)["痕跡"]) == [cat.id]


def test_texts_that_were_not_prepared_are_asked_for_at_night(tmp_path: Path) -> None:
    home = Home(tmp_path, thinker=ScriptedThinker(intensity=40, prepares=False))
    [memory] = home.remembers("猫のモモ")
    home.sleeps()
    assert home.again(memory).trigger == "summary: 猫のモモ"
    assert home.thinker.asked == ["appraise_turn", "condense"]


def test_when_no_model_can_condense_the_fall_is_postponed(tmp_path: Path) -> None:
    home = Home(tmp_path, thinker=ScriptedThinker(intensity=40, prepares=False))
    [memory] = home.remembers("猫のモモ")
    home.thinker.error = Unavailable("no model")
    home.sleeps()
    assert home.again(memory).current_level is Level.FULL
    assert home.memories.records.reports(home.persona.id, limit=1)[0].counts["postponed"] == 1
    home.thinker.error = None
    home.sleeps()
    assert home.again(memory).current_level is Level.SUMMARY


def test_an_archived_memory_that_answers_a_cue_comes_back(home: Home) -> None:
    home.thinker.by_word = {"猫": 4}
    [cat, *_] = home.remembers("猫のモモ", "会議", "旅行", "料理")
    home.sleeps()
    assert home.again(cat).is_archived
    found = home.memories.recall(home.persona)(home.persona, "痕跡 猫のモモ")
    hit = next(each for each in found if each.memory.id == cat.id)
    assert hit.is_archived
    assert home.again(cat).revival_requested
    home.sleeps()
    back = home.again(cat)
    assert back.current_level is Level.TRACE
    assert back.retention_score == 8.0
    assert not back.revival_requested
    assert back.recalled_since_last_batch


def test_the_archive_is_not_searched_when_that_is_switched_off(home: Home) -> None:
    home.set("archive.enable_archive_recall", "false")
    home.thinker.by_word = {"猫": 4}
    [cat] = home.remembers("猫のモモ")
    home.sleeps()
    assert home.recalls("痕跡 猫のモモ") == []
    assert not home.again(cat).revival_requested


def test_alike_memories_are_linked_and_come_to_mind_together(home: Home) -> None:
    home.set("retrieval.top_k", "1")
    one, other = home.remembers("猫のモモと公園で遊んだ", "猫のモモと公園で遊んだ！")
    home.sleeps()
    [relation] = home.memories.store.relations(home.persona.id, [one.id])
    assert (relation.source, relation.target) == (other.id, one.id)
    [hit] = home.memories.recall(home.persona)(home.persona, "猫のモモと公園で遊んだ")
    related = {each.id for each in hit.related}
    assert hit.memory.id == other.id
    assert related == {one.id}


def test_the_sessions_feeling_is_that_of_its_last_memory(home: Home) -> None:
    assert home.memories.log.feeling(home.persona.id, "s1") is None
    home.thinker.feeling = Feeling(Valence.NEGATIVE, 80, (EmotionTag.ANGER,))
    home.remembers("猫")
    home.thinker.feeling = Feeling(Valence.POSITIVE, 20, (EmotionTag.JOY,))
    home.remembers("犬", session="s2")
    assert home.memories.log.feeling(home.persona.id, "s1") == Feeling(Valence.NEGATIVE, 80, (EmotionTag.ANGER,))
    home.recalls("犬", session="s1")
    assert home.memories.log.feeling(home.persona.id, "s1") == home.thinker.feeling
    assert home.memories.log.feeling(home.persona.id, "s3") is None


def test_a_memory_the_owner_asked_to_keep_never_falls(home: Home) -> None:
    home.thinker.by_word = {"鍵": 10}
    [key] = home.remembers("鍵は棚の上。覚えておいて")
    assert key.protected
    home.sleeps(30)
    assert home.again(key).current_level is Level.FULL
    assert home.recalls("鍵はどこ") == [key.label]


def test_the_fifty_first_waits_until_one_is_released(home: Home) -> None:
    home.set("protection.max_protected_memories", "2")
    first, second, third = home.remembers("一。覚えておいて", "二。覚えておいて", "三。覚えておいて")
    assert [first.protected, second.protected, third.protected] == [True, True, False]
    assert [claim.memory_id for claim in home.memories.hand.claims(home.persona.id)] == [third.id]
    answer = home.memories.protect(home.persona)(home.persona, third)
    assert isinstance(answer, Waiting)
    assert [each.id for each in answer.oldest] == [first.id, second.id]
    [promoted] = home.memories.release(home.persona)(home.persona, home.again(first))
    assert promoted.id == third.id
    assert home.again(third).protected
    assert not home.again(first).protected
    assert home.memories.hand.claims(home.persona.id) == []


def test_protecting_by_hand_and_releasing_are_told_in_the_history(home: Home) -> None:
    [memory] = home.remembers("猫")
    assert isinstance(home.memories.protect(home.persona)(home.persona, memory), Granted)
    home.memories.release(home.persona)(home.persona, home.again(memory))
    causes = [chapter.cause for chapter in home.memories.store.history(home.persona.id, memory.id)]
    assert causes == [Cause.MADE, Cause.PROTECTED, Cause.RELEASED]


def test_a_protected_memory_is_not_forgotten(home: Home) -> None:
    [memory] = home.remembers("猫。覚えておいて")
    with pytest.raises(MemoryProtected):
        home.memories.hand.forget(home.persona.id, memory.id, at=home.clock.now(), for_good=False)


def test_a_forgotten_memory_can_be_restored_within_the_grace_period(home: Home) -> None:
    [memory] = home.remembers("猫のモモ")
    home.memories.hand.forget(home.persona.id, memory.id, at=home.clock.now(), for_good=False)
    assert home.recalls("猫のモモ") == []
    with pytest.raises(MemoryNotFound):
        home.memories.store.named(home.persona.id, memory.label)
    back = home.memories.restore(home.persona)(home.persona, memory.label)
    assert back == memory
    assert home.recalls("猫のモモ") == [memory.label]


def test_what_was_forgotten_for_good_does_not_come_back(home: Home) -> None:
    [memory] = home.remembers("猫のモモ")
    home.memories.hand.forget(home.persona.id, memory.id, at=home.clock.now(), for_good=True)
    with pytest.raises(MemoryNotFound):
        home.memories.restore(home.persona)(home.persona, memory.label)
    assert "モモ" not in "".join(str(chapter) for chapter in home.memories.store.history(home.persona.id, memory.id))
    assert home.memories.remember(home.persona).pending(home.persona) == []


def test_restoring_an_archived_memory_by_hand(home: Home) -> None:
    home.thinker.by_word = {"猫": 4}
    [cat] = home.remembers("猫のモモ")
    with pytest.raises(InvalidInput, match="neither archived nor forgotten"):
        home.memories.restore(home.persona)(home.persona, cat.label)
    home.sleeps()
    back = home.memories.restore(home.persona)(home.persona, cat.label)
    assert back.current_level is Level.TRACE
    assert back.retention_score == 8.0


def test_an_undone_night_leaves_everything_as_it_was(home: Home) -> None:
    home.thinker.by_word = {"猫": 12, "犬": 4}
    home.remembers("猫のモモ", "犬のポチ", "設計", "設計")
    home.sleeps()
    home.recalls("設計")
    before = home.all()
    graph = home.memories.store.relations(home.persona.id, [each.id for each in before])
    home.sleeps(1)
    assert home.all() != before
    assert home.memories.undo(home.persona)(home.persona) == moment.parse("2026-01-20T03:00:00", tz=TOKYO)
    assert home.all() == before
    assert home.memories.store.relations(home.persona.id, [each.id for each in before]) == graph


def test_undoing_brings_texts_and_searches_back(home: Home) -> None:
    home.thinker.by_word = {"猫": 12}
    [cat] = home.remembers("猫のモモ")
    home.sleeps()
    home.memories.undo(home.persona)(home.persona)
    assert home.again(cat) == cat
    assert home.recalls("猫のモモ", flag=False) == [cat.label]
    assert home.wiring.texts.is_sound()


def test_a_memory_protected_because_of_the_night_gets_its_text_back(home: Home) -> None:
    home.thinker.by_word = {"猫": 12}
    [cat] = home.remembers("猫のモモ")
    home.sleeps()
    home.memories.protect(home.persona)(home.persona, home.again(cat))
    home.memories.undo(home.persona)(home.persona)
    assert home.again(cat).trigger == "猫のモモ"
    assert home.again(cat).protected
    home.memories.sleep(home.persona)(home.persona)
    assert home.again(cat).current_level is Level.FULL


def test_a_memory_that_the_owner_brought_back_stays_where_it_was_put(home: Home) -> None:
    home.thinker.by_word = {"猫": 4}
    [cat] = home.remembers("猫のモモ")
    home.sleeps()
    home.memories.restore(home.persona)(home.persona, cat.label)
    home.memories.undo(home.persona)(home.persona)
    assert home.again(cat).current_level is Level.TRACE


def test_an_undone_night_does_not_run_by_itself_but_by_hand(home: Home) -> None:
    home.remembers("設計")
    home.sleeps()
    home.memories.undo(home.persona)(home.persona)
    sleep = home.memories.sleep(home.persona)
    assert sleep(home.persona, by_itself=True) is None
    assert sleep(home.persona) is not None
    home.memories.undo(home.persona)(home.persona)
    with pytest.raises(NightNotFound):
        home.memories.undo(home.persona)(home.persona)


def test_nights_that_nobody_asks_for_keep_their_interval(home: Home) -> None:
    home.set("compression.interval_hours", "48")
    home.remembers("設計")
    home.sleeps()
    home.clock.advance(days=1)
    sleep = home.memories.sleep(home.persona)
    assert sleep(home.persona, by_itself=True) is None
    home.clock.advance(days=1)
    report = sleep(home.persona, by_itself=True)
    assert report is not None
    assert report.nights == 2


def test_a_night_cannot_be_undone_after_its_grace_period(home: Home) -> None:
    home.remembers("設計")
    home.sleeps()
    home.clock.advance(days=8)
    with pytest.raises(NightNotFound, match="grace period"):
        home.memories.undo(home.persona)(home.persona)


def test_recalls_since_the_night_survive_its_undoing(home: Home) -> None:
    [memory] = home.remembers("設計")
    home.recalls("設計")
    home.sleeps()
    home.recalls("設計")
    home.memories.undo(home.persona)(home.persona)
    assert home.again(memory).recalls_since_last_batch == 2


def test_undoing_brings_automatically_deleted_memories_back(home: Home) -> None:
    home.set("archive.auto_delete_enabled", "true")
    home.set("archive.retention_days", "0")
    home.thinker.by_word = {"猫": 4}
    [cat] = home.remembers("猫のモモ")
    home.sleeps()
    home.sleeps()
    assert home.all() == []
    home.clock.advance(days=1)
    [chapter] = [each for each in home.memories.store.history(home.persona.id, cat.id) if each.cause is Cause.DELETED]
    assert chapter.level_before is Level.ARCHIVE
    home.memories.undo(home.persona)(home.persona)
    assert home.again(cat).is_archived
    assert home.memories.remember(home.persona).pending(home.persona) == []


def test_an_appointment_is_kept_until_its_day_has_passed(home: Home) -> None:
    home.thinker.by_word = {"歯医者": 10}
    [dentist] = home.remembers("1月25日に歯医者")
    home.sleeps(7)
    assert home.again(dentist).current_level is Level.FULL
    home.sleeps(2)
    assert home.again(dentist).current_level is not Level.FULL


def test_ten_memories_of_a_new_user_are_all_there_after_a_week(home: Home) -> None:
    made = home.remembers(*(f"話題{number}について話した" for number in range(10)))
    home.sleeps(7)
    assert all(home.again(each).current_level in (Level.FULL, Level.SUMMARY) for each in made)


def test_the_history_keeps_texts_for_the_grace_period_only(home: Home) -> None:
    home.thinker.by_word = {"猫": 12}
    [cat] = home.remembers("猫のモモ")
    home.sleeps()
    assert home.memories.store.history(home.persona.id, cat.id)[-1].trigger_before == "猫のモモ"
    home.sleeps(9)
    assert all(each.trigger_before is None for each in home.memories.store.history(home.persona.id, cat.id))


def test_the_forecast_says_what_the_nights_then_do(home: Home) -> None:
    [memory] = home.remembers("設計")
    foreseen = home.memories.foresee(home.persona)(home.persona, days=20)
    assert [(each.fall.before, each.fall.after) for each in foreseen] == [(Level.FULL, Level.SUMMARY)]
    nights = (foreseen[0].fall.at - home.clock.now()) // DAY_SECONDS
    home.sleeps(nights)
    assert home.again(memory).current_level is Level.FULL
    home.sleeps()
    assert home.again(memory).current_level is Level.SUMMARY
    with pytest.raises(InvalidInput):
        home.memories.foresee(home.persona)(home.persona, days=0)


def test_reports_can_be_read_later(home: Home) -> None:
    home.thinker.by_word = {"猫": 12}
    [cat] = home.remembers("猫のモモ")
    home.sleeps()
    [report] = home.memories.records.reports(home.persona.id, limit=5)
    assert report.counts["faded"] == 1
    assert report.counts["condensed"] == 1
    assert report.levels == {"1": 0, "2": 0, "3": 1, "4": 0}
    assert [(each.label, each.cause, each.after) for each in report.changes] == [(cat.label, Cause.FADED, Level.TRACE)]


def test_another_personas_memories_are_never_seen(home: Home) -> None:
    home.remembers("猫のモモ")
    other = home.wiring.personas.add("natsu", language=Language.JA, timezone="UTC", at=home.clock.now())
    assert home.memories.recall(other)(other, "猫のモモ") == []
    with pytest.raises(MemoryNotFound):
        home.memories.store.named(other.id, "mem_20260118_001")
    assert home.memories.sleep(other)(other) is None


class _Away:
    """An embedder that cannot be reached."""

    space = HashingEmbedder().space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        raise EmbedderUnavailable(f"no vectors for {len(texts)} texts as {role}")


def test_words_alone_serve_while_the_embedder_is_away(home: Home) -> None:
    [cat, _] = home.remembers("猫のモモ", "会議の予定")
    recall = replace(home.memories.recall(home.persona), embedder=_Away())
    [hit] = recall(home.persona, "モモ")
    assert hit.memory.id == cat.id


def test_a_night_that_another_process_works_on_is_left_to_it(home: Home) -> None:
    home.remembers("設計")
    home.clock.advance(days=1)
    sleep = home.memories.sleep(home.persona)
    before = home.memories.reading.population(home.persona.id)
    run = sleep.store.begin(home.persona.id, until=home.clock.now(), at=home.clock.now(), before=before)
    with pytest.raises(NightOvertaken):
        sleep.store.begin(home.persona.id, until=home.clock.now(), at=home.clock.now(), before=before)
    sleep.store.advance(run, Phase.CONDENSE)
    with pytest.raises(NightOvertaken):
        sleep.store.advance(run, Phase.CONDENSE)


def test_a_field_that_was_read_before_follows_every_change(home: Home) -> None:
    field = ResidentMemoryField(home.wiring.database)
    one, two = home.remembers("猫", "犬")
    assert field.field(home.persona.id).ids.tolist() == [one.id, two.id]
    home.sleeps()
    home.remembers("鳥")
    home.memories.hand.forget(home.persona.id, two.id, at=home.clock.now(), for_good=True)
    seen, fresh = field.field(home.persona.id), ResidentMemoryField(home.wiring.database).field(home.persona.id)
    assert seen.ids.tolist() == fresh.ids.tolist()
    assert seen.retention.tolist() == fresh.retention.tolist()
    assert seen.feelings.tags.tolist() == fresh.feelings.tags.tolist()


def test_emotional_talk_lasts_longer_than_small_talk(home: Home) -> None:
    home.thinker.category = Category.EMOTIONAL
    [deep] = home.remembers("父のこと")
    home.thinker.category = Category.CASUAL
    [light] = home.remembers("おはよう")
    home.sleeps(7)
    assert home.again(deep).current_level is Level.FULL
    assert home.again(light).retention_score < 10
