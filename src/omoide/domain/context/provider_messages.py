"""Messages as providers take them, with the context in its place; what they say is not changed (SPEC I1, X15).

The constant part follows the application's own system prompt, which is more constant still.  A block stands before the text of its
user message and after results of tools, which must come first.  What is there already, since a caller hands back what it was
given, is not put there again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from omoide.domain.context.conversation import TEXT_PARTS, USER, GivenMessages, checked
from omoide.errors import InvalidInput

SYSTEM_ROLES: Final = frozenset({"system", "developer"})
MOST_MARKS: Final = 4
"""So many places of one request Anthropic keeps."""
_MARK: Final = "cache_control"
_GAP: Final = "\n\n"
Message = dict[str, Any]


def for_openai(messages: GivenMessages, *, constant: str, turns: Sequence[str]) -> list[Message]:
    """Return the messages with the constant part in the system prompt and each block before its user message."""
    given = _with_blocks(messages, turns)
    leading = next((at for at, message in enumerate(given) if message["role"] not in SYSTEM_ROLES), len(given))
    if not constant:
        return given
    if not leading:
        return [{"role": "system", "content": constant}, *given]
    own = given[leading - 1]
    return [*given[: leading - 1], {**own, "content": _behind(own.get("content"), constant)}, *given[leading:]]


def for_anthropic(messages: GivenMessages, *, constant: str, turns: Sequence[str]) -> dict[str, Any]:
    """Return system prompt and messages; the end of each is marked to be kept, as far as there are marks."""
    given = _with_blocks(messages, turns)
    system = [part for message in given if message["role"] in SYSTEM_ROLES for part in _parts(message.get("content"))]
    if constant and not any(constant in part.get("text", "") for part in system):
        system.append({"type": "text", "text": constant})
    talk = [message for message in given if message["role"] not in SYSTEM_ROLES]
    marks = sum(_MARK in part for part in system) + sum(_marks(message.get("content")) for message in talk)
    if system and marks < MOST_MARKS and _MARK not in system[-1]:
        system[-1] = {**system[-1], _MARK: {"type": "ephemeral"}}
        marks += 1
    last = next((at for at in range(len(talk) - 1, -1, -1) if talk[at]["role"] == USER), None)
    if last is not None and marks < MOST_MARKS:
        talk[last] = {**talk[last], "content": _marked(_parts(talk[last].get("content")))}
    return {"system": system, "messages": talk} if system else {"messages": talk}


def _with_blocks(messages: GivenMessages, turns: Sequence[str]) -> list[Message]:
    given = [dict(message) for message in checked(messages)]
    users = [at for at, message in enumerate(given) if message["role"] == USER]
    if len(users) != len(turns):
        raise InvalidInput(
            f"this context was composed for {len(turns)} user messages, and {len(users)} were given; "
            "give the messages it was composed for"
        )
    for at, block in zip(users, turns, strict=True):
        if block:
            given[at]["content"] = _before(given[at].get("content"), block)
    return given


def _before(content: Any, block: str) -> Any:
    """Return the content with the block before its first text."""
    if content is None or isinstance(content, str):
        text = content or ""
        return text if block in text else f"{block}{_GAP}{text}" if text else block
    if _holds(content, block):
        return list(content)
    parts = list(content)
    first = next((at for at, part in enumerate(parts) if _is_text(part)), len(parts))
    return [*parts[:first], {"type": _kind(parts), "text": block}, *parts[first:]]


def _behind(content: Any, constant: str) -> Any:
    if content is None or isinstance(content, str):
        text = content or ""
        return text if constant in text else f"{text}{_GAP}{constant}" if text else constant
    return list(content) if _holds(content, constant) else [*content, {"type": _kind(content), "text": constant}]


def _holds(content: Sequence[Any], text: str) -> bool:
    return any(text in (part if isinstance(part, str) else str(part.get("text", ""))) for part in content)


def _is_text(part: Any) -> bool:
    return isinstance(part, str) or part.get("type") in TEXT_PARTS


def _kind(parts: Sequence[Any]) -> str:
    """Return the kind of a text part beside these: OpenAI's responses call theirs otherwise."""
    return (
        "input_text"
        if any(isinstance(part, Mapping) and part.get("type") == "input_text" for part in parts)
        else "text"
    )


def _parts(content: Any) -> list[dict[str, Any]]:
    if content is None or content == "":
        return []
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [{"type": "text", "text": part} if isinstance(part, str) else dict(part) for part in content]


def _marks(content: Any) -> int:
    return 0 if content is None or isinstance(content, str) else sum(_MARK in part for part in content)


def _marked(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [*parts[:-1], {**parts[-1], _MARK: {"type": "ephemeral"}}] if parts and _MARK not in parts[-1] else parts
