"""Word: paragraphs and headings, out of a package that is never unpacked beyond its limits.

The text is read as it streams out of the package, so nothing is ever whole in memory, and a package that grows beyond what an
honest one does is left at once.  A document type, by which entities could be declared, is refused: Word writes none.
"""

import zlib
from collections.abc import Iterator
from typing import IO
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile, ZipInfo

from omoide.adapters.knowledge.reading import FileReading
from omoide.adapters.knowledge.texts import again
from omoide.domain.knowledge.lines import LONGEST_LINE, DocumentLine, Outline
from omoide.domain.knowledge.report import TroubleKind
from omoide.errors import DocumentRefused

DOCUMENT, STYLES = "word/document.xml", "word/styles.xml"
BLOCK = 65_536
MOST_MEMBERS = 10_000
SMALL = 4_000_000
"""Bytes that anything may grow to, however well it is packed."""
MOST_TIMES = 10
"""However little it was packed, no more is unpacked than so many times the limit for files."""
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_ENCRYPTED, _OLD_FILE = 0x1, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BROKEN = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, KeyError, expat.ExpatError, ValueError)


def lines(reading: FileReading) -> Iterator[DocumentLine]:
    """Yield the paragraphs below their headings."""
    with again(reading) as file:
        if file.read(len(_OLD_FILE)) == _OLD_FILE:  # what Word makes of a document with a password
            raise reading.refused(TroubleKind.ENCRYPTED)
        try:
            with ZipFile(file) as package:
                if len(package.infolist()) > MOST_MEMBERS:
                    raise reading.refused(TroubleKind.EXPANDS, f"{reading.rules.expansion:g}")
                levels = _levels(reading, package)
                text = _Text(levels)
                for _ in _parsed(reading, package, DOCUMENT, text):
                    yield from text.taken()
                yield from text.taken()
                reading.title = text.title
        except DocumentRefused:
            raise
        except _BROKEN as exc:
            raise reading.refused(TroubleKind.DAMAGED, type(exc).__name__) from exc


def _levels(reading: FileReading, package: ZipFile) -> dict[str, int]:
    """Return which styles are headings, and of which level."""
    if STYLES not in package.namelist():
        return {}
    styles = _Styles()
    for _ in _parsed(reading, package, STYLES, styles):
        pass
    return styles.levels


def _parsed(reading: FileReading, package: ZipFile, name: str, handler: "_Styles | _Text") -> Iterator[None]:
    """Parse a member, handing its elements on; yield after each block."""
    member = package.getinfo(name)
    if member.flag_bits & _ENCRYPTED:
        raise reading.refused(TroubleKind.ENCRYPTED)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.buffer_size = BLOCK
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.StartElementHandler = handler.start
    parser.EndElementHandler = handler.end
    parser.CharacterDataHandler = handler.data
    with package.open(member) as stream:
        for block in _blocks(reading, member, stream):
            parser.Parse(block, False)
            yield
    parser.Parse(b"", True)


def _blocks(reading: FileReading, member: ZipInfo, stream: IO[bytes]) -> Iterator[bytes]:
    rules = reading.rules
    most = min(max(SMALL, rules.expansion * member.compress_size), MOST_TIMES * rules.file_bytes)
    read = 0
    while block := stream.read(BLOCK):
        read += len(block)
        if read > most:
            raise reading.refused(TroubleKind.EXPANDS, f"{rules.expansion:g}")
        yield block


def _refuse_doctype(*_: object) -> None:
    raise ValueError("a document type")


def _word(name: str) -> str:
    """Return an element's or attribute's name if it is one of Word's."""
    space, _, plain = name.rpartition(" ")
    return plain if space in (_WORD, _STRICT) else ""


def _value(attributes: dict[str, str]) -> str:
    return next((value for name, value in attributes.items() if _word(name) == "val"), "")


class _Styles:
    """Gathers the styles that are headings: by their name, whatever language Word has, or by their outline level."""

    def __init__(self) -> None:
        self.levels: dict[str, int] = {}
        self._style = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match _word(name):
            case "style":
                self._style = next((value for key, value in attributes.items() if _word(key) == "styleId"), "")
            case "name":
                self._set(_value(attributes).lower().removeprefix("heading ").strip(), shift=0)
            case "outlineLvl":
                self._set(_value(attributes), shift=1)
            case _:
                pass

    def end(self, name: str) -> None:
        if _word(name) == "style":
            self._style = ""

    def data(self, _text: str) -> None:
        """Take in text, of which styles have none."""

    def _set(self, level: str, *, shift: int) -> None:
        if self._style and level.isdecimal() and 1 <= int(level) + shift <= 9:
            self.levels.setdefault(self._style, int(level) + shift)


class _Text:
    """Gathers paragraphs."""

    def __init__(self, levels: dict[str, int]) -> None:
        self.title = ""
        self._levels = levels
        self._outline = Outline()
        self._done: list[DocumentLine] = []
        self._open: list[tuple[list[str], int]] = []
        self._number = 0
        self._level = 0
        self._in_text = False
        self._fallback = 0

    def taken(self) -> Iterator[DocumentLine]:
        """Yield the paragraphs that are whole, once."""
        done, self._done = self._done, []
        yield from done

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name.endswith(" Fallback"):
            self._fallback += 1  # what is drawn there a second time, for old programs
        match _word(name):
            case "p":
                self._number += 1
                self._open.append(([], self._number))
                self._level = 0
            case "pStyle":
                self._level = self._levels.get(_value(attributes), 0)
            case "outlineLvl" if (level := _value(attributes)).isdecimal() and int(level) < 9:
                self._level = int(level) + 1
            case "t":
                self._in_text = True
            case "tab":
                self._add("\t")
            case "br" | "cr":
                self._add("\n")
            case _:
                pass

    def end(self, name: str) -> None:
        if name.endswith(" Fallback"):
            self._fallback -= 1
        match _word(name):
            case "t":
                self._in_text = False
            case "p" if self._open:
                words, number = self._open.pop()
                self._end("".join(words), number)
            case _:
                pass

    def data(self, text: str) -> None:
        if self._in_text:
            self._add(text)

    def _add(self, text: str) -> None:
        if not self._open or self._fallback:
            return
        words, number = self._open[-1]
        words.append(text)
        if sum(map(len, words[-2:])) > LONGEST_LINE or len(words) > LONGEST_LINE // 8:
            self._done.append(DocumentLine("".join(words), number, self._outline.headings, ends=False))
            words.clear()

    def _end(self, text: str, number: int) -> None:
        level, self._level = self._level, 0
        if not text.strip():
            return
        if not level:
            self._done.append(DocumentLine(text, number, self._outline.headings))
            return
        title = " ".join(text.split())
        self.title = self.title or title[:200]
        self._outline.enter(level, title)
        self._done.append(DocumentLine(title, number, self._outline.headings, is_heading=True))
