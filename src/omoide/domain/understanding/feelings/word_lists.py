"""Finds the expressions of a word list in a text: longest match first, in one pass.

Japanese has no spaces, so its expressions are looked up at every character; English ones are whole words, with `*` for
any ending and `_` between words.  A list is read from the package once, when it is first needed.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from omoide.domain.text.language import Language

LONGEST_READ: Final = 6000
"""Characters of one text that are looked at; of a longer one, its beginning and its end."""
_ENGLISH_TOKEN: Final = re.compile(r"[a-z]+(?:['-][a-z]+)*|[^\sa-z0-9]")


@dataclass(frozen=True, slots=True)
class LexiconEntry:
    """One line of a word list that an expression belongs to: its label and its numbers."""

    label: str
    weights: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """An expression found in a text."""

    start: int
    end: int
    entry: LexiconEntry


@dataclass(frozen=True, slots=True)
class WordList:
    """Expressions by their first letter (Japanese) or first word (English), the longest first."""

    language: Language
    by_head: dict[str, tuple[tuple[str, LexiconEntry], ...]]

    def find(self, text: str) -> list[Hit]:
        """Return the expressions of the folded text, none overlapping another."""
        return list(self._find_japanese(text) if self.language is Language.JA else self._find_english(text))

    def _find_japanese(self, text: str) -> Iterator[Hit]:
        position = 0
        while position < len(text):
            for expression, entry in self.by_head.get(text[position], ()):
                if text.startswith(expression, position):
                    yield Hit(position, position + len(expression), entry)
                    position += len(expression)
                    break
            else:
                position += 1

    def _find_english(self, text: str) -> Iterator[Hit]:
        tokens = [(match.group(), match.start(), match.end()) for match in _ENGLISH_TOKEN.finditer(text)]
        words = [word for word, _, _ in tokens]
        index = 0
        while index < len(words):
            span, entry = self._at(words, index)
            if entry is not None:
                yield Hit(tokens[index][1], tokens[index + span - 1][2], entry)
            index += span

    def _at(self, words: list[str], index: int) -> tuple[int, LexiconEntry | None]:
        head = words[index]
        for expression, entry in (*self.by_head.get(head, ()), *self.by_head.get(head[:3] + "*", ())):
            parts = expression.split("_")
            if all(
                _same(part, word) for part, word in zip(parts, words[index : index + len(parts)], strict=False)
            ) and (index + len(parts) <= len(words)):
                return len(parts), entry
        return 1, None


def _same(part: str, word: str) -> bool:
    return word.startswith(part[:-1]) if part.endswith("*") else word == part


def fold(text: str) -> str:
    """Return the text as the lists are written: NFKC, lower case, straight quotes; long ones cut in the middle."""
    if len(text) > LONGEST_READ:
        half = LONGEST_READ // 2
        text = text[:half] + "\n" + text[-half:]
    return unicodedata.normalize("NFKC", text).lower().replace("’", "'")


@lru_cache(maxsize=16)
def word_list(name: str, language: Language) -> WordList:
    """Return the list `words/<name>_<language>.tsv`: label, numbers, expressions; `#` begins a comment."""
    source = resources.files("omoide.domain.understanding").joinpath("words", f"{name}_{language.value}.tsv")
    by_head: dict[str, dict[str, LexiconEntry]] = {}
    for line in source.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            label, *numbers, expressions = line.split("\t")
            entry = LexiconEntry(label, tuple(float(number) for number in numbers))
            for expression in fold(expressions).split():
                by_head.setdefault(_head(expression, language), {}).setdefault(expression, entry)
    longest_first = {
        head: tuple(sorted(found.items(), key=lambda item: -len(item[0]))) for head, found in by_head.items()
    }
    return WordList(language, longest_first)


def _head(expression: str, language: Language) -> str:
    if language is Language.JA:
        return expression[0]
    first = expression.split("_", maxsplit=1)[0]
    return first[:3] + "*" if first.endswith("*") else first
