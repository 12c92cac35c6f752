"""A note and its whole history without erased words (SPEC X1).

What the persona wrote down of an erased turn goes, sentence by sentence, out of every revision.  What the owner wrote by hand
is the owner's own and stays, unless it names a subject that is erased: then it goes as well, whoever wrote it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from omoide.domain.context import echo
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.erasing.redaction import MARK
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.notes.revision import NoteRevision, Spliced, spliced_anew, texts

History = Sequence[NoteRevision]


def first_authors(histories: Iterable[Sequence[Spliced]]) -> dict[str, NoteAuthor]:
    """Return every sentence that ever stood in these notes, and who wrote it first.

    The histories are of one diary and its archives, the diary first: what is archived was written there.  Only the lines
    that an edit touched are read: a sentence elsewhere was there before.
    """
    found: dict[str, NoteAuthor] = {}
    for revisions in histories:
        for each, text in zip(revisions, texts(revisions), strict=True):
            for sentence in echo.sentences(_touched(text, each)):
                if told := sentence.strip():
                    found.setdefault(told, each.author)
    return found


def doomed(histories: Iterable[Sequence[Spliced]], words: ErasedWords) -> frozenset[str]:
    """Return the sentences that must go."""
    return frozenset(
        sentence
        for sentence, author in first_authors(histories).items()
        if words.names_subject(sentence) or (author is not NoteAuthor.OWNER and words.are_in(sentence))
    )


def without(revisions: History, gone: Collection[str], *, words: ErasedWords) -> list[NoteRevision]:
    """Return the same history as if a mark had always stood where these sentences did."""
    if not gone and not any(words.are_in(each.reason) for each in revisions):
        return list(revisions)
    shorter = spliced_anew([_marked(text, gone) for text in texts(revisions)])
    return [
        replace(each, splice=splice, reason="" if words.are_in(each.reason) else each.reason)
        for each, splice in zip(revisions, shorter, strict=True)
    ]


def _marked(text: str, gone: Collection[str]) -> str:
    def kept(sentence: str) -> str:
        return sentence.replace(sentence.strip(), MARK) if sentence.strip() in gone else sentence

    return "".join(map(kept, echo.sentences(text)))


def _touched(text: str, revision: Spliced) -> str:
    """Return the lines of the text after an edit in which something changed."""
    start, end = revision.splice.start, revision.splice.start + len(revision.splice.added)
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    return text[first : len(text) if last < 0 else last + 1]
