"""Core memory, notepad, diary.  The secret diary has no address."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from omoide.domain.notes.note import Note
from omoide.entrypoints.http.asked import Limit, Reader, Writer
from omoide.entrypoints.http.described import with_etag
from omoide.entrypoints.http.etags import IfMatch, base_of, etag, moved
from omoide.entrypoints.http.schemas.shape import Page
from omoide.entrypoints.http.schemas.texts import NoteGiven, NoteHitShown, NoteName, NoteShown, NoteStepShown
from omoide.entrypoints.library.mind import Mind
from omoide.errors import NoteMoved

router = APIRouter(prefix="/notes", tags=["notes"])
Which = Annotated[NoteName, Path(description="Which note.")]
Period = Annotated[str, Query(max_length=20, description="The month of a diary's archive, such as 2026-03.")]


@router.get("")
def all_notes(mind: Reader) -> list[NoteShown]:
    """Return every note that was ever written, a diary's archives behind it."""
    return [NoteShown.of(each, tz=mind.persona.tz) for each in mind.notes.all()]


@router.get("/search")
def search(
    mind: Reader, q: Annotated[str, Query(min_length=1, max_length=2_000)], limit: Limit = 20
) -> list[NoteHitShown]:
    """Return the days and paragraphs that hold most of these words, archives included."""
    found = mind.notes.search(q, limit=limit)
    return [
        NoteHitShown.of(each, tz=mind.persona.tz, kind=each.address.kind.value, period=each.address.period)
        for each in found
    ]


@router.get("/{kind}", responses=with_etag("The note"))
def read(mind: Reader, kind: Which, response: Response, period: Period = "") -> NoteShown:
    """Return a note as it reads now, with its version as ETag."""
    return _shown(mind.notes.of(kind, period=period).read(), mind, response)


@router.put("/{kind}", responses=with_etag("The note"))
def write(
    mind: Writer, kind: Which, given: NoteGiven, response: Response, period: Period = "", if_match: IfMatch = None
) -> NoteShown:
    """Put a text in a note's place; with If-Match only if nobody else has written since."""
    note = mind.notes.of(kind, period=period)
    base = base_of(if_match, note.version)
    try:
        after = note.write(given.text, base=base, by=given.by, reason=given.reason)
    except NoteMoved as exc:
        raise moved() from exc
    return _shown(after, mind, response)


@router.post("/{kind}/append", responses=with_etag("The note"))
def append(mind: Writer, kind: Which, given: NoteGiven, response: Response, period: Period = "") -> NoteShown:
    """Add to a note's end; in a diary, below the heading of the persona's day."""
    after = mind.notes.of(kind, period=period).append(given.text, by=given.by, reason=given.reason)
    return _shown(after, mind, response)


@router.get("/{kind}/history")
def history(mind: Reader, kind: Which, period: Period = "") -> Page[NoteStepShown]:
    """Return every edit of a note, oldest first."""
    found = mind.notes.of(kind, period=period).history()
    return Page(items=[NoteStepShown.of(each, tz=mind.persona.tz) for each in found], next_cursor=None)


def _shown(note: Note, mind: Mind, response: Response) -> NoteShown:
    response.headers["ETag"] = etag(note.version)
    return NoteShown.of(note, tz=mind.persona.tz)
