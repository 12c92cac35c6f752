"""The persona's tools as a pydantic-ai toolset: called by an agent, against a scripted server."""

import anyio
from openai import AsyncOpenAI
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from omoide import Mind
from omoide.entrypoints.frameworks.pydantic_ai import MindToolset
from tests.fakes.provider import Call, Say, provider


def test_an_agent_recalls_and_is_told_what_it_did_wrong(mind: Mind) -> None:
    mind.observe(user="うちの猫の名前はモモだよ。", assistant="覚えたよ。")
    mind.settle()
    wrong, right = Call({"limit": 3}, name="recall"), Call({"q": "猫の名前", "top_k": "2"}, name="recall")

    async def run() -> None:
        with provider(wrong, right, Say("モモだよね。")) as script:
            async with AsyncOpenAI(base_url=f"{script.url}/v1", api_key="sk-scripted") as client:
                model = OpenAIChatModel("gpt-4o-mini", provider=OpenAIProvider(openai_client=client))
                answer = await Agent(model, toolsets=[MindToolset(mind)]).run("猫の名前、覚えてる？")
            assert answer.output == "モモだよね。"
            told = [str(each.body["messages"][-1]) for each in script.received]
            assert {each["function"]["name"] for each in script.received[0].body["tools"]} >= {
                "wake",
                "recall",
                "forget",
            }
            assert "invalid_arguments" in told[1]
            assert "モモ" in told[2]

    anyio.run(run)


def test_who_may_only_read_is_told_of_no_tool_that_writes(mind: Mind) -> None:
    toolset: MindToolset[None] = MindToolset(mind, toolset="all", read_only=True, session_id="s", id="omoide")

    async def run() -> None:
        with provider(Say("はい")) as script:
            async with AsyncOpenAI(base_url=f"{script.url}/v1", api_key="sk-scripted") as client:
                model = OpenAIChatModel("gpt-4o-mini", provider=OpenAIProvider(openai_client=client))
                await Agent(model, toolsets=[toolset]).run("やあ")
            names = {each["function"]["name"] for each in script.received[0].body["tools"]}
            assert "recall_memories" in names
            assert not {"remember", "edit_notepad"} & names

    anyio.run(run)
    assert toolset.id == "omoide"
