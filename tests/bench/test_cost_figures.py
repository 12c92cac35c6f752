"""The figures of `bench.cost` are counted as they say."""

import json
from itertools import pairwise

import pytest
from bench.cost_model import Meter, told_as

from bench import cost


@pytest.fixture(scope="module")
def figures() -> dict[str, object]:
    return cost.measure(["by itself", "turn by turn"], days=2, live_days=1, turns=12, count=len)


def way(figures: dict[str, object], name: str) -> dict[str, object]:
    found = figures["ways"][name]  # type: ignore[index]
    assert isinstance(found, dict)
    return found


@pytest.mark.slow
def test_everything_a_model_is_asked_is_counted_part_by_part(figures: dict[str, object]) -> None:
    told = way(figures, "by itself")
    parts = told["input"]
    assert isinstance(parts, dict)
    assert {"instructions", "schema of the answer", "the turns", "earlier events", "states"} <= set(
        parts["digest_turns"]
    )
    assert sum(sum(each.values()) for each in parts.values()) == pytest.approx(told["input_tokens"], rel=1e-3)


@pytest.mark.slow
def test_what_a_night_asks_is_counted_and_so_are_the_weeks_of_a_year(figures: dict[str, object]) -> None:
    told = way(figures, "by itself")
    assert {"digest_turns", "tell_day", "tell_week"} <= set(told["calls"])  # type: ignore[call-overload]
    assert sum(told["usd_by_question"].values()) == pytest.approx(told["usd"], abs=0.05)  # type: ignore[attr-defined]
    assert 0 < told["the_part_ltm_counts"]["usd"] < told["usd"]  # type: ignore[index]


def test_a_question_that_is_new_to_the_counting_model_is_answered_in_its_shape() -> None:
    item = {"type": "object", "properties": {"text": {"type": "string"}, "turns": {"type": "integer"}}}
    shape = {"properties": {"insights": {"type": "array", "items": {"$ref": "#/$defs/One"}}}, "$defs": {"One": item}}
    told = told_as("other: insights", "何かの話", {"type": "object", **shape}, longer=1.0)
    assert told == {"insights": [{"text": "何かの話", "turns": 1}] * 2}


@pytest.mark.slow
def test_a_turn_digested_alone_pays_for_the_instructions_alone(figures: dict[str, object]) -> None:
    together, alone = (way(figures, name)["input"]["digest_turns"] for name in ("by itself", "turn by turn"))  # type: ignore[index]
    assert alone["instructions"] > 1.1 * together["instructions"]
    assert alone["the turns"] == pytest.approx(together["the turns"], rel=0.1)


def test_the_parts_of_ltms_table_add_up_to_its_sums() -> None:
    assert sum(given for given, _ in cost.LTM.values()) == 231_300_000
    assert sum(told for _, told in cost.LTM.values()) == 18_200_000


def test_a_year_goes_on_as_its_last_days_went() -> None:
    lived = cost.Lived([Meter() for _ in range(10)])
    for number, day in enumerate(lived.days):
        day.tokens_in["digest_turns", "states"] = 10 if number < 5 else 100
    given, _, _ = lived.year()
    assert given["digest_turns", "states"] == pytest.approx(5 * 10 + 5 * 100 + 355 * 100)


def test_a_day_has_all_its_turns_in_sessions_of_many_lengths() -> None:
    sizes = cost._sessions(100)
    assert sum(sizes) == 100
    assert (min(sizes), max(sizes)) == (4, 16)
    assert all(one != other for one, other in pairwise(sizes))


@pytest.mark.parametrize("wrong", [["--days", "0"], ["--turns", "-1"], ["--tokenizer", "nosuch"]])
def test_what_cannot_be_counted_is_told(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cost.main(wrong) == 2
    assert capsys.readouterr().err


@pytest.mark.slow
def test_figures_are_printed_for_people_and_programs(figures: dict[str, object]) -> None:
    assert json.loads(json.dumps(figures))["ways"]
    assert "digest_turns: instructions" in cost._table(figures)
