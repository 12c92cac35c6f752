"""The lines of a profile, and by what a line is known again: its words, without bullet, date and punctuation."""

import hashlib
import re
from collections.abc import Iterable
from typing import Final

from omoide.domain.text.tokens import fold_kana, normalised

_BULLET: Final = re.compile(r"^\s*(?:[-*+・•]\s*|\d{1,3}[.)]\s+)?")
_DATE: Final = re.compile(r"^(?:\d{4}-\d{2}-\d{2}|\(\d{4}-\d{2}-\d{2}\))\s*[::]?\s*")
_SIGNS: Final = re.compile(r"[\s。、．，.,!！?？]+")


def told_lines(text: str) -> list[str]:
    """Return the lines that hold something, as they stand."""
    return [line.rstrip() for line in text.split("\n") if line.strip()]


def is_heading(line: str) -> bool:
    """Tell whether a line is a heading of markdown."""
    return line.lstrip().startswith("#")


def is_structure(line: str) -> bool:
    """Tell whether a line says nothing itself: a heading, a rule."""
    return is_heading(line) or not any(map(str.isalnum, line))


def bare(line: str) -> str:
    """Return what a line says, without bullet and date."""
    return _DATE.sub("", _BULLET.sub("", line.strip())).strip()


def line_words(line: str) -> str:
    """Return the form under which two lines say the same."""
    return _SIGNS.sub("", fold_kana(normalised(bare(line))))


def line_key(line: str) -> str:
    """Return what a line is known by where its words must not stand."""
    return hashlib.sha256(line_words(line).encode("utf-8", "surrogatepass")).hexdigest()


def appended(text: str, added: str) -> str:
    """Return the text with something behind it, on lines of its own."""
    base = text if not text or text.endswith("\n") else f"{text}\n"
    return base + added.strip("\n") + "\n"


def without_known(added: str, *, text: str) -> str:
    """Return the lines of what is added that the text does not say yet."""
    known, kept = {line_words(line) for line in told_lines(text)}, list[str]()
    for line in added.split("\n"):
        words = line_words(line)
        if not words or words not in known:
            kept.append(line)
        known.add(words)
    return "\n".join(kept).strip("\n")


def laid_out(lines: Iterable[str]) -> str:
    """Return lines as one text, with a blank line before each heading but the first line."""
    shown: list[str] = []
    for line in lines:
        if is_heading(line) and shown:
            shown.append("")
        shown.append(line)
    return "\n".join(shown) + "\n" if shown else ""
