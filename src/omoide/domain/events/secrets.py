"""Secrets in what was said: found by their shape or by what they are called, and masked before anything is kept.

What stands around a secret stays, so that the turn can still be remembered: 「トークンは [secret] だよ」.  Rules look at the
text with full-width letters made plain and zero-width characters taken out; what is cut is the text as it was said.

The time taken grows with the length alone: rules start where a literal word is found, look a bounded way on, and go on
behind what they found.  The hook client runs this before it puts anything into the spool, so nothing here imports more
than `re`.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache

from omoide.domain.events import secret_commands, secret_names, secret_names_ja, secret_numbers, secret_shapes
from omoide.domain.events.secret_shapes import LONGEST_BLOCK
from omoide.domain.events.secret_values import SEEN_BEFORE, Span

MASK = "[secret]"
MOST_PASSES = 4
"""A mask may bring to light what stood glued to it; nobody has seen a third pass find anything."""

_RULES: tuple[Callable[[str, str], Iterator[Span]], ...] = (
    secret_shapes.spans,
    secret_numbers.spans,
    secret_commands.spans,
    secret_names.spans,
    secret_names_ja.spans,
)
_BARRIER = "\n" * len(MASK)
"""How a mask that is there already looks to the rules: no secret goes across it, and no name reaches over it."""
_UNSEEN = re.compile("[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+")
_PLAIN = {"\u3000": " "} | {chr(wide): chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)}


def masked(text: str) -> str:
    """Return the text with every secret replaced by `[secret]`; masking twice changes nothing more."""
    for _ in range(MOST_PASSES):
        shown = _masked_once(text)
        if shown == text:
            break
        text = shown
    return text


def masked_start(text: str, *, most: int) -> str:
    """Return the beginning of a text, secrets masked: at most so many characters, and nothing behind them is looked at.

    A little more is masked than is returned, since half a secret at the cut would not be known as one.
    """
    if len(text) <= most:
        return masked(text)
    return masked(text[: most + LONGEST_BLOCK])[:-LONGEST_BLOCK][:most]


@lru_cache(maxsize=SEEN_BEFORE)
def in_label(text: str) -> bool:
    """Tell whether a label holds a secret by its shape or its name; a bare number is a channel's or a chat's.

    The labels of a talk are the same from turn to turn: the last ones are known.
    """
    plain = _seen(text)[0]
    low = _lowered(plain)
    return any(True for rule in _RULES if rule is not secret_numbers.spans for _ in rule(plain, low))


def _masked_once(text: str) -> str:
    seen, place = _seen(text)
    plain = seen.replace(MASK, _BARRIER)
    low = _lowered(plain)
    found = sorted(span for rule in _RULES for span in rule(plain, low))
    parts, at = list[str](), 0
    for start, end in _joined(found):
        parts += (text[at : place(start)], MASK)
        at = place(end - 1) + 1
    return "".join((*parts, text[at:])) if parts else text


def _seen(text: str) -> tuple[str, Callable[[int], int]]:
    """Return the text as a reader sees it, and where each of its characters stands in the text as it is."""
    if text.isascii():
        return text, int
    plain, used = text, set(text)
    for wide in used & _PLAIN.keys():
        plain = plain.replace(wide, _PLAIN[wide])
    if not _UNSEEN.search("".join(used)):
        return plain, int
    gaps = [match.span() for match in _UNSEEN.finditer(plain)]
    starts, skipped, gone = [0], [0], 0
    for start, end in gaps:
        starts.append(start - gone)
        gone += end - start
        skipped.append(gone)
    return _UNSEEN.sub("", plain), lambda index: index + skipped[bisect_right(starts, index) - 1]


def _lowered(text: str) -> str:
    """Return the text with A–Z made small and nothing else, so that every character keeps its place."""
    return text.lower() if text.isascii() else text.encode("utf-8", "surrogatepass").lower().decode(
        "utf-8", "surrogatepass"
    )  # fmt: skip


def _joined(spans: list[Span]) -> Iterator[Span]:
    """Yield the spans with those that overlap made one."""
    start, end = -1, -1
    for each_start, each_end in spans:
        if each_start < end:
            end = max(end, each_end)
            continue
        if end > start:
            yield start, end
        start, end = each_start, each_end
    if end > start:
        yield start, end
