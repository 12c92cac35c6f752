"""Caller: who asks over the wire, and what they may do.

The guard before all doors finds out who asks (by their key, or that they ask from this machine) and leaves it on the request; a door
asks it before it opens a mind.
"""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from omoide.domain.keys.api_key import ApiKey, KeyScope
from omoide.domain.personas.persona import folded
from omoide.errors import NotAllowed

__all__ = ["OWNER", "Caller", "KeyScope", "caller_of"]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: the holder of a key, or somebody on this machine."""

    key_id: str | None = None
    """The key's public name; none for somebody on this machine."""
    scope: KeyScope = KeyScope.ADMIN
    persona: str | None = None
    """The only mind that is open to them; any where none is named."""

    @classmethod
    def of(cls, key: ApiKey) -> "Caller":
        """Return the holder of a key."""
        return cls(key.id, key.scope, key.persona)

    def require(self, scope: KeyScope, *, persona: str | None) -> None:
        """Raise `NotAllowed` unless they may do this with the mind of this persona, or, without one, with the whole home."""
        if self.persona is not None and (persona is None or folded(persona) != folded(self.persona)):
            raise NotAllowed("this key opens another persona's mind")
        if not self.scope.holds(scope):
            raise NotAllowed(f"this key may not do that: it is for {self.scope}, and this needs {scope}")


OWNER = Caller()
"""Somebody on this machine, whom no key is asked of."""


def caller_of(request: HTTPConnection) -> Caller:
    """Return who asks, as the guard found out."""
    caller = getattr(request.state, "caller", None)
    if not isinstance(caller, Caller):
        raise NotAllowed("nobody looked at who asks; this door was opened without its guard")
    return caller
