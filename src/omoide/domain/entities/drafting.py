"""What whoever writes a profile is shown and gives back: lines that name by number what they rest on (SPEC EN2).

One question serves both ways of writing: a draft is made of memories, a consolidation of the lines that are there.  By rules
nothing is put into other words: memories are quoted, the same said twice stands once, and where a belief has ended the
line that tells it goes, or says until when it was so.  What the owner wrote goes by none of that but doubling.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from omoide.domain.entities.profile_lines import bare, is_structure, laid_out, line_words, told_lines
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language
from omoide.errors import InvalidInput

LONGEST_LINE: Final = 500
LONGEST_QUOTE: Final = 160
_UNTIL: Final = {Language.JA: "（{day}まで）", Language.EN: "(until {day}) "}


class SourceKind(StrEnum):
    """What a source is."""

    LINE = "line"
    """A line of the profile as it stands."""
    BELIEF = "belief"
    """What is believed now: it is shown beside the text anyway."""
    PAST = "past"
    """What was believed and is over."""
    MEMORY = "memory"


_MAKES: Final = (SourceKind.LINE, SourceKind.MEMORY)
"""What a line can rest on alone."""


@dataclass(frozen=True, slots=True)
class ProfileSource:
    """One thing that a profile may be made of."""

    kind: SourceKind
    text: str
    day: date | None = None
    """Of a memory, its day; of a belief, since when; of a past one, until when: `None` when it never was so."""
    is_owners: bool = False
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A line of a profile, and the numbers, from 1, of what it rests on."""

    text: str
    rests_on: tuple[int, ...]


def checked_written(
    lines: Iterable[WrittenLine], sources: Sequence[ProfileSource], *, longest: int
) -> tuple[WrittenLine, ...]:
    """Return what a model wrote, as far as it rests on a line or a memory that was shown, each line once, within the length.

    A line that names nothing shown is left out, for nobody could say where it comes from; so is one that only repeats what is
    believed.  What the owner wrote and no line rests on stands as it was.  Raise `InvalidInput` when nothing is left.
    """
    known: dict[str, WrittenLine] = {}
    for line in lines:
        text = one_line(line.text.strip(), longest=LONGEST_LINE)
        rests = tuple(sorted({number for number in line.rests_on if 1 <= number <= len(sources)}))
        if text and any(sources[number - 1].kind in _MAKES for number in rests):
            known.setdefault(line_words(text), WrittenLine(text, rests))
    if not known and any(source.kind in _MAKES for source in sources):
        raise InvalidInput("no line names a source that was shown; each needs the numbers of the sources it rests on")
    told = {number for line in known.values() for number in line.rests_on}
    owners = [
        WrittenLine(source.text, (number,))
        for number, source in enumerate(sources, start=1)
        if source.is_owners and number not in told and not is_structure(source.text)
    ]
    kept = list(known.values())
    while kept and len(laid_out(line.text for line in (*kept, *owners))) > longest:
        kept.pop()
    return (*kept, *owners)


def by_rules(name: str, sources: Sequence[ProfileSource], *, language: Language) -> tuple[WrittenLine, ...]:
    """Return the profile that follows from the sources alone."""
    numbered = list(enumerate(sources, start=1))
    held = {source.attribute for source in sources if source.kind is SourceKind.BELIEF and source.attribute}
    over = {_said_of(name, source.text): source for source in sources if source.kind is SourceKind.PAST}
    found: dict[str, WrittenLine] = {}
    for number, source in numbered:
        if source.kind is SourceKind.LINE:
            text = source.text.rstrip()
            ended = None if source.is_owners else over.get(_said_of(name, text))
            if ended is not None:
                text = _ended(text, ended, is_followed=ended.attribute in held, language=language)
            if text:
                key = f"#{number}" if is_structure(text) else line_words(text)
                found.pop(key, None)  # of the same said twice the later stays, with its date
                found[key] = WrittenLine(text, (number,))
    for number, source in numbered:
        if source.kind is SourceKind.MEMORY and (quoted := one_line(source.text, longest=LONGEST_QUOTE)):
            dated = f"- {source.day.isoformat()}: {quoted}" if source.day else f"- {quoted}"
            found.setdefault(line_words(dated), WrittenLine(dated, (number,)))
    return tuple(found.values())


def text_sources(text: str, *, owners: frozenset[str]) -> list[ProfileSource]:
    """Return the lines of a profile as sources; `owners` are the sentences that the owner wrote first."""
    return [
        ProfileSource(SourceKind.LINE, line, is_owners=any(each in line for each in owners))
        for line in told_lines(text)
    ]


def _ended(text: str, ended: ProfileSource, *, is_followed: bool, language: Language) -> str:
    """Return the line of something that is over; nothing when it never was so, or when something newer holds."""
    if ended.day is None or is_followed:
        return ""
    head = text[: len(text) - len(text.lstrip())] + ("- " if text.lstrip().startswith(("-", "*", "・")) else "")
    return f"{head}{_UNTIL[language].format(day=ended.day.isoformat())}{bare(text)}"


def _said_of(name: str, text: str) -> str:
    """Return what is said, without the name it is said of."""
    words, subject = line_words(text), line_words(name)
    for particle in ("は", "が", "さんは", "ちゃんは", "くんは", ""):
        if words.startswith(subject + particle) and len(words) > len(subject + particle):
            return words.removeprefix(subject + particle)
    return words
