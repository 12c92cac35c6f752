"""Profiles and their history without erased words (SPEC X1); how notes have it, and by evidence besides.

A line that Omoide wrote names the turns it rests on: it goes with any of them, however it is worded.  What the persona wrote
goes where it carries the words of an erased turn.  What the owner wrote stays, unless it names a subject that is erased.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from omoide.domain.context import echo
from omoide.domain.entities.profile_lines import line_key
from omoide.domain.entities.revision import EntityAct, EntityRevision
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.erasing.redaction import MARK
from omoide.domain.notes import erased as notes
from omoide.domain.notes.revision import spliced_anew, texts

History = Sequence[EntityRevision]


def without(revisions: History, *, lines: Collection[str], words: ErasedWords) -> list[EntityRevision]:
    """Return the same history as if a mark had always stood where erased words did; `lines` go by their keys."""
    gone = notes.doomed([revisions], words)
    gone |= _retold(revisions, gone, lines)
    named = any(words.names_subject(name) for each in revisions for name in each.names)
    reasons = any(words.are_in(each.reason) for each in revisions)
    if not (gone or lines or named or reasons):
        return list(revisions)
    splices = spliced_anew([_marked(text, gone, lines) for text in texts(revisions)])
    return [
        replace(
            each,
            splice=splice,
            reason="" if words.are_in(each.reason) else each.reason,
            names=tuple(name for name in each.names if not words.names_subject(name)),
        )
        for each, splice in zip(revisions, splices, strict=True)
    ]


def _retold(revisions: History, gone: Collection[str], lines: Collection[str]) -> set[str]:
    """Return what a consolidation first put into these words when it was made of a text that held erased ones.

    Nobody can tell whether it tells them again.
    """
    found, seen, before = set[str](), set[str](), ""
    for each, text in zip(revisions, texts(revisions), strict=True):
        mine = {told for sentence in echo.sentences(text) if (told := sentence.strip())}
        is_made_of_it = _marked(before, {*gone, *found}, lines) != before
        if each.act is EntityAct.CONSOLIDATE and is_made_of_it:
            found |= mine - seen
        seen |= mine
        before = text
    return found


def _marked(text: str, gone: Collection[str], lines: Collection[str]) -> str:
    return "".join(_line(line, gone, lines) for line in text.splitlines(keepends=True))


def _line(line: str, gone: Collection[str], lines: Collection[str]) -> str:
    if line.strip() and line_key(line) in lines:
        return line.replace(line.strip(), MARK)
    return "".join(part.replace(part.strip(), MARK) if part.strip() in gone else part for part in echo.sentences(line))
