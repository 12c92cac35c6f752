"""What the proxy itself has to say, in the form in which each provider says that something is wrong."""

from typing import Final

from starlette.responses import JSONResponse

from omoide.errors import NotAllowed, NotFound, OmoideError

_ANTHROPIC: Final = {
    400: "invalid_request_error",
    403: "permission_error",
    404: "not_found_error",
    504: "timeout_error",
}
_OPENAI: Final = {400: "invalid_request_error", 403: "permission_error", 404: "not_found_error"}


def status_of(error: OmoideError) -> int:
    """Return the status that tells an error of ours."""
    return 403 if isinstance(error, NotAllowed) else 404 if isinstance(error, NotFound) else 400


def refusal(provider: str, status: int, message: str, *, code: str) -> JSONResponse:
    """Return an answer that says what is wrong."""
    if provider == "anthropic":
        kind = _ANTHROPIC.get(status, "api_error")
        body: dict[str, object] = {"type": "error", "error": {"type": kind, "message": message}}
    else:
        kind = _OPENAI.get(status, "api_error")
        body = {"error": {"message": message, "type": kind, "param": None, "code": code}}
    return JSONResponse(body, status_code=status, headers={"x-omoide-error": code})
