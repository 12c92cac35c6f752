"""Answers written beforehand: for tests, demonstrations and replays."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from omoide.asks.ask import Ask
from omoide.errors import OmoideError, ThinkerUnavailable
from omoide.ports.models.thinker import Answered

ValueT = TypeVar("ValueT")

Script = Mapping[str, object] | OmoideError | Callable[[Ask[Any]], Mapping[str, object]]
"""What is said to one ask: the answer's JSON, an error that is raised, or a function of the ask."""


@dataclass
class ScriptedThinker:
    """Answers each kind of ask from its script, one line after the other; the last line is said again and again."""

    scripts: Mapping[str, Sequence[Script]]
    asked: list[Ask[Any]] = field(default_factory=list)
    """Every ask that came, oldest first."""
    _lines_said: dict[str, int] = field(default_factory=dict)

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        """Return the next line of the ask's script, validated like a model's answer."""
        self.asked.append(ask)
        lines = self.scripts.get(ask.NAME)
        if not lines:
            raise ThinkerUnavailable(f"nothing is scripted for the ask {ask.NAME!r}")
        at = self._lines_said.get(ask.NAME, 0)
        self._lines_said[ask.NAME] = at + 1
        line = lines[min(at, len(lines) - 1)]
        if isinstance(line, OmoideError):
            raise line
        said = line(ask) if callable(line) else line
        return Answered(ask.parse(ask.SCHEMA.model_validate(said)), by="scripted")
