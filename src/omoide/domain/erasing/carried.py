"""Knows erased words again: repeated whole, cut, or told anew (SPEC X1, X2).

A sentence carries an erased line when one holds the other letter by letter, or when nearly all of its telling words stand in
that one line.  Lines are found by their rarest words, so that the number of lines hardly matters.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from omoide.domain.context import echo
from omoide.domain.erasing.naming import Subject
from omoide.domain.recall.cue import Term, query_terms
from omoide.domain.text.tokens import document_tokens

FEWEST_LETTERS = 10
FEWEST_DENSE = 6
"""Letters below which a line proves nothing; six where a letter is a kana or a kanji."""


class ErasedWords:
    """The lines that were erased, and the names of the subject, when one was."""

    def __init__(self, texts: Iterable[str], *, names: Sequence[str] = ()) -> None:
        lines = dict.fromkeys(line for text in texts for line in echo.parts(text) if _is_telling(echo.letters(line)))
        self._letters = [echo.letters(line) for line in lines]
        self._words = [frozenset(document_tokens(line)) for line in lines]
        counts = Counter(token for words in self._words for token in words)
        self._by_rarest: dict[str, list[int]] = {}
        self._holding: dict[str, list[int]] = {}
        for number, words in enumerate(self._words):
            if words:
                self._by_rarest.setdefault(min(words, key=lambda token: (counts[token], token)), []).append(number)
            for token in words:
                self._holding.setdefault(token, []).append(number)
        self._subject = Subject(*names)
        self._judged: dict[str, bool] = {}

    def are_in(self, text: str) -> bool:
        """Tell whether a sentence of the text carries an erased line, or names the subject."""
        return self.names_subject(text) or any(map(self._carries, echo.parts(text)))

    def are_in_json(self, told: str) -> bool:
        """Tell whether a text inside the JSON carries one."""
        try:
            return any(map(self.are_in, _texts(json.loads(told))))
        except ValueError:
            return self.are_in(told)

    def names_subject(self, text: str) -> bool:
        """Tell whether the text names the subject that was erased."""
        return self._subject.is_named_in(text)

    def _carries(self, sentence: str) -> bool:
        """Tell whether a sentence carries a line; people and rules repeat themselves, so each is judged once."""
        known = self._judged.get(sentence)
        if known is None:
            known = self._judged[sentence] = self._judge(sentence)
        return known

    def _judge(self, sentence: str) -> bool:
        letters = echo.letters(sentence)
        if not _is_telling(letters):
            return False
        if any(self._letters[number] in letters for number in self._lines_by_rarest(sentence)):
            return True
        terms = [term for term in query_terms(sentence) if not term.is_speaker]
        least = echo.RETOLD_SHARE * sum(term.weight for term in terms)
        weights = {term.token: term.weight for term in terms}
        for number in self._likely(terms):
            shared = [weights[token] for token in weights.keys() & self._words[number]]
            if (sum(shared) >= least and shared.count(1.0) >= echo.FEWEST_RETOLD) or letters in self._letters[number]:
                return True
        return False

    def _lines_by_rarest(self, sentence: str) -> Iterator[int]:
        for token in document_tokens(sentence):
            yield from self._by_rarest.get(token, ())

    def _likely(self, terms: list[Term]) -> set[int]:
        """Return the lines that may hold enough of the terms: each holds one of those that the share cannot do without."""
        found: set[int] = set()
        spare = (1.0 - echo.RETOLD_SHARE) * sum(term.weight for term in terms)
        for term in sorted(terms, key=lambda term: len(self._holding.get(term.token, ()))):
            found.update(self._holding.get(term.token, ()))
            spare -= term.weight
            if spare < 0:
                break
        return found


def _is_telling(letters: str) -> bool:
    return len(letters) >= (FEWEST_LETTERS if letters.isascii() else FEWEST_DENSE)


def _texts(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict | list):
        for part in told.values() if isinstance(told, dict) else told:
            yield from _texts(part)
