"""What a model says when it is asked about a session's turns together, made from the very words of the question."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

NUMBERS = re.compile(r"(?:events の|asked about are) ([\d, ]+?) (?:番|of)")
WITHOUT = re.compile(r"(?:^|\n)([\d, ]+?) 番は memory不要|No memory is needed of ([\d, ]+)\.")


def asked(words: str) -> tuple[dict[str, Any], list[int], list[int]]:
    """Return what was shown, the numbers that are asked about, and those of them that need no memory."""
    words = _prompt(words)
    shown = json.loads(next(line for line in words.splitlines() if line.startswith('{"events"')))
    found = NUMBERS.search(words)
    assert found is not None
    spared = WITHOUT.search(words)
    return shown, _numbers(found[1]), _numbers(next(filter(None, spared.groups())) if spared else "")


def said(words: str) -> list[str]:
    """Return what the user said in the turns that are asked about."""
    shown, numbers, _ = asked(words)
    by_number = {event["event_id"]: event["user_text"] for event in shown["events"]}
    return [by_number[number] for number in numbers]


def digested(
    words: str, *, intensity: int = 70, plan: Callable[[dict[str, Any], int], dict[str, object] | None] | None = None
) -> str:
    """Return an answer about every turn; `plan` makes the plan of the event with a number out of what was shown."""
    shown, numbers, spared = asked(words)
    by_number = {event["event_id"]: event["user_text"] for event in shown["events"]}
    turns = [
        {
            "event_id": number,
            "memory": None if number in spared else _memory(by_number[number], intensity),
            "plan": {} if plan is None else plan(shown, number),
        }
        for number in numbers
    ]
    return json.dumps({"turns": turns}, ensure_ascii=False)


def _prompt(words: str) -> str:
    """Return the question itself, out of a provider's request where it came in one."""
    return next(_texts(json.loads(words))) if words.startswith("{") else words


def _texts(part: object) -> Iterator[str]:
    if isinstance(part, str):
        if '{"events"' in part and "\n" in part:
            yield part
    elif isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from _texts(each)


def _memory(text: str, intensity: int) -> dict[str, object]:
    return {"emotional_intensity": intensity, "trigger": f"「{text}」と言われた", "content": "うなずいた"}


def _numbers(listed: str) -> list[int]:
    return [int(each) for each in listed.replace(",", " ").split()]
