"""Addresses, what is sent, and how an answer becomes a value or an error: the part of the client that waits for nothing."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeVar
from urllib.parse import quote

import httpx
from pydantic import TypeAdapter, ValidationError

from omoide import errors
from omoide.errors import NotAllowed, NotFound, OmoideError, Refused, ServerUnavailable, Unavailable

DEFAULT_ADDRESS = "http://127.0.0.1:8765"
MOST_AT_ONCE = 200
SILENT_STREAMS = 3
"""Streams that may tell nothing, one after the other, before nobody is asked any more."""
Sent = Mapping[str, Any]
AnswerT = TypeVar("AnswerT")
_BY_STATUS: dict[int, type[OmoideError]] = {
    401: errors.KeyRefused,
    403: NotAllowed,
    404: NotFound,
    422: errors.InvalidInput,
    429: Unavailable,
}


def headers_with(key: str | None) -> dict[str, str]:
    """Return what is sent with every request."""
    return {} if key is None else {"authorization": f"Bearer {key}"}


def path_of(*parts: str | int) -> str:
    """Return an address below `/v1`, whatever the parts hold."""
    return "/v1/" + "/".join(_segment(str(part)) for part in parts)


def _segment(part: str) -> str:
    """Return a part that no client takes for a way up or down."""
    return part.replace(".", "%2E") if part.strip(".") == "" else quote(part, safe="")


def given(**fields: Any) -> dict[str, Any]:
    """Return the fields that were given."""
    return {name: value for name, value in fields.items() if value is not None}


def if_match(version: int | str | None) -> dict[str, str]:
    """Return the header that names the version which was read."""
    return {} if version is None else {"if-match": f'"{version}"'}


@contextmanager
def new_file(target: Path) -> Iterator[IO[bytes]]:
    """Give a new file for its owner alone, which is there when nothing went wrong; one that is there is never replaced."""
    if target.exists():
        raise errors.InvalidInput(f"{target} is already there; name another file, an export never replaces one")
    partial = target.with_name(f".{target.name}.partial")
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
    except OSError as exc:
        raise errors.InvalidInput(f"{target} cannot be written: {exc.strerror}; name another file") from exc
    finally:
        partial.unlink(missing_ok=True)


def read(response: httpx.Response, kind: type[AnswerT]) -> AnswerT:
    """Return the value of an answer; raise the error that it tells."""
    require_success(response)
    try:
        return TypeAdapter(kind).validate_json(response.content or b"null")
    except ValidationError as exc:
        raise ServerUnavailable(f"{response.url.host} answered what no Omoide of this version answers") from exc


def require_success(response: httpx.Response) -> None:
    """Raise the error that an answer tells."""
    if response.is_success:
        return
    try:
        problem = response.json()
        kind, detail = str(problem.get("kind", "")), str(problem.get("detail", ""))
    except (ValueError, AttributeError):
        kind, detail = "", ""
    raise error_of(kind, detail or f"the server answered {response.status_code}", status=response.status_code)


def error_of(kind: str, detail: str, *, status: int) -> OmoideError:
    """Return an error of the server as the library would raise it."""
    known = getattr(errors, kind, None)
    made = _BY_STATUS.get(status, Unavailable if status >= 500 else Refused)
    if isinstance(known, type) and issubclass(known, OmoideError):
        made = known
    error = made.__new__(made)
    Exception.__init__(error, detail)  # each kind words its own message; here it is worded already
    return error


def unreachable(address: str, exc: httpx.HTTPError) -> ServerUnavailable:
    """Return that nobody answers."""
    return ServerUnavailable(f"no Omoide answers at {address}: {type(exc).__name__}; start one: omoide serve --http")


def event_of(lines: list[str]) -> tuple[str, Any]:
    """Return name and data of a server-sent event."""
    fields = dict(line.split(": ", 1) for line in lines if ": " in line and not line.startswith(":"))
    return fields.get("event", ""), json.loads(fields.get("data", "null"))
