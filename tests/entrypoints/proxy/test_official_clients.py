"""The official clients of OpenAI and Anthropic, through the proxy, to a model that keeps every byte it was sent."""

import asyncio
import itertools
import json
from collections.abc import Iterator
from typing import Any

import anthropic
import openai
import pytest

from tests.entrypoints.proxy import scripted
from tests.entrypoints.proxy.recorded import added, recording
from tests.entrypoints.proxy.scripted import Upstream
from tests.entrypoints.proxy.served import Served

CAT = "うちの猫の名前、なんだっけ"
PICTURE = "data:image/png;base64,iVBORw0KGgo="
TOOLS: Any = [
    {
        "type": "function",
        "function": {"name": "look", "description": "見る", "parameters": {"type": "object", "properties": {}}},
    }
]
CALL: Any = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": '{"a": 1.50}'}}


@pytest.fixture
def client(proxy: Served) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{proxy.base}/v1", api_key="sk-own", max_retries=0) as client:
        yield client


@pytest.fixture
def claude(proxy: Served) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(base_url=proxy.base, api_key="sk-ant-own", max_retries=0) as claude:
        yield claude


def test_a_chat_completion_is_met_with_memory_and_learnt(
    client: openai.OpenAI, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda _: scripted.completion("モモだよ。")
    with recording(client) as sent:
        answer = client.chat.completions.with_raw_response.create(
            model="gpt-4o",
            messages=[{"role": "system", "content": "You are Haru."}, {"role": "user", "content": CAT}],
            temperature=0.5,
        )

    assert answer.parse().choices[0].message.content == "モモだよ。"
    [constant, block] = added(sent.body, upstream.last.body)
    assert "約束は守る" in constant
    assert "モモ" in block
    assert upstream.last.headers["authorization"] == "Bearer sk-own"
    assert answer.headers["x-omoide-persona"] == proxy.name
    assert answer.headers["x-omoide-session"].startswith("talk-")
    assert answer.headers["x-omoide-ids"].startswith("memory:")
    assert float(answer.headers["x-omoide-ms"]) > 0
    assert "x-omoide-error" not in answer.headers
    [turn] = proxy.learnt()
    assert (turn.user, turn.assistant) == (CAT, "モモだよ。")
    assert turn.session_id == answer.headers["x-omoide-session"]


def test_a_streamed_chat_completion_comes_as_it_was_sent(
    client: openai.OpenAI, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda _: scripted.chunks("モモ", "だよ", "。")
    with recording(client) as sent:
        stream = client.chat.completions.create(
            model="gpt-4o",
            messages=[{"role": "user", "content": CAT}],
            stream=True,
            stream_options={"include_usage": True},
        )
        told = [choice.delta.content or "" for chunk in stream for choice in chunk.choices]

    assert told == ["", "モモ", "だよ", "。", ""]
    assert len(added(sent.body, upstream.last.body)) == 2
    [turn] = proxy.learnt()
    assert (turn.user, turn.assistant) == (CAT, "モモだよ。")


def test_asynchronous_clients_are_served_alike(proxy: Served, upstream: Upstream) -> None:
    upstream.script = lambda got: (
        scripted.chunks("は", "い") if "chat" in got.path else scripted.message_events("う", "ん")
    )

    async def talk() -> tuple[str, str]:
        async with (
            openai.AsyncOpenAI(base_url=f"{proxy.base}/v1", api_key="k", max_retries=0) as client,
            anthropic.AsyncAnthropic(base_url=proxy.base, api_key="k", max_retries=0) as claude,
        ):
            chunks = await client.chat.completions.create(
                model="gpt-4o", messages=[{"role": "user", "content": "元気？"}], stream=True
            )
            first = "".join([chunk.choices[0].delta.content or "" async for chunk in chunks])
            async with claude.messages.stream(
                model="claude", max_tokens=9, messages=[{"role": "user", "content": "眠い？"}]
            ) as stream:
                return first, await stream.get_final_text()

    assert asyncio.run(talk()) == ("はい", "うん")
    assert {(each.user, each.assistant) for each in proxy.learnt()} == {("元気？", "はい"), ("眠い？", "うん")}


def test_an_anthropic_message_is_met_with_memory_and_learnt(
    claude: anthropic.Anthropic, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda _: scripted.message("モモですよ")
    with recording(claude) as sent:
        answer = claude.messages.create(
            model="claude",
            max_tokens=100,
            system=[{"type": "text", "text": "You are Haru.", "cache_control": {"type": "ephemeral"}}],
            messages=[{"role": "user", "content": CAT}],
        )

    assert answer.content[0].type == "text"
    assert answer.content[0].text == "モモですよ"
    [constant, block] = added(sent.body, upstream.last.body)
    assert "約束は守る" in constant
    assert "モモ" in block
    own = {"host", "content-length", "accept-encoding", "connection"}
    assert {n: v for n, v in upstream.last.headers.items() if n not in own} == {
        n: v for n, v in sent.headers.items() if n not in own
    }
    assert "sk-ant-own" in " ".join(upstream.last.headers.values())
    [turn] = proxy.learnt()
    assert (turn.user, turn.assistant) == (CAT, "モモですよ")


def test_a_streamed_anthropic_message_comes_as_it_was_sent(
    claude: anthropic.Anthropic, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda _: scripted.message_events("モモ", "です", "よ")
    with (
        recording(claude) as sent,
        claude.messages.stream(
            model="claude", max_tokens=9, system="You are Haru.", messages=[{"role": "user", "content": CAT}]
        ) as stream,
    ):
        assert list(stream.text_stream) == ["モモ", "です", "よ"]
    assert len(added(sent.body, upstream.last.body)) == 2
    assert [each.assistant for each in proxy.learnt()] == ["モモですよ"]


def test_a_response_is_met_with_memory_and_learnt(client: openai.OpenAI, proxy: Served, upstream: Upstream) -> None:
    upstream.script = lambda _: scripted.response("モモだね")
    with recording(client) as sent:
        answer = client.responses.create(model="gpt-4o", instructions="You are Haru.", input=CAT)

    assert answer.output_text == "モモだね"
    assert len(added(sent.body, upstream.last.body)) == 2
    assert [(each.user, each.assistant) for each in proxy.learnt()] == [(CAT, "モモだね")]


def test_a_streamed_response_comes_as_it_was_sent(client: openai.OpenAI, proxy: Served, upstream: Upstream) -> None:
    upstream.script = lambda _: scripted.response_events("モモ", "だね")
    with recording(client) as sent:
        events = list(client.responses.create(model="gpt-4o", input=[{"role": "user", "content": CAT}], stream=True))

    assert [each.delta for each in events if each.type == "response.output_text.delta"] == ["モモ", "だね"]
    assert events[-1].type == "response.completed"
    assert len(added(sent.body, upstream.last.body)) == 2
    assert [each.assistant for each in proxy.learnt()] == ["モモだね"]


def test_a_response_that_goes_on_from_an_earlier_one_stays_in_its_talk(
    client: openai.OpenAI, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda _: scripted.response("はい", response_id=f"resp_{len(upstream.received)}")
    first = client.responses.create(model="gpt-4o", input="こんにちは")
    client.responses.create(model="gpt-4o", input="それで？", previous_response_id=first.id)

    assert len({each.session_id for each in proxy.learnt()}) == 1


def test_pictures_go_on_and_words_beside_them_are_learnt(
    client: openai.OpenAI, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda _: scripted.completion("かわいいね")
    with recording(client) as sent:
        client.chat.completions.create(
            model="gpt-4o",
            messages=[
                {
                    "role": "user",
                    "content": [
                        {"type": "image_url", "image_url": {"url": PICTURE}},
                        {"type": "text", "text": CAT},
                    ],
                }
            ],
        )

    assert len(added(sent.body, upstream.last.body)) == 2
    kinds = [part["type"] for part in upstream.last.json["messages"][-1]["content"]]
    assert kinds == ["image_url", "text", "text"]
    assert [(each.user, each.assistant) for each in proxy.learnt()] == [(CAT, "かわいいね")]


def test_a_picture_without_a_word_is_not_taken_for_what_was_said_before(
    client: openai.OpenAI, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda _: scripted.completion("猫だ！")
    picture: Any = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": PICTURE}}]}
    client.chat.completions.create(
        model="gpt-4o",
        messages=[{"role": "user", "content": "見て"}, {"role": "assistant", "content": "うん"}, picture],
    )

    assert [(each.user, each.assistant) for each in proxy.learnt()] == [("", "猫だ！")]


def test_calls_of_tools_are_not_touched_and_the_turn_is_learnt_with_its_last_answer(
    client: openai.OpenAI, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda got: (
        scripted.completion("モモがいるよ")
        if b'"tool"' in got.body
        else scripted.completion("見るね", tool_calls=[CALL])
    )
    messages: list[Any] = [{"role": "user", "content": CAT}]
    with recording(client) as sent:
        answer = client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS)
    blocks = added(sent.body, upstream.last.body)
    called = answer.choices[0].message
    assert called.tool_calls is not None
    assert called.tool_calls[0].model_dump() == CALL
    assert [(each.user, each.assistant) for each in proxy.learnt()] == [(CAT, None)]

    messages += [
        called.model_dump(exclude_none=True),
        {"role": "tool", "tool_call_id": "call_1", "content": "猫が一匹"},
    ]
    with recording(client) as sent:
        client.chat.completions.create(model="gpt-4o", messages=messages, tools=TOOLS)

    assert added(sent.body, upstream.last.body) == blocks
    assert [(each.user, each.assistant) for each in proxy.learnt()] == [(CAT, "モモがいるよ")]


def test_results_of_tools_come_first_in_anthropics_messages(
    claude: anthropic.Anthropic, proxy: Served, upstream: Upstream
) -> None:
    tool = {"id": "toolu_1", "name": "look", "input": {"a": 1}}
    upstream.script = lambda got: (
        scripted.message("モモがいた") if b"tool_result" in got.body else scripted.message("", tool=tool)
    )
    tools: Any = [{"name": "look", "description": "見る", "input_schema": {"type": "object", "properties": {}}}]
    messages: list[Any] = [{"role": "user", "content": CAT}]
    answer = claude.messages.create(model="claude", max_tokens=9, messages=messages, tools=tools)
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "猫が一匹"}
    messages += [
        {"role": "assistant", "content": [each.model_dump(exclude_none=True) for each in answer.content]},
        {"role": "user", "content": [result]},
    ]
    with recording(claude) as sent:
        claude.messages.create(model="claude", max_tokens=9, messages=messages, tools=tools)

    assert len(added(sent.body, upstream.last.body)) == 2
    assert upstream.last.json["messages"][-1]["content"] == [result]
    assert [(each.user, each.assistant) for each in proxy.learnt()] == [(CAT, "モモがいた")]


def test_what_was_sent_is_the_beginning_of_what_is_sent_next_over_ten_turns(
    client: openai.OpenAI, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda _: scripted.completion(f"答え{len(upstream.received)}")
    messages: list[Any] = [{"role": "system", "content": "You are Haru."}]
    for number in range(10):
        messages.append({"role": "user", "content": f"{number}番目の話。猫の名前は？"})
        answer = client.chat.completions.create(model="gpt-4o", messages=messages)
        messages.append({"role": "assistant", "content": answer.choices[0].message.content})

    sent = [each.body.partition(b'"messages":')[2].rpartition(b"]")[0] for each in upstream.received]
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(sent))
    learnt = proxy.learnt()
    assert len(learnt) == 10
    assert len({each.session_id for each in learnt}) == 1


def test_models_and_counts_pass_through(
    client: openai.OpenAI, claude: anthropic.Anthropic, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda got: scripted.Answer(
        [b'{"input_tokens": 7}' if "count" in got.path else b'{"object": "list", "data": [{"id": "m"}]}']
    )
    assert [model.id for model in client.models.list()] == ["m"]
    assert upstream.last.path == "/v1/models"
    counted = claude.messages.count_tokens(model="claude", messages=[{"role": "user", "content": CAT}])
    assert counted.input_tokens == 7
    assert upstream.last.json["messages"] == [{"role": "user", "content": CAT}]
    assert json.loads(upstream.last.body) == upstream.last.json
    assert proxy.learnt() == []
