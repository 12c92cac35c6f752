"""Keys for the doors over the wire, and who did what: `home.keys`.

made = home.keys.add(persona="haru", scope="write", expires="30d")
print(made.text)                                   # omo_…: shown once, for only its hash is kept
home.keys.revoke(made.key.id)                      # at once, also where a stream is open
"""

from collections.abc import Sequence

from omoide.bootstrap import Home
from omoide.domain.keys import wording
from omoide.domain.keys.api_key import ApiKey, KeyId, KeyScope
from omoide.domain.keys.audit import AuditEntry
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput
from omoide.usecases.keys.keyring import MadeKey

USUALLY_FOR = "90d"
Keys = list[ApiKey]


class HomeKeys:
    """The keys of one data home."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._parts = home.keys

    def add(
        self,
        *,
        persona: str | None = None,
        scope: KeyScope | str = KeyScope.READ,
        expires: str = USUALLY_FOR,
        rate: str | int | None = None,
    ) -> MadeKey:
        """Make a key to one persona's mind, or, without one, to all; `made.text` is the key and is never shown again.

        `expires` is how long it holds (`30d`, `12h`), until when (`2027-01-31`) or `never`; `rate` is how often it may ask, `60/min`.
        """
        now, tz = self._home.foundation.clock.now(), moment.zone(self._home.foundation.configuration.timezone)
        return self._parts.keyring.add(
            persona=persona,
            scope=_scope(scope),
            expires=wording.end_of(expires, now=now, tz=tz),
            per_minute=None if rate is None else wording.per_minute_of(str(rate)),
        )

    def list(self) -> Keys:
        """Return every key, oldest first; those that were revoked or have expired too."""
        return self._parts.store.all()

    def has_any(self) -> bool:
        """Tell whether any key opens anything now."""
        return any(key.holds_at(self._home.foundation.clock.now()) for key in self.list())

    def revoke(self, key_id: str) -> ApiKey:
        """Take a key back, at once; raise `KeyNotFound` when there is none."""
        return self._parts.keyring.revoke(KeyId(key_id))

    def check(self, text: str) -> ApiKey:
        """Return the key that a text is; raise `KeyRefused` when it opens nothing."""
        return self._parts.keyring.check(text)

    def wait_seconds(self, key: ApiKey, *, per_minute: int) -> float:
        """Count a request of a key, together with the other servers of this machine; return how long it must wait.

        `per_minute` is what it has where it was given no rate of its own.
        """
        return self._parts.rates.wait_seconds(key.id, per_minute=key.per_minute or per_minute)

    def still(self, key_id: str) -> ApiKey:
        """Return a key that was checked before; raise `KeyRefused` when it opens nothing any more."""
        return self._parts.keyring.still(KeyId(key_id))

    def audit(self, *, limit: int = 100, persona: str | None = None) -> Sequence[AuditEntry]:
        """Return who did what over the wire, the newest first."""
        if limit < 0:
            raise InvalidInput(f"a limit is a number from 0 on; {limit} is none")
        return self._parts.audit.recent(limit=limit, persona=persona)

    def note(self, entries: Sequence[AuditEntry]) -> None:
        """Keep who did what."""
        self._parts.audit.append(entries)

    def forget_old_requests(self) -> int:
        """Delete what the audit log holds for longer than `web.audit_days`; return how many entries went."""
        days = self._home.foundation.configuration.settings.web.audit_days
        return self._parts.audit.forget_before(Moment(self._home.foundation.clock.now() - days * moment.DAY_SECONDS))

    def now(self) -> Moment:
        """Return the present moment, by the clock this home was opened with."""
        return self._home.foundation.clock.now()


def _scope(named: KeyScope | str) -> KeyScope:
    try:
        return KeyScope(named)
    except ValueError as exc:
        known = ", ".join(scope.value for scope in KeyScope)
        raise InvalidInput(f"{named!r} is nothing a key may do; there are {known}") from exc
