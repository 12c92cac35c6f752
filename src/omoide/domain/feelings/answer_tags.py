"""Tags in a persona's answer: `<memory_trace id="…" resonance="0.7"/>`, `<persona_emotion …/>`.

Models write them carelessly, so any shape of one is taken out of the text that is shown: unclosed, in full width, with other
quotation marks, with its value as a share of a hundred.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

_OPENING: Final = re.compile(r"[<＜]")
_STOP: Final = re.compile(r"[<>＜＞\n]")
_BLANKS: Final = re.compile(r"\s*")
_QUOTE: Final = r"\s*[=:]\s*[\"'“”‘’「]?\s*"


@dataclass(frozen=True, slots=True)
class Untagged:
    """An answer without its tags."""

    shown: str
    tags: tuple[str, ...]
    """What was taken out, in plain letters."""


@dataclass(frozen=True, slots=True)
class AnswerTag:
    """One kind of tag, by the two words of its name."""

    first: str
    second: str

    def taken_out(self, answer: str) -> Untagged:
        """Return the answer as it is shown, and its tags."""
        if self.second not in answer.lower():
            return Untagged(answer, ())
        found = _pattern(self.first, self.second).findall(answer)
        shown = _pattern(self.first, self.second).sub("", answer).strip() if found else answer
        return Untagged(shown, tuple(unicodedata.normalize("NFKC", tag) for tag in found))

    def shown_so_far(self, held: str, piece: str, *, is_last: bool = False) -> tuple[str, str]:
        """Return what may be shown of an answer that comes piece by piece, and what is held until the next piece.

        Held is what may yet turn out to be a tag.  However an answer is cut, what is shown of it is the same.
        """
        text, parts, at = held + piece, [], 0
        while (found := _OPENING.search(text, at)) is not None:
            parts.append(text[at : found.start()])
            end = self._end_of_tag(text, found.start(), is_last=is_last)
            if end is None:
                return "".join(parts), text[found.start() :]
            if end == found.start():  # no tag after all
                parts.append(found[0])
            at = max(end, found.end())
        return "".join([*parts, text[at:]]), ""

    def _end_of_tag(self, text: str, start: int, *, is_last: bool) -> int | None:
        """Return where a tag that begins here ends, `start` where none does; `None` when what is to come decides."""
        if is_last:
            found = _pattern(self.first, self.second).match(text, start)
            return start if found is None else found.end()
        head = _head(self.first, self.second).match(text, start)
        if head is None:
            return None if _beginning(self.first, self.second).match(text, start) else start
        if head.end() == len(text):
            return None
        stop = _STOP.search(text, head.end())
        if stop is None:
            return None
        if stop[0] == "\n":  # blanks and a closing bracket may follow
            after = _BLANKS.match(text, stop.start()).end()  # type: ignore[union-attr]
            if after == len(text):
                return None
        found = _pattern(self.first, self.second).match(text, start)
        return start if found is None else found.end()


def word_in(tag: str, name: str) -> str:
    """Return the word that a tag gives for a name; empty when it gives none."""
    found = re.search(rf"\b{name}{_QUOTE}([A-Za-z0-9_-]+)", tag, re.IGNORECASE)
    return "" if found is None else found[1]


def share_in(tag: str, name: str) -> float | None:
    """Return the number between 0 and 1 that a tag gives for a name, also where it is told in per cent."""
    found = re.search(rf"\b{name}{_QUOTE}(-?\d*\.?\d+)\s*(%?)", tag, re.IGNORECASE)
    return None if found is None else min(1.0, max(0.0, float(found[1]) / (100.0 if found[2] else 1.0)))


def _pattern(first: str, second: str) -> re.Pattern[str]:
    return re.compile(  # `re` keeps what it has compiled
        rf"[<＜]\s*[/／]?\s*{first}[_＿\s-]?{second}(?![A-Za-z0-9_])[^<>＜＞\n]*(?:[/／]?\s*[>＞]|(?=[<＜])|$|(?=\n))",
        re.IGNORECASE,
    )


def _head(first: str, second: str) -> re.Pattern[str]:
    """Return what finds the name with which a tag begins."""
    return re.compile(rf"[<＜]\s*[/／]?\s*{first}[_＿\s-]?{second}(?![A-Za-z0-9_])", re.IGNORECASE)


def _beginning(first: str, second: str) -> re.Pattern[str]:
    """Return what finds a text that is nothing but the beginning of a tag's name."""
    name = ""
    for letter in reversed([*first, r"[_＿\s-]?", *second]):
        name = f"{letter}{name}" if letter.startswith("[") else f"(?:{letter}{name})?"
    return re.compile(rf"[<＜]\s*[/／]?\s*{name}\Z", re.IGNORECASE)
