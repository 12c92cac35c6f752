"""Whose memory a request is for: by its path, a header, the end of the model's name, its key, or the setting `proxy.persona`."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from omoide.entrypoints.library.mind import Mind
from omoide.errors import InvalidInput, PersonaNotFound

HEADER: Final = "x-omoide-persona"
SEPARATOR: Final = "@"


@dataclass(frozen=True, slots=True)
class NamedPersona:
    """How a request names its persona."""

    outright: str = ""
    """By its path or a header."""
    suffix: str = ""
    """The end of the model's name, which names a persona if there is one of that name."""
    otherwise: str = ""
    """Whom the key is for, or who is set."""


def named_persona(
    path: str, headers: Mapping[str, str], *, model: object, key_for: str | None, set_for: str
) -> NamedPersona:
    """Return how a request names its persona."""
    outright = path or _written(headers.get(HEADER, ""))
    name, at, suffix = model.rpartition(SEPARATOR) if isinstance(model, str) else ("", "", "")
    return NamedPersona(outright, suffix if at and name and not outright else "", key_for or set_for)


def opened_mind(named: NamedPersona, open_mind: Callable[[str], Mind]) -> tuple[Mind, str]:
    """Return the mind that is meant, and the suffix of the model's name that named it.

    Raise `PersonaNotFound` when there is none of that name, `InvalidInput` when none is named.
    """
    if named.outright:
        return open_mind(named.outright), ""
    if named.suffix:
        try:
            return open_mind(named.suffix), named.suffix
        except PersonaNotFound:
            pass  # many models have an @ in their names
    if named.otherwise:
        return open_mind(named.otherwise), ""
    raise InvalidInput(
        "no persona is named: ask at /p/PERSONA/v1/…, send the header x-omoide-persona, add @PERSONA to the model's name, "
        "or set proxy.persona"
    )


def _written(header: str) -> str:
    """Return a name as it was meant: headers hold no Japanese, so it comes in UTF-8 or in per cents."""
    with suppress(UnicodeError):
        header = header.encode("latin-1").decode("utf-8")
    return unquote(header).strip()
