"""Whether secrets of a persona's turns are masked, and where in a turn they can stand."""

from dataclasses import dataclass, replace

from omoide.domain.events import secrets
from omoide.domain.events.event import Turn


@dataclass(frozen=True, slots=True)
class SecretMasking:
    """Masks what is about to be kept."""

    is_on: bool = True

    def of_text(self, text: str) -> str:
        """Return the text as it may be kept."""
        return secrets.masked(text) if self.is_on else text

    def of_start(self, text: str, *, most: int) -> str:
        """Return the beginning of a text as it may be kept, at most so many characters."""
        return secrets.masked_start(text, most=most) if self.is_on else text[:most]

    def of_turn(self, turn: Turn) -> Turn:
        """Return the turn with both sides and the images' descriptions as they may be kept."""
        return replace(
            turn,
            user=self.of_text(turn.user),
            assistant=None if turn.assistant is None else self.of_text(turn.assistant),
            image_summaries=tuple(map(self.of_text, turn.image_summaries)),
        )
