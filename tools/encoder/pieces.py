"""Turns text into the ids the network reads: the same rule as `omoide.adapters.embedders.builtin`.

NFKC; runs of kana and kanji go to the Japanese Unigram tokenizer, whose ids follow the English ones; everything else goes to the
teacher's WordPiece; `[CLS] … [SEP]` around it.
"""

import re
import unicodedata

from tokenizers import Tokenizer

ENGLISH_ROWS, CLS, SEP, UNK, LONGEST = 30_522, 101, 102, 100, 256
JAPANESE = re.compile("[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+")


class Pieces:
    """Both tokenizers behind one call."""

    def __init__(self, english: Tokenizer, japanese: Tokenizer) -> None:
        english.no_padding()
        english.no_truncation()
        self._english, self.japanese = english, japanese
        self.rows = ENGLISH_ROWS + japanese.get_vocab_size()

    def english(self, text: str) -> list[int]:
        """Return the WordPiece ids of text without Japanese."""
        return list(self._english.encode(text, add_special_tokens=False).ids)

    def ids(self, text: str, *, longest: int = LONGEST) -> list[int]:
        """Return the ids of `text`, cut to `longest` with the marks at both ends."""
        text, found, at = unicodedata.normalize("NFKC", text), [CLS], 0
        for run in JAPANESE.finditer(text):
            if run.start() > at:
                found += self.english(text[at : run.start()])
            found += [ENGLISH_ROWS + i for i in self.japanese.encode(run.group(), add_special_tokens=False).ids]
            at = run.end()
        if at < len(text):
            found += self.english(text[at:])
        return [*found[: longest - 1], SEP]
