"""A conversation as callers hand it over: role and content, a string or the providers' lists of parts.

Its user turns are known again by a fingerprint of what they say, so that a caller who keeps nothing but the messages gets each
block back as it was.  What Omoide itself put into a message is no part of what it says.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from omoide.domain.context.shown import shown_text
from omoide.domain.text.mending import mended
from omoide.errors import InvalidInput

GivenMessages = str | Sequence[Mapping[str, Any]]
"""What may be handed over: messages, or the text of a single one."""
USER: Final = "user"
TEXT_PARTS: Final = frozenset({"text", "input_text", "output_text"})
"""Kinds of parts whose `text` was said by somebody; others are images, calls and results of tools."""
_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class UserTurn:
    """One message of the user that says something."""

    place: int
    """Which of all user messages it is, from 0."""
    text: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class GivenConversation:
    """What of the messages matters here."""

    user_messages: int
    turns: tuple[UserTurn, ...]

    @property
    def last(self) -> str:
        """Return what the user said last."""
        return self.turns[-1].text if self.turns else ""


def conversation_of(messages: GivenMessages) -> GivenConversation:
    """Return the conversation; raise `InvalidInput` for what is no list of messages."""
    texts = [said(message) for message in checked(messages) if message["role"] == USER]
    turns = tuple(UserTurn(place, text, fingerprint(text)) for place, text in enumerate(texts) if text.strip())
    return GivenConversation(len(texts), turns)


def checked(messages: GivenMessages) -> list[Mapping[str, Any]]:
    """Return the messages, a plain text as one of the user; raise `InvalidInput` for what is none."""
    if isinstance(messages, str):
        return [{"role": USER, "content": messages}]
    if isinstance(messages, bytes | Mapping) or not isinstance(messages, Sequence):
        raise InvalidInput(
            f"messages are a text or a list of role/content mappings; {type(messages).__name__} was given"
        )
    given: list[Mapping[str, Any]] = list(messages)  # type: ignore[arg-type]
    for number, message in enumerate(given):
        _check(message, number)
    return given


def fingerprint(text: str) -> str:
    """Return by what a user message is known again."""
    return blake2b(text.strip().encode("utf-8", "surrogatepass"), digest_size=_BYTES).hexdigest()


def aligned(known: Sequence[str], asked: Sequence[str]) -> tuple[int, int]:
    """Return from which of the known turns on the asked ones are the same, and how many.

    The longest run counts, of two the later: a caller may have left out the beginning of a long talk.
    """
    best = (len(known), 0)
    for start in range(len(known) - 1, -1, -1):
        length = 0
        while start + length < len(known) and length < len(asked) and known[start + length] == asked[length]:
            length += 1
        if length > best[1]:
            best = (start, length)
    return best


def _check(message: object, number: int) -> None:
    if not isinstance(message, Mapping):
        raise InvalidInput(f"message {number} is no mapping with role and content; {type(message).__name__} was given")
    if not isinstance(message.get("role"), str) or not message["role"]:
        raise InvalidInput(f"message {number} has no role; give one such as user, assistant or system")
    content = message.get("content")
    if content is None or isinstance(content, str):
        return
    if isinstance(content, bytes | Mapping) or not isinstance(content, Sequence):
        raise InvalidInput(f"the content of message {number} is neither a text nor a list of parts")
    for part in content:
        if not isinstance(part, str | Mapping):
            raise InvalidInput(f"a part of message {number} is neither a text nor a mapping")
        if isinstance(part, Mapping) and part.get("type") in TEXT_PARTS and not isinstance(part.get("text"), str):
            raise InvalidInput(f"a text part of message {number} holds no text")


def said(message: Mapping[str, Any]) -> str:
    """Return what a message says, without what Omoide itself put into it."""
    return "\n".join(part for text in _texts(message.get("content")) if (part := shown_text(mended(text)).strip()))


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
        return
    for part in content or ():
        if isinstance(part, str):
            yield part
        elif part.get("type") in TEXT_PARTS:
            yield part["text"]
