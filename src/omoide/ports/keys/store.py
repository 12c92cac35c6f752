"""Where keys, and what was done with them, are kept."""

from collections.abc import Sequence
from typing import Protocol

from omoide.domain.keys.api_key import ApiKey, KeyId
from omoide.domain.keys.audit import AuditEntry
from omoide.domain.time.moment import Moment


class KeyStore(Protocol):
    """Keeps keys by their public id; never a secret."""

    def add(self, key: ApiKey) -> None:
        """Keep a new key; raise `PersonaNotFound` when it is for nobody there is."""
        ...

    def get(self, key_id: KeyId) -> ApiKey | None:
        """Return a key, whether it still holds or not; `None` when there is none."""
        ...

    def all(self) -> list[ApiKey]:
        """Return every key, oldest first."""
        ...

    def revoke(self, key_id: KeyId, *, at: Moment) -> None:
        """Keep that a key opens nothing any more; one that was revoked before stays as it was."""
        ...


class AuditLog(Protocol):
    """Keeps who did what, for a while."""

    def append(self, entries: Sequence[AuditEntry]) -> None:
        """Keep requests; a persona that is not there is left out of its entry."""
        ...

    def recent(self, *, limit: int, persona: str | None = None) -> list[AuditEntry]:
        """Return the last requests, the newest first; of one persona's mind alone, where one is named."""
        ...

    def forget_before(self, at: Moment) -> int:
        """Delete what is older; return how many there were."""
        ...
