"""Whether secrets of a persona's turns are masked, and where in a turn they can stand.

A label (source, client, session, key) is refused instead: masked, it would no longer find what it names, and two could
become one.
"""

from dataclasses import dataclass, replace

from omoide.domain.events import secrets
from omoide.domain.events.event import Turn
from omoide.errors import InvalidInput


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

    def checked_labels(self, turn: Turn) -> Turn:
        """Return the turn if no label of it holds a secret; raise `InvalidInput`, without the label, when one does."""
        self.checked_label(turn.source, name="source")
        self.checked_label(turn.client_id, name="client id")
        self.checked_label(turn.session_id, name="session id")
        self.checked_label(turn.idempotency_key or "", name="idempotency key")
        return turn

    def checked_label(self, label: str, *, name: str) -> str:
        """Return the label if it holds no secret; raise `InvalidInput`, without it, when it does."""
        if self.is_on and secrets.in_label(label):
            raise InvalidInput(
                f"the {name} holds what looks like a secret, and is kept as it is given; use another one"
            )
        return label

    def of_turn(self, turn: Turn) -> Turn:
        """Return the turn with both sides and the images' descriptions as they may be kept."""
        return replace(
            turn,
            user=self.of_text(turn.user),
            assistant=None if turn.assistant is None else self.of_text(turn.assistant),
            image_summaries=tuple(map(self.of_text, turn.image_summaries)),
        )
