"""Errors as problem+json (RFC 9457): by the trunk they belong to, without a trace and without anybody's words.

NotFound      404        NotAllowed    403 (a key that opens nothing: 401)
InvalidInput  422        other Refused 409        Unavailable  503 with Retry-After        anything else  500
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from starlette.responses import JSONResponse

from omoide.errors import (
    DocumentRefused,
    InvalidInput,
    InvalidSetting,
    KeyRefused,
    NotAllowed,
    NotFound,
    OmoideError,
    Refused,
    Unavailable,
)

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5
"""When to try again what is unavailable now."""
_STATUS: tuple[tuple[type[OmoideError], int], ...] = (
    (KeyRefused, 401),
    (NotAllowed, 403),
    (NotFound, 404),
    (InvalidInput, 422),
    (InvalidSetting, 422),
    (DocumentRefused, 422),
    (Refused, 409),
    (Unavailable, 503),
)


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong, as the caller is told."""

    status: int
    kind: str
    """The error's name: `PersonaNotFound`."""
    title: str
    detail: str
    headers: Mapping[str, str] = field(default_factory=dict)
    errors: Sequence[Mapping[str, object]] = ()
    """What is wrong with which field, where a request was not what it should be."""

    def body(self, *, request_id: str) -> dict[str, object]:
        """Return it as RFC 9457 has it, with our own `kind` and the request's id."""
        told: dict[str, object] = {
            "type": f"urn:omoide:error:{_dashed(self.kind)}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "kind": self.kind,
            "request_id": request_id,
        }
        return told | ({"errors": list(self.errors)} if self.errors else {})

    def response(self, *, request_id: str) -> JSONResponse:
        """Return it as an answer."""
        headers = dict(self.headers)
        return JSONResponse(self.body(request_id=request_id), self.status, headers=headers, media_type=MEDIA_TYPE)


def problem_of(exc: BaseException) -> Problem:
    """Return what is told of an error; of one that nobody foresaw, nothing but that it happened."""
    for kind, status in _STATUS:
        if isinstance(exc, kind):
            return Problem(status, type(exc).__name__, _title(type(exc)), str(exc), _headers(status))
    return Problem(
        500, "InternalError", "Something went wrong here.", "an error nobody foresaw; the server's log tells where"
    )


def refusal(status: int, kind: str, detail: str, **headers: str) -> Problem:
    """Return what is told when a request is turned away before any door."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Problem(status, kind, _TITLES[kind], detail, _headers(status) | named)


_TITLES = {
    "BadRequest": "The request cannot be read.",
    "KeyNeeded": "A key is needed.",
    "KeyInQuery": "A key has no place in an address.",
    "HostUnknown": "Nobody of this name is here.",
    "OriginRefused": "Pages from elsewhere may not ask.",
    "BodyTooLarge": "The request is too long.",
    "BodyTooSlow": "The request took too long to arrive.",
    "TooManyRequests": "This key asks too often.",
    "RequestInvalid": "The request is not what it should be.",
    "NoSuchRoute": "There is nothing at this address.",
    "MethodNotAllowed": "This cannot be done at this address.",
    "PreconditionFailed": "It was changed meanwhile.",
    "PreconditionRequired": "Say which version is meant.",
    "HttpError": "The request was refused.",
}


def _headers(status: int) -> dict[str, str]:
    if status == 401:
        return {"www-authenticate": "Bearer"}
    return {"retry-after": str(RETRY_SECONDS)} if status == 503 else {}


def _title(kind: type[BaseException]) -> str:
    return (kind.__doc__ or kind.__name__).strip().splitlines()[0]


def _dashed(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
