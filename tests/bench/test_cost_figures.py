"""The figures of `bench.cost` are counted as they say."""

import json

import pytest

from bench import cost


def test_a_year_costs_at_most_a_quarter_of_ltms_estimate_and_grows_with_its_days() -> None:
    day, week = (cost.measure(days=days, turns=100, tokenizer="cl100k_base") for days in (1, 7))
    assert week["input_tokens"] == 7 * int(str(day["input_tokens"]))
    assert week["price_ratio_to_ltm"] == pytest.approx(day["price_ratio_to_ltm"], abs=1e-3)
    ratio = day["price_ratio_to_ltm"]
    assert isinstance(ratio, float)
    assert 0.0 < ratio <= 0.25


def test_the_keys_that_others_read_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert cost.main(["--days", "1", "--turns", "10", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {"input_tokens", "output_tokens", "usd", "price_ratio_to_ltm"} <= set(figures)


@pytest.mark.parametrize("wrong", [["--days", "0"], ["--turns", "-1"], ["--tokenizer", "nosuch"]])
def test_what_cannot_be_counted_is_told(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cost.main(wrong) == 2
    assert capsys.readouterr().err
