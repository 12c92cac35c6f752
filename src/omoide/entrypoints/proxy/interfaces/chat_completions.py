"""OpenAI's chat completions, which nearly every chat client and local server speaks."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from omoide.domain.context.conversation import USER, checked, said
from omoide.domain.context.provider_messages import SYSTEM_ROLES
from omoide.entrypoints.proxy import raw_json, wire
from omoide.entrypoints.proxy.raw_json import Edit
from omoide.entrypoints.proxy.wire import AnswerNews, AnswerPiece, ChatAsked, entry, listed


class ChatCompletions:
    """`POST /v1/chat/completions`."""

    provider: Final = "openai"

    def read(self, text: str) -> ChatAsked:
        """Return what a request asks."""
        body = raw_json.object_in(text)
        fields = raw_json.members(text, body)
        items = wire.items_of(text, fields.get("messages"))
        messages = checked([item.value for item in items])
        users = [raw_json.members(text, item) for item in items if item.value.get("role") == USER]
        return ChatAsked(
            text,
            body,
            fields,
            messages=messages,
            contents=[each.get("content", body) for each in users],
            instructions="\n".join(said(each) for each in messages if each["role"] in SYSTEM_ROLES),
        )

    def with_constant(self, asked: ChatAsked, constant: str) -> list[Edit]:
        """Return what puts the constant part behind the leading system message, or before everything."""
        items = raw_json.elements(asked.text, asked.fields["messages"])
        leading = 0
        while leading < len(items) and items[leading].value.get("role") in SYSTEM_ROLES:
            leading += 1
        if not leading:
            return [raw_json.before(items[0], {"role": "system", "content": constant})]
        own = items[leading - 1]
        content = raw_json.members(asked.text, own).get("content")
        if content is None:
            return [raw_json.as_last(own, constant, key="content")]
        return wire.behind_content(content, constant)

    def with_blocks(self, asked: ChatAsked, turns: Sequence[str]) -> list[Edit]:
        """Return what puts each block before its message of the user."""
        return wire.blocks_before(asked, turns)

    def event(self, payload: Mapping[str, Any]) -> AnswerNews:
        """Return what a chunk tells."""
        return _news(payload, "delta", is_whole=False)

    def answer(self, payload: Mapping[str, Any]) -> AnswerNews:
        """Return what a whole answer tells."""
        return _news(payload, "message", is_whole=True)


def _news(payload: Mapping[str, Any], said_in: str, *, is_whole: bool) -> AnswerNews:
    pieces: list[AnswerPiece] = []
    ended: list[str] = []
    calls = False
    for place, choice in enumerate(listed(payload, "choices")):
        number = entry(choice, "index") or 0
        told = entry(choice, said_in)
        if isinstance(text := entry(told, "content"), str) and text:
            path = ("choices", place, said_in, "content")
            pieces.append(AnswerPiece(path, text, str(number), is_whole=is_whole, is_said=number == 0))
        if entry(choice, "finish_reason") is not None:
            ended.append(str(number))
        is_call = entry(told, "tool_calls") or entry(told, "function_call")
        calls = calls or (number == 0 and bool(is_call or entry(choice, "finish_reason") == "tool_calls"))
    return AnswerNews(tuple(pieces), tuple(ended), calls_tools=calls)
