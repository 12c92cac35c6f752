"""The key that comes with a request, and only where it may come: in a header, never in an address.

`x-omoide-key` is always ours.  `Authorization` and `x-api-key` are ours when they hold a key of ours; otherwise they belong to whoever
stands behind a door, such as a model's provider, and are left alone.  A key of ours is taken out, so that no door can pass it on.
"""

from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.types import Scope

from omoide.domain.keys import api_key
from omoide.entrypoints.web.problems import Problem, refusal

OWN_HEADER = "x-omoide-key"
COOKIE = "omoide_key"
"""Where a page keeps the key of whoever logged in; it counts for pages of our own alone."""
_SHARED = ("authorization", "x-api-key")
_ONCE = frozenset({"host", "origin", "content-length", "transfer-encoding", OWN_HEADER, *_SHARED})
_NAMES = frozenset({"api_key", "apikey", "api-key", "x-api-key", OWN_HEADER, "omoide_key", "access_token"})


def smuggled(headers: Headers) -> Problem | None:
    """Return why headers cannot be believed: two of what there is one of, or two lengths of a body."""
    names = [name.decode("latin-1").lower() for name, _ in headers.raw]
    if twice := sorted(name for name in _ONCE if names.count(name) > 1):
        return refusal(400, "BadRequest", f"the header {twice[0]} came more than once")
    if "content-length" in names and "transfer-encoding" in names:
        return refusal(400, "BadRequest", "the request tells its length in two ways")
    return None


def in_query(scope: Scope) -> Problem | None:
    """Return why an address is refused: it holds a key, and addresses end up in logs and histories."""
    query = scope.get("query_string", b"").decode("latin-1")
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name.lower() in _NAMES or api_key.is_in(value) or api_key.is_in(name):
            detail = "give the key in the header Authorization: Bearer or x-omoide-key, and make a new one: this one may be in logs"
            return refusal(400, "KeyInQuery", detail)
    return None


def keys_given(headers: Headers, *, with_cookie: bool) -> list[str]:
    """Return what is given as a key of ours, each once."""
    found = [headers[OWN_HEADER]] if OWN_HEADER in headers else []
    for name in _SHARED:
        value = _bare(name, headers.get(name, ""))
        if api_key.looks_like_one(value):
            found.append(value)
    if with_cookie and not found and (kept := _from_cookie(headers.get("cookie", ""))):
        found.append(kept)
    return list(dict.fromkeys(each.strip() for each in found))


def without_keys(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Return the headers without any key of ours."""
    return [(name, value) for name, value in scope["headers"] if not _is_ours(name.lower(), value)]


def _is_ours(name: bytes, value: bytes) -> bool:
    shown = name.decode("latin-1")
    if shown == OWN_HEADER:
        return True
    return shown in _SHARED and api_key.looks_like_one(_bare(shown, value.decode("latin-1")))


def _bare(name: str, value: str) -> str:
    if name != "authorization":
        return value.strip()
    scheme, _, given = value.strip().partition(" ")
    return given.strip() if scheme.lower() == "bearer" else ""


def _from_cookie(header: str) -> str:
    try:
        kept = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return ""
    return "" if kept is None else kept.value
