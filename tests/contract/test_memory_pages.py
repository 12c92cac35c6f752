"""Memories a page at a time: filtered, ordered and counted where they are kept."""

from datetime import date

import numpy as np
import pytest

from omoide.adapters.sql.memories.browsing import SqlMemoryBrowsing
from omoide.adapters.sql.memories.memories import SqlMemoryStore
from omoide.domain.feelings.emotion import Valence
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Draft, Impression, Memory
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import whole_piece
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import MemoryNotFound
from omoide.ports.memories.browsing import MemoryBrowsing, MemoryOrder
from omoide.ports.memories.store import MemoryFilter, NewMemory
from tests.contract.conftest import START, Stores

SPACE = EmbeddingSpace("hashing", 4, "one")


@pytest.fixture
def pages(stores: Stores) -> MemoryBrowsing:
    return SqlMemoryBrowsing(stores.database)


@pytest.fixture
def haru(stores: Stores) -> PersonaId:
    return stores.persona().id


def remember(stores: Stores, persona_id: PersonaId, *texts: str, category: str = "casual") -> list[Memory]:
    vector = np.array([1, 0, 0, 0], np.float32)
    new = [
        NewMemory(
            Impression(text, "", 10 * (day % 9), Valence.NEUTRAL, 50, (), category, summary=Draft(text[:2], "")),
            None,
            "",
            Moment(START + DAY_SECONDS * day),
            date(2026, 1, 1 + day % 28),
            1.0,
            0.9,
            whole_piece(text),
            vector,
        )
        for day, text in enumerate(texts)
    ]
    return SqlMemoryStore(stores.database).add_all(persona_id, new, space=SPACE)


def test_pages_follow_each_other_without_gap_or_repetition(
    stores: Stores, pages: MemoryBrowsing, haru: PersonaId
) -> None:
    made = remember(stores, haru, *(f"散歩{number}" for number in range(25)))
    remember(stores, stores.persona("mio").id, "別の人の散歩")
    found = [pages.page(haru, MemoryFilter(), offset=offset, limit=10) for offset in (0, 10, 20, 30)]
    assert [page.total for page in found] == [25] * 4
    assert [len(page.memories) for page in found] == [10, 10, 5, 0]
    assert [each for page in found for each in page.memories] == made[::-1]
    assert pages.page(haru, MemoryFilter(), descending=False, limit=1).memories == (made[0],)


def test_a_page_is_ordered_by_what_was_asked_for(stores: Stores, pages: MemoryBrowsing, haru: PersonaId) -> None:
    remember(stores, haru, *(f"散歩{number}" for number in range(12)))
    by_feeling = pages.page(haru, MemoryFilter(), order=MemoryOrder.INTENSITY, limit=12).memories
    assert [each.emotional_intensity for each in by_feeling] == sorted(
        (10 * (day % 9) for day in range(12)), reverse=True
    )
    for order in (MemoryOrder.RETENTION, MemoryOrder.RECALLS):
        assert len(pages.page(haru, MemoryFilter(), order=order, descending=False, limit=12).memories) == 12


def test_a_text_is_looked_for_letter_by_letter_and_signs_mean_nothing(
    stores: Stores, pages: MemoryBrowsing, haru: PersonaId
) -> None:
    remember(stores, haru, "海へ行った", "100% cotton", "Rain_coat", "雨が降った")
    sought = {
        text: [each.trigger for each in pages.page(haru, MemoryFilter(), containing=text).memories]
        for text in ("海", "0%", "n_c", "%", "rain", " ", "無い")
    }
    assert sought["海"] == ["海へ行った"]
    assert sought["0%"] == sought["%"] == ["100% cotton"]
    assert sought["n_c"] == sought["rain"] == ["Rain_coat"]
    assert len(sought[" "]) == 4
    assert sought["無い"] == []


def test_filters_hold_together_and_are_counted(stores: Stores, pages: MemoryBrowsing, haru: PersonaId) -> None:
    remember(stores, haru, "仕事の話", "仕事の愚痴", category="work")
    remember(stores, haru, "仕事のあとの散歩")
    assert pages.page(haru, MemoryFilter(category="work"), containing="仕事").total == 2
    assert pages.page(haru, MemoryFilter(levels=frozenset({Level.ARCHIVE}))).total == 0
    assert pages.page(haru, MemoryFilter(since=Moment(START + DAY_SECONDS))).total == 1
    assert pages.page(haru, MemoryFilter(protected_only=True)).total == 0
    assert pages.categories(haru) == ["casual", "work"]


def test_what_was_prepared_for_lower_levels_can_be_read(stores: Stores, pages: MemoryBrowsing, haru: PersonaId) -> None:
    [made] = remember(stores, haru, "海へ行った")
    found = pages.prepared(haru, made.id)
    assert (found.summary, found.trace, found.told_by) == (Draft("海へ", ""), None, "rules")
    with pytest.raises(MemoryNotFound):
        pages.prepared(stores.persona("mio").id, made.id)
