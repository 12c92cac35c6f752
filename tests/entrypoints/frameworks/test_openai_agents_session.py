"""An OpenAI Agents session in a mind: run by the SDK itself, against a scripted server."""

from typing import Any

import anyio
import pytest
from agents import Agent, Runner, function_tool, set_tracing_disabled
from agents.memory import Session
from agents.models.openai_chatcompletions import OpenAIChatCompletionsModel
from openai import AsyncOpenAI

from omoide import Mind
from omoide.entrypoints.frameworks.openai_agents import MindAgentSession
from omoide.errors import InvalidInput
from tests.fakes.provider import Call, Say, provider

set_tracing_disabled(True)


@function_tool
def weather(city: str) -> str:
    """Return the weather."""
    return f"{city}は晴れ"


def test_a_run_goes_on_with_what_was_said_and_the_mind_learns_it(mind: Mind) -> None:
    async def run() -> None:
        with provider(Call({"city": "松山"}, name="weather"), Say("松山は晴れだよ。"), Say("モモだよね。")) as script:
            client = AsyncOpenAI(api_key="sk-scripted", base_url=f"{script.url}/v1")
            model = OpenAIChatCompletionsModel(model="gpt-4o-mini", openai_client=client)
            agent = Agent(name="haru", model=model, tools=[weather])
            first = await Runner.run(agent, "うちの猫はモモ。松山の天気は？", session=MindAgentSession(mind, "chat-1"))
            assert first.final_output == "松山は晴れだよ。"
            again = await Runner.run(agent, "猫の名前は？", session=MindAgentSession(mind, "chat-1"))
            assert again.final_output == "モモだよね。"
            sent = str(script.received[-1].body["messages"])
            assert "うちの猫はモモ" in sent
            assert "松山は晴れ" in sent
            await client.close()

    anyio.run(run)
    turns = [(event.user, event.assistant) for event in mind.log(session_id="chat-1")]
    assert turns == [("うちの猫はモモ。松山の天気は？", "松山は晴れだよ。"), ("猫の名前は？", "モモだよね。")]


def items(*said: tuple[str, str]) -> list[Any]:
    return [{"role": role, "content": text} for role, text in said]


def test_items_are_kept_exactly_limited_popped_and_cleared(mind: Mind) -> None:
    session = MindAgentSession(mind, "s")
    assert isinstance(session, Session)
    odd: list[Any] = [
        {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": '{"city": "松山"}'},
        {"type": "function_call_output", "call_id": "c1", "output": "晴れ\n\u2028改行"},
        {"role": "user", "content": [{"type": "input_text", "text": "絵を見て"}, {"type": "input_image", "image_url": "x"}]},
    ]  # fmt: skip

    async def talk() -> None:
        await session.add_items([])
        assert await session.get_items() == []
        assert await session.pop_item() is None
        await session.add_items(odd)
        assert await session.get_items() == odd
        assert await session.get_items(limit=1) == odd[-1:]
        assert await session.get_items(limit=0) == []
        assert await MindAgentSession(mind, "other").get_items() == []
        assert await session.pop_item() == odd[-1]
        assert await session.get_items() == odd[:-1]
        await session.clear_session()
        assert await session.get_items() == []

    anyio.run(talk)
    with pytest.raises(InvalidInput):
        MindAgentSession(mind, " ")


def test_a_turn_that_comes_in_two_parts_is_learnt_once(mind: Mind) -> None:
    async def talk() -> None:
        await MindAgentSession(mind, "s").add_items(items(("system", "be kind"), ("user", "こんにちは")))
        await MindAgentSession(mind, "s").add_items(
            items(("assistant", "やあ"), ("user", "元気？"), ("assistant", "元気！"))
        )
        await MindAgentSession(mind, "quiet", learns=False).add_items(items(("user", "内緒だよ")))

    anyio.run(talk)
    assert [(event.user, event.assistant) for event in mind.log()] == [("こんにちは", "やあ"), ("元気？", "元気！")]
