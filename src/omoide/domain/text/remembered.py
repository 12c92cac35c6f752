"""What was worked out of a text is remembered for a while: the same few texts are read again turn after turn."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

P = ParamSpec("P")
ValueT = TypeVar("ValueT")

LONGEST: Final = 2000
"""Characters of a text that is remembered; what a longer one says is worked out anew, so that nothing large is held."""


def remembered(
    function: Callable[Concatenate[str, P], ValueT], *, most: int = 256
) -> Callable[Concatenate[str, P], ValueT]:
    """Return the function with its last answers about short texts remembered; it must be pure, and nobody changes an answer."""
    known = lru_cache(maxsize=most)(function)

    @wraps(function)
    def answered(text: str, /, *args: P.args, **kwargs: P.kwargs) -> ValueT:
        return (known if len(text) <= LONGEST else function)(text, *args, **kwargs)  # type: ignore[arg-type]

    return answered
