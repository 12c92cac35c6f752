"""By what an erased turn is known again when a copy of it comes: its key, or the moment and the words together.

Words alone are nobody's: the same sentence said anew is a new event.
"""

import hashlib
import hmac

from omoide.domain.time.moment import Moment


def hashed(label: str, *, salt: bytes) -> bytes:
    """Return what stands for a label (a key, a session, a name)."""
    return hmac.new(salt, label.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()


def told_hash(at: Moment, user: str, assistant: str | None, *, salt: bytes) -> bytes:
    """Return what stands for what was said at a moment; the user's side, or the answer where there is no other."""
    return hashed(f"{at}\0{user or assistant or ''}", salt=salt)


def unsalted(label: str) -> bytes:
    """Return what stood for a label in earlier versions."""
    return hashlib.sha256(label.encode("utf-8", "surrogatepass")).digest()
