"""A few memories are found by their numbers: nothing looks through all that a persona has."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench.night import fill
from sqlalchemy import event

from bench import night_data
from omoide.bootstrap import Wiring
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import Persona
from tests.usecases.minds import take_out

MIND = night_data.mind(100)
DELETED = MemoryId(70)
FEW = [MemoryId(number) for number in range(1, 60)]
Home = tuple[Wiring, Persona]
LOOKS: dict[str, Callable[[Wiring, Persona], object]] = {
    "get": lambda wiring, persona: wiring.memories.store.get(persona.id, FEW),
    "relations": lambda wiring, persona: wiring.memories.store.relations(persona.id, FEW),
    "texts": lambda wiring, persona: wiring.memories.reading.texts(persona.id, FEW),
    "labels": lambda wiring, persona: wiring.memories.reading.labels(persona.id, FEW),
    "meanings": lambda wiring, persona: list(
        wiring.memories.reading.meanings(persona.id, wiring.embedder.space, among=np.array(FEW))
    ),
    "flag": lambda wiring, persona: wiring.memories.log.flag(
        persona.id, FEW, session_id="s", feeling=None, at=wiring.clock.now()
    ),
    "archive": lambda wiring, persona: wiring.memories.hand.archive(persona.id, FEW[1], at=wiring.clock.now()),
    "delete": lambda wiring, persona: take_out(wiring, persona.id, FEW[1]),
    "bring back": lambda wiring, persona: wiring.memories.hand.bring_back(
        persona.id, MIND.labels[DELETED - 1], at=wiring.clock.now()
    ),
}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    wiring, persona = fill(tmp_path, MIND)
    take_out(wiring, persona.id, DELETED)
    yield wiring, persona
    wiring.close()


@pytest.mark.parametrize("look", LOOKS)
def test_few_memories_are_looked_up_not_looked_for(home: Home, look: str) -> None:
    wiring, persona = home
    sent: list[tuple[str, Any]] = []
    event.listen(
        wiring.database.engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, parameters, _context, many: sent.append(
            (statement, parameters[0] if many else parameters)
        ),
    )
    LOOKS[look](wiring, persona)
    assert sent
    with wiring.database.reading() as connection:
        for statement, parameters in [each for each in sent if not each[0].startswith("BEGIN")]:
            plan = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
            assert not [step for step in plan if step.startswith("SCAN") or step.endswith("(persona_id=?)")], statement


def test_what_was_looked_up_is_the_personas_own(home: Home) -> None:
    wiring, persona = home
    other = wiring.personas.add("other", language=persona.language, timezone="Asia/Tokyo", at=wiring.clock.now())
    assert wiring.memories.store.get(other.id, FEW) == {}
    assert wiring.memories.store.relations(other.id, FEW) == []
    assert wiring.memories.reading.texts(other.id, FEW) == {}
    assert wiring.memories.reading.labels(other.id, FEW) == {}
    assert sorted(wiring.memories.reading.labels(persona.id, FEW)) == FEW


def test_vectors_of_few_and_of_all_are_the_same(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    wiring, persona = home
    wanted = np.array(FEW[::2])
    found = []
    for few, block in ((2000, 32_768), (0, 32_768), (0, 12)):
        monkeypatch.setattr("omoide.adapters.sql.nights.reading.FEW", few)
        monkeypatch.setattr("omoide.adapters.sql.nights.reading.BLOCK", block)
        monkeypatch.setattr("omoide.adapters.sql.nights.reading.PORTION", min(5, block))
        blocks = list(wiring.memories.reading.meanings(persona.id, wiring.embedder.space, among=wanted))
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
    [first] = wiring.embedder.embed([mind.text(0, level=int(mind.population.level[0]))])
    assert found[0][1] == first.tobytes()
