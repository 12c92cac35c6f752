"""A key for a door over the wire: `omo_<id>_<secret>`.

The id is public: it names the key in lists and logs.  The secret is 256 bits of chance, of which only the SHA-256 is kept; nothing
slower is needed, for nobody guesses 256 bits.
"""

import hashlib
import hmac
import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

from omoide.domain.time.moment import Moment

KeyId = NewType("KeyId", str)
PREFIX = "omo_"
ID_BYTES = 6
SECRET_BYTES = 32
_SHAPE = re.compile(rf"{PREFIX}([0-9a-f]{{{ID_BYTES * 2}}})_([0-9a-f]{{{SECRET_BYTES * 2}}})")


class KeyScope(StrEnum):
    """What a key may do; each holds those before it."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"

    def holds(self, other: "KeyScope") -> bool:
        """Tell whether whoever has this may do what the other one allows."""
        order = list(KeyScope)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as it is kept: never its secret."""

    id: KeyId
    scope: KeyScope
    created: Moment
    digest: bytes = field(repr=False)
    persona: str | None = None
    """Whose mind alone it opens; any where nobody is named."""
    expires: Moment | None = None
    revoked: Moment | None = None
    per_minute: int | None = None
    """Requests it has a minute, where it differs from the setting."""

    def holds_at(self, now: Moment) -> bool:
        """Tell whether it opens anything: it was not revoked, and has not expired."""
        return self.revoked is None and (self.expires is None or now < self.expires)


@dataclass(frozen=True, slots=True)
class KeyText:
    """A key as its holder has it."""

    id: KeyId
    secret: str = field(repr=False)

    @property
    def text(self) -> str:
        """Return the whole key; it is shown once."""
        return f"{PREFIX}{self.id}_{self.secret}"

    @property
    def digest(self) -> bytes:
        """Return what is kept of the secret."""
        return hashlib.sha256(self.secret.encode()).digest()

    def opens(self, key: ApiKey) -> bool:
        """Tell whether this is that key; how long it takes tells nothing."""
        return hmac.compare_digest(self.digest, key.digest)


def read(text: str) -> KeyText | None:
    """Return the key that a text is; `None` when it is none."""
    found = _SHAPE.fullmatch(text.strip())
    return None if found is None else KeyText(KeyId(found[1]), found[2])


def looks_like_one(text: str) -> bool:
    """Tell whether a text is meant as a key of ours, whole or damaged."""
    return text.strip().startswith(PREFIX)


def is_in(text: str) -> bool:
    """Tell whether a whole key stands anywhere in a text."""
    return _SHAPE.search(text) is not None
