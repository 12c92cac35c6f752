"""Prompts that a client may offer its user: `context`, which answers a message with what the persona sees before it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from omoide.domain.tools.bilingual import Bilingual
from omoide.entrypoints.mcp.access import McpAccess
from omoide.errors import InvalidInput

CONTEXT: Final = "context"
MESSAGE: Final = "message"
LONGEST_MESSAGE: Final = 20_000
TITLE: Final = Bilingual("Answer with memory", "記憶とともに答える")
DESCRIPTION: Final = Bilingual(
    "What the persona sees before it answers a message: who it is, how it feels, what comes to mind.",
    "返事の前に人格が目にするもの。自分が誰か、いまの気分、思い出したこと。",
)
MESSAGE_TEXT: Final = Bilingual("What the user says.", "相手の言葉。")


@dataclass(frozen=True, slots=True)
class OfferedPrompts:
    """The prompts of one persona."""

    access: McpAccess

    def context(self, arguments: Mapping[str, str]) -> str:
        """Return the context for a message, the message behind it."""
        message = arguments.get(MESSAGE, "").strip()
        if not message:
            raise InvalidInput(f"the prompt {CONTEXT!r} needs the argument {MESSAGE!r}: what the user says")
        if len(message) > LONGEST_MESSAGE:
            raise InvalidInput(f"{MESSAGE!r} has {len(message):,} characters; at most {LONGEST_MESSAGE:,} are taken")
        composed = self.access.mind.context(message, preview=self.access.read_only)
        return "\n\n".join(part for part in (composed.text, message) if part.strip())
