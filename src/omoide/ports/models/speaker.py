"""Whoever speaks for a persona: a model that answers a talk, piece by piece."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

Heard = Callable[[str], None]
"""Hears each piece of an answer as it comes, from whatever thread."""


class PersonaSpeaker(Protocol):
    """Answers what was said."""

    @property
    def name(self) -> str:
        """Return who it is: `provider:model`."""
        ...

    def answer(self, messages: Sequence[Mapping[str, Any]], *, heard: Heard) -> str:
        """Return the whole answer to a conversation of role/content messages, after each piece was heard.

        Raise `Unavailable` when there is none now, `Refused` when there never will be; what was heard before stays heard.
        """
        ...
