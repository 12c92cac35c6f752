"""A dry run counts what would be paid, and pays nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.models.answers import SqlAnswerStore
from omoide.adapters.thinkers.estimating import EstimatingThinker
from omoide.adapters.thinkers.model.wire import Response
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.adapters.thinkers.single_flight import FileSingleFlight
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.ask import Role
from omoide.asks.classify_query import ClassifyQuery
from omoide.domain.models.model_role import ModelRole, Provider
from omoide.domain.models.spending import Usage
from omoide.domain.understanding.appraisal import SpokenTurn
from tests.fakes.thinking import CannedWire, Surroundings

SESSION = [AppraiseTurn(SpokenTurn(f"昨日の話{n}をしよう", "うん、大事なことだね")) for n in range(25)]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_sqlite(tmp_path / "omoide.db")
    migrate.bring_up_to_date(opened, lock=tmp_path / "lock")
    yield opened
    opened.close()


def _estimating(database: Database, folder: Path, *, model: str = "claude-haiku-4-5") -> EstimatingThinker:
    around = Surroundings()
    wire = CannedWire([Response('{"search": false}', Usage(9, 9))])
    thinker = around.thinker(ModelRole(Provider.ANTHROPIC, model), wire=wire, persona_id=None)
    stored = StoredThinker(thinker, SqlAnswerStore(database), FileSingleFlight(folder), around.clock)
    return EstimatingThinker({Role.INTERNAL: stored}, RulesThinker(), {"classify_query": 40})


def test_a_sessions_appraisal_is_counted_in_its_portions(database: Database, tmp_path: Path) -> None:
    thinker = _estimating(database, tmp_path)
    outcomes = thinker.answer_all([*SESSION, AppraiseTurn(SpokenTurn("おはよう", "おはよう"))])
    [expected] = thinker.expected().values()
    assert len(outcomes) == 26
    assert expected.calls == 3
    assert expected.usage.input_tokens > 3 * 500
    assert expected.nano_usd == expected.usage.input_tokens * 1000 + expected.usage.output_tokens * 5000


def test_what_is_kept_or_answered_by_rules_costs_nothing(database: Database, tmp_path: Path) -> None:
    thinker = _estimating(database, tmp_path)
    thinker.models[Role.INTERNAL].answer(ClassifyQuery("猫の名前は？"))
    thinker.answer(ClassifyQuery("猫の名前は？"))
    assert thinker.expected() == {}
    without = EstimatingThinker({}, RulesThinker())
    without.answer_all(SESSION)
    assert without.expected() == {}


def test_output_is_reckoned_from_what_such_answers_took_before(database: Database, tmp_path: Path) -> None:
    thinker = _estimating(database, tmp_path)
    assert thinker.answer(ClassifyQuery("犬の名前は？")).by == "rules"
    assert thinker.expected()["classify_query"].usage.output_tokens == 40


def test_an_unknown_price_stays_unknown(database: Database, tmp_path: Path) -> None:
    thinker = _estimating(database, tmp_path, model="unheard-of")
    thinker.answer(ClassifyQuery("犬の名前は？"))
    assert thinker.expected()["classify_query"].nano_usd is None
