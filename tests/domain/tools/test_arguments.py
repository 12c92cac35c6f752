"""What a model gave as arguments is read as far as it can be meant, and what cannot is told."""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.text.language import Language
from omoide.domain.tools.arguments import UnreadArguments, read
from omoide.domain.tools.fields import said


class Way(StrEnum):
    ADD = "add"
    PUT_AWAY = "put_away"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    query: str = said("What for.", "何を。", longest=50, other_names=("q", "text"))
    limit: int = said("How many.", "何件。", default=7, least=1, most=10)
    way: Way = said("How.", "どう。", default=Way.ADD)
    exact: bool = said("Letter by letter.", "そのまま。", default=False)
    reason: str | None = said("Why.", "なぜ。", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    pass


def problems(given: object, kind: type[Any] = Asked) -> dict[str, str]:
    found = read(kind, given)
    assert isinstance(found, UnreadArguments)
    return {each.name: each.problem.of(Language.EN) for each in found.mistakes}


@pytest.mark.parametrize(
    "given",
    [
        {"query": "猫", "limit": 3},
        '{"query": "猫", "limit": 3}',
        b'{"query": "\xe7\x8c\xab", "limit": "3"}',
        json.dumps('{"query": "猫", "limit": 3}'),
        {"Query": "猫", "LIMIT": "３"},
        {"q": "猫", "limit": 3.0},
        {"text": ["猫"], "limit": " 3 ", "reason": None, "way": None},
        {"arguments": {"query": "猫", "limit": 3}},
    ],
)
def test_the_same_is_meant_in_many_ways(given: object) -> None:
    assert read(Asked, given) == Asked(query="猫", limit=3)


@pytest.mark.parametrize(("told", "meant"), [("putAway", Way.PUT_AWAY), ("PUT-AWAY", Way.PUT_AWAY), ("Add", Way.ADD)])
def test_a_choice_may_be_written_in_another_case(told: str, meant: Way) -> None:
    assert read(Asked, {"query": "猫", "way": told}) == Asked(query="猫", way=meant)


@pytest.mark.parametrize(("told", "meant"), [("true", True), ("はい", True), (1, True), ("no", False), (0, False)])
def test_yes_and_no_may_be_words(told: object, meant: bool) -> None:
    assert read(Asked, {"query": "猫", "exact": told}) == Asked(query="猫", exact=meant)


def test_what_may_be_left_out_may_be_null() -> None:
    assert read(Asked, {"query": "猫", "limit": None, "exact": None, "reason": None}) == Asked(query="猫")


def test_every_mistake_is_told_at_once_and_by_name() -> None:
    told = problems({"limit": 99, "way": "burn", "exact": "perhaps", "colour": "red", "qeury": "猫"})
    assert set(told) == {"query", "limit", "way", "exact", "colour", "qeury"}
    assert "missing" in told["query"]
    assert "at most 10" in told["limit"]
    assert "add, put_away" in told["way"]
    assert "query, limit, way, exact, reason" in told["colour"]
    assert "did you mean query?" in told["qeury"]


@pytest.mark.parametrize(
    "given", ["{", "[1]", 7, True, ["query"], "nonsense", '"text"', "[" * 100_000, '{"query": ' + "9" * 5_000 + "}"]
)
def test_what_is_no_object_is_told_as_such(given: object) -> None:
    assert isinstance(read(Asked, given), UnreadArguments)


def test_values_that_cannot_be_kept_or_counted_are_refused() -> None:
    assert "character" in problems({"query": "\ud800"})["query"]
    assert "NUL" in problems({"query": "a\x00b"})["query"]
    assert "at most 50" in problems({"query": "x" * 51})["query"]
    assert "empty" in problems({"query": "  "})["query"]
    assert "number" in problems({"query": "猫", "limit": True})["limit"]
    assert "number" in problems({"query": "猫", "limit": "1e9"})["limit"]
    assert "at most 10" in problems({"query": "猫", "limit": 10**400})["limit"]
    assert "whole" in problems({"query": "猫", "limit": 2.5})["limit"]
    assert "twice" in problems({"query": "猫", "q": "犬"})["query"]


def test_a_tool_without_arguments_takes_none() -> None:
    assert read(Nothing, "") == Nothing()
    assert "takes none" in problems({"a": 1}, Nothing)["a"]


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=80)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)


@given(VALUES | st.dictionaries(st.sampled_from(["query", "limit", "way", "exact", "reason", "q"]), VALUES))
def test_whatever_comes_is_read_or_told_in_both_languages(given: object) -> None:
    found = read(Asked, given)
    if isinstance(found, UnreadArguments):
        assert found.mistakes
        assert all(each.problem.en and each.problem.ja for each in found.mistakes)
    else:
        assert 1 <= found.limit <= 10
        assert found.query.strip()
