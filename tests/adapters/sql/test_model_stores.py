"""Answers, ledger, prices and vectors are kept as they were, and can be pruned."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.models.answers import SqlAnswerStore, SqlVectorCache
from omoide.adapters.sql.models.ledger import SqlLedger, SqlPriceList
from omoide.adapters.sql.models.tables import answers
from omoide.adapters.sql.tables import metadata
from omoide.domain.models.spending import KNOWN_PRICES, Call, CallOutcome, Price, Usage
from omoide.domain.time.moment import Moment
from omoide.ports.models.answers import KeptAnswer

T = Moment(1_767_225_600)
CALL = Call(T, None, "weather", "openai:m", Usage(10, 5, 2, 1), 1234, 56, CallOutcome.ANSWERED)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_sqlite(tmp_path / "omoide.db")
    migrate.bring_up_to_date(opened, lock=tmp_path / "lock")
    yield opened
    opened.close()


def test_the_migration_makes_exactly_the_tables_of_the_code(database: Database) -> None:
    mine = {answers.name, "ledger", "prices", "text_vectors", "answer_batches", "answer_batch_items"}
    with database.reading() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    assert [found for found in differences if any(f"'{table}'" in repr(found) for table in mine)] == []


def test_an_answer_is_kept_replaced_and_pruned(database: Database) -> None:
    store = SqlAnswerStore(database)
    assert store.get("k") is None
    first = KeptAnswer("k", None, "weather", "openai:m", T, None, refusal="policy")
    store.put(first)
    assert store.get("k") == first
    second = KeptAnswer("k", None, "weather", "openai:m", Moment(T + 9), '{"言葉": "暑い"}')
    store.put(second)
    assert store.get("k") == second
    assert store.count() == 1
    assert store.prune(before=Moment(T + 9)) == 0
    assert store.prune(before=Moment(T + 10)) == 1
    assert store.get("k") is None


def test_the_ledger_gives_back_what_was_written_and_sums_it_exactly(database: Database) -> None:
    ledger = SqlLedger(database)
    assert ledger.spent_nano_usd(since=T) == 0
    unpriced = Call(Moment(T + 1), None, "embed", "openai:x", Usage(), None, 0, CallOutcome.FAILED, batched=True)
    ledger.add(CALL)
    ledger.add(unpriced)
    assert ledger.calls(since=T) == [CALL, unpriced]
    assert ledger.calls(since=T, until=Moment(T + 1)) == [CALL]
    assert ledger.spent_nano_usd(since=T) == 1234
    assert ledger.spent_nano_usd(since=Moment(T + 1)) == 0


def test_the_owners_price_goes_before_the_known_one(database: Database) -> None:
    prices = SqlPriceList(database)
    assert prices.prices() == KNOWN_PRICES
    mine = Price(9.0, 99.0, cache_read_usd=0.9, batch_factor=0.25)
    prices.set("claude-haiku-4-5", mine)
    prices.set("my-model", Price(0.0))
    assert prices.prices()["claude-haiku-4-5"] == mine
    assert list(prices.own()) == ["claude-haiku-4-5", "my-model"]
    prices.set("claude-haiku-4-5", None)
    assert prices.prices()["claude-haiku-4-5"] == KNOWN_PRICES["claude-haiku-4-5"]


def test_vectors_come_back_bit_by_bit_and_only_in_their_space(database: Database) -> None:
    cache = SqlVectorCache(database)
    rng = np.random.default_rng(1)
    vectors = {bytes([i // 256, i % 256]): rng.normal(size=8).astype(np.float32) for i in range(1000)}
    cache.put("space/8/x", vectors, at=T)
    cache.put("space/8/x", vectors, at=T)
    found = cache.get("space/8/x", list(vectors))
    assert all(np.array_equal(found[key], vector) for key, vector in vectors.items())
    assert cache.get("other/8/x", list(vectors)) == {}
    assert cache.get("space/8/x", []) == {}
    assert cache.prune(before=Moment(T + 1)) == 1000
