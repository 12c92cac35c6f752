"""The keys of a home: made, known again, revoked."""

from collections.abc import Callable
from dataclasses import dataclass

from omoide.domain.keys import api_key
from omoide.domain.keys.api_key import ApiKey, KeyId, KeyScope, KeyText
from omoide.domain.time.moment import Moment
from omoide.errors import KeyNotFound, KeyRefused
from omoide.ports.keys.store import KeyStore
from omoide.ports.time.clock import Clock

_NOBODYS = KeyText(KeyId(""), "")
"""What an unknown key is held against, so that it takes as long as a known one."""


@dataclass(frozen=True, slots=True)
class MadeKey:
    """A new key, and its text, which nobody can be shown again."""

    key: ApiKey
    text: str


@dataclass(frozen=True, slots=True)
class Keyring:
    """Knows who may open the doors over the wire."""

    store: KeyStore
    clock: Clock
    draw: Callable[[int], str]
    """So many bytes of chance, as hexadecimal digits."""

    def add(
        self, *, persona: str | None, scope: KeyScope, expires: Moment | None, per_minute: int | None = None
    ) -> MadeKey:
        """Make a key; raise `PersonaNotFound` when it is for nobody there is."""
        made = KeyText(KeyId(self.draw(api_key.ID_BYTES)), self.draw(api_key.SECRET_BYTES))
        key = ApiKey(
            made.id,
            scope,
            self.clock.now(),
            made.digest,
            persona=persona,
            expires=expires,
            per_minute=per_minute,
        )
        self.store.add(key)
        return MadeKey(self.get(made.id), made.text)

    def check(self, text: str) -> ApiKey:
        """Return the key that a text is; raise `KeyRefused` when it is none, was revoked, or has expired."""
        given = api_key.read(text)
        if given is None:
            raise KeyRefused("the key is not whole; a key begins with omo_ and was shown once, when it was made")
        kept = self.store.get(given.id)
        if not given.opens(_nobody() if kept is None else kept) or kept is None:
            raise KeyRefused("no such key is known here; `omoide keys list` shows those there are")
        return self._holding(kept)

    def still(self, key_id: KeyId) -> ApiKey:
        """Return a key that was checked before; raise `KeyRefused` when it opens nothing any more."""
        kept = self.store.get(key_id)
        if kept is None:
            raise KeyRefused("this key is gone")
        return self._holding(kept)

    def get(self, key_id: KeyId) -> ApiKey:
        """Return a key by its public id; raise `KeyNotFound` when there is none."""
        found = self.store.get(key_id)
        if found is None:
            raise KeyNotFound(key_id)
        return found

    def revoke(self, key_id: KeyId) -> ApiKey:
        """Take a key back, at once."""
        self.get(key_id)
        self.store.revoke(key_id, at=self.clock.now())
        return self.get(key_id)

    def _holding(self, key: ApiKey) -> ApiKey:
        if key.revoked is not None:
            raise KeyRefused(f"key {key.id} was revoked; ask for another")
        if not key.holds_at(self.clock.now()):
            raise KeyRefused(f"key {key.id} has expired; ask for another")
        return key


def _nobody() -> ApiKey:
    return ApiKey(_NOBODYS.id, KeyScope.READ, Moment(0), _NOBODYS.digest)
