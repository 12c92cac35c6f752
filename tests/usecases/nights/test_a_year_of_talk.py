"""A scripted model lives through twenty turns of an original conversation: end state, history and questions about then.

The flat is left for another, the job changes, the cat's food changes twice; a friend's dog stays the friend's.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.thinkers.scripted import ScriptedThinker
from omoide.domain.beliefs.preference import Polarity, Status
from omoide.domain.beliefs.state import Origin, StateKind
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.digestion import Outcome
from tests.fakes.appraisals import plain_appraisal
from tests.fakes.embedding import hashing

END = Moment(1_798_722_000)
"""31 December 2026, 22:00 in Tokyo."""
Make = Callable[[Any], dict[str, object]]


def say(body: str, *, about: str = "user", kind: str = "fact", since: str | None = None, **payload: object) -> Make:
    def made(ask: Any) -> dict[str, object]:
        return {
            "kind": kind,
            "op": "upsert",
            "body_text": body,
            "payload": {"about": about, "said_by": "user", **payload},
            "confidence": 0.9,
            "valid_from_ts": since,
            "evidence_event_ids": [ask.number],
            "reason": "あなたが話してくれたから。",
        }

    return made


def end(body: str, *, op: str = "close", kind: str = "fact") -> Make:
    def made(ask: Any) -> dict[str, object]:
        [held] = [state for state in ask.states if state.body == body]
        return {
            "kind": kind,
            "op": op,
            "state_id": ask.state_number(held.id),
            "body_text": body,
            "confidence": 0.9,
            "evidence_event_ids": [ask.number],
            "reason": "もうそうではないと話してくれたから。",
        }

    return made


def again(body: str) -> Make:
    def made(ask: Any) -> dict[str, object]:
        [held] = [state for state in ask.states if state.body == body]
        return {**say(body)(ask), "state_id": ask.state_number(held.id), "payload": {}}

    return made


def taste(op: str, polarity: str, subject: str, domain: str = "food") -> Make:
    return lambda ask: {
        "op": op,
        "domain": domain,
        "polarity": polarity,
        "subject": subject,
        "confidence": 0.9,
        "evidence_event_ids": [ask.number],
        "reason": "あなたがそう言ったから。",
    }


FLAT, HOUSE = "あなたは川沿いの古いアパートに住んでいる。", "あなたは丘の上の一軒家に住んでいる。"
SHOP, BAKERY = "あなたは本屋で働いている。", "あなたは自分のパン屋を開いた。"
TUNA, DUCK, BOTH = (
    "シロのごはんは鮪の缶詰。",
    "シロのごはんは鴨のカリカリ。",
    "シロのごはんは鴨のカリカリと缶詰を半分ずつ。",
)
DOG = "ミカの犬はポチ。"
FORM = "あなたの用事: 開業届を6月末までに出す。"

Line = tuple[str, str, list[Make], list[Make]]
TURNS: list[Line] = [
    ("2026-01-05T21:00", "川沿いの古いアパートに住んでるの。窓がよく鳴る", [say(FLAT, attribute="home")], []),
    ("2026-01-06T21:00", "仕事は本屋。レジと棚づくり", [say(SHOP, attribute="job")], []),
    ("2026-01-10T21:00", "うちの白猫のシロ、鮪の缶詰しか食べない", [say(TUNA, about="シロ", attribute="food")], []),
    (
        "2026-01-20T21:00",
        "友だちのミカは柴犬のポチを飼ってる。ポチは鶏が好き",
        [say(DOG, about="ミカ", kind="relation")],
        [],
    ),
    ("2026-02-03T21:00", "パクチーは本当に苦手", [], [taste("confirm", "dislike", "パクチー")]),
    ("2026-02-14T21:00", "チョコは、まあ食べるかな", [], [taste("upsert_candidate", "like", "チョコ")]),
    (
        "2026-03-01T21:00",
        "シロ、先生に言われて鴨のカリカリに変えた",
        [end(TUNA), say(DUCK, about="シロ", attribute="food", since="2026-03-01T00:00:00")],
        [],
    ),
    ("2026-03-09T21:00", "にんじん、大好きなんだよね", [], [taste("confirm", "like", "にんじん")]),
    ("2026-04-02T21:00", "本屋は今日もひまだった", [again(SHOP)], []),
    (
        "2026-05-11T21:00",
        "パン屋を開こうと思う。開業届を6月末までに出さなきゃ",
        [say(FORM, kind="task", due="2026-06-30T23:59:59", status="open")],
        [],
    ),
    ("2026-05-30T21:00", "本屋、今日で最後だった", [end(SHOP)], []),
    ("2026-06-12T21:00", "開業届、出してきたよ", [end(FORM, op="mark_done", kind="task")], []),
    (
        "2026-07-01T09:00",
        "今日、自分のパン屋が開いた！",
        [say(BAKERY, attribute="job", since="2026-07-01T00:00:00")],
        [],
    ),
    ("2026-07-15T21:00", "人参、食べすぎたのか最近は苦手", [], [taste("confirm", "dislike", "人参")]),
    (
        "2026-08-20T21:00",
        "丘の上の一軒家に越したよ。川沿いのアパートとはお別れ",
        [end(FLAT), say(HOUSE, attribute="home", since="2026-08-20T00:00:00")],
        [],
    ),
    (
        "2026-09-01T21:00",
        "シロ、鴨のカリカリと缶詰を半分ずつにした",
        [end(DUCK), say(BOTH, about="シロ", attribute="food", since="2026-09-01T00:00:00")],
        [],
    ),
    ("2026-10-10T21:00", "一軒家、朝の光がいい", [again(HOUSE)], []),
    ("2026-11-03T21:00", "ミカのポチ、鮪の缶詰を盗んだらしい", [], []),
    ("2026-11-20T21:00", "チョコ、好き。やっと認める", [], [taste("confirm", "like", "チョコ")]),
    ("2026-12-24T21:00", "パン屋、大忙し。でも楽しい", [again(BAKERY)], []),
]
ECHO: Line = ("", "丘の上の一軒家の話を、また少しした", [say(HOUSE)], [])


def script(ask: Any) -> dict[str, object]:
    [(_, _, states, tastes)] = [turn for turn in [*TURNS, ECHO] if turn[1] == ask.shown.event.user]
    return {
        "state_updates": [make(ask) for make in states],
        "preference_updates": [make(ask) for make in tastes],
        "event_affect": {
            "moment_affect_text": "あなたの一年を、そばで聞いている。うれしいことも、変わっていくことも。",
            "moment_affect_score_vad": {"v": 0.4, "a": 0.1, "d": 0.2},
            "moment_affect_confidence": 0.8,
        },
    }


@pytest.fixture
def year(tmp_path: Path) -> Any:
    thinker = ScriptedThinker({"write_plan": [script], "appraise_turn": [plain_appraisal]})
    with Omoide.open(tmp_path, clock=SimulatedClock(END), embedder=hashing(), thinker=thinker) as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = home.mind("haru")
        for at, user, _, _ in TURNS:
            mind.observe(user=user, assistant="うん、聞いてる。", at=at)
        assert mind.digest().applied == len(TURNS) == 20
        yield mind


def bodies(found: list[Any]) -> set[str]:
    return {state.body for state in found}


def test_the_end_state_is_what_is_true_at_the_end(year: Mind) -> None:
    assert bodies(year.beliefs.all()) == {HOUSE, BAKERY, BOTH, DOG}
    assert bodies(year.beliefs.all(about="user")) == {HOUSE, BAKERY}
    assert bodies(year.beliefs.all(ended=True)) == {FLAT, HOUSE, SHOP, BAKERY, TUNA, DUCK, BOTH, DOG, FORM}


def test_what_was_believed_then_is_answered_from_the_revisions(year: Mind) -> None:
    assert bodies(year.beliefs.all(as_of="2026-05-15")) == {FLAT, SHOP, DUCK, DOG, FORM}
    assert bodies(year.beliefs.all(as_of="2026-01-07")) == {FLAT, SHOP}
    assert year.beliefs.all(as_of="2025-12-31") == []


def test_what_was_true_then_is_another_question_than_what_was_known(year: Mind) -> None:
    assert BAKERY in bodies(year.beliefs.all(valid_at="2026-07-01T06:00", about="user"))
    assert BAKERY not in bodies(year.beliefs.all(known_at="2026-07-01T06:00", about="user"))
    assert HOUSE in bodies(year.beliefs.all(valid_at="2026-08-20T12:00"))
    assert FLAT in bodies(year.beliefs.all(known_at="2026-08-20T12:00"))


def test_the_history_of_a_belief_tells_before_after_why_and_on_what(year: Mind) -> None:
    [shop] = [state for state in year.beliefs.all(ended=True) if state.body == SHOP]
    steps = year.beliefs.history(shop.id)
    assert [step.number for step in steps] == [1, 2, 3]
    assert [step.change.evidence for step in steps] == [(2,), (9,), (11,)]
    assert all(step.change.reason and step.origin is Origin.PLAN for step in steps)
    assert steps[-1].change.after.valid_to == year.event(11).created
    assert steps[1].change.before is not None
    assert steps[1].change.after.last_confirmed == year.event(9).created


def test_tastes_change_and_one_thing_is_never_liked_and_disliked(year: Mind) -> None:
    found = {(one.subject, one.polarity): one.status for one in year.preferences.all(status=None)}
    assert found == {
        ("パクチー", Polarity.DISLIKE): Status.CONFIRMED,
        ("チョコ", Polarity.LIKE): Status.CONFIRMED,
        ("にんじん", Polarity.LIKE): Status.REVOKED,
        ("人参", Polarity.DISLIKE): Status.CONFIRMED,
    }
    [chocolate] = [one for one in year.preferences.all() if one.subject == "チョコ"]
    assert [step.change.after.status for step in year.preferences.history(chocolate.id)] == [
        Status.CANDIDATE,
        Status.CONFIRMED,
    ]


def test_a_task_is_open_until_it_is_done(year: Mind) -> None:
    assert bodies(year.beliefs.all(as_of="2026-06-01", kind=StateKind.TASK)) == {FORM}
    assert year.beliefs.all(kind="task") == []
    [form] = year.beliefs.all(kind="task", ended=True)
    assert form.is_done


def test_digesting_again_changes_nothing(year: Mind) -> None:
    before = year.beliefs.all(ended=True)
    assert year.digest().applied == 0
    assert year.beliefs.all(ended=True) == before
    assert year.digest_status().waiting == 0


def test_the_owners_word_is_an_event_and_outweighs_inference(year: Mind) -> None:
    [house] = [state for state in year.beliefs.all() if state.body == HOUSE]
    corrected = year.beliefs.correct(house.id, "あなたは丘の上の平屋に住んでいる。")
    assert corrected.confidence == 1.0
    last = year.beliefs.history(house.id)[-1]
    assert last.origin is Origin.OWNER
    [event_id] = last.change.evidence
    assert year.event(event_id).source == "owner"
    year.observe(user=ECHO[1], assistant="うん。", at="2026-12-31T21:59")
    report = year.digest()
    assert report.refused == 1
    assert "struck this out" in str(report.reasons)
    assert year.beliefs.get(house.id).body == "あなたは丘の上の平屋に住んでいる。"


def test_a_refused_plan_leaves_its_reasons_on_the_event_and_nothing_else(tmp_path: Path) -> None:
    half = {
        "state_updates": [
            say(FLAT)(_Ask()),
            {**say(SHOP)(_Ask()), "op": "close", "state_id": 1},
        ]
    }
    thinker = ScriptedThinker({"write_plan": [half], "appraise_turn": [plain_appraisal]})
    with Omoide.open(tmp_path, clock=SimulatedClock(END), embedder=hashing(), thinker=thinker) as home:
        mind = home.persona("haru")
        event = mind.observe(user="川沿いの古いアパートに住んでる", assistant="うん。")
        report = mind.digest()
        assert report.refused == 1
        assert [memory.event_id for memory in mind.memories.all()] == [event.id]  # it is remembered all the same
        assert mind.beliefs.all(ended=True) == []
        assert mind.feelings.affect(event.id) is None
        record = mind.digestion(event.id)
        assert record is not None
        assert record.outcome is Outcome.REFUSED
        assert any("state" in reason for reason in record.reasons)
        thinker.scripts = {"write_plan": [{"state_updates": [say(FLAT)(_Ask())]}]}
        assert mind.digest().applied == 0
        assert mind.digest(retry=True).applied == 1
        assert bodies(mind.beliefs.all()) == {FLAT}


class _Ask:
    """Stands where only the number of the single event matters."""

    number = 1
