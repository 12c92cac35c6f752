"""Notes: texts that the persona and the owner edit (SPEC N1; NEX 1, 2 and its tools).

Core memory says who the persona is, the notepad what it wants to have at hand, the diary what it lived through.  The secret
diary is the persona's own: it is reached by its own verb alone, and stands in no list of the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NewType

from omoide.domain.text.language import Language
from omoide.domain.text.tokens import normalised
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput, NoteTooLong

NoteId = NewType("NoteId", int)

LONGEST: Final = 4_000_000
"""Characters of any note, an archive included; what is longer is a document."""
LONGEST_REASON: Final = 500


class NoteKind(StrEnum):
    """The four notes of a persona, and files that programs keep with it."""

    CORE_MEMORY = "core_memory"
    NOTEPAD = "notepad"
    DIARY = "diary"
    SECRET_DIARY = "secret_diary"  # noqa: S105 - a name
    FILE = "file"
    """One of many, known by its name, which stands in the place of a period."""

    @property
    def is_diary(self) -> bool:
        """Tell whether it has days, and archives."""
        return self in (NoteKind.DIARY, NoteKind.SECRET_DIARY)


OPEN_KINDS: Final = (NoteKind.CORE_MEMORY, NoteKind.NOTEPAD, NoteKind.DIARY)
"""What `notes` reaches, lists and searches.  Neither the secret diary nor files are among them."""
_TITLES: Final = {
    NoteKind.CORE_MEMORY: ("core memory", "コアメモリ"),
    NoteKind.NOTEPAD: ("notepad", "メモ帳"),
    NoteKind.DIARY: ("diary", "日記"),
    NoteKind.SECRET_DIARY: ("secret diary", "秘密の日記"),
    NoteKind.FILE: ("file", "ファイル"),
}
_OTHER_NAMES: Final = {
    "core": NoteKind.CORE_MEMORY,
    "main_memory": NoteKind.DIARY,
    "memory_main": NoteKind.DIARY,
}
"""What Nexus Ark's files and tools call them."""


class NoteAuthor(StrEnum):
    """Who made an edit."""

    OWNER = "owner"
    PERSONA = "persona"
    OMOIDE = "omoide"
    """What follows from another act: days that go into an archive, words that are erased."""


class NoteAct(StrEnum):
    """What an edit did."""

    WRITE = "write"
    APPEND = "append"
    REPLACE = "replace"
    RESTORE = "restore"
    ARCHIVE = "archive"
    ERASE = "erase"


@dataclass(frozen=True, slots=True)
class NoteAddress:
    """Which note of a persona: its kind, and of a diary's archive the period, of a file its name."""

    kind: NoteKind
    period: str = ""
    """Empty for the note itself."""

    @property
    def draft_label(self) -> str:
        """Return what its drafts are known by."""
        return f"{self.kind.value}-{self.period or 'now'}"


@dataclass(frozen=True, slots=True)
class Note:
    """A note as it reads now."""

    address: NoteAddress
    text: str = ""
    version: int = 0
    """Counts the edits; 0 when nothing was ever written."""
    changed: Moment | None = None

    @property
    def kind(self) -> NoteKind:
        """Return which of the four it is."""
        return self.address.kind

    @property
    def period(self) -> str:
        """Return the time an archive is of; empty for the note itself."""
        return self.address.period


@dataclass(frozen=True, slots=True)
class NoteRules:
    """How many characters each note may have."""

    longest: Mapping[NoteKind, int] = field(
        default_factory=lambda: MappingProxyType(
            {
                NoteKind.CORE_MEMORY: 8_000,
                NoteKind.NOTEPAD: 8_000,
                NoteKind.DIARY: 200_000,
                NoteKind.SECRET_DIARY: 200_000,
            }
        )
    )

    def longest_of(self, address: NoteAddress) -> int:
        """Return the limit of a note; an archive has none of its own."""
        return LONGEST if address.period else self.longest[address.kind]


def kind_of(name: str) -> NoteKind:
    """Return the note that is meant by its name in either language; raise `InvalidInput` when there is none."""
    wanted = normalised(name).strip().replace(" ", "_").replace("-", "_").removesuffix(".txt")
    single = {kind: pair for kind, pair in _TITLES.items() if kind is not NoteKind.FILE}
    named = {normalised(each).replace(" ", "_"): kind for kind, pair in single.items() for each in pair}
    known = {kind.value: kind for kind in single} | named | _OTHER_NAMES
    if wanted not in known:
        shown = ", ".join(kind.value for kind in OPEN_KINDS)
        raise InvalidInput(f"there is no note named {name!r}; there are {shown}")
    return known[wanted]


def title(kind: NoteKind, language: Language) -> str:
    """Return what people call it."""
    return _TITLES[kind][1 if language is Language.JA else 0]


def checked(text: str, *, before: str, address: NoteAddress, rules: NoteRules) -> str:
    """Return the text if it can be kept; raise `InvalidInput` or `NoteTooLong` when it cannot.

    A note that is longer than a limit that was lowered may still be shortened step by step.
    """
    checked_text(text, what="note")
    longest = rules.longest_of(address)
    if len(text) > LONGEST or (len(text) > longest and len(text) > len(before)):
        name = address.kind.value
        setting = "" if longest >= LONGEST else f"notes.{name}_characters"
        raise NoteTooLong(name, length=len(text), longest=longest, setting=setting)
    return text


def checked_text(text: str, *, what: str) -> str:
    """Return the text if a database can hold it, letter by letter; raise `InvalidInput` when none can."""
    if "\x00" in text:
        raise InvalidInput(f"the {what} holds a NUL byte; remove it, it is not text")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as exc:
        raise InvalidInput(f"the {what} holds a lone surrogate (broken UTF-16); decode it again as UTF-8") from exc
    return text


def checked_reason(reason: str) -> str:
    """Return the reason of an edit; raise `InvalidInput` when it cannot be kept."""
    if len(checked_text(reason, what="reason")) > LONGEST_REASON:
        raise InvalidInput(f"the reason has {len(reason):,} characters; at most {LONGEST_REASON} are kept")
    return reason
