"""Digesting, tidying, reading what was said lately, and following the thread, through the library."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.thinkers.scripted import ScriptedThinker
from omoide.asks.write_plan import AskWritePlan
from omoide.domain.beliefs.state import Origin
from omoide.domain.events.context_graph import LinkLabel
from omoide.domain.events.event import Turn
from omoide.errors import BeliefClosed, BeliefNotFound, InvalidInput, PreferenceNotFound, ThinkerUnavailable
from tests.conftest import NOW
from tests.fakes.appraisals import plain_appraisal
from tests.fakes.embedding import hashing

Opened = Callable[..., tuple[Mind, Any]]


@pytest.fixture
def scripted(tmp_path: Path, clock: SimulatedClock) -> Iterator[Opened]:
    homes: list[Omoide] = []

    def open_home(*lines: Any) -> tuple[Mind, Any]:
        thinker = ScriptedThinker({"write_plan": lines or ({},), "appraise_turn": (plain_appraisal,)})
        home = Omoide.open(tmp_path / "home", clock=clock, embedder=hashing(), thinker=thinker)
        homes.append(home)
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        return home.mind("haru"), thinker

    yield open_home
    for home in homes:
        home.close()


def plans(thinker: Any) -> list[AskWritePlan]:
    """Return the plans that were asked for."""
    return [ask for ask in thinker.asked if isinstance(ask, AskWritePlan)]


def believing(body: str) -> Callable[[Any], dict[str, object]]:
    return lambda ask: {
        "state_updates": [
            {
                "kind": "fact",
                "op": "upsert",
                "body_text": f"{body}{ask.shown.event.id}" if body.endswith("#") else body,
                "payload": {"about": "user"},
                "confidence": 0.9,
                "evidence_event_ids": [ask.number],
                "reason": "聞いたから。",
            }
        ]
    }


def test_a_model_out_of_reach_stops_the_run_and_the_next_one_goes_on(scripted: Opened) -> None:
    mind, _ = scripted({}, ThinkerUnavailable("the model is away"), {})
    mind.observe_many([(Turn(f"{number}番目", "うん"), NOW + number) for number in range(3)])
    report = mind.digest()
    assert (report.applied, report.waiting, report.stopped_by) == (1, 2, "the model is away")
    again = mind.digest()
    assert (again.applied, again.waiting, again.stopped_by) == (2, 0, "")


def test_events_are_digested_oldest_first_with_progress_and_within_a_limit(scripted: Opened) -> None:
    mind, thinker = scripted()
    for number in (3, 1, 2):
        mind.observe(user=f"{number}番目", assistant="うん", at=NOW + number)
    told: list[tuple[int, int]] = []
    assert mind.digest(limit=2, progress=lambda done, total: told.append((done, total))).waiting == 1
    assert told == [(1, 2), (2, 2)]
    assert [ask.shown.event.user for ask in plans(thinker)] == ["1番目", "2番目"]
    assert mind.digest_status().waiting == 1


def test_a_late_import_of_old_events_is_found(scripted: Opened) -> None:
    mind, thinker = scripted()
    mind.observe(user="今日のこと", assistant="うん", at=NOW)
    mind.digest()
    mind.observe(user="昔のこと", assistant="うん", at=NOW - 10**6)
    assert mind.digest().applied == 1
    assert plans(thinker)[-1].shown.event.user == "昔のこと"


def test_the_maker_of_a_plan_sees_the_last_twelve_events_the_same_client_first(scripted: Opened) -> None:
    mind, thinker = scripted()
    mind.observe_many([(Turn(f"電話{n}", "うん", client_id="phone"), NOW + n) for n in range(20)])
    mind.observe_many([(Turn(f"机{n}", "うん", client_id="queue", source="vision"), NOW + 50 + n) for n in range(3)])
    mind.observe(user="電話の終わり", assistant="うん", client_id="phone", at=NOW + 99)
    mind.digest()
    [ask] = [each for each in plans(thinker) if each.shown.event.user == "電話の終わり"]
    last = [event.user for event in ask.events]
    assert last == [*(f"電話{n}" for n in range(9, 20)), "電話の終わり"]
    queue = [event.user for event in mind.recent_events(23)]
    assert len(queue) == 12
    assert queue[-3:] == ["机0", "机1", "机2"]


def test_the_short_term_history_is_finished_chat_only(scripted: Opened) -> None:
    mind, _ = scripted()
    mind.observe_many([(Turn(f"{n}番目", f"返事{n}"), NOW + n) for n in range(12)])
    mind.observe(user="通知", assistant="見たよ", source="notification", at=NOW + 20)
    mind.observe(user="途中", at=NOW + 21)
    present = mind.observe(user="いま", assistant="うん", at=NOW + 22)
    messages = mind.history(before=present.id)
    assert len(messages) == 20
    assert messages[0] == {"role": "user", "content": "2番目"}
    assert messages[-1] == {"role": "assistant", "content": "返事11"}


def test_an_unfinished_turn_is_digested_after_a_day(scripted: Opened, clock: SimulatedClock) -> None:
    mind, _ = scripted()
    mind.observe(user="ねえ", at=NOW)
    assert mind.digest().applied == 0
    clock.advance(days=1.1)
    assert mind.digest().applied == 1


def test_tidying_runs_after_ten_turns_and_then_after_two_hundred(scripted: Opened) -> None:
    mind, _ = scripted(believing("同じこと#"))
    mind.observe_many([(Turn("同じこと", "うん"), NOW + n) for n in range(9)])
    mind.digest()
    assert mind.beliefs.tidyings() == []
    mind.observe_many([(Turn("同じこと", "うん"), NOW + 10 + n) for n in range(1)])
    mind.digest()
    [first] = mind.beliefs.tidyings()
    assert (first.chat_turns, first.examined, first.closed) == (10, {"fact": 10}, 0)
    mind.digest()
    assert len(mind.beliefs.tidyings()) == 1
    assert mind.beliefs.tidy() is None


def test_tidying_closes_twins_and_says_so_in_their_history(scripted: Opened) -> None:
    mind, _ = scripted(believing("同じこと#"))
    mind.observe_many([(Turn("同じこと", "うん"), NOW + n) for n in range(2)])
    mind.digest()
    one, two = mind.beliefs.all()
    mind.beliefs.correct(one.id, two.body)
    assert [state.body for state in mind.beliefs.all()] == [two.body, two.body]
    tidied = mind.beliefs.tidy()
    assert tidied is not None
    assert tidied.closed == 1
    [closed] = [state for state in mind.beliefs.all(ended=True) if state.valid_to is not None]
    assert closed.id == two.id
    last = mind.beliefs.history(two.id)[-1]
    assert (last.origin, last.change.evidence) == (Origin.TIDY, ())
    assert "整理" in last.change.reason


def test_before_it_is_understood_a_turn_replies_to_the_one_before(scripted: Opened) -> None:
    mind, _ = scripted()
    for number in range(3):
        mind.observe(user=f"{number}番目", assistant="うん", session_id="s", at=NOW + number)
    mind.observe(user="別の話", assistant="うん", session_id="t", at=NOW + 9)
    found = mind.thread(3)
    assert [(link.label, link.is_provisional, event.id) for link, event in found.path] == [
        (LinkLabel.REPLY_TO, True, 2),
        (LinkLabel.REPLY_TO, True, 1),
    ]
    assert found.beginning.id == 1
    assert mind.thread(4).path == ()


def test_a_plan_joins_turns_to_a_flow(scripted: Opened) -> None:
    def flow(ask: Any) -> dict[str, object]:
        links = [{"to_event_id": 1, "label": "caused_by", "confidence": 0.9}] if ask.number > 1 else []
        return {"context_updates": {"threads": [{"thread_key": "発表会", "confidence": 0.9}], "links": links}}

    mind, _ = scripted(flow)
    for number in range(3):
        mind.observe(user=f"発表会{number}", assistant="うん", at=NOW + number)
    mind.digest()
    found = mind.thread(3)
    assert [(link.label, event.id) for link, event in found.path] == [(LinkLabel.CAUSED_BY, 1)]
    assert [event.id for event in found.members] == [1, 2, 3]


def test_emotions_are_logged_by_local_day_and_a_bond_is_noticed_across_turns(scripted: Opened) -> None:
    mind, _ = scripted()
    mind.observe(
        user="怖い",
        assistant='そばにいるよ<persona_emotion category="protective" intensity="0.9"/>',
        at="2026-03-01T23:59",
    )
    mind.observe(
        user="もう大丈夫", assistant="よかった<persona_emotion category=joy intensity=0.8>", at="2026-03-02T00:01"
    )
    mind.digest()
    assert [one.emotion.category.value for one in mind.feelings.emotions("2026-03-01")] == ["protective"]
    [second] = mind.feelings.emotions("2026-03-02")
    assert second.bonding == "protective→joy"
    assert mind.feelings.shown("よかった<persona_emotion category=joy intensity=0.8>") == "よかった"


def test_a_mood_is_read_for_any_instant_in_the_past(scripted: Opened) -> None:
    felt = {
        "moment_affect_text": "うれしい。",
        "moment_affect_score_vad": {"v": 1.0, "a": 0.5, "d": 0.5},
        "moment_affect_confidence": 1.0,
    }
    mind, _ = scripted({"event_affect": felt}, {})
    mind.observe(user="受かった！", assistant="おめでとう！", at="2026-03-01T12:00")
    mind.observe(user="ふう", assistant="うん", at="2026-03-05T12:00")
    mind.digest()
    before, at_once, later = (
        mind.feelings.mood(at=when) for when in ("2026-03-01T11:59", "2026-03-01T12:00", "2026-03-02T12:00")
    )
    assert before.felt.v == 0
    assert at_once.felt.v > 0.9 > later.shock.v > 0
    assert later.baseline.v > at_once.baseline.v == 0
    assert mind.feelings.mood().text


def test_the_owner_may_end_or_deny_a_belief_once(scripted: Opened) -> None:
    mind, _ = scripted(believing("あなたは寺町に住んでいる。"))
    mind.observe(user="寺町に住んでる", assistant="うん", at=NOW - 100)
    mind.digest()
    [home] = mind.beliefs.all()
    denied = mind.beliefs.close(home.id, wrong=True)
    assert mind.beliefs.all() == []
    assert mind.beliefs.all(valid_at=NOW - 50) == []
    assert denied.struck_out == (home.body,)
    with pytest.raises(BeliefClosed):
        mind.beliefs.close(home.id)
    with pytest.raises(BeliefNotFound):
        mind.beliefs.get(99)
    with pytest.raises(PreferenceNotFound):
        mind.preferences.history(99)


@pytest.mark.parametrize(
    "wrong", [{"kind": "opinion"}, {"as_of": "2026-01-01", "known_at": "2026-01-01"}, {"as_of": "yesterday"}]
)
def test_a_question_that_makes_no_sense_is_refused(scripted: Opened, wrong: dict[str, Any]) -> None:
    mind, _ = scripted()
    with pytest.raises(InvalidInput):
        mind.beliefs.all(**wrong)


def test_emotions_are_logged_though_the_plan_is_refused_and_once_though_it_is_tried_again(scripted: Opened) -> None:
    unknown = {"context_updates": {"links": [{"to_event_id": 9, "label": "reply_to", "confidence": 0.5}]}}
    mind, _ = scripted(unknown, {})
    mind.observe(user="ねえ", assistant='うん<persona_emotion category="joy" intensity="0.8"/>', at="2026-03-01T12:00")
    assert mind.digest().refused == 1
    assert len(mind.feelings.emotions("2026-03-01")) == 1
    assert mind.digest(retry=True).applied == 1
    assert len(mind.feelings.emotions("2026-03-01")) == 1
