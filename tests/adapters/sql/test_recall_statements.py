"""What a recall asks of the database is found by keys, however large the mind is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event as listening
from sqlalchemy import text

from omoide.domain.recall.recalled_memory import CameToMind
from tests.usecases.minds import OneMind

CONNECTION_WORDS = ("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA", "EXPLAIN", "SELECT 1 FROM ALEMBIC_VERSION", "--")
"""Of the connection, not of the act: each transaction that writes looks whether the tables are still those it knows."""


@pytest.fixture
def home(tmp_path: Path) -> OneMind:
    opened = OneMind(tmp_path / "home")
    opened.remembers("猫のモモ", "会議の予定", "旅行の話")
    return opened


def plans(home: OneMind, act: Callable[[], object]) -> list[str]:
    """Return how the database finds what the statements of an act ask for."""
    seen: list[str] = []

    def look(statement: str) -> None:
        if not statement.upper().startswith(CONNECTION_WORDS):
            seen.append(statement)

    def watch(connection: Any, *_: object) -> None:
        connection.set_trace_callback(look)  # the driver's own: some statements go straight to it

    engine = home.composed.foundation.database.engine
    listening.listen(engine, "checkout", watch)
    act()
    listening.remove(engine, "checkout", watch)
    engine.dispose()
    with home.composed.foundation.database.reading() as connection:
        return [
            row.detail for statement in seen for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}")
        ]


def test_noting_a_recall_finds_its_memories_by_their_keys(home: OneMind) -> None:
    ids = [each.id for each in home.all()]
    log, now = home.memories.recall_log, home.clock.now()
    found = plans(home, lambda: log.flag(home.persona.id, CameToMind(ids, now, "s1", home.thinker.feeling)))
    assert found
    assert all("SEARCH memories USING INTEGER PRIMARY KEY" in each for each in found), found


def test_relations_and_memories_are_found_by_their_keys(home: OneMind) -> None:
    ids = [each.id for each in home.all()]
    store, persona = home.memories.store, home.persona.id
    found = plans(home, lambda: (store.get(persona, ids), store.relations(persona, ids)))
    assert found
    assert not [each for each in found if "SCAN" in each or "persona_id" in each], found


def test_the_memories_of_another_persona_are_left_alone(home: OneMind) -> None:
    other = home.composed.foundation.personas.add(
        "natsu", language=home.persona.language, timezone="UTC", at=home.clock.now()
    )
    ids = [each.id for each in home.all()]
    home.memories.recall_log.flag(other.id, CameToMind(ids, home.clock.now(), "s9"))
    assert not any(each.recalled_since_last_batch for each in home.all())
    assert home.memories.store.get(other.id, ids) == {}
    assert home.memories.store.relations(other.id, ids) == []
    with home.composed.foundation.database.reading() as connection:
        assert connection.execute(text("SELECT COUNT(*) FROM memory_recalls")).scalar() == 0


def test_what_came_to_mind_in_many_prompts_is_noted_together_or_not_at_all(home: OneMind) -> None:
    cat, dog = (each.id for each in home.all()[:2])
    log, now = home.memories.recall_log, home.clock.now()
    with pytest.raises(UnicodeEncodeError):
        log.flag(home.persona.id, CameToMind([cat], now, "s1"), CameToMind([dog], now, "no such session \ud800"))
    assert not any(each.recalled_since_last_batch for each in home.all())
    log.flag(home.persona.id, CameToMind([cat], now, "s1"), CameToMind([cat, dog], now, "s2"))
    counted = {each.id: each.recalls_since_last_batch for each in home.all()}
    assert (counted[cat], counted[dog], sum(counted.values())) == (2, 1, 3)
