"""Where text leaves for a terminal: whatever is said passes here, and nothing in it is obeyed instead of shown.

Colours are added by Rich behind this door.  What passes are the texts that it prints (`PrintableConsole`) and
everything that is written in another way, by us or by whoever reads the arguments (`PrintableStream`).
"""

import json
from collections.abc import Iterable
from typing import Any, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from omoide.domain.text.printable import escaped, printable


class PrintableStream:
    """A stream to a terminal that shows every character and obeys none."""

    def __init__(self, stream: TextIO) -> None:
        self.behind = stream
        """The stream itself, for our own movements of the cursor."""

    def write(self, text: str) -> int:
        """Write the text as it may be shown."""
        return self.behind.write(printable(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write the lines as they may be shown."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        """Be the stream in everything else."""
        return getattr(self.behind, name)


class PrintableConsole(Console):
    """A console whose texts pass the door; only its own colours and movements stay as they are."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield what is printed."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))


def behind(stream: TextIO) -> TextIO:
    """Return the stream behind the door."""
    return stream.behind if isinstance(stream, PrintableStream) else stream


def json_text(data: object, *, indent: int | None = 2) -> str:
    """Return data as JSON that says every character and holds none that a terminal obeys."""
    return escaped(json.dumps(data, ensure_ascii=False, indent=indent))
