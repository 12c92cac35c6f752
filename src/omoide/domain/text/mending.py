"""Text that no database can hold, made into text that it can: a mark stands where a character could not be kept."""

from typing import Final

MARK: Final = "\ufffd"
"""U+FFFD, which says that something stood here."""


def mended(text: str) -> str:
    """Return the text with a mark in place of each NUL and each half of a broken pair; whole text stays as it is."""
    whole = text.replace("\x00", MARK) if "\x00" in text else text
    return whole if whole.isascii() else whole.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
