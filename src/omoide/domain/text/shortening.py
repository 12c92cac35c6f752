"""Shortening: the plainest way to a shorter text, and the promise that a summary is one (SPEC M6).

Whoever tells a memory again, rules or a model, level 2 has fewer characters than level 1.  Where the telling is no shorter
(a model repeated it, or there was next to nothing to leave out), first sentences stay, then what set the memory off
alone, then its beginning.  Only a memory that is nothing but a word stays that word.
"""

import re
from typing import Final

from omoide.domain.memories.memory import Draft, embeddable

LONGEST_WORD: Final = 12
"""Characters of a text that is not cut when nothing else is left: half a word tells nothing."""
_FIRST_SENTENCE: Final = re.compile(r".*?(?:[。！？!?]+[」』）)\"”]*|\.(?=\s)|\n|$)", re.DOTALL)


def is_shorter(short: Draft, *, than: Draft) -> bool:
    """Tell whether the texts together have fewer characters than the others have."""
    return _size(short) < _size(than)


def plainly(full: Draft, *, longest: int) -> Draft:
    """Return texts of at most `longest` characters each, together shorter than the full ones.

    Only a memory with a single text of at most `LONGEST_WORD` characters stays as it is.
    """
    for short in (_cut(full, longest), _cut(_first_sentences(full), longest), _cut(Draft(full.trigger, ""), longest)):
        if (short.trigger or short.content) and is_shorter(short, than=full):
            return short
    # One text is left, and it is one sentence.
    return _cut(full, max(LONGEST_WORD, (len(full.trigger) + len(full.content)) * 3 // 4))


def _size(texts: Draft) -> int:
    return len(embeddable(trigger=texts.trigger, content=texts.content))


def _cut(texts: Draft, longest: int) -> Draft:
    return Draft(_cut_text(texts.trigger, longest), _cut_text(texts.content, longest))


def _cut_text(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _first_sentences(texts: Draft) -> Draft:
    first = [_FIRST_SENTENCE.match(text.strip()) for text in (texts.trigger, texts.content)]
    return Draft(*(match.group().strip() if match else "" for match in first))
