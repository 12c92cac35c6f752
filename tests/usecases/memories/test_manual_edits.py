"""What the owner does to memories and nights: protect, archive, erase, restore, undo, foresee."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Cause, Memory, MemoryId
from omoide.domain.memories.protection import Granted, Waiting
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS
from omoide.errors import (
    InvalidInput,
    MemoryNotFound,
    MemoryProtected,
    NightNotFound,
    NightOvertaken,
    Unavailable,
)
from omoide.ports.nights.store import Phase
from tests.usecases.minds import TOKYO, OneMind, take_out


@pytest.fixture
def home(tmp_path: Path) -> Iterator[OneMind]:
    opened = OneMind(tmp_path / "home")
    yield opened
    opened.close()


def test_a_memory_the_owner_asked_to_keep_never_falls(home: OneMind) -> None:
    home.thinker.by_word = {"鍵": 10}
    [key] = home.remembers("鍵は棚の上。覚えておいて")
    assert key.protected
    home.sleeps(30)
    assert home.again(key).current_level is Level.FULL
    assert home.recalls("鍵はどこ") == [key.label]


def test_the_fifty_first_waits_until_one_is_released(home: OneMind) -> None:
    home.set("protection.max_protected_memories", "2")
    first, second, third = home.remembers("一。覚えておいて", "二。覚えておいて", "三。覚えておいて")
    assert [first.protected, second.protected, third.protected] == [True, True, False]
    assert [claim.memory_id for claim in home.memories.manual_edits.claims(home.persona.id)] == [third.id]
    answer = home.memories.protect(home.persona)(home.persona, third)
    assert isinstance(answer, Waiting)
    assert [each.id for each in answer.oldest] == [first.id, second.id]
    [promoted] = home.memories.release(home.persona)(home.persona, home.again(first))
    assert promoted.id == third.id
    assert home.again(third).protected
    assert not home.again(first).protected
    assert home.memories.manual_edits.claims(home.persona.id) == []


def test_protecting_by_hand_and_releasing_are_told_in_the_history(home: OneMind) -> None:
    [memory] = home.remembers("猫")
    assert isinstance(home.memories.protect(home.persona)(home.persona, memory), Granted)
    home.memories.release(home.persona)(home.persona, home.again(memory))
    causes = [chapter.cause for chapter in home.memories.store.history(home.persona.id, memory.id)]
    assert causes == [Cause.MADE, Cause.PROTECTED, Cause.RELEASED]


def test_a_wish_to_remember_survives_being_broken_off(home: OneMind) -> None:
    digest = replace(home.digest, protect=_NoHand())  # type: ignore[arg-type]
    home.says("鍵は棚の上。覚えておいて")
    assert digest(home.persona).stopped_by
    [memory] = home.all()
    assert not memory.protected
    home.digests()
    assert home.again(memory).protected
    assert home.memories.manual_edits.claims(home.persona.id) == []


class _NoHand:
    """Is killed before it can protect anything."""

    def __call__(self, persona: Persona, memory: Memory) -> None:
        raise Unavailable(f"{persona.name} cannot protect {memory.label} now")

    def settle(self, persona: Persona) -> list[MemoryId]:
        assert persona.name == "haru"
        return []


def test_a_released_memory_is_not_protected_again_by_looking_at_its_turn(home: OneMind) -> None:
    [memory] = home.remembers("鍵は棚の上。覚えておいて")
    home.memories.release(home.persona)(home.persona, memory)
    assert home.digests() == []
    assert not home.again(memory).protected


def test_a_protected_memory_shows_the_strength_of_its_first_day(home: OneMind) -> None:
    home.thinker.by_word = {"猫": 20}
    [cat] = home.remembers("猫のモモ")
    home.memories.protect(home.persona)(home.persona, cat)
    home.sleeps(90)
    assert home.again(cat).retention_score == 20.0
    [hit] = home.composed.recall.recall_memories(home.persona)(home.persona, "猫のモモ", flag=False)
    assert (hit.memory.retention_score, hit.why.retention) == (20.0, 20.0)
    home.memories.release(home.persona)(home.persona, cat)
    assert home.again(cat).retention_score < 1.0


def test_a_protected_memory_is_neither_archived_nor_erased(home: OneMind) -> None:
    [memory] = home.remembers("猫。覚えておいて")
    with pytest.raises(MemoryProtected):
        home.memories.manual_edits.archive(home.persona.id, memory.id, at=home.clock.now())
    with pytest.raises(MemoryProtected):
        home.memories.manual_edits.erase(home.persona.id, memory.id, at=home.clock.now())


def test_a_memory_archived_by_hand_comes_back_as_it_was_however_late(home: OneMind) -> None:
    [memory] = home.remembers("猫のモモ")
    home.memories.manual_edits.archive(home.persona.id, memory.id, at=home.clock.now())
    assert home.again(memory).current_level is Level.ARCHIVE
    home.sleeps(20)
    back = home.memories.restore(home.persona)(home.persona, memory.label)
    assert (back.current_level, back.retention_score) == (memory.current_level, memory.retention_score)
    assert (back.trigger, back.content, back.recall_count) == (memory.trigger, memory.content, memory.recall_count)
    assert back.archived_at is None
    assert home.recalls("猫のモモ") == [memory.label]


def test_archiving_twice_changes_nothing(home: OneMind) -> None:
    [memory] = home.remembers("猫のモモ")
    for _ in range(2):
        home.memories.manual_edits.archive(home.persona.id, memory.id, at=home.clock.now())
    causes = [chapter.cause for chapter in home.memories.store.history(home.persona.id, memory.id)]
    assert causes.count(Cause.ARCHIVED) == 1


def test_a_memory_that_a_night_deleted_can_be_restored_within_the_grace_period(home: OneMind) -> None:
    [memory] = home.remembers("猫のモモ")
    take_out(home.composed, home.persona.id, memory.id)
    assert home.recalls("猫のモモ") == []
    with pytest.raises(MemoryNotFound):
        home.memories.store.named(home.persona.id, memory.label)
    back = home.memories.restore(home.persona)(home.persona, memory.label)
    assert back == memory
    assert home.recalls("猫のモモ") == [memory.label]


def test_a_new_memory_never_takes_the_name_of_one_that_can_still_come_back(home: OneMind) -> None:
    [cat] = home.remembers("猫のモモ")
    take_out(home.composed, home.persona.id, cat.id)
    [dog] = home.remembers("犬のポチ")
    assert dog.label != cat.label
    assert home.memories.restore(home.persona)(home.persona, cat.label) == cat
    assert [each.trigger for each in home.all()] == ["猫のモモ", "犬のポチ"]


def test_what_was_erased_does_not_come_back(home: OneMind) -> None:
    [memory] = home.remembers("猫のモモ")
    home.memories.manual_edits.erase(home.persona.id, memory.id, at=home.clock.now())
    with pytest.raises(MemoryNotFound):
        home.memories.restore(home.persona)(home.persona, memory.label)
    assert "モモ" not in "".join(str(chapter) for chapter in home.memories.store.history(home.persona.id, memory.id))
    assert home.digests() == []


def test_restoring_an_archived_memory_by_hand(home: OneMind) -> None:
    home.set("compression.room", "0")
    home.thinker.by_word = {"猫": 4}
    [cat] = home.remembers("猫のモモ")
    with pytest.raises(InvalidInput, match="not in the archive"):
        home.memories.restore(home.persona)(home.persona, cat.label)
    home.sleeps(3)
    back = home.memories.restore(home.persona)(home.persona, cat.label)
    assert back.current_level is Level.TRACE
    assert back.retention_score == 8.0


def test_an_undone_night_leaves_everything_as_it_was(home: OneMind) -> None:
    home.thinker.by_word = {"猫": 12, "犬": 4}
    home.remembers("猫のモモ", "犬のポチ", "設計", "設計")
    home.sleeps()
    home.recalls("設計")
    before = home.all()
    graph = home.memories.store.relations(home.persona.id, [each.id for each in before])
    home.sleeps(1)
    assert home.all() != before
    assert home.composed.nights.undo(home.persona)(home.persona) == moment.parse("2026-01-20T03:00:00", tz=TOKYO)
    assert home.all() == before
    assert home.memories.store.relations(home.persona.id, [each.id for each in before]) == graph


def test_undoing_brings_texts_and_searches_back(home: OneMind) -> None:
    home.thinker.by_word = {"猫": 12}
    [cat] = home.remembers("猫のモモ")
    home.sleeps()
    home.composed.nights.undo(home.persona)(home.persona)
    assert home.again(cat) == cat
    assert home.recalls("猫のモモ", flag=False) == [cat.label]
    assert home.composed.recall.texts.is_sound()


def test_a_memory_protected_because_of_the_night_gets_its_text_back(home: OneMind) -> None:
    home.thinker.by_word = {"猫": 12}
    [cat] = home.remembers("猫のモモ")
    home.sleeps()
    home.memories.protect(home.persona)(home.persona, home.again(cat))
    home.composed.nights.undo(home.persona)(home.persona)
    assert home.again(cat).trigger == "猫のモモ"
    assert home.again(cat).protected
    home.composed.nights.sleep(home.persona)(home.persona)
    assert home.again(cat).current_level is Level.FULL


def test_a_memory_that_the_owner_brought_back_stays_where_it_was_put(home: OneMind) -> None:
    home.set("compression.room", "0")
    home.thinker.by_word = {"猫": 4}
    [cat] = home.remembers("猫のモモ")
    home.sleeps(3)
    home.memories.restore(home.persona)(home.persona, cat.label)
    home.composed.nights.undo(home.persona)(home.persona)
    assert home.again(cat).current_level is Level.TRACE


def test_an_undone_night_does_not_run_by_itself_but_by_hand(home: OneMind) -> None:
    home.remembers("設計")
    home.sleeps()
    home.composed.nights.undo(home.persona)(home.persona)
    sleep = home.composed.nights.sleep(home.persona)
    assert sleep(home.persona, by_itself=True) is None
    assert sleep(home.persona) is not None
    home.composed.nights.undo(home.persona)(home.persona)
    with pytest.raises(NightNotFound):
        home.composed.nights.undo(home.persona)(home.persona)


def test_nights_that_nobody_asks_for_keep_their_interval(home: OneMind) -> None:
    home.set("compression.interval_hours", "48")
    home.remembers("設計")
    home.sleeps()
    home.clock.advance(days=1)
    sleep = home.composed.nights.sleep(home.persona)
    assert sleep(home.persona, by_itself=True) is None
    home.clock.advance(days=1)
    report = sleep(home.persona, by_itself=True)
    assert report is not None
    assert report.nights == 2


def test_a_night_cannot_be_undone_after_its_grace_period(home: OneMind) -> None:
    home.remembers("設計")
    home.sleeps()
    home.clock.advance(days=8)
    with pytest.raises(NightNotFound, match="grace period"):
        home.composed.nights.undo(home.persona)(home.persona)


def test_recalls_since_the_night_survive_its_undoing(home: OneMind) -> None:
    [memory] = home.remembers("設計")
    home.recalls("設計")
    home.sleeps()
    home.recalls("設計")
    home.composed.nights.undo(home.persona)(home.persona)
    assert home.again(memory).recalls_since_last_batch == 2


def test_undoing_brings_automatically_deleted_memories_back(home: OneMind) -> None:
    home.set("compression.room", "0")
    home.set("archive.auto_delete_enabled", "true")
    home.set("archive.retention_days", "0")
    home.thinker.by_word = {"猫": 4}
    [cat] = home.remembers("猫のモモ")
    home.sleeps(4)
    assert home.all() == []
    home.clock.advance(days=1)
    [chapter] = [each for each in home.memories.store.history(home.persona.id, cat.id) if each.cause is Cause.DELETED]
    assert chapter.level_before is Level.ARCHIVE
    home.composed.nights.undo(home.persona)(home.persona)
    assert home.again(cat).is_archived
    assert home.digests() == []


def test_the_history_keeps_texts_for_the_grace_period_only(home: OneMind) -> None:
    home.thinker.by_word = {"猫": 12}
    [cat] = home.remembers("猫のモモ")
    home.sleeps()
    assert home.memories.store.history(home.persona.id, cat.id)[-1].trigger_before == "猫のモモ"
    home.sleeps(9)
    assert all(each.trigger_before is None for each in home.memories.store.history(home.persona.id, cat.id))


def test_the_forecast_says_what_the_nights_then_do(home: OneMind) -> None:
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


def test_reports_can_be_read_later(home: OneMind) -> None:
    home.thinker.by_word = {"猫": 12}
    [cat] = home.remembers("猫のモモ")
    home.sleeps(2)
    [later, report] = home.composed.nights.records.reports(home.persona.id, limit=5)
    assert report.counts["faded"] == 1
    assert report.counts["condensed"] == 1
    assert report.counts["spared"] == 0
    assert (later.counts["faded"], later.counts["spared"]) == (0, 1)
    assert report.levels == {"1": 0, "2": 1, "3": 0, "4": 0}
    changes = [(each.label, each.cause, each.after) for each in report.changes]
    assert changes == [(cat.label, Cause.FADED, Level.SUMMARY)]


def test_a_night_that_another_process_works_on_is_left_to_it(home: OneMind) -> None:
    home.remembers("設計")
    home.clock.advance(days=1)
    sleep = home.composed.nights.sleep(home.persona)
    before = home.memories.night_reading.population(home.persona.id)
    run = sleep.store.begin(home.persona.id, until=home.clock.now(), at=home.clock.now(), before=before)
    with pytest.raises(NightOvertaken):
        sleep.store.begin(home.persona.id, until=home.clock.now(), at=home.clock.now(), before=before)
    sleep.store.advance(run, Phase.CONDENSE)
    with pytest.raises(NightOvertaken):
        sleep.store.advance(run, Phase.CONDENSE)
