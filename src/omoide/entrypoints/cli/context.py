"""What every command is given: the global options, and ways to show things."""

import os
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rich.text import Text

from omoide.domain.text.language import Language
from omoide.domain.text.printable import printable
from omoide.entrypoints.cli.tables import fitting
from omoide.entrypoints.cli.terminal import PrintableConsole, behind, json_text
from omoide.entrypoints.cli.words import word
from omoide.errors import InvalidInput, PersonaNotFound
from omoide.ports.time.clock import Clock

if TYPE_CHECKING:
    from omoide.config import Configuration
    from omoide.domain.time.simulated_clock import SimulatedClock
    from omoide.entrypoints.library.home import Omoide
    from omoide.entrypoints.library.mind import Mind

UNBOUNDED = 100_000
"""Cells of a line when nobody looks at it: a pipe, a file."""


_NAMED = 3
"""So many settings without effect are named; of more, the number."""


@dataclass(slots=True, frozen=True)
class GlobalOptions:
    """What stands before (or after) any command."""

    home: str | None = None
    config: str | None = None
    persona: str | None = None
    json: bool = False
    now: str | None = None


class CliContext:
    """The global options, and what follows from them."""

    def __init__(self, options: GlobalOptions) -> None:
        self.options = options
        self.json = options.json
        self.config_file = options.config
        self.console = PrintableConsole(highlight=False, soft_wrap=False, width=_width(), file=behind(sys.stdout))
        self._opened: Omoide | None = None
        self._simulated: SimulatedClock | None = None

    @property
    def home(self) -> Path:
        """Return the data home."""
        return self.configuration.home

    @cached_property
    def configuration(self) -> "Configuration":
        """Return the settings, without opening the store."""
        from omoide import config

        loaded = config.load(self.options.home, file=self.options.config)
        if loaded.without_effect and not self.json:
            sys.stderr.write(f"omoide: {word('without_effect', loaded.language, names=old_settings(loaded))}\n")
        return loaded

    @property
    def language(self) -> Language:
        """Return the language in which commands speak."""
        return self.configuration.language

    @property
    def persona(self) -> str | None:
        """Return the persona that was named, here or in OMOIDE_PERSONA."""
        return self.options.persona or os.environ.get("OMOIDE_PERSONA") or None

    @property
    def shows_progress(self) -> bool:
        """Tell whether somebody watches: a bar in a pipe is only noise."""
        return self.console.is_terminal and not self.json

    def open(self) -> "Omoide":
        """Return the data home, opened once."""
        if self._opened is None:
            from omoide.entrypoints.library.home import Omoide

            # A command ends at once; what it leaves is done by a process of its own, unless the time is only simulated.
            beside: Literal["process", "nowhere"] = "process" if self.options.now is None else "nowhere"
            self._opened = Omoide.open(
                self.options.home, config=self.options.config, clock=self._clock(), beside=beside, asked_by="cli"
            )
        return self._opened

    def mind(self) -> "Mind":
        """Return the mind that is meant: the one named, or the only one there is.  `--now` is its local time."""
        mind = self.open().mind(self._meant())
        if self._simulated is not None:
            self._simulated.set(mind.moment(self.options.now or ""))
        return mind

    def _meant(self) -> str:
        if self.persona is not None:
            return self.persona
        names = [persona.name for persona in self.open().personas()]
        if len(names) == 1:
            return names[0]
        if not names:
            raise NoPersonaYet
        raise InvalidInput(f"there are several personas; name one with --persona: {', '.join(names)}")

    def close(self) -> None:
        """Let go of the store, if it was opened."""
        if self._opened is not None:
            self._opened.close()

    def say(self, text: str | Text) -> None:
        """Print a line for people."""
        # The terminal wraps: Rich would push a long Japanese sentence, which has no blanks, to a line of its own.
        self.console.print(plain(text) if isinstance(text, str) else text, soft_wrap=True)

    def show(self, data: object) -> None:
        """Print data as JSON for programs."""
        self.console.file.write(json_text(data) + "\n")

    def write(self, text: str) -> None:
        """Print a text that is made for programs as well as for people, as it stands."""
        self.console.file.write(printable(text) + "\n")

    def table(
        self,
        rows: Sequence[Sequence[str | Text]],
        *,
        headings: Sequence[str],
        texts: Collection[int] | None = None,
        spare: Sequence[int] = (),
        flat: bool = False,
    ) -> None:
        """Print a table for people, as `tables.fitting` says; without `texts` the last column holds them."""
        shown = [[plain(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
        where = (len(headings) - 1,) if texts is None else texts
        width = self.console.width
        with self.console.capture() as printed:
            self.console.print(fitting(shown, headings=headings, width=width, texts=where, spare=spare, flat=flat))
        for line in printed.get().splitlines():
            self.console.file.write(line.rstrip() + "\n")

    def _clock(self) -> Clock | None:
        if self.options.now is None:
            return None
        from omoide.domain.time import moment
        from omoide.domain.time.simulated_clock import SimulatedClock

        # Until somebody is meant there is only the home's own time zone.
        self._simulated = SimulatedClock(moment.parse(self.options.now, tz=moment.zone(self.configuration.timezone)))
        return self._simulated


class NoPersonaYet(PersonaNotFound):
    """There is no persona at all."""

    def __init__(self) -> None:
        Exception.__init__(self, "there is no persona yet; make one with: omoide persona add NAME")


def old_settings(configuration: "Configuration") -> str:
    """Return the settings of earlier versions that are still given, each with its place; at most a few of them."""
    given = [f"{name} ({origin})" for name, origin in configuration.without_effect]
    return ", ".join(given[:_NAMED] + ([f"… {len(given)}"] if len(given) > _NAMED else []))


def _width() -> int | None:
    """Return how many cells a line has: those of the terminal, or of COLUMNS; without either nothing need wrap."""
    return None if sys.stdout.isatty() or os.environ.get("COLUMNS") else UNBOUNDED


def plain(text: str) -> Text:
    """Return text of a memory as it may be shown: no markup, and no control characters that a terminal would obey."""
    return Text(printable(text))


def as_json(**fields: object) -> Mapping[str, object]:
    """Return the fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}
