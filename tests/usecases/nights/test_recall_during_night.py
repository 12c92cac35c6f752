"""Prompts that recall while a night runs: nobody fails, and no recall is lost."""

import threading
from pathlib import Path

import pytest
from bench.night import fill

from bench import night_data
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.recalled_memory import CameToMind
from tests.usecases.nights.killed_night import night, opened

pytestmark = pytest.mark.slow

RECALLS = 60
READERS = 3


def test_recalls_during_a_night_all_count(tmp_path: Path) -> None:
    composed, persona = fill(tmp_path, night_data.mind(600))
    before = composed.memories.night_reading.population(persona.id)
    active = before.ids[before.is_active & (before.recalls == 0)][:5].tolist()
    failures: list[BaseException] = []
    hooks = [threading.Thread(target=_hook, args=(tmp_path, persona, active, failures)) for _ in range(READERS)]
    for hook in hooks:
        hook.start()
    report = night(composed)
    for hook in hooks:
        hook.join()
    assert failures == []
    assert report is not None
    run = composed.nights.records.latest(persona.id)
    assert run is not None
    seen = composed.nights.sleep(persona).store.before(run)
    after = composed.memories.night_reading.population(persona.id)
    for memory_id in active:
        consumed = int(seen.recalls[seen.ids == memory_id][0])
        left = int(after.recalls[after.ids == memory_id][0])
        assert consumed + left == READERS * RECALLS
    composed.close()


def test_a_memory_that_the_owner_touches_during_a_night_is_left_alone(tmp_path: Path) -> None:
    composed, persona = fill(tmp_path, night_data.mind(600))
    sleep = composed.nights.sleep(persona)
    before = composed.memories.night_reading.population(persona.id)
    touched = MemoryId(int(before.ids[before.is_active & ~before.protected][0]))
    run = sleep.store.begin(
        persona.id, until=composed.foundation.clock.now(), at=composed.foundation.clock.now(), before=before
    )
    composed.memories.manual_edits.protect(persona.id, [touched], at=composed.foundation.clock.now())
    assert sleep(persona) is not None
    assert composed.nights.records.latest(persona.id).id == run.id  # type: ignore[union-attr]
    kept = composed.memories.store.get(persona.id, [touched])[touched]
    assert kept.protected
    assert kept.memory_days == float(before.memory_days[before.ids == touched][0])
    composed.close()


def test_what_comes_to_mind_between_two_steps_of_a_night_can_be_noted_there(tmp_path: Path) -> None:
    composed, persona = fill(tmp_path, night_data.mind(600))
    before = composed.memories.night_reading.population(persona.id)
    one = MemoryId(int(before.ids[before.is_active & (before.recalls == 0)][0]))
    steps: list[int] = []

    def note() -> None:
        composed.memories.recall_log.flag(persona.id, CameToMind([one], composed.foundation.clock.now(), "s"))
        steps.append(int(composed.memories.store.get(persona.id, [one])[one].recalls_since_last_batch))

    assert composed.understanding.while_away(persona).night(persona, between=note)
    assert len(steps) >= 3
    assert steps == list(range(1, len(steps) + 1))
    composed.close()


def _hook(home: Path, persona: Persona, memory_ids: list[int], failures: list[BaseException]) -> None:
    try:
        composed = opened(home)
        for number in range(RECALLS):
            if number % 20 == 0:
                composed.recall.recall_memories(persona)(persona, "#3 要約", session_id="s", flag=False)
            came = CameToMind([MemoryId(each) for each in memory_ids], composed.foundation.clock.now(), "s")
            composed.memories.recall_log.flag(persona.id, came)
        composed.close()
    except BaseException as exc:
        failures.append(exc)
        raise
