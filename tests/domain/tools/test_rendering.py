"""One definition, four shapes."""

from dataclasses import dataclass
from enum import StrEnum
from inspect import signature
from typing import Any

import pytest

from omoide.domain.text.language import Language
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.definition import EDITS, READS, ToolDefinition
from omoide.domain.tools.fields import fields_of, said
from omoide.domain.tools.functions import function_of
from omoide.domain.tools.rendering import ToolDialect, dialect_of, rendered
from omoide.domain.tools.schema import output_schema
from omoide.errors import InvalidInput


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    query: str = said("What for.", "何を。", longest=50)
    limit: int = said("How many.", "何件。", default=7, least=1, most=10)
    size: Size = said("How large.", "大きさ。", default=Size.SMALL)
    note: str | None = said("A note.", "メモ。", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class One:
    text: str = said("What it says.", "内容。")
    handle: str | None = said("Where it goes on.", "続き。", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Several:
    found: tuple[One, ...] = said("What was found.", "見つかったもの。")


TOOL = ToolDefinition(
    "find_things", Bilingual("Find", "探す"), Bilingual("Find things.", "ものを探す。"), Given, Several,
    Bilingual("Looked for things", "ものを探しました"), READS,
)  # fmt: skip


def shown(dialect: str, language: Language = Language.EN) -> Any:
    return rendered(TOOL, dialect_of(dialect), language=language)


def test_openai_is_told_strictly() -> None:
    function = shown("openai")["function"]
    schema = function["parameters"]
    assert function["strict"] is True
    assert schema["required"] == ["query", "limit", "size", "note"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["limit"]["type"] == ["integer", "null"]
    assert schema["properties"]["size"]["enum"] == ["small", "large", None]
    assert schema["properties"]["limit"]["description"] == "How many. (1 to 10; null means 7)"
    allowed = {"type", "description", "enum"}
    assert all(set(each) <= allowed for each in schema["properties"].values())


def test_the_responses_have_the_same_beside_the_type() -> None:
    chat = shown("openai")
    assert shown("openai-responses") == {"type": "function", **chat["function"]}


def test_anthropic_has_the_schema_with_its_bounds() -> None:
    told = shown("anthropic", Language.JA)
    assert set(told) == {"name", "description", "input_schema"}
    assert told["description"] == "ものを探す。"
    assert told["input_schema"]["required"] == ["query"]
    limit = {"type": "integer", "description": "何件。", "minimum": 1, "maximum": 10, "default": 7}
    assert told["input_schema"]["properties"]["limit"] == limit


def test_mcp_has_a_title_what_comes_out_and_hints() -> None:
    told = shown("mcp")
    assert told["title"] == "Find"
    items = told["outputSchema"]["properties"]["found"]["items"]
    assert items["required"] == ["text"]
    assert told["annotations"] == {
        "title": "Find", "readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False,
    }  # fmt: skip
    edit = ToolDefinition("x", TOOL.title, TOOL.description, Given, Several, TOOL.announces, EDITS)
    hints: Any = rendered(edit, ToolDialect.MCP, language=Language.EN)["annotations"]
    assert (hints["readOnlyHint"], hints["destructiveHint"], hints["idempotentHint"]) == (False, True, False)


def test_python_has_a_function_with_its_signature() -> None:
    called: list[tuple[str, dict[str, object]]] = []

    def call(name: str, given: dict[str, object]) -> dict[str, object]:
        called.append((name, given))
        return {}

    function = function_of(TOOL, call, language=Language.EN)
    assert function.__name__ == "find_things"
    shown = str(signature(function)).replace("typing.", "")
    assert shown.startswith("(*, query: str, limit: int = 7, size: Literal['small', 'large']")
    assert "query: What for." in (function.__doc__ or "")
    function(query="猫", limit=2)
    assert called == [("find_things", {"query": "猫", "limit": 2})]


def test_what_no_tool_can_take_is_a_programmers_mistake() -> None:
    @dataclass(frozen=True)
    class Odd:
        at: complex = said("?", "?")

    with pytest.raises(TypeError, match="at is a"):
        fields_of(Odd)
    with pytest.raises(TypeError):
        output_schema(int, language=Language.EN)


def test_a_dialect_or_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidInput, match="openai, openai-responses, anthropic, mcp"):
        dialect_of("gemini")
    with pytest.raises(InvalidInput):
        ToolDefinition("Find Things", TOOL.title, TOOL.description, Given, Several, TOOL.announces)
