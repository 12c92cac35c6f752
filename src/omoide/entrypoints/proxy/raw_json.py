"""The raw text of a JSON document: where its values stand, and how something is put between them.

What a client sent goes on letter by letter: the order of its keys, fields nobody here knows, and how it writes its numbers.  So
nothing is written anew; texts are put into the old one at places found here.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from omoide.errors import InvalidInput

_DECODER: Final = json.JSONDecoder()
_BLANK: Final = re.compile(r"[ \t\n\r]*")
PathOf = tuple[str | int, ...]
"""Keys and numbers that lead to a value."""


@dataclass(frozen=True, slots=True)
class PlacedValue:
    """A value, and where its text stands."""

    start: int
    end: int
    value: Any


@dataclass(frozen=True, slots=True)
class Edit:
    """A text that is put in place of what stands from `start` to `end`; the two are the same where it is put between."""

    start: int
    end: int
    text: str


def text_of(body: bytes) -> str:
    """Return the text of a body; raise `InvalidInput` when it is none."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise InvalidInput("the body is not written in UTF-8") from exc


def object_in(text: str) -> PlacedValue:
    """Return the object that is the whole of a text; raise `InvalidInput` when it is none."""
    found = _decoded(text, _past_blanks(text, 0))
    if not isinstance(found.value, dict):
        raise InvalidInput("the body is no JSON object")
    if _past_blanks(text, found.end) != len(text):
        raise InvalidInput("something follows the JSON object of the body")
    return found


def members(text: str, place: PlacedValue) -> dict[str, PlacedValue]:
    """Return the values of an object by their keys; raise `InvalidInput` when it has one twice."""
    found: dict[str, PlacedValue] = {}
    at = _past_blanks(text, place.start + 1)
    while text[at] != "}":
        key = _decoded(text, at)
        value = _decoded(text, _past_blanks(text, _past_blanks(text, key.end) + 1))
        if key.value in found:
            raise InvalidInput(f"the body has {key.value!r} twice in one object")
        found[key.value] = value
        at = _past_comma(text, value.end)
    return found


def elements(text: str, place: PlacedValue) -> list[PlacedValue]:
    """Return the values of a list."""
    found: list[PlacedValue] = []
    at = _past_blanks(text, place.start + 1)
    while text[at] != "]":
        found.append(_decoded(text, at))
        at = _past_comma(text, found[-1].end)
    return found


def value_at(text: str, path: PathOf) -> PlacedValue:
    """Return the value that a path leads to, from the object that the text is."""
    place = object_in(text)
    for step in path:
        place = members(text, place)[step] if isinstance(step, str) else elements(text, place)[step]
    return place


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with the edits made; of two at one place the first one given comes first."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda each: each.start):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])


def written(value: object) -> str:
    """Return a value as JSON writes it."""
    return json.dumps(value, ensure_ascii=False)


def into_beginning(string: PlacedValue, text: str) -> Edit:
    """Return what puts a text at the beginning of a string."""
    return Edit(string.start + 1, string.start + 1, written(text)[1:-1])


def into_end(string: PlacedValue, text: str) -> Edit:
    """Return what puts a text at the end of a string."""
    return Edit(string.end - 1, string.end - 1, written(text)[1:-1])


def in_place_of(place: PlacedValue, value: object) -> Edit:
    """Return what puts another value in place of one."""
    return Edit(place.start, place.end, written(value))


def before(place: PlacedValue, value: object) -> Edit:
    """Return what puts a value before another one of the same list."""
    return Edit(place.start, place.start, f"{written(value)},")


def as_last(whole: PlacedValue, value: object, *, key: str | None = None) -> Edit:
    """Return what puts a value at the end of a list, or, with a key, of an object."""
    told = written(value) if key is None else f"{written(key)}:{written(value)}"
    return Edit(whole.end - 1, whole.end - 1, f",{told}" if whole.value else told)


def _decoded(text: str, at: int) -> PlacedValue:
    try:
        value, end = _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError) as exc:
        raise InvalidInput("the body is no JSON") from exc
    return PlacedValue(at, end, value)


def _past_blanks(text: str, at: int) -> int:
    return _BLANK.match(text, at).end()  # type: ignore[union-attr]


def _past_comma(text: str, at: int) -> int:
    at = _past_blanks(text, at)
    return _past_blanks(text, at + 1) if text[at] == "," else at
