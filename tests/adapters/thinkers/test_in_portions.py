"""A session is appraised in few calls, never twice, and one bad turn spoils no other."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.adapters.readers.builtin import shared_reader
from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.models.answers import SqlAnswerStore
from omoide.adapters.thinkers.in_portions import JointThinker
from omoide.adapters.thinkers.model.wire import CallFailed, Request, Response, Trouble
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.adapters.thinkers.single_flight import FileSingleFlight
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.asks import together
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.together import PortionRules
from omoide.domain.models.model_role import Provider
from omoide.domain.models.spending import Usage
from omoide.domain.understanding.appraisal import Appraisal, SpokenTurn
from omoide.domain.understanding.judging.agreement import Agreement
from omoide.domain.understanding.reading import Reading, TurnInPlace
from omoide.errors import ThinkerUnavailable
from omoide.ports.models.thinker import Answered
from tests.fakes.thinking import Surroundings, role

SESSION = [AppraiseTurn(SpokenTurn(f"昨日の話{n}をしよう", f"うん、それは大事なことだね{n}")) for n in range(25)]


class AppraisingWire:
    """A model that appraises what it is shown; a turn with 禁 in it is refused, and `down_after` calls it is gone."""

    def __init__(self, *, down_after: int | None = None) -> None:
        self.requests: list[Request] = []
        self.down_after = down_after

    def send(self, request: Request) -> Response:
        if self.down_after is not None and len(self.requests) >= self.down_after:
            raise CallFailed(Trouble.SETUP, "gone")
        self.requests.append(request)
        if "禁" in request.user:
            return Response("", Usage(5, 5), refusal="policy")
        said = re.findall(r"相手: (.*)", request.user)
        memories = [
            {"turn": number, "emotional_intensity": 40, "trigger": f"「{text}」と言われた", "content": "うなずいた"}
            for number, text in enumerate(said, start=1)
        ]
        many = request.user.count("[1]") > 0
        return Response(json.dumps({"memories": memories} if many else memories[0], ensure_ascii=False), Usage(50, 50))


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_sqlite(tmp_path / "omoide.db")
    migrate.bring_up_to_date(opened, lock=tmp_path / "lock")
    yield opened
    opened.close()


def _thinker(wire: AppraisingWire, database: Database, folder: Path) -> JointThinker:
    around = Surroundings()
    model = around.thinker(role(Provider.OPENAI, "http://127.0.0.1:9"), wire=wire, persona_id=None)
    stored = StoredThinker(model, SqlAnswerStore(database), FileSingleFlight(folder / "locks"), around.clock)
    return JointThinker(stored, RulesThinker())


def _triggers(outcomes: object) -> list[str]:
    assert isinstance(outcomes, list)
    return [outcome.value.full.trigger for outcome in outcomes if isinstance(outcome, Answered)]


def test_a_session_of_twenty_five_turns_takes_three_calls_and_the_second_time_none(
    database: Database, tmp_path: Path
) -> None:
    wire = AppraisingWire()
    first = _thinker(wire, database, tmp_path).answer_all(SESSION)
    assert len(wire.requests) == 3
    assert _triggers(first) == [f"「昨日の話{n}をしよう」と言われた" for n in range(25)]
    assert _thinker(wire, database, tmp_path).answer_all(SESSION) == first
    assert len(wire.requests) == 3


def test_what_was_answered_is_not_asked_again_however_the_rest_is_divided(database: Database, tmp_path: Path) -> None:
    wire = AppraisingWire(down_after=2)
    outcomes = _thinker(wire, database, tmp_path).answer_all(SESSION)
    assert [isinstance(outcome, ThinkerUnavailable) for outcome in outcomes] == [n >= 20 for n in range(25)]
    wire.down_after = None
    _thinker(wire, database, tmp_path).answer_all(SESSION[7:])
    assert len(wire.requests) == 3
    assert wire.requests[-1].user.count("相手:") == 5


def test_one_turn_that_is_refused_costs_the_others_nothing(database: Database, tmp_path: Path) -> None:
    session = [*SESSION[:4], AppraiseTurn(SpokenTurn("禁じられた話", "")), *SESSION[4:9]]
    outcomes = _thinker(AppraisingWire(), database, tmp_path).answer_all(session)
    by = [outcome.by for outcome in outcomes if isinstance(outcome, Answered)]
    assert [who == "rules" for who in by] == [n == 4 for n in range(10)]


def test_greetings_and_nods_are_read_by_rules(database: Database, tmp_path: Path) -> None:
    wire = AppraisingWire()
    nods = [
        AppraiseTurn(SpokenTurn(text, "うん！"))
        for text in ("おはよう！", "ありがとう。", "OK", "Thanks!", "なるほど〜")
    ]
    outcomes = _thinker(wire, database, tmp_path).answer_all(nods)
    assert [outcome.by for outcome in outcomes if isinstance(outcome, Answered)] == ["rules"] * 5
    assert wire.requests == []


def test_without_a_model_rules_appraise_everything() -> None:
    outcomes = JointThinker(None, RulesThinker()).answer_all(SESSION[:3])
    assert [outcome.by for outcome in outcomes if isinstance(outcome, Answered)] == ["rules"] * 3
    assert all(isinstance(outcome, Answered) and isinstance(outcome.value, Appraisal) for outcome in outcomes)


@given(st.lists(st.integers(0, 3000), max_size=60), st.integers(1, 40), st.integers(1, 20_000))
def test_portions_keep_every_turn_in_order_and_stay_small(lengths: list[int], turns: int, characters: int) -> None:
    asks = [AppraiseTurn(SpokenTurn("あ" * length)) for length in lengths]
    parts = together.portions(asks, rules=PortionRules(turns, characters))
    assert [ask for part in parts for ask in part] == asks
    for part in parts:
        assert 1 <= len(part) <= turns
        shown = sum(min(1200, len(ask.turn.user)) for ask in part)
        assert shown <= characters or len(part) == 1


class CountingReader:
    """Reads as the built-in reader does and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def read(self, turns: Sequence[TurnInPlace]) -> list[Reading]:
        self.asked.append(len(turns))
        return shared_reader().read(turns)

    def agreement(self) -> Agreement:
        return shared_reader().agreement()


def test_without_a_model_the_turns_are_read_together_and_mean_what_each_means_alone() -> None:
    reader = CountingReader()
    together_ = JointThinker(None, RulesThinker(reader=reader)).answer_all(SESSION[:6])
    assert reader.asked == [6]
    assert together_ == [RulesThinker(reader=shared_reader()).answer(ask) for ask in SESSION[:6]]
