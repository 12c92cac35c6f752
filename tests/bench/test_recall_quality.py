import json
from pathlib import Path

from bench.conversations import read
from bench.recall_quality import Outcome, rank_of, summary

NEVER = float("inf")


def outcome(
    category: str,
    *ranks: float,
    stale: float | None = None,
    returned: int = 10,
    right: int = 1,
    is_demoted: bool = False,
    is_marked: bool = False,
) -> Outcome:
    is_answerable = category != "abstain"
    return Outcome(category, is_answerable, ranks, stale, returned, right, 5.0, is_demoted, is_marked)


def test_figures_are_means_over_the_questions_they_speak_of() -> None:
    found = summary([outcome("single", 1), outcome("single", 12, NEVER), outcome("abstain", returned=0)])
    assert found["hit@5"] == found["hit@10"] == 0.5
    assert found["hit@20"] == 1.0
    assert found["recall@10"] == 0.5
    assert found["all@10"] == 0.5
    assert found["mrr"] == round((1 + 1 / 12) / 2, 4)
    assert found["abstained"] == 1.0
    assert found["answered"] == 1.0
    assert found["mean_returned"] == 10
    assert found["precision"] == 0.1
    assert found["by_category"]["single"]["hit@10"] == 0.5
    assert found["by_category"]["abstain"]["hit@10"] is None
    assert found["latency_ms"] == {"p50": 5.0, "p95": 5.0}


def test_the_present_value_must_stand_before_the_old_one() -> None:
    found = summary([outcome("update", 3, stale=4), outcome("update", 5, stale=2), outcome("update", 2, stale=NEVER)])
    assert found["current_before_stale"] == round(2 / 3, 4)


def test_harm_is_counted_only_where_nothing_has_changed() -> None:
    found = summary(
        [
            outcome("single", 2, is_demoted=True),
            outcome("single", 1, is_marked=True),
            outcome("single", 1),
            outcome("update", 1, stale=2, is_demoted=True, is_marked=True),
            outcome("abstain", is_marked=True),
        ]
    )
    assert found["right_demoted"] == found["right_marked"] == round(1 / 3, 4)
    assert found["by_category"]["update"]["right_demoted"] is None


def test_a_place_is_found_where_the_first_of_its_turns_stands() -> None:
    assert rank_of(frozenset({"b", "d"}), [("a",), ("c", "d"), ("b",)]) == 2
    assert rank_of(frozenset({"x"}), [("a",)]) == NEVER


def test_both_shapes_of_turn_become_events(tmp_path: Path) -> None:
    turns = [
        {"id": "1", "session": 1, "datetime": "2025-01-01", "speaker": "User", "text": "hi"},
        {"id": "2", "session": 1, "datetime": "2025-01-01", "speaker": "Assistant", "text": "hello"},
        {"id": "3", "session": 2, "datetime": "2025-01-02", "speaker": "Anna", "text": "hey"},
        {"id": "4", "session": 2, "datetime": "2025-01-02", "user": "猫", "assistant": "にゃ"},
    ]
    asked = {"question": "?", "category": 2, "category_name": "temporal", "evidence": ["3", "4"]}
    by_session = {
        "question": "?",
        "category": "x",
        "evidence": ["1", "2"],
        "evidence_sessions": [1],
        "question_turn": "3",
    }
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"conversations": [{"id": "", "turns": turns, "questions": [asked, by_session]}]}))
    [conversation] = read(path)
    assert [(said.turn_ids, said.user, said.assistant) for said in conversation.events] == [
        (("1", "2"), "hi", "hello"),
        (("3",), "Anna: hey", None),
        (("4",), "猫", "にゃ"),
    ]
    temporal, other = conversation.questions
    assert temporal.places == (frozenset({"3"}), frozenset({"4"}))
    assert other.places == (frozenset({"1", "2"}),)
    assert other.before_turn == "3"
