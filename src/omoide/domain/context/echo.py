"""Recognises text that Omoide itself put into a conversation when it comes back (SPEC X2, anti-echo).

A sentence is an echo when it repeats an injected line, or a good part of one, word for word or nearly so.  Likeness is
the share of the sentence's letter pairs that the line has as well, so small changes of endings do not hide an echo.
What the persona itself says is a retelling already when nearly all of its telling words stand in one injected line and
the user has not said them: it adds nothing to what was told.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from omoide.domain.recall.cue import Term, query_terms
from omoide.domain.text.tokens import document_tokens

SHORTEST_ECHO: Final = 10
"""Letters below which a likeness proves nothing: 「おはよう」 is said every day."""
ECHO_SHARE: Final = 0.85
"""Share of a sentence's letter pairs that must stand in one injected line."""
QUOTED_SHARE: Final = 0.5
"""Share of a sentence that a whole injected line may fill before the sentence counts as its retelling."""
RETOLD_SHARE: Final = 0.7
"""Share of a sentence's telling words, each by its weight, that must stand in one injected line."""
FEWEST_RETOLD: Final = 2
"""Whole words below which sharing them proves nothing: a cat is named every day."""

MARKS: Final = ("changed", "due", "episode", "feeling", "likes", "mood", "proposal", "task")
"""What stands in place of a level where a line shows something else than a memory."""
_MEMORY_LINE: Final = re.compile(
    rf"\s*[-・*]?\s*\[\d{{4}}-\d{{2}}-\d{{2}}[^\]\n]{{0,30}}\]\s*\[(?:L[1-4]|{'|'.join(MARKS)})\]"
)
_SENTENCE: Final = re.compile(r"(?:[^。！？!?\n.]|\.(?!\s|$))*(?:[。！？!?.]+[」』）)\"]*|\n|$)")
_PARTS: Final = re.compile(r"[→「」『』\"“”]")
"""Between trigger and content, and around what they quote: each part may come back alone."""
_NO_LETTER: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class _Line:
    letters: str
    pairs: frozenset[str]
    size: int
    """How many letters it is written with: in one form they may be fewer (가 of two), or none at all (a mark on nothing)."""


def without_memory_lines(text: str) -> str:
    """Return the text without lines of LTM's hook format: `- [2026-01-18][L1] trigger → content`."""
    if "[" not in text:
        return text
    return "\n".join(line for line in text.split("\n") if not _MEMORY_LINE.match(line))


def is_memory_line(line: str) -> bool:
    """Tell whether a line has the form in which hooks show a memory."""
    return _MEMORY_LINE.match(line) is not None


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, with all that stands between them: joined, they are the text."""
    return _SENTENCE.findall(text)


def parts(text: str) -> list[str]:
    """Return what may come back alone: sentences, the two sides of a memory's line, and what they quote."""
    lines = "\n".join(_MEMORY_LINE.sub("", line) for line in text.split("\n")) if "[" in text else text
    return [part for sentence in _SENTENCE.findall(lines) for part in _PARTS.split(sentence) if part.strip()]


def letters(text: str) -> str:
    """Return nothing but the letters, in one form."""
    return _NO_LETTER.sub("", unicodedata.normalize("NFKC", text).lower())


def said_words(text: str) -> frozenset[str]:
    """Return the words of what somebody said."""
    return _words(text)


def is_said(sentence: str, said: frozenset[str]) -> bool:
    """Tell whether nearly all that a sentence tells was said."""
    return covers([term for term in query_terms(sentence) if not term.is_speaker], said)


def covers(terms: Sequence[Term], held: frozenset[str]) -> bool:
    """Tell whether nearly all of the terms, by their weight, stand among these words."""
    inside = [term.weight for term in terms if term.token in held]
    return inside.count(1.0) >= FEWEST_RETOLD and sum(inside) >= RETOLD_SHARE * sum(term.weight for term in terms)


def without_echo(text: str, *, injected: Iterable[str] = ()) -> str:
    """Return the text without memory lines of LTM's hook format and without sentences that repeat an injected line."""
    remaining = without_memory_lines(text)
    known = [_line(part) for line in injected for part in _PARTS.split(_MEMORY_LINE.sub("", line))]
    known = [line for line in known if line.size >= SHORTEST_ECHO]
    if not known:
        return remaining
    return "".join(part for part in _SENTENCE.findall(remaining) if not _repeats(part, known))


def without_retellings(answer: str, *, injected: Sequence[str], user: str) -> str:
    """Return the persona's answer without sentences that only tell again what it was told; what the user said stays."""
    if not injected or not answer:
        return answer
    told = [_words(line) for line in injected]
    said = _words(user)
    return "".join(part for part in _SENTENCE.findall(answer) if not _retells(part, told, said=said))


@lru_cache(maxsize=1024)
def _words(line: str) -> frozenset[str]:
    return frozenset(document_tokens(_MEMORY_LINE.sub("", line)))


def _retells(sentence: str, told: Iterable[frozenset[str]], *, said: frozenset[str]) -> bool:
    terms = [term for term in query_terms(sentence) if not term.is_speaker]
    return bool(terms) and not covers(terms, said) and any(covers(terms, line) for line in told)


def _line(text: str) -> _Line:
    said = letters(text)
    return _Line(said, frozenset(said[i : i + 2] for i in range(len(said) - 1)), len(_NO_LETTER.sub("", text)))


def _repeats(sentence: str, known: Iterable[_Line]) -> bool:
    if len(sentence) < SHORTEST_ECHO:
        return False
    said = _line(sentence)
    if said.size < SHORTEST_ECHO:
        return False
    return any(_is_echo(said, line) for line in known)


def _is_echo(said: _Line, line: _Line) -> bool:
    if not (said.letters and line.letters):
        return said.letters == line.letters
    if line.letters in said.letters:
        return len(line.letters) >= QUOTED_SHARE * len(said.letters)
    return said.letters in line.letters or len(said.pairs & line.pairs) >= ECHO_SHARE * len(said.pairs)
