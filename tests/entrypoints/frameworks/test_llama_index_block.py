"""A LlamaIndex memory block: what comes to mind is put into the prompt, what leaves the short-term memory is learnt."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import Memory
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from omoide import Mind
from omoide.entrypoints.frameworks.llama_index import MindMemoryBlock


@asynccontextmanager
async def a_store() -> AsyncIterator[AsyncEngine]:
    """Give LlamaIndex's own short-term memory a store that is closed again."""
    engine = create_async_engine("sqlite+aiosqlite:///:memory:")
    try:
        yield engine
    finally:
        await engine.dispose()


def test_what_comes_to_mind_stands_in_the_prompt(mind: Mind) -> None:
    mind.observe(user="うちの猫の名前はモモだよ。", assistant="覚えたよ。")
    mind.settle()

    async def talk() -> str:
        async with a_store() as engine:
            memory = Memory.from_defaults(
                session_id="s1", memory_blocks=[MindMemoryBlock(mind=mind)], token_limit=4_000, async_engine=engine
            )
            await memory.aput(ChatMessage(role="user", content="猫の名前を覚えてる？"))
            return "\n".join(str(each.content) for each in await memory.aget())

    shown = anyio.run(talk)
    assert "モモ" in shown
    assert "猫の名前を覚えてる？" in shown


def test_what_leaves_the_short_term_memory_is_learnt(mind: Mind) -> None:

    async def talk() -> None:
        async with a_store() as engine:
            memory = Memory.from_defaults(
                session_id="s2",
                memory_blocks=[MindMemoryBlock(mind=mind)],
                token_limit=60,
                token_flush_size=20,
                chat_history_token_ratio=0.5,
                async_engine=engine,
            )
            for number in range(12):
                await memory.aput(ChatMessage(role="user", content=f"{number}番目の話は、庭に植えた花のことです。"))
                await memory.aput(ChatMessage(role="assistant", content=f"{number}番目、花のことだね。"))

    anyio.run(talk)
    learnt = mind.log()
    assert learnt
    assert (learnt[0].user, learnt[0].assistant) == ("0番目の話は、庭に植えた花のことです。", "0番目、花のことだね。")
    assert {event.session_id for event in learnt} == {"s2"}


def test_nobody_having_said_anything_nothing_is_shown_and_a_block_is_cut_by_its_end(mind: Mind) -> None:
    block = MindMemoryBlock(mind=mind)

    async def talk() -> None:
        assert await block.aget() == ""
        assert await block.aget([ChatMessage(role="system", content="be kind")]) == ""
        assert await block.atruncate("一行目\n二行目\n三行目", 1) == "一行目"
        assert await block.atruncate("短い", 100) is None
        await block.aput([ChatMessage(role="tool", content="42"), ChatMessage(role="user", content="")])

    anyio.run(talk)
    assert mind.log() == []
