"""Long lists in portions, each with a cursor to the next.

A cursor holds the last thing that was shown and its place.  What was added or taken away before it meanwhile moves nothing: the list
goes on behind that thing, and only where it is gone, at its place.
"""

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from typing import TypeVar

from omoide.errors import InvalidInput

ValueT = TypeVar("ValueT")


def encoded(*parts: str | int) -> str:
    """Return parts as a cursor."""
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


def decoded(cursor: str, *kinds: type) -> list[str | int]:
    """Return the parts of a cursor; raise `InvalidInput` when it is none of ours."""
    try:
        parts = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, binascii.Error, RecursionError) as exc:
        raise _no_cursor() from exc
    is_ours = isinstance(parts, list) and len(parts) == len(kinds)
    if not is_ours or any(type(part) is not kind for part, kind in zip(parts, kinds, strict=True)):
        raise _no_cursor()
    if any(isinstance(part, int) and not -(2**60) < part < 2**60 for part in parts):
        raise _no_cursor()
    found: list[str | int] = parts
    return found


def needed(cursor: str | None, *, limit: int) -> int:
    """Return how many things must be looked up for a portion: those before it, itself, and one behind it."""
    return (0 if cursor is None else max(0, int(decoded(cursor, int, str)[0]))) + limit + 1


def portion(
    every: Sequence[ValueT], *, key: Callable[[ValueT], str | int], cursor: str | None, limit: int
) -> tuple[list[ValueT], str | None]:
    """Return a portion of a list, and the cursor to what follows it."""
    start = 0
    if cursor is not None:
        place, last = decoded(cursor, int, str)
        keys = [str(key(each)) for each in every]
        start = keys.index(str(last)) + 1 if last in keys else max(0, int(place))
    some = list(every[start : start + limit])
    is_more = len(every) > start + limit
    return some, encoded(start + limit, str(key(some[-1]))) if some and is_more else None


def _no_cursor() -> InvalidInput:
    return InvalidInput("this cursor is none that was given out; begin without one")
