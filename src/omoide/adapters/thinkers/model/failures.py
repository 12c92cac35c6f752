"""What a provider's error means: try again, tell the owner, or never mind.

The library sorts providers' errors into classes; here they become ours.  Reasons are short and have the key taken
out, for providers like to quote it.
"""

from pydantic_ai import exceptions as library

from omoide.adapters.thinkers.model.keys import Secret
from omoide.adapters.thinkers.model.wire import CallFailed, Trouble

LONGEST_REASON = 300

_POLICY_WORDS = (
    "content_filter",
    "content_policy",
    "content management policy",
    "responsible_ai",
    "safety system",
    "moderation",
    "flagged",
    "usage policies",
    "prohibited",
)
_SETUP = (library.ModelAuthenticationError, library.ModelNotFoundError, library.ModelQuotaExceededError)


def meaning(error: library.AgentRunError | library.UserError, *, key: Secret) -> CallFailed:
    """Return the library's error as ours."""
    reason = _reason(error, key=key)
    if declined := _why_declined(error, reason=reason):
        return CallFailed(Trouble.DECLINED, declined)
    if isinstance(error, _SETUP):
        return CallFailed(Trouble.SETUP, f"{_advice(error)} ({reason})")
    if isinstance(error, library.ModelAPIError) and _is_passing(error):
        return CallFailed(Trouble.PASSING, reason, asked_seconds=error.retry_after)
    if isinstance(error, library.UnexpectedModelBehavior):
        return CallFailed(Trouble.PASSING, f"the response made no sense ({reason})")
    return CallFailed(Trouble.SETUP, f"the provider rejects the request ({reason})")


def _why_declined(error: library.AgentRunError | library.UserError, *, reason: str) -> str | None:
    if isinstance(error, library.ModelContextWindowExceededError):
        return f"the text is longer than the model can take ({reason})"
    if isinstance(error, library.ContentFilterError) or _is_policy(error):
        return f"blocked by the provider's policy ({reason})"
    return None


def _is_passing(error: library.ModelAPIError) -> bool:
    """A rejected request stays rejected; what the library cannot name (a gateway's error page) may pass."""
    rejected = isinstance(error, library.ModelRequestRejectedError)
    return not rejected or getattr(error, "status_code", None) in (408, 409, 425)


def _advice(error: library.AgentRunError | library.UserError) -> str:
    if isinstance(error, library.ModelAuthenticationError):
        return "the key was not accepted; check it"
    if isinstance(error, library.ModelNotFoundError):
        return "there is no such model at this address; check the model's name and base_url"
    return "the account has no credit or quota left"


def _is_policy(error: library.AgentRunError | library.UserError) -> bool:
    if not isinstance(error, library.ModelHTTPError) or error.status_code not in (400, 403, 422):
        return False
    said = " ".join(str(part) for part in (error.provider_error_code, error.provider_error_type, error.body)).lower()
    return any(word in said for word in _POLICY_WORDS)


def _reason(error: library.AgentRunError | library.UserError, *, key: Secret) -> str:
    said = _said(getattr(error, "body", None)) or str(error)
    status = f"HTTP {error.status_code}: " if isinstance(error, library.ModelHTTPError) else ""
    text = " ".join(key.hidden_in(status + said).split())
    return text if len(text) <= LONGEST_REASON else text[: LONGEST_REASON - 1] + "…"


def _said(body: object) -> str | None:
    """Return the message inside an error's body, wherever this provider puts it."""
    if not isinstance(body, dict):
        return None
    inner = body.get("error", body)
    message = inner.get("message") if isinstance(inner, dict) else inner
    return message if isinstance(message, str) and message.strip() else None
