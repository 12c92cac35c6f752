"""A document as it is read: line by line, page by page, row by row, with the headings above each (SPEC K1).

Whatever the format, a reader yields lines: texts with a number.  Nothing holds a document whole.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

LONGEST_LINE: Final = 65_536
"""Characters of a line that are read at once; a longer one comes in parts."""

_ATX: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")
_UNDERLINE: Final = re.compile(r" {0,3}(=+|-{2,})[ \t]*")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_FRONT_MATTER: Final = "---"
_WIDE: Final = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_SENTENCE_ENDS: Final = "。．！？!?.:：;；」』）)"
_ITEM: Final = re.compile(r"\s*(?:[-*•‣◦・●○■□◆◇▪]|[0-9０-９]{1,3}[.)．）]|[(（][0-9０-９]{1,3}[)）])\s*")
SHORT_LINE: Final = 12
"""Characters of a line that was hardly wrapped: a heading, a page number, an address."""


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """A piece of a document as it stands there."""

    text: str
    number: int
    """Of the line, page, paragraph, row or record, from 1 on."""
    headings: tuple[str, ...] = ()
    """Above it, the outermost first."""
    is_heading: bool = False
    """The heading itself: it stands in the path of what comes below it."""
    ends: bool = True
    """False when the line goes on with the next one."""


class Outline:
    """The headings that stand above what is being read."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []

    def enter(self, level: int, title: str) -> None:
        """Go below a heading; those of its own level and deeper are left."""
        self._open = [(depth, text) for depth, text in self._open if depth < level]
        self._open.append((level, title))

    @property
    def headings(self) -> tuple[str, ...]:
        """Return them, the outermost first."""
        return tuple(text for _, text in self._open if text)


def of_markdown(lines: Iterable[DocumentLine]) -> Iterator[DocumentLine]:
    """Yield lines of Markdown with the headings above them; what stands in a fence is no heading."""
    outline, fence, held = Outline(), "", list[DocumentLine]()
    in_front_matter = False
    for line in lines:
        is_first = line.number == 1 and line.text.rstrip() == _FRONT_MATTER
        if is_first or in_front_matter:
            in_front_matter = is_first or line.text.rstrip() not in (_FRONT_MATTER, "...")
            yield DocumentLine(line.text, line.number, ends=line.ends)
            continue
        mark = _FENCE.match(line.text)
        if mark and (not fence or (mark[1].startswith(fence) and not line.text.strip().strip(fence[0]))):
            fence = "" if fence else mark[1]
        title = None if fence or mark else _ATX.fullmatch(line.text)
        under = None if fence or mark or not held or not held[0].text.strip() else _UNDERLINE.fullmatch(line.text)
        if under and not _ITEM.match(held[0].text) and held[0].ends:
            outline.enter(1 if under[1].startswith("=") else 2, held[0].text.strip())
            yield DocumentLine(held.pop().text.strip(), line.number - 1, outline.headings, is_heading=True)
            continue
        yield from held
        held = []
        if title is not None:
            outline.enter(len(title[1]), (title[2] or "").strip())
            yield DocumentLine((title[2] or "").strip(), line.number, outline.headings, is_heading=True)
        else:
            held = [DocumentLine(line.text, line.number, outline.headings, ends=line.ends)]
    yield from held


def unwrapped(text: str) -> str:
    """Return a page's text with lines that were only broken at the margin made one, so that words stay whole."""
    lines = [line.rstrip() for line in text.split("\n")]
    widest = max((len(line) for line in lines), default=0)
    parts: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        parts.append(line)
        if not _is_wrapped(line, following, widest=widest):
            parts.append("\n")
        elif not _joins_without_blank(line, following):
            parts.append(" ")
    return "".join(parts).rstrip("\n")


def _is_wrapped(line: str, following: str, *, widest: int) -> bool:
    if not line.strip() or not following.strip() or len(line) < max(SHORT_LINE, widest // 2):
        return False
    return line[-1] not in _SENTENCE_ENDS and not _ITEM.match(following)


def _joins_without_blank(line: str, following: str) -> bool:
    return re.match(f"[{_WIDE}]", line[-1]) is not None or re.match(f"[{_WIDE}]", following.lstrip()) is not None
