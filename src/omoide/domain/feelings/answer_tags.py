"""Tags in a persona's answer: `<memory_trace id="…" resonance="0.7"/>`, `<persona_emotion …/>`.

Models write them carelessly, so any shape of one is taken out of the text that is shown: unclosed, in full width, with other
quotation marks, with its value as a share of a hundred.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

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
