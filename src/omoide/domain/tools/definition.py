"""One tool: its name, what people and models are told of it, what it takes and gives, and what it does to the mind (SPEC T1)."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from omoide.domain.tools.bilingual import Bilingual
from omoide.errors import InvalidInput

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,63}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ToolEffect:
    """What a tool does to the mind: hints for whoever asks before a call (MCP's annotations)."""

    writes: bool = False
    destroys: bool = False
    """It may take away what was written; every edit keeps what stood there."""
    repeatable: bool = False
    """The same call a second time changes nothing more."""


READS: Final = ToolEffect(repeatable=True)
ADDS: Final = ToolEffect(writes=True)
EDITS: Final = ToolEffect(writes=True, destroys=True)
SETTLES: Final = ToolEffect(writes=True, repeatable=True)


@dataclass(frozen=True, slots=True)
class ToolRules:
    """What the owner lets be called, and how much is shown at once."""

    portion_characters: int = 4_000
    read_only: bool = False
    left_out: tuple[str, ...] = ()
    """Names of tools that nobody is told of."""

    def allows(self, tool: "ToolDefinition") -> bool:
        """Tell whether a tool may be called."""
        return tool.name not in self.left_out and not (self.read_only and tool.effect.writes)


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """One tool, as everybody is told of it."""

    name: str
    title: Bilingual
    description: Bilingual
    takes: type[Any]
    gives: type[Any]
    announces: Bilingual
    """What the log says after a call, without any text of what was found."""
    effect: ToolEffect = READS
    announces_applied: Bilingual | None = None
    """What it says instead when the call has carried out what else is only shown."""

    def __post_init__(self) -> None:
        if _NAME.fullmatch(self.name) is None:
            raise InvalidInput(f"{self.name!r} is no name of a tool; small letters, digits and _ are, up to 64")


class Toolset(StrEnum):
    """A choice of tools."""

    DEFAULT = "default"
    """The eight by which a model reaches everything: for a client that lends the persona its mouth for a while."""
    PERSONA = "persona"
    """The seed's own: for a persona that lives in the client."""
    ALL = "all"


def toolset_of(named: Toolset | str) -> Toolset:
    """Return the choice with this name; raise `InvalidInput` when there is none."""
    try:
        return Toolset(named)
    except ValueError as exc:
        known = ", ".join(each.value for each in Toolset)
        raise InvalidInput(f"there are the toolsets {known}; {str(named)!r} is none of them") from exc
