"""A session's turns are asked about together: feelings and plans in one call, never twice, one bad turn spoiling no other."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import open_sqlite
from omoide.adapters.sql.models.answers import SqlAnswerStore
from omoide.adapters.thinkers.model.wire import CallFailed, Request, Response, Trouble
from omoide.adapters.thinkers.persona_thinker import PersonaThinker
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.adapters.thinkers.single_flight import FileSingleFlight
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.asks.appraise_turn import AppraisalAnswer
from omoide.asks.ask import Role
from omoide.asks.digest_turns import TurnsAnswer
from omoide.asks.write_plan_answer import WritePlanAnswer
from omoide.domain.events.event import Turn
from omoide.domain.models.model_role import Provider
from omoide.domain.models.spending import Usage
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.digestion import Outcome
from tests.conftest import NOW
from tests.fakes.digesting import asked, digested, said
from tests.fakes.embedding import hashing
from tests.fakes.thinking import Surroundings, role

Plan = Callable[[dict[str, Any], int], dict[str, object] | None]


def no_plan(shown: dict[str, Any], number: int) -> dict[str, object]:
    assert number <= len(shown["events"])
    return {}


class DigestingWire:
    """A model that is asked about turns; one with 禁 in it is refused, and `down` it cannot be reached."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.plan: Plan = no_plan
        self.single: Callable[[Request], dict[str, object]] = lambda _request: {}
        self.down = False

    def send(self, request: Request) -> Response:
        if self.down:
            raise CallFailed(Trouble.SETUP, "gone")
        self.requests.append(request)
        usage = Usage(50, 50)
        if request.schema is TurnsAnswer:
            if any("禁" in text for text in said(request.user)):
                return Response("", usage, refusal="policy")
            return Response(digested(request.user, plan=self.plan), usage)
        if "禁" in request.user:
            return Response("", usage, refusal="policy")
        return Response(json.dumps(self.single(request), ensure_ascii=False), usage)

    def of(self, schema: type) -> list[Request]:
        return [request for request in self.requests if request.schema is schema]


def nothing_stated(turn: SpokenTurn) -> bool:
    return "天気" in turn.user or turn.user == "ありがとう。"


@pytest.fixture
def wire() -> DigestingWire:
    return DigestingWire()


@pytest.fixture
def mind(tmp_path: Path, clock: SimulatedClock, wire: DigestingWire) -> Iterator[Mind]:
    around = Surroundings()
    database = open_sqlite(tmp_path / "answers.db")
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    model = around.thinker(role(Provider.OPENAI, "http://127.0.0.1:9"), wire=wire, persona_id=None)
    stored = StoredThinker(model, SqlAnswerStore(database), FileSingleFlight(tmp_path / "locks"), around.clock)
    thinker = PersonaThinker({Role.INTERNAL: stored}, RulesThinker(), nothing_stated)
    with Omoide.open(tmp_path / "home", clock=clock, embedder=hashing(), thinker=thinker) as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        yield home.mind("haru")
    database.close()


def talk(mind: Mind, *texts: str, session: str = "s1") -> None:
    turns = [
        (Turn(text, f"うん、それは大事な話だね。{text}", session_id=session), NOW + n) for n, text in enumerate(texts)
    ]
    mind.observe_many(turns)


def believing(shown: dict[str, Any], number: int) -> dict[str, object]:
    body = next(event["user_text"] for event in shown["events"] if event["event_id"] == number)
    return {"state_updates": [fact(body, number)]}


def fact(body: str, number: int, **more: object) -> dict[str, object]:
    return {
        "kind": "fact",
        "op": "upsert",
        "body_text": f"あなたの話: {body}",
        "payload": {"about": "user", "said_by": "user"},
        "confidence": 0.9,
        "evidence_event_ids": [number],
        "reason": "聞いたから。",
        **more,
    }


def test_twenty_five_turns_of_a_session_take_three_calls_and_the_second_time_none(
    mind: Mind, wire: DigestingWire
) -> None:
    wire.plan = believing
    talk(mind, *(f"昨日の話{n}をしよう" for n in range(25)))
    report = mind.digest()
    assert (report.applied, report.remembered, len(wire.requests)) == (25, 25, 3)
    assert len(mind.memories.all()) == len(mind.beliefs.all()) == 25
    assert all(memory.trigger.startswith("「昨日の話") for memory in mind.memories.all())
    mind.digest()
    assert len(wire.requests) == 3


def test_no_model_says_what_a_turn_changes_in_which_nothing_is_stated(mind: Mind, wire: DigestingWire) -> None:
    wire.plan = believing
    talk(mind, "寺町に住んでるよ", "いい天気だね" + "。" * 200, "猫のモモが寝てる")
    report = mind.digest()
    assert (report.applied, report.remembered, len(wire.requests)) == (3, 3, 1)
    [request] = wire.of(TurnsAnswer)
    assert "2 番は plan不要です。" in request.user
    answers = [event["assistant_text"] for event in asked(request.user)[0]["events"]]
    assert len(answers[1]) < 140 < len("うん、それは大事な話だね。いい天気だね" + "。" * 200)
    assert {state.body for state in mind.beliefs.all()} == {
        "あなたの話: 寺町に住んでるよ",
        "あなたの話: 猫のモモが寝てる",
    }


def test_a_nod_in_which_nothing_is_stated_is_not_asked_about_at_all(mind: Mind, wire: DigestingWire) -> None:
    mind.observe(user="ありがとう。", assistant="うん！", session_id="s1")
    assert mind.digest().applied == 1
    assert wire.requests == []


def by_itself(mind: Mind) -> bool:
    """Do what happens by itself; tell whether nothing waits any more."""
    mind.set("background.auto", "true")
    try:
        return mind._home.work.work_off(should_stop=lambda: False, between=lambda: None)
    finally:
        mind.set("background.auto", "false")


def test_by_itself_a_model_is_asked_when_a_portion_is_full(mind: Mind, wire: DigestingWire) -> None:
    talk(mind, *(f"昨日の話{n}をしよう" for n in range(3)))
    assert not by_itself(mind)
    assert wire.requests == []
    talk(mind, *(f"今日の話{n}をしよう" for n in range(8)))
    assert not by_itself(mind)
    assert [len(asked(request.user)[1]) for request in wire.of(TurnsAnswer)] == [10]
    assert len(mind.memories.all()) == 10


def test_by_itself_a_model_is_asked_when_the_talk_is_quiet(
    mind: Mind, wire: DigestingWire, clock: SimulatedClock
) -> None:
    talk(mind, "猫の話をしよう", "犬の話をしよう")
    talk(mind, "株の話をしよう", session="s2")
    assert not by_itself(mind)
    clock.advance(seconds=299)
    assert not by_itself(mind)
    assert wire.requests == []
    clock.advance(seconds=2)
    assert by_itself(mind)
    assert len(mind.memories.all()) == 3


def test_who_asks_for_it_need_not_wait(mind: Mind, wire: DigestingWire) -> None:
    talk(mind, "猫の話をしよう", "犬の話をしよう")
    mind.settle()
    assert len(wire.of(TurnsAnswer)) == 1
    assert len(mind.memories.all()) == 2


def test_turns_of_two_sessions_are_not_asked_about_together(mind: Mind, wire: DigestingWire) -> None:
    talk(mind, "猫の話をしよう", "犬の話をしよう")
    talk(mind, "株の話をしよう", session="s2")
    mind.digest()
    assert [said(request.user) for request in wire.requests] == [
        ["猫の話をしよう", "犬の話をしよう"],
        ["株の話をしよう"],
    ]


def test_what_was_answered_is_not_paid_for_again_after_a_kill(mind: Mind, wire: DigestingWire) -> None:
    wire.plan = believing
    talk(mind, *(f"昨日の話{n}をしよう" for n in range(10)))

    def dies(done: int, _total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mind.digest(progress=dies)
    assert (len(mind.memories.all()), len(mind.beliefs.all()), len(wire.requests)) == (3, 3, 1)
    wire.down = True
    report = mind.digest()
    assert (report.applied, report.stopped_by) == (7, "")
    assert (len(mind.memories.all()), len(mind.beliefs.all()), len(wire.requests)) == (10, 10, 1)


def test_a_model_out_of_reach_leaves_everything_waiting(mind: Mind, wire: DigestingWire) -> None:
    wire.down = True
    talk(mind, "猫の話をしよう", "犬の話をしよう")
    report = mind.digest()
    assert (report.done, report.waiting) == (0, 2)
    assert "gone" in report.stopped_by
    wire.down = False
    mind._home.models.thinker(mind.persona).models[Role.INTERNAL].model.breaker.succeeded()  # type: ignore[attr-defined]
    assert mind.digest().remembered == 2


def test_one_refused_turn_spoils_no_other_and_is_remembered_by_rules(mind: Mind, wire: DigestingWire) -> None:
    wire.plan = believing
    talk(
        mind,
        *(f"昨日の話{n}をしよう" for n in range(3)),
        "禁じられた話をしよう",
        *(f"今日の話{n}をしよう" for n in range(4)),
    )
    report = mind.digest()
    assert (report.applied, report.refused, report.remembered) == (7, 1, 8)
    record = mind.digestion(4)
    assert record is not None
    assert (record.outcome, "policy" in record.reasons[0]) == (Outcome.REFUSED, True)
    assert len(mind.beliefs.all()) == 7


def test_a_plan_that_builds_on_what_an_earlier_turn_changed_is_asked_for_again_alone(
    mind: Mind, wire: DigestingWire
) -> None:
    wire.plan = believing
    talk(mind, "寺町に住んでるよ")
    mind.digest()

    def both_close(shown: dict[str, Any], number: int) -> dict[str, object]:
        return {"state_updates": [fact("寺町に住んでるよ", number, op="close", state_id=1)]}

    wire.plan = both_close
    wire.single = lambda request: {"state_updates": [fact("新しい家", _number(request))]}
    talk(mind, "引っ越して小立野へ行った", "引っ越しの話をもう一度しよう", session="s2")
    report = mind.digest()
    assert (report.applied, report.refused) == (2, 0)
    assert len(wire.of(WritePlanAnswer)) == 1
    assert "引っ越しの話" in wire.of(WritePlanAnswer)[0].user
    assert [state.body for state in mind.beliefs.all()] == ["あなたの話: 新しい家"]


def _number(request: Request) -> int:
    shown = json.loads(next(line for line in request.user.splitlines() if line.startswith('{"events"')))
    return len(shown["events"])


@pytest.mark.parametrize(
    "unusable",
    [
        None,
        {"state_updates": "?"},
        {"context_updates": {"links": [{"to_event_id": 99, "label": "reply_to", "confidence": 1.0}]}},
    ],
)
def test_a_plan_that_cannot_be_used_is_asked_for_alone_and_the_memory_stays(
    mind: Mind, wire: DigestingWire, unusable: dict[str, object] | None
) -> None:
    wire.plan = lambda _shown, number: unusable if number == 2 else {}
    talk(mind, "猫の話をしよう", "犬の話をしよう", "鳥の話をしよう")
    report = mind.digest()
    assert (report.applied, report.remembered) == (3, 3)
    assert [request.schema for request in wire.requests] == [TurnsAnswer, WritePlanAnswer]


def test_a_greeting_is_remembered_by_rules_and_only_its_plan_is_asked_for(mind: Mind, wire: DigestingWire) -> None:
    mind.observe_many(
        [
            (Turn("おはよう", "おはよう", session_id="s"), NOW),
            (Turn("猫の話をしよう", "うん。", session_id="s"), NOW + 1),
        ]
    )
    mind.digest()
    [request] = wire.requests
    assert asked(request.user)[1:] == ([1, 2], [1])
    assert wire.of(AppraisalAnswer) == []
    assert len(mind.memories.all()) == 2
