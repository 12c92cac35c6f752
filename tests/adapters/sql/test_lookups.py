"""A few memories are found by their numbers: nothing looks through all that a persona has."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench.night import fill
from sqlalchemy import event

from bench import night_data
from omoide.bootstrap import Home
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.recalled_memory import CameToMind
from tests.usecases.minds import take_out

MIND = night_data.mind(100)
DELETED = MemoryId(70)
FEW = [MemoryId(number) for number in range(1, 60)]
OneMind = tuple[Home, Persona]
LOOKS: dict[str, Callable[[Home, Persona], object]] = {
    "get": lambda composed, persona: composed.memories.store.get(persona.id, FEW),
    "relations": lambda composed, persona: composed.memories.store.relations(persona.id, FEW),
    "texts": lambda composed, persona: composed.memories.night_reading.texts(persona.id, FEW),
    "labels": lambda composed, persona: composed.memories.night_reading.labels(persona.id, FEW),
    "meanings": lambda composed, persona: list(
        composed.memories.night_reading.meanings(persona.id, composed.embedder.space, among=np.array(FEW))
    ),
    "flag": lambda composed, persona: composed.memories.recall_log.flag(
        persona.id, CameToMind(FEW, composed.foundation.clock.now(), "s")
    ),
    "archive": lambda composed, persona: composed.memories.manual_edits.archive(
        persona.id, FEW[1], at=composed.foundation.clock.now()
    ),
    "delete": lambda composed, persona: take_out(composed, persona.id, FEW[1]),
    "bring back": lambda composed, persona: composed.memories.manual_edits.bring_back(
        persona.id, MIND.labels[DELETED - 1], at=composed.foundation.clock.now()
    ),
}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[OneMind]:
    composed, persona = fill(tmp_path, MIND)
    take_out(composed, persona.id, DELETED)
    yield composed, persona
    composed.close()


@pytest.mark.parametrize("look", LOOKS)
def test_few_memories_are_looked_up_not_looked_for(home: OneMind, look: str) -> None:
    composed, persona = home
    sent: list[tuple[str, Any]] = []
    event.listen(
        composed.foundation.database.engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, parameters, _context, many: sent.append(
            (statement, parameters[0] if many else parameters)
        ),
    )
    LOOKS[look](composed, persona)
    assert sent
    with composed.foundation.database.reading() as connection:
        for statement, parameters in [each for each in sent if not each[0].startswith("BEGIN")]:
            plan = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
            assert not [step for step in plan if step.startswith("SCAN") or step.endswith("(persona_id=?)")], statement


def test_what_was_looked_up_is_the_personas_own(home: OneMind) -> None:
    composed, persona = home
    other = composed.foundation.personas.add(
        "other", language=persona.language, timezone="Asia/Tokyo", at=composed.foundation.clock.now()
    )
    assert composed.memories.store.get(other.id, FEW) == {}
    assert composed.memories.store.relations(other.id, FEW) == []
    assert composed.memories.night_reading.texts(other.id, FEW) == {}
    assert composed.memories.night_reading.labels(other.id, FEW) == {}
    assert sorted(composed.memories.night_reading.labels(persona.id, FEW)) == FEW


def test_vectors_of_few_and_of_all_are_the_same(home: OneMind, monkeypatch: pytest.MonkeyPatch) -> None:
    composed, persona = home
    wanted = np.array(FEW[::2])
    found = []
    for few, block in ((2000, 32_768), (0, 32_768), (0, 12)):
        monkeypatch.setattr("omoide.adapters.sql.nights.reading.FEW", few)
        monkeypatch.setattr("omoide.adapters.sql.nights.reading.BLOCK", block)
        monkeypatch.setattr("omoide.adapters.sql.nights.reading.PORTION", min(5, block))
        blocks = list(composed.memories.night_reading.meanings(persona.id, composed.embedder.space, among=wanted))
        found.append(
            {
                memory_id: row.tobytes()
                for each in blocks
                for memory_id, row in zip(each.ids.tolist(), each.vectors, strict=True)
            }
        )
    assert found[0] == found[1] == found[2]
    assert sorted(found[0]) == wanted.tolist()
    mind = night_data.mind(100)
    [first] = composed.embedder.embed([mind.text(0, level=int(mind.population.level[0]))])
    assert found[0][1] == first.tobytes()
