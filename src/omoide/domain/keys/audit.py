"""What is kept of a request over the wire: who did what, to whose mind, and what became of it.  No texts, no paths with names."""

from dataclasses import dataclass

from omoide.domain.keys.api_key import KeyId
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One request."""

    at: Moment
    method: str
    route: str
    """The route's own pattern, such as `/v1/personas/{persona}/events`: what was filled in is left out."""
    status: int
    key_id: KeyId | None = None
    """Whose key it was; none for somebody on this machine."""
    persona: str | None = None
    request_id: str = ""
