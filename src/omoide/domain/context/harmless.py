"""Memory text that no reader can take for markup, a role or a hidden sign (SPEC I2, X8).

A model reads ＜/memories＞, `&lt;/memories&gt;` or a tag with a zero-width character inside as what they look like.  So the
text is folded before it is looked at: compatibility forms made plain, what nobody sees left out, entities decoded.
What is found is made inert where it stands in the text as it was said; everything else stays as it is.  Quotation marks
that only look like angle brackets, such as 〈〉, count as such around a slash or the name of a known block.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from omoide.domain.context.blocks import INJECTED_TAGS

ROLES: Final = ("system", "assistant", "user", "human", "developer", "tool")
_BLOCKS: Final = (
    *INJECTED_TAGS,
    *ROLES,
    "memory",
    "context",
    "instruction",
    "instructions",
    "function",
    "invoke",
    "thinking",
)
_JOINERS: Final = "\u200c\u200d"
_UNSEEN: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Characters without a shape that are no format characters by their category."""
_LOOKS_LIKE: Final = str.maketrans("‹〈⟨❮❬˂ᐸ⧼⦑›〉⟩❯❭˃ᐳ⧽⦒∕⁄⧸╱", "<<<<<<<<<>>>>>>>>>////")
_ENTITY: Final = re.compile(r"&(?:amp;)*(?:#\d{1,8}|#[xX][0-9a-fA-F]{1,8}|[A-Za-z][A-Za-z0-9]{1,31});?")
_TAG: Final = re.compile(rf"(?i)(<)(?=\s*/|\s*(?:{'|'.join(_BLOCKS)})(?![a-z0-9]))[^<>]*(>)?")
_ROLE: Final = re.compile(rf"(?i)(?<![a-z0-9_])(?:{'|'.join(ROLES)})[\s*_]{{0,4}}(:)")
_FENCE: Final = re.compile(r"`{3,}")
_SIGNS: Final = frozenset("<>&:`‹〈⟨❮❬˂ᐸ⧼⦑")
"""Without one of these, folded, nothing in a text poses as anything: most talk need not be looked at further."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A character as a reader sees it, and where it stands in the text."""

    character: str
    start: int
    end: int


def harmless(text: str) -> str:
    """Return the text on one line, without anything a reader could take for markup, a role or a hidden sign."""
    plain = " ".join(_visible(text).split())
    if not any(map(_is_suspect, set(plain))):
        return plain
    seen = _decoded(list(_folded(plain)))
    folded = "".join(each.character for each in seen)
    inert = {(seen[at].start, seen[at].end): sign for at, sign in _signs(folded)}
    parts, place = list[str](), 0
    for (start, end), sign in sorted(inert.items()):
        parts += (plain[place:start], sign)
        place = max(place, end)
    return "".join((*parts, plain[place:]))


def _signs(folded: str) -> Iterator[tuple[int, str]]:
    """Yield what must not stay, by its place in the folded text, with what stands there instead; the last word counts."""
    for found in re.finditer("[<>]", folded):
        yield found.start(), "‹" if found[0] == "<" else "›"
    for found in _TAG.finditer(folded.translate(_LOOKS_LIKE)):
        yield found.start(1), "("
        if found[2]:
            yield found.start(2), ")"
    for found in _ROLE.finditer(folded):
        yield found.start(1), "∶"
    for found in _FENCE.finditer(folded):
        for at in range(found.start(), found.end()):
            yield at, "ʼ"


def _folded(plain: str) -> Iterator[_Seen]:
    for at, character in enumerate(plain):
        if not (character in _JOINERS or _UNSEEN.match(character)):
            for each in _plain(character):
                yield _Seen(each, at, at + 1)


def _decoded(seen: list[_Seen]) -> list[_Seen]:
    """Return the characters with entities decoded, those inside entities too."""
    while True:
        folded = "".join(each.character for each in seen)
        decoded, place = list[_Seen](), 0
        for found in _ENTITY.finditer(folded):
            decoded += seen[place : found.start()]
            decoded += _entity(seen[found.start() : found.end()])
            place = found.end()
        decoded += seen[place:]
        if len(decoded) == len(seen):
            return decoded
        seen = decoded


def _entity(seen: list[_Seen]) -> list[_Seen]:
    """Return what an entity stands for; letters that only follow it stay as they are."""
    written = "".join(each.character for each in seen)
    meant = html.unescape(re.sub(r"&(?:amp;)+", "&", written))
    after = next((at for at in range(min(len(written), len(meant))) if written[-1 - at] != meant[-1 - at]), 0)
    if meant == written or len(meant) >= len(written):
        return seen
    head, tail = seen[: len(seen) - after], seen[len(seen) - after :]
    text = unicodedata.normalize("NFKC", meant[: len(meant) - after])[: len(head) - 1] or " "
    return [*(_Seen(each, head[0].start, head[-1].end) for each in text), *tail]


def _visible(text: str) -> str:
    """Return the text with blanks for control characters, and without signs that nobody sees; joined emoji stay whole."""
    if text.isprintable():  # neither a control character nor one that nobody sees
        return text
    return "".join(_shown(text, at) for at in range(len(text)))


def _shown(text: str, at: int) -> str:
    character = text[at]
    if character.isascii():
        return character if character.isprintable() else " "
    match unicodedata.category(character):
        case "Cc" | "Cs" | "Co" | "Zl" | "Zp":
            return " "
        case "Cf":
            joins = character in _JOINERS and _is_joined(text[at - 1 : at]) and _is_joined(text[at + 1 : at + 2])
            return character if joins else ""
        case _:
            return character


def _is_joined(character: str) -> bool:
    """Tell whether a joiner beside this character has a meaning: in emoji and in scripts that need one, never in ASCII."""
    return bool(character) and not _plain(character).isascii()


@lru_cache(maxsize=4096)
def _is_suspect(character: str) -> bool:
    return not _SIGNS.isdisjoint(_plain(character))


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """Return a character without what only shapes it: full-width, bold, circled."""
    return unicodedata.normalize("NFKC", character)
