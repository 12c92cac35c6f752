"""Tables: each row with the names of its columns, so that a row means something by itself."""

import csv
from collections.abc import Iterator
from itertools import chain

from omoide.adapters.knowledge.reading import FileReading
from omoide.adapters.knowledge.texts import decoded
from omoide.domain.knowledge.lines import DocumentLine
from omoide.domain.knowledge.report import TroubleKind

LONGEST_READ = 131_072
"""Characters of a line that are read at once; the library takes no longer field either."""
SNIFFED = 8_192
DELIMITERS = ",\t;|"


def lines(reading: FileReading) -> Iterator[DocumentLine]:
    """Yield the rows; the first one gives the names when it holds no number and no gap."""
    with decoded(reading, newline="") as stream:
        start = stream.read(SNIFFED)
        rest = iter(lambda: stream.readline(LONGEST_READ), "")
        # The sample may end within a line; the rest of that line belongs to it.
        whole = f"{start}{next(rest, '')}" if start and not start.endswith("\n") else start
        rows = csv.reader(chain(whole.splitlines(keepends=True), rest), _dialect(start))
        names: list[str] = []
        try:
            for number, row in enumerate(rows, 1):
                if number == 1 and _are_names(row):
                    names = [name.strip() for name in row]
                    yield DocumentLine(" | ".join(names), number)
                elif any(cell.strip() for cell in row):
                    yield DocumentLine(_told(row, names), number)
        except csv.Error as exc:
            raise reading.refused(TroubleKind.DAMAGED, str(exc)) from exc


def _dialect(start: str) -> type[csv.Dialect]:
    try:
        return csv.Sniffer().sniff(start[: start.rfind("\n") + 1] or start, delimiters=DELIMITERS)
    except csv.Error:
        return csv.excel


def _are_names(row: list[str]) -> bool:
    return len(row) > 1 and all(cell.strip() and not cell.strip().replace(".", "", 1).isdecimal() for cell in row)


def _told(row: list[str], names: list[str]) -> str:
    cells = [" ".join(cell.split()) for cell in row]
    if not names:
        return " | ".join(cells)
    named = [f"{name}: {cell}" for name, cell in zip(names, cells, strict=False) if cell]
    return "; ".join(named + [cell for cell in cells[len(names) :] if cell])
