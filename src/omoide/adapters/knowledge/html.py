"""Pages: what a reader would see of them, streaming.  Nothing is run, loaded or rendered; scripts and styles are left out."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from omoide.adapters.knowledge.reading import FileReading
from omoide.adapters.knowledge.texts import decoded
from omoide.domain.knowledge.lines import LONGEST_LINE, DocumentLine, Outline

UNFINISHED = 262_144
"""Characters of a tag or comment that does not end: it is taken for text, for looking at it again and again takes for ever."""
_UNSEEN = frozenset({"script", "style", "template", "noscript", "svg", "head"})
_VOID = frozenset(
    {"br", "hr", "img", "input", "meta", "link", "wbr", "source", "col", "area", "base", "embed", "track"}
)
_BLOCKS = frozenset(
    re.findall(
        r"\w+",
        "address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form"
        " h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p pre section select summary table tbody"
        " tfoot thead title tr ul",
    )
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}


def lines(reading: FileReading) -> Iterator[DocumentLine]:
    """Yield the text of a page below its headings, numbered by lines of the file."""
    page = _Page()
    with decoded(reading, may_declare=True) as stream:
        while part := stream.read(LONGEST_LINE):
            page.feed(part)
            page.take_unfinished(longest=UNFINISHED)
            yield from page.taken()
            reading.title = page.title
    page.take_unfinished(longest=LONGEST_LINE)
    page.close()
    page.end_line()
    yield from page.taken()
    reading.title = page.title


class _Page(HTMLParser):
    """Gathers lines while it is fed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = ""
        self._done: list[DocumentLine] = []
        self._outline = Outline()
        self._words: list[str] = []
        self._size = 0
        self._began = 1
        self._unseen: list[str] = []
        self._heading = 0
        self._preformatted = 0
        self._in_title = False

    def taken(self) -> Iterator[DocumentLine]:
        """Yield the lines that are whole, once."""
        done, self._done = self._done, []
        yield from done

    def take_unfinished(self, *, longest: int) -> None:
        """Take what has waited too long for its end as text."""
        if len(self.rawdata) > longest:
            raw, self.rawdata = self.rawdata, ""
            self.handle_data(raw)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line, a heading, or what nobody sees."""
        if tag == "title":
            self._in_title = True
        elif tag in _UNSEEN and tag not in _VOID:
            self._unseen.append(tag)
        if tag in _BLOCKS:
            self.end_line()
        if tag in ("td", "th") and self._words:
            self._words.append("\t")
        if tag in _HEADINGS:
            self._heading = _HEADINGS[tag]
        elif tag == "pre":
            self._preformatted += 1
        elif tag == "body":
            self._unseen.clear()  # a head that was never closed

    def handle_endtag(self, tag: str) -> None:
        """End what began."""
        if tag == "title":
            self._in_title = False
        if tag in self._unseen:
            while self._unseen.pop() != tag:
                pass
        if tag in _HEADINGS and self._heading:
            self._end_heading()
        elif tag in _BLOCKS:
            self.end_line()
        if tag == "pre":
            self._preformatted = max(0, self._preformatted - 1)

    def handle_data(self, data: str) -> None:
        """Take in text."""
        if self._in_title and len(self.title) < 200:
            self.title = " ".join(f"{self.title}{data}".split())[:200]
        if self._unseen or self._in_title:
            return
        if not self._words:
            self._began = self.getpos()[0]
        self._words.append(data)
        self._size += len(data)
        if self._size > LONGEST_LINE:
            self.end_line()

    def end_line(self) -> None:
        """End the line that is being gathered."""
        text = "".join(self._words)
        kept = text.strip("\n") if self._preformatted else " ".join(text.split())
        began = self._began + text[: len(text) - len(text.lstrip())].count("\n")
        self._words, self._size = [], 0
        if kept.strip():
            self._done.append(DocumentLine(kept, began, self._outline.headings))

    def _end_heading(self) -> None:
        text = " ".join("".join(self._words).split())
        self._words, self._size = [], 0
        level, self._heading = self._heading, 0
        if text:
            self._outline.enter(level, text)
            self._done.append(DocumentLine(text, self._began, self._outline.headings, is_heading=True))
