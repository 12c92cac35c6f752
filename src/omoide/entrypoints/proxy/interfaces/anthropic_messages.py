"""Anthropic's messages."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from omoide.domain.context.conversation import USER, checked, said
from omoide.entrypoints.proxy import raw_json, wire
from omoide.entrypoints.proxy.raw_json import Edit
from omoide.entrypoints.proxy.wire import AnswerNews, AnswerPiece, ChatAsked, entry, listed

_UNFINISHED: Final = frozenset({"tool_use", "pause_turn"})


class AnthropicMessages:
    """`POST /v1/messages`."""

    provider: Final = "anthropic"

    def read(self, text: str) -> ChatAsked:
        """Return what a request asks."""
        body = raw_json.object_in(text)
        fields = raw_json.members(text, body)
        items = wire.items_of(text, fields.get("messages"))
        messages = checked([item.value for item in items])
        users = [raw_json.members(text, item) for item in items if item.value.get("role") == USER]
        system = fields.get("system")
        return ChatAsked(
            text,
            body,
            fields,
            messages=messages,
            contents=[each.get("content", body) for each in users],
            instructions="" if system is None else said(*checked([{"role": "system", "content": system.value}])),
        )

    def with_constant(self, asked: ChatAsked, constant: str) -> list[Edit]:
        """Return what puts the constant part behind the system prompt."""
        system = asked.fields.get("system")
        if system is None:
            return [raw_json.as_last(asked.body, constant, key="system")]
        return wire.behind_content(system, constant)

    def with_blocks(self, asked: ChatAsked, turns: Sequence[str]) -> list[Edit]:
        """Return what puts each block before its message of the user, after results of tools."""
        return wire.blocks_before(asked, turns)

    def event(self, payload: Mapping[str, Any]) -> AnswerNews:
        """Return what an event tells."""
        match payload.get("type"):
            case "content_block_delta":
                text = entry(delta := payload.get("delta"), "text")
                if entry(delta, "type") != "text_delta" or not isinstance(text, str):
                    return AnswerNews()
                return AnswerNews((AnswerPiece(("delta", "text"), text, _channel(payload)),))
            case "content_block_start":
                return _of_block(payload.get("content_block"), ("content_block",), _channel(payload), is_whole=False)
            case "content_block_stop":
                return AnswerNews(ended=(_channel(payload),))
            case "message_delta":
                return AnswerNews(calls_tools=entry(payload.get("delta"), "stop_reason") in _UNFINISHED)
            case _:
                return AnswerNews()

    def answer(self, payload: Mapping[str, Any]) -> AnswerNews:
        """Return what a whole answer tells."""
        found = [
            _of_block(block, ("content", place), str(place), is_whole=True)
            for place, block in enumerate(listed(payload, "content"))
        ]
        calls = payload.get("stop_reason") in _UNFINISHED or any(each.calls_tools for each in found)
        return AnswerNews(tuple(piece for each in found for piece in each.pieces), calls_tools=calls)


def _of_block(block: object, path: raw_json.PathOf, channel: str, *, is_whole: bool) -> AnswerNews:
    if entry(block, "type") == "tool_use":
        return AnswerNews(calls_tools=True)
    text = entry(block, "text")
    if entry(block, "type") != "text" or not isinstance(text, str) or not text:
        return AnswerNews()
    return AnswerNews((AnswerPiece((*path, "text"), text, channel, is_whole=is_whole),))


def _channel(payload: Mapping[str, Any]) -> str:
    return str(payload.get("index", 0))
