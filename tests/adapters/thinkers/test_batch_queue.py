"""Handed in at night, collected in the morning, for half the price, and never paid for twice."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.models.answers import SqlAnswerStore
from omoide.adapters.sql.models.batches import SqlBatchStore
from omoide.adapters.thinkers.batch_queue import BatchQueue
from omoide.adapters.thinkers.in_portions import JointThinker
from omoide.adapters.thinkers.meter import Meter
from omoide.adapters.thinkers.model.keys import Secret
from omoide.adapters.thinkers.model.library_batch import LibraryBatch
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.adapters.thinkers.single_flight import FileSingleFlight
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.condense import Condense, Step
from omoide.domain.models.batches import Collected
from omoide.domain.models.model_role import ModelRole, Provider
from omoide.domain.models.spending import CallOutcome, Caps
from omoide.domain.understanding.appraisal import SpokenTurn, Telling
from omoide.errors import BudgetSpent, InvalidSetting, ThinkerUnavailable
from omoide.ports.models.thinker import Answered
from tests.fakes.batch_provider import batch_server
from tests.fakes.thinking import KEY, CannedWire, Surroundings, role

SESSION = [AppraiseTurn(SpokenTurn(f"昨日の話{n}をしよう", f"うん、それは大事なことだね{n}")) for n in range(12)]
CONDENSE = Condense(Telling("犬が来た", "喜んだ"), Step.SUMMARY)
PROVIDERS = [Provider.ANTHROPIC, Provider.OPENAI]


def _answer(words: str) -> str | None:
    if "犬が来た" in words:
        return None
    said = re.findall(r"相手: (昨日の話\d+)", words)
    memories = [
        {"turn": n, "emotional_intensity": 40, "trigger": f"{text}と言われた", "content": "うなずいた"}
        for n, text in enumerate(said, start=1)
    ]
    return json.dumps({"memories": memories}, ensure_ascii=False)


class Queue:
    """A queue, a thinker and everything around them."""

    def __init__(self, database: Database, folder: Path, model: ModelRole, *, caps: Caps | None = None) -> None:
        self.around = Surroundings(caps=caps or Caps())
        self.role = model
        self.store = SqlBatchStore(database)
        answers = SqlAnswerStore(database)
        self.wire = CannedWire([])
        thinker = self.around.thinker(model, wire=self.wire, persona_id=None)
        self.stored = StoredThinker(
            thinker, answers, FileSingleFlight(folder / "locks"), self.around.clock, is_waiting=self.store.is_waiting
        )
        self.batch = LibraryBatch(model, key=Secret(KEY), loop=self.around.loop)
        self.queue = BatchQueue(self.store, answers, lambda _role: self.batch)

    def collect(self) -> Collected:
        """Collect what there is."""
        return self.queue.collect([self.role], meter=lambda persona_id: Meter(self.around.purse(), persona_id))

    def close(self) -> None:
        """Let go."""
        self.batch.close()
        self.around.close()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_sqlite(tmp_path / "omoide.db")
    migrate.bring_up_to_date(opened, lock=tmp_path / "lock")
    yield opened
    opened.close()


@pytest.mark.parametrize("which", PROVIDERS)
def test_a_session_is_handed_in_once_and_collected_turn_by_turn(
    which: Provider, database: Database, tmp_path: Path
) -> None:
    with batch_server(_answer) as server:
        queue = Queue(database, tmp_path, role(which, server.url))
        assert queue.queue.submit(queue.stored, [*SESSION, CONDENSE]) == 3
        assert queue.queue.submit(queue.stored, [*SESSION, CONDENSE]) == 0
        assert queue.collect() == Collected(under_way=1)
        with pytest.raises(ThinkerUnavailable, match="under way"):
            queue.stored.answer(SESSION[0])
        server.ended = True
        assert queue.collect() == Collected(answered=2, failed=1)
        assert queue.collect() == Collected()
        queue.close()
    outcomes = JointThinker(queue.stored, RulesThinker()).answer_all(SESSION[3:])
    told = [outcome.value.full.trigger for outcome in outcomes if isinstance(outcome, Answered)]
    assert told == [f"昨日の話{n}と言われた" for n in range(3, 12)]
    assert queue.wire.requests == []
    assert server.creations == 1
    assert queue.stored.is_open(CONDENSE)


@pytest.mark.parametrize("which", PROVIDERS)
def test_a_batch_costs_half_and_is_in_the_ledger(which: Provider, database: Database, tmp_path: Path) -> None:
    with batch_server(_answer) as server:
        queue = Queue(
            database, tmp_path, ModelRole(which, "claude-haiku-4-5", base_url=role(which, server.url).base_url)
        )
        queue.queue.submit(queue.stored, SESSION[:2])
        server.ended = True
        queue.collect()
        queue.close()
    [call] = queue.around.ledger.kept
    assert call.batched
    assert call.outcome is CallOutcome.ANSWERED
    assert call.nano_usd == (100 * 1000 + 10 * 5000) // 2


def test_an_answer_that_cannot_be_read_is_left_to_be_asked_anew(database: Database, tmp_path: Path) -> None:
    with batch_server(lambda _words: '{"memories": [{"turn": 7}]}') as server:
        queue = Queue(database, tmp_path, role(Provider.ANTHROPIC, server.url))
        queue.queue.submit(queue.stored, SESSION[:2])
        server.ended = True
        assert queue.collect() == Collected(failed=1)
        queue.close()
    assert queue.stored.is_open(SESSION[0])
    assert [call.outcome for call in queue.around.ledger.kept] == [CallOutcome.UNUSABLE]


def test_no_batch_is_handed_in_past_a_cap(database: Database, tmp_path: Path) -> None:
    with batch_server(_answer) as server:
        model = ModelRole(Provider.ANTHROPIC, "claude-haiku-4-5", base_url=server.url)
        queue = Queue(database, tmp_path, model, caps=Caps(daily_usd=0.001))
        with pytest.raises(BudgetSpent):
            queue.queue.submit(queue.stored, SESSION)
        queue.close()
    assert server.creations == 0


def test_nobody_listening_hands_nothing_in(database: Database, tmp_path: Path) -> None:
    with batch_server(_answer) as server:
        closed = server.url
    queue = Queue(database, tmp_path, role(Provider.ANTHROPIC, closed))
    with pytest.raises(ThinkerUnavailable, match="took no batch"):
        queue.queue.submit(queue.stored, SESSION)
    queue.close()
    assert queue.store.all() == []


def test_a_server_without_batches_says_so(database: Database, tmp_path: Path) -> None:
    queue = Queue(database, tmp_path, role(Provider.OLLAMA, "http://127.0.0.1:9"))
    with pytest.raises(InvalidSetting, match="no batch interface"):
        queue.queue.submit(queue.stored, SESSION)
    queue.close()
