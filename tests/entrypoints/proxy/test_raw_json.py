"""What is added to a body is what the composer would add, and nothing else of it changes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.context import provider_messages
from omoide.entrypoints.proxy import raw_json
from omoide.entrypoints.proxy.answers.sse import EventCutter, data_of, with_data
from omoide.entrypoints.proxy.interfaces.anthropic_messages import AnthropicMessages
from omoide.entrypoints.proxy.interfaces.chat_completions import ChatCompletions
from omoide.errors import InvalidInput

WORDS = st.text(alphabet='abあ"\\\n\t😀<>/ ', max_size=8)
PARTS = st.lists(
    WORDS.map(lambda text: {"type": "text", "text": text}) | st.just({"type": "image_url", "image_url": {"url": "x"}}),
    max_size=3,
)
MESSAGES = st.lists(
    st.fixed_dictionaries({"role": st.sampled_from(["system", "user", "assistant", "tool"]), "content": WORDS | PARTS}),
    min_size=1,
    max_size=6,
)
FORMS = st.sampled_from([{}, {"ensure_ascii": False}, {"indent": 3}, {"separators": (" , ", ":\t")}])


@given(messages=MESSAGES, form=FORMS)
def test_a_body_gets_what_the_composer_would_add(messages: list[Any], form: dict[str, Any]) -> None:
    text = json.dumps({"a": 1.0, "messages": messages, "z": [None]}, **form)
    turns = [f"<memories>{number}</memories>" for number, each in enumerate(messages) if each["role"] == "user"]
    api = ChatCompletions()
    asked = api.read(text)
    sent = raw_json.edited(text, [*api.with_constant(asked, "CONSTANT\n"), *api.with_blocks(asked, turns)])

    assert json.loads(sent)["messages"] == provider_messages.for_openai(messages, constant="CONSTANT\n", turns=turns)


@given(messages=MESSAGES, system=WORDS | PARTS | st.none(), form=FORMS)
def test_anthropics_body_keeps_everything_but_for_what_is_added(
    messages: list[Any], system: Any, form: dict[str, Any]
) -> None:
    talk = [{**each, "role": "user" if each["role"] == "user" else "assistant"} for each in messages]
    given_body = {"messages": talk} if system is None else {"system": system, "messages": talk}
    api, text = AnthropicMessages(), json.dumps(given_body, **form)
    asked = api.read(text)
    sent = raw_json.edited(text, api.with_constant(asked, "CONSTANT"))

    told = json.loads(sent)
    assert told["messages"] == talk
    match system:
        case None | "":
            assert told["system"] == "CONSTANT"
        case str():
            assert told["system"] == f"{system}\n\nCONSTANT"
        case _:
            assert told["system"] == [*system, {"type": "text", "text": "CONSTANT"}]


@pytest.mark.parametrize("text", ["", "{", "[]", "1", '{"a":1}x', "[" * 100_000, '{"messages":[1]}', '{"messages":{}}'])
def test_what_is_no_request_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        ChatCompletions().read(text)


@given(
    events=st.lists(st.sampled_from([b"data: 1\n\n", b"data: 2\r\n\r\n", b": c\r\r", b"event: e\ndata: 3\n\n"])),
    width=st.integers(1, 9),
)
def test_events_are_the_same_however_they_come(events: list[bytes], width: int) -> None:
    whole, cutter = b"".join(events) + b"data: rest", EventCutter()
    found = [each for at in range(0, len(whole), width) for each in cutter.fed(whole[at : at + width])]

    assert b"".join([*found, cutter.rest()]) == whole
    assert [data_of(each) for each in found] == [data_of(each) for each in events]


def test_an_event_tells_something_else_and_keeps_its_other_lines() -> None:
    assert with_data(b'event: e\r\nid: 1\r\ndata: {"a": 1}\r\n\r\n', "{}") == b"event: e\r\nid: 1\r\ndata: {}\r\n\r\n"
    assert data_of(with_data(b'data: {"a":\ndata: 1}\n\n', '{"a":2}')) == '{"a":2}'
