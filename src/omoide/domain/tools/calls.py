"""A call as OpenAI, Anthropic or MCP write it, and the reply in the same shape.

A loop around a model so needs one line: whatever the provider calls a tool call goes in, and what it wants back comes out.  Clients give
objects or dictionaries; both are read.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from omoide.domain.tools.answer import ToolAnswer
from omoide.domain.tools.rendering import ToolDialect
from omoide.domain.tools.schema import JsonObject
from omoide.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class ReadCall:
    """A call of a tool, whoever made it."""

    name: str
    arguments: object
    """As they were given: an object, or JSON text."""
    call_id: str
    dialect: ToolDialect


def read_call(given: object) -> ReadCall:
    """Return the call; raise `InvalidInput` when it is none of the shapes that are known."""
    kind, function = _of(given, "type"), _of(given, "function")
    if function is not None:
        return _call(_of(function, "name"), _of(function, "arguments"), _of(given, "id"), ToolDialect.OPENAI)
    if kind == "function_call":
        dialect, call_id = ToolDialect.OPENAI_RESPONSES, _of(given, "call_id")
        return _call(_of(given, "name"), _of(given, "arguments"), call_id, dialect)
    if kind == "tool_use":
        return _call(_of(given, "name"), _of(given, "input"), _of(given, "id"), ToolDialect.ANTHROPIC)
    params = _of(given, "params")
    inner = given if params is None else params
    if kind is None and isinstance(_of(inner, "name"), str):
        return _call(_of(inner, "name"), _of(inner, "arguments"), _of(given, "id"), ToolDialect.MCP)
    raise InvalidInput(
        "this is no call of a tool; give a tool call of OpenAI's, a tool_use block of Anthropic's, or name and arguments"
    )


def reply(call: ReadCall, answer: ToolAnswer) -> JsonObject:
    """Return what the provider is sent back."""
    match call.dialect:
        case ToolDialect.OPENAI:
            return {"role": "tool", "tool_call_id": call.call_id, "content": answer.text}
        case ToolDialect.OPENAI_RESPONSES:
            return {"type": "function_call_output", "call_id": call.call_id, "output": answer.text}
        case ToolDialect.ANTHROPIC:
            told: JsonObject = {"type": "tool_result", "tool_use_id": call.call_id, "content": answer.text}
            return {**told, "is_error": True} if answer.is_error else told
        case ToolDialect.MCP:
            content: JsonObject = {"content": [{"type": "text", "text": answer.text}], "isError": answer.is_error}
            return content if answer.is_error else {**content, "structuredContent": answer.data}


def _call(name: object, arguments: object, call_id: object, dialect: ToolDialect) -> ReadCall:
    return ReadCall("" if name is None else str(name), arguments, "" if call_id is None else str(call_id), dialect)


def _of(given: object, name: str) -> object:
    return given.get(name) if isinstance(given, Mapping) else getattr(given, name, None)
