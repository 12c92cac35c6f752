"""A LlamaIndex memory block: `Memory.from_defaults(memory_blocks=[MindMemoryBlock(mind=mind)])`.

What the persona should see before it answers is put into the prompt; what leaves the short-term memory is learnt.
"""

from typing import Any

import anyio.to_thread
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.memory import BaseMemoryBlock
from pydantic import Field

from omoide.entrypoints.frameworks.turns import turns_of
from omoide.entrypoints.library.mind import Mind
from omoide.errors import NotRecorded, WasErased

_SESSION = "session_id"


class MindMemoryBlock(BaseMemoryBlock[str]):
    """What comes to mind, as one block of a prompt."""

    name: str = "omoide"
    description: str | None = "What the persona remembers."
    mind: Any = Field(description="The mind: `Omoide.open().persona(...)`.")
    session_id: str = Field(
        default="", description="By what the talk is known in the log, where the memory names none."
    )
    budget_tokens: int | None = Field(default=None, description="Most tokens; without it, as the settings say.")

    async def _aget(self, messages: list[ChatMessage] | None = None, **_block_kwargs: Any) -> str:
        """Return what the persona should see before it answers; nothing where nobody said anything."""
        said = [(_role(each), each.content or "") for each in messages or ()]
        talk = [{"role": role, "content": text} for role, text in said if role != "system" and text.strip()]
        while talk and talk[-1]["role"] != "user":
            talk.pop()
        if not talk:
            return ""
        mind: Mind = self.mind

        def composed() -> str:
            return mind.context(talk, session_id=self.session_id, budget_tokens=self.budget_tokens).text

        return await anyio.to_thread.run_sync(composed)

    async def _aput(self, messages: list[ChatMessage]) -> None:
        """Learn what was said; what the owner wants never kept is passed over."""
        named = next(
            (each.additional_kwargs[_SESSION] for each in messages if each.additional_kwargs.get(_SESSION)), ""
        )
        turns = turns_of((_role(each), each.content or "") for each in messages)
        mind: Mind = self.mind

        def learn() -> None:
            for turn in turns:
                try:
                    mind.observe(user=turn.user, assistant=turn.answer or "", session_id=self.session_id or str(named))
                except (NotRecorded, WasErased):
                    continue

        await anyio.to_thread.run_sync(learn)

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Return the block without its end, by about so many tokens; nothing where little would be left."""
        share = len(content) - tokens_to_truncate * 4
        return content[:share].rpartition("\n")[0] or None if share > 0 else None


def _role(message: ChatMessage) -> str:
    roles = {MessageRole.USER: "user", MessageRole.ASSISTANT: "assistant", MessageRole.CHATBOT: "assistant"}
    return roles.get(message.role, "system")
