"""OpenAI's responses."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from omoide.domain.context.conversation import USER, checked
from omoide.entrypoints.proxy import raw_json, wire
from omoide.entrypoints.proxy.raw_json import Edit, PathOf, PlacedValue
from omoide.entrypoints.proxy.wire import AnswerNews, AnswerPiece, ChatAsked, entry, listed
from omoide.errors import InvalidInput

_CALLS: Final = frozenset(
    {
        "function_call",
        "custom_tool_call",
        "computer_call",
        "local_shell_call",
        "shell_call",
        "apply_patch_call",
        "mcp_approval_request",
    }
)
"""Kinds of output that the client has to answer."""
_KIND: Final = "input_text"


class Responses:
    """`POST /v1/responses`."""

    provider: Final = "openai"

    def read(self, text: str) -> ChatAsked:
        """Return what a request asks."""
        body = raw_json.object_in(text)
        fields = raw_json.members(text, body)
        instructions = fields.get("instructions")
        own = instructions.value if instructions is not None and isinstance(instructions.value, str) else ""
        given = fields.get("input")
        if given is not None and isinstance(given.value, str):
            return ChatAsked(text, body, fields, [{"role": USER, "content": given.value}], [given], own)
        return self._of_items(text, body, fields, own)

    def _of_items(self, text: str, body: PlacedValue, fields: Mapping[str, PlacedValue], own: str) -> ChatAsked:
        items = wire.items_of(text, fields.get("input"))
        users = [raw_json.members(text, item) for item in items if item.value.get("role") == USER]
        return ChatAsked(
            text,
            body,
            fields,
            messages=checked([_as_message(item.value) for item in items]),
            contents=[each.get("content", body) for each in users],
            instructions=own,
        )

    def with_constant(self, asked: ChatAsked, constant: str) -> list[Edit]:
        """Return what puts the constant part behind the instructions."""
        instructions = asked.fields.get("instructions")
        if instructions is None:
            return [raw_json.as_last(asked.body, constant, key="instructions")]
        if instructions.value is not None and not isinstance(instructions.value, str):
            raise InvalidInput("the instructions of the request are no text")
        return wire.behind_content(instructions, constant)

    def with_blocks(self, asked: ChatAsked, turns: Sequence[str]) -> list[Edit]:
        """Return what puts each block before its message of the user."""
        return wire.blocks_before(asked, turns, kind=_KIND)

    def event(self, payload: Mapping[str, Any]) -> AnswerNews:
        """Return what an event tells."""
        match payload.get("type"):
            case "response.output_text.delta":
                text = payload.get("delta")
                return AnswerNews((AnswerPiece(("delta",), text, _channel(payload)),) if isinstance(text, str) else ())
            case "response.output_text.done":
                told = _whole(payload.get("text"), ("text",), _channel(payload))
                return AnswerNews(told, ended=(_channel(payload),))
            case "response.content_part.done":
                return AnswerNews(_whole(entry(payload.get("part"), "text"), ("part", "text"), _channel(payload)))
            case "response.output_item.done":
                place = payload.get("output_index", 0)
                return _of_item(payload.get("item"), ("item",), place)
            case "response.created" | "response.completed" | "response.incomplete" | "response.failed":
                return _of_output(payload.get("response"), ("response",))
            case _:
                return AnswerNews()

    def answer(self, payload: Mapping[str, Any]) -> AnswerNews:
        """Return what a whole answer tells."""
        return _of_output(payload, ())


def _as_message(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an item as a message: calls are the persona's, everything else without a role comes from a tool."""
    if isinstance(item.get("role"), str):
        return item
    return {"role": "assistant" if item.get("type") in (*_CALLS, "reasoning") else "tool", "content": None}


def _of_output(response: object, path: PathOf) -> AnswerNews:
    items = [_of_item(item, (*path, "output", place), place) for place, item in enumerate(listed(response, "output"))]
    return AnswerNews(
        tuple(piece for each in items for piece in each.pieces),
        calls_tools=any(each.calls_tools for each in items),
        response_id=str(entry(response, "id") or ""),
    )


def _of_item(item: object, path: PathOf, place: object) -> AnswerNews:
    if entry(item, "type") in _CALLS:
        return AnswerNews(calls_tools=True)
    pieces: list[AnswerPiece] = []
    for number, part in enumerate(listed(item, "content")):
        if entry(part, "type") == "output_text":
            pieces += _whole(entry(part, "text"), (*path, "content", number, "text"), f"{place}.{number}")
    return AnswerNews(tuple(pieces))


def _whole(text: object, path: PathOf, channel: str) -> tuple[AnswerPiece, ...]:
    return (AnswerPiece(path, text, channel, is_whole=True),) if isinstance(text, str) and text else ()


def _channel(payload: Mapping[str, Any]) -> str:
    return f"{payload.get('output_index', 0)}.{payload.get('content_index', 0)}"
