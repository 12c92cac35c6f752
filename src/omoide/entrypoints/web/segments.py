"""Names in addresses, whatever they hold: `/v1/personas/a%2Fb` is the persona `a/b`, not `b` below `a`.

Who finds the way by an address sees it decoded, where a slash inside a name cannot be told from one between two names.  So before
any way is looked for, the slashes inside are held apart by a character that no name can have; whoever reads a name puts them back.
"""

from collections.abc import MutableMapping
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from starlette.types import Scope

HELD: Final = "\ufdd0"
"""Unicode has it for such uses inside a program, and never for a text."""
WITH_NAMES: Final = ("/v1/", "/mcp/", "/p/")
"""Addresses that hold names."""


def hold_apart(scope: Scope) -> bool:
    """Hold apart the slashes inside the names of an address; tell whether it is one that can be read."""
    raw: bytes = scope.get("raw_path") or b""
    if HELD in scope["path"]:
        return False
    if b"%2f" in raw.lower() and scope["path"].startswith(WITH_NAMES):
        parts = [unquote_to_bytes(part).decode("utf-8", "replace") for part in raw.split(b"?")[0].split(b"/")]
        scope["path"] = "/".join(part.replace("/", HELD) for part in parts)
    return True


def put_back(names: MutableMapping[str, Any]) -> None:
    """Put slashes back into the names that were read from an address."""
    for key, value in names.items():
        if isinstance(value, str) and HELD in value:
            names[key] = value.replace(HELD, "/")
