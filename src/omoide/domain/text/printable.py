"""Text as it may leave for a terminal: without the characters that a terminal obeys instead of showing them.

Control characters move the cursor, rewrite what stands above or send answers to the shell; overrides of direction make a
text read as another.  A mark stands where one was, so that nothing is hidden.  Joiners inside emoji and words stay.
"""

import re
from typing import Final

from omoide.domain.text.mending import MARK

_BIDI: Final = "\u202a-\u202e\u2066-\u2069"
"""Embeddings, overrides and isolates of direction; the marks U+200E and U+200F only say how a word reads."""
_OBEYED: Final = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_BIDI}\ud800-\udfff]")
_BREAKS: Final = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")


def printable(text: str) -> str:
    """Return the text with a mark for each character that a terminal would obey; line breaks and tabs stay."""
    return _OBEYED.sub(MARK, text.replace("\r\n", "\n") if "\r" in text else text)


def label(text: str) -> str:
    """Return a name of one line, such as a session's: one that breaks the line could pass for another line."""
    return printable(_BREAKS.sub(MARK, text))


def escaped(json: str) -> str:
    """Return JSON text in which such characters stand as escapes: it says the same, and no terminal obeys it."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", json)
