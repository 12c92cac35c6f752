"""Tables that fit the terminal: in a narrow one the columns that matter least are left out, so that texts stay readable.

No text is ever cut off.
"""

from collections.abc import Collection, Sequence

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

GAP = 2
LEAST_TEXT = 20
"""Cells that a text wants for itself: ten Japanese characters, or three English words."""


def fitting(
    rows: Sequence[Sequence[Text]],
    *,
    headings: Sequence[str],
    width: int,
    texts: Collection[int],
    spare: Sequence[int] = (),
    flat: bool = False,
) -> Table:
    """Return the table as it fits into so many cells.

    The columns at `texts` get the room that the others leave, and wrap; with `flat` each is one paragraph.
    Those at `spare` go when the texts would get too little: the first one first.
    """
    needs = _needs(rows, headings, texts=texts, text=LEAST_TEXT)
    places = _kept(needs, spare=spare, width=width)
    # Where even that is too wide, everything may wrap: a number on two lines is better than a number cut off.
    fits = _total(_needs(rows, headings, texts=texts, text=LEAST_TEXT // 2), places) <= width
    table = Table(box=None, pad_edge=False, header_style="bold", show_edge=False, padding=(0, GAP, 0, 0))
    for place in places:
        is_text = place in texts
        table.add_column(headings[place], overflow="fold", no_wrap=fits and not is_text)
    for row in rows:
        table.add_row(*(_on_one_line(row[place]) if flat else row[place] for place in places))
    return table


def _kept(needs: Sequence[int], *, spare: Sequence[int], width: int) -> list[int]:
    places = list(range(len(needs)))
    for place in spare:
        if _total(needs, places) <= width:
            break
        places.remove(place)
    return places


def _total(needs: Sequence[int], places: Sequence[int]) -> int:
    return sum(needs[place] for place in places) + GAP * (len(places) - 1)


def _needs(rows: Sequence[Sequence[Text]], headings: Sequence[str], *, texts: Collection[int], text: int) -> list[int]:
    """Return how many cells each column wants; one of texts can do with those of `text`."""
    columns = [[heading, *(row[place].plain for row in rows)] for place, heading in enumerate(headings)]
    widths = [max(cell_len(line) for cell in column for line in cell.split("\n")) for column in columns]
    return [min(width, text) if place in texts else width for place, width in enumerate(widths)]


def _on_one_line(cell: Text) -> Text:
    return Text(" ".join(cell.plain.split()), style=cell.style)
