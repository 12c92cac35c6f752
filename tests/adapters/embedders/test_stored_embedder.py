"""Paid vectors: each text once, every call in the ledger, no call past a cap."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.adapters.embedders.stored import StoredEmbedder
from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.models.answers import SqlVectorCache
from omoide.adapters.thinkers.meter import Meter, Tariff
from omoide.domain.models.spending import CallOutcome, Caps
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.errors import EmbedderUnavailable
from omoide.ports.models.embedder import Role
from tests.fakes.thinking import Surroundings

TARIFF = Tariff("openai:text-embedding-3-small")


class PaidEmbedder:
    """An embedder that counts its texts and may break."""

    def __init__(self, *, breaks_at: int | None = None) -> None:
        self.inner = HashingEmbedder(dims=16)
        self.asked: list[str] = []
        self.tokens_billed = 0
        self.breaks_at = breaks_at

    @property
    def space(self) -> EmbeddingSpace:
        return self.inner.space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        if self.breaks_at is not None and len(self.asked) >= self.breaks_at:
            raise EmbedderUnavailable("down")
        self.asked += texts
        self.tokens_billed += 7 * len(texts)
        return self.inner.embed(texts, role=role)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_sqlite(tmp_path / "omoide.db")
    migrate.bring_up_to_date(opened, lock=tmp_path / "lock")
    yield opened
    opened.close()


def _stored(paid: PaidEmbedder, database: Database, around: Surroundings) -> StoredEmbedder:
    return StoredEmbedder(paid, SqlVectorCache(database), Meter(around.purse()), TARIFF, batch=2)


def test_a_text_is_paid_for_once_and_gets_the_same_vector(database: Database) -> None:
    paid, around = PaidEmbedder(), Surroundings()
    embedder = _stored(paid, database, around)
    first = embedder.embed(["猫", "犬", "猫"])
    again = _stored(paid, database, around).embed(["犬", "猫"])
    assert paid.asked == ["猫", "犬"]
    assert np.array_equal(first[0], first[2])
    assert np.array_equal(again, first[[1, 0]])
    assert np.array_equal(first[:2], paid.inner.embed(["猫", "犬"]))


def test_a_question_and_a_passage_are_different_texts(database: Database) -> None:
    paid = PaidEmbedder()
    embedder = _stored(paid, database, Surroundings())
    embedder.embed(["猫"], role="query")
    embedder.embed(["猫"], role="passage")
    assert paid.asked == ["猫", "猫"]


def test_the_ledger_has_the_servers_own_count(database: Database) -> None:
    around = Surroundings()
    _stored(PaidEmbedder(), database, around).embed(["a", "b", "c"])
    assert [(call.purpose, call.usage.input_tokens) for call in around.ledger.kept] == [("embed", 14), ("embed", 7)]
    assert sum(call.nano_usd or 0 for call in around.ledger.kept) == 21 * 20


def test_what_came_before_a_failure_is_kept(database: Database) -> None:
    paid, around = PaidEmbedder(breaks_at=2), Surroundings()
    with pytest.raises(EmbedderUnavailable):
        _stored(paid, database, around).embed(["a", "b", "c", "d"])
    assert [call.outcome for call in around.ledger.kept] == [CallOutcome.ANSWERED, CallOutcome.FAILED]
    paid.breaks_at = None
    _stored(paid, database, around).embed(["a", "b", "c", "d"])
    assert paid.asked == ["a", "b", "c", "d"]


def test_no_vector_is_bought_past_a_cap(database: Database) -> None:
    paid = PaidEmbedder()
    with pytest.raises(EmbedderUnavailable, match="daily spending cap"):
        _stored(paid, database, Surroundings(caps=Caps(daily_usd=0.0))).embed(["猫"])
    assert paid.asked == []


def test_nothing_asked_is_nothing_paid(database: Database) -> None:
    around = Surroundings()
    assert _stored(PaidEmbedder(), database, around).embed([]).shape == (0, 16)
    assert around.ledger.kept == []
