"""The events of Claude Code's hooks, as they come on standard input."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from omoide.domain.text.mending import mended
from omoide.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class HookEvent:
    """What a hook was told; fields that an event does not have are empty."""

    name: str
    session_id: str = ""
    transcript_path: str = ""
    cwd: str = ""
    prompt: str = ""
    source: str = ""


def parsed(name: str, given: bytes) -> HookEvent:
    """Return the event; raise `InvalidInput` when the bytes hold none."""
    try:
        told = json.loads(given.decode("utf-8", "replace"))
    except (ValueError, RecursionError) as exc:
        raise InvalidInput(f"what came on standard input of {name} is not JSON") from exc
    if not isinstance(told, Mapping):
        raise InvalidInput(f"what came on standard input of {name} is not a JSON object")

    def text(field: str) -> str:
        value = told.get(field)
        return mended(value) if isinstance(value, str) else ""

    return HookEvent(
        name=name,
        session_id=text("session_id"),
        transcript_path=text("transcript_path"),
        cwd=text("cwd"),
        prompt=text("prompt"),
        source=text("source"),
    )


def output(name: str, context: str) -> bytes:
    """Return what a hook prints to add context; nothing when there is none."""
    if not context:
        return b""
    told = {"hookSpecificOutput": {"hookEventName": name, "additionalContext": context}}
    return json.dumps(told, ensure_ascii=False).encode()
