"""Whatever a client calls a tool call goes in, and what it wants back comes out."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from omoide.domain.text.language import Language
from omoide.domain.tools.answer import ToolAnswer
from omoide.domain.tools.bilingual import same
from omoide.domain.tools.calls import read_call, reply
from omoide.domain.tools.rendering import ToolDialect
from omoide.errors import InvalidInput

GIVEN = '{"query": "猫"}'
ANSWER = ToolAnswer("recall_memories", {"found": []}, same("🛠️"), Language.JA)
FAILED = ToolAnswer("recall_memories", {"error": {"kind": "refused"}}, same("🛠️"), Language.JA, is_error=True)
CALLS: dict[ToolDialect, dict[str, Any]] = {
    ToolDialect.OPENAI: {"id": "c1", "type": "function", "function": {"name": "recall_memories", "arguments": GIVEN}},
    ToolDialect.OPENAI_RESPONSES: {
        "type": "function_call", "id": "fc_1", "call_id": "c1", "name": "recall_memories", "arguments": GIVEN,
    },
    ToolDialect.ANTHROPIC: {"type": "tool_use", "id": "c1", "name": "recall_memories", "input": {"query": "猫"}},
    ToolDialect.MCP: {
        "jsonrpc": "2.0", "id": "c1", "method": "tools/call",
        "params": {"name": "recall_memories", "arguments": {"query": "猫"}},
    },
}  # fmt: skip


def as_objects(value: object) -> object:
    return (
        SimpleNamespace(**{name: as_objects(each) for name, each in value.items()})
        if isinstance(value, dict)
        else value
    )


@pytest.mark.parametrize("dialect", CALLS)
def test_a_call_is_read_as_a_dictionary_and_as_an_object(dialect: ToolDialect) -> None:
    read = read_call(CALLS[dialect])
    assert (read.name, read.call_id, read.dialect) == ("recall_memories", "c1", dialect)
    given = read.arguments
    assert (json.loads(given) if isinstance(given, str) else given) == {"query": "猫"}
    assert read_call(as_objects(CALLS[dialect])).dialect is dialect


def test_each_is_answered_in_its_own_shape() -> None:
    replies = {dialect: reply(read_call(call), ANSWER) for dialect, call in CALLS.items()}
    text = '{"found":[]}'
    assert replies[ToolDialect.OPENAI] == {"role": "tool", "tool_call_id": "c1", "content": text}
    assert replies[ToolDialect.OPENAI_RESPONSES] == {"type": "function_call_output", "call_id": "c1", "output": text}
    assert replies[ToolDialect.ANTHROPIC] == {"type": "tool_result", "tool_use_id": "c1", "content": text}
    assert replies[ToolDialect.MCP] == {
        "content": [{"type": "text", "text": text}], "isError": False, "structuredContent": {"found": []},
    }  # fmt: skip


def test_an_error_is_marked_where_there_is_a_place_for_it() -> None:
    replies = {dialect: reply(read_call(call), FAILED) for dialect, call in CALLS.items()}
    assert replies[ToolDialect.ANTHROPIC]["is_error"] is True
    assert replies[ToolDialect.MCP]["isError"] is True
    assert "structuredContent" not in replies[ToolDialect.MCP]


@pytest.mark.parametrize("odd", [None, 3, "recall_memories", {}, {"type": "text", "text": "hi"}, {"name": 3}, []])
def test_what_is_no_call_is_refused(odd: object) -> None:
    with pytest.raises(InvalidInput, match="no call of a tool"):
        read_call(odd)
