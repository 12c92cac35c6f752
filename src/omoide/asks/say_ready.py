"""The smallest question there is: are you there?  It checks a model's address, key and JSON in one call."""

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel

from omoide.asks.ask import Patience, Prompt, Role
from omoide.domain.text.language import Language


class ReadyAnswer(BaseModel):
    """Yes, or no."""

    ready: bool


@dataclass(frozen=True, slots=True)
class SayReady:
    """Are you there?"""

    NAME: ClassVar[str] = "say_ready"
    SCHEMA_VERSION: ClassVar[int] = 1
    ROLE: ClassVar[Role] = Role.INTERNAL
    PATIENCE: ClassVar[Patience] = Patience.NOW
    SCHEMA: ClassVar[type[BaseModel]] = ReadyAnswer

    def render(self, *, language: Language, fence: str) -> Prompt:
        """Return the prompt."""
        if language is Language.JA:
            return Prompt("JSONだけを返してください。", '{"ready": true} と返してください。')
        return Prompt("Answer with JSON only.", 'Return {"ready": true}.')

    def parse(self, answer: BaseModel) -> bool:
        """Return whether it is."""
        return isinstance(answer, ReadyAnswer) and answer.ready
