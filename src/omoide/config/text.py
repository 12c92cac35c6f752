"""Values as text and back: for the environment, the command line and the store.

`read(key, write(value)) == value` for every allowed value.
"""

import json

from omoide.config.keys import Key

_TRUE = ("true", "yes", "on", "1")
_FALSE = ("false", "no", "off", "0")
LONGEST_SHOWN = 80


def read(key: Key, text: str) -> object:
    """Return the value a text stands for; the text itself when it stands for none, so that validation names it."""
    stripped = text.strip()
    if key.may_be_none and stripped.casefold() in ("none", "null", ""):
        return None
    if key.choices:
        return next((choice for choice in key.choices if str(choice).casefold() == stripped.casefold()), text)
    try:
        return _typed(key, text, stripped)
    except (ValueError, RecursionError):
        return text


def _typed(key: Key, text: str, stripped: str) -> object:
    match key.type:
        case "bool":
            lowered = stripped.casefold()
            return True if lowered in _TRUE else False if lowered in _FALSE else text
        case "int":
            return int(stripped)
        case "float":
            return float(stripped)
        case "list":
            value = json.loads(stripped)
            return tuple(value) if isinstance(value, list) else text
        case "text":
            return text


def settled(key: Key, value: object) -> object:
    """Return a value of a file in the shape of the tree: lists are tuples, `"none"` is none where none is allowed."""
    if isinstance(value, list):
        return tuple(value)
    if key.may_be_none and isinstance(value, str) and value.strip().casefold() == "none":
        return None
    return value


def write(value: object) -> str:
    """Return the value as text."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case str():
            return value
        case tuple() | list():
            return json.dumps(list(value), ensure_ascii=False)
        case _:
            return str(value)


def quoted(value: object) -> str:
    """Return the value as it is shown inside an error: short, on one line, texts in quotes."""
    shown = ascii_safe(repr(value) if isinstance(value, str) else write(value))
    return shown if len(shown) <= LONGEST_SHOWN else shown[: LONGEST_SHOWN - 1] + "…"


def ascii_safe(text: str) -> str:
    """Return the text with broken Unicode made visible, so that it can always be printed."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
