"""Documents that are looked up.  What is sent is read, and the file itself is not kept."""

from pathlib import Path as FilePath
from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Path, Query
from fastapi import Request as FastRequest

from omoide.entrypoints.http import sent_files
from omoide.entrypoints.http.asked import Limit, Reader, Writer, home_of
from omoide.entrypoints.http.described import SENT_FILE
from omoide.entrypoints.http.schemas.shape import LARGEST
from omoide.entrypoints.http.schemas.work import DocumentHitShown, DocumentShown, TakenInShown
from omoide.entrypoints.library.mind import Mind
from omoide.errors import InvalidInput

router = APIRouter(prefix="/knowledge", tags=["knowledge"])
FileName = Annotated[
    str, Path(min_length=1, max_length=150, description="A file's name with its ending.", examples=["manual.md"])
]


@router.get("")
def documents(mind: Reader) -> list[DocumentShown]:
    """Return every document that is known."""
    return [DocumentShown.of(each, tz=mind.persona.tz) for each in mind.knowledge.documents()]


@router.get("/search")
def search(
    mind: Reader, q: Annotated[str, Query(min_length=1, max_length=2_000)], limit: Limit = 5
) -> list[DocumentHitShown]:
    """Return what documents say about something, the best first, each with its file and place."""
    language = mind.persona.language
    return [
        DocumentHitShown(text=hit.text, document=hit.document.name, cited=hit.cited(language), score=hit.score)
        for hit in mind.knowledge.search(q, limit=limit)
    ]


@router.put("/{name}", openapi_extra=SENT_FILE)
async def send(mind: Writer, name: FileName, request: FastRequest) -> TakenInShown:
    """Send a document: its bytes are the body.  One of the same name takes the place of the one before."""
    body = await request.body()
    folder = sent_files.folder_of(home_of(request).home, mind)
    return await anyio.to_thread.run_sync(lambda: _taken_in(mind, folder / _checked(name), body))


@router.delete("/{number}")
def remove(mind: Writer, number: Annotated[int, Path(ge=1, le=LARGEST)]) -> list[DocumentShown]:
    """Remove a document by its number."""
    removed = mind.knowledge.remove(number).removed
    return [DocumentShown.of(each, tz=mind.persona.tz) for each in removed]


def _taken_in(mind: Mind, path: FilePath, body: bytes) -> TakenInShown:
    try:
        path.write_bytes(body)
        return TakenInShown.of(mind.knowledge.add(path), tz=mind.persona.tz)
    finally:
        sent_files.let_go(path)


def _checked(name: str) -> str:
    """Return a file's name; raise `InvalidInput` for one that leads elsewhere."""
    is_plain = name == FilePath(name).name and not name.startswith(".") and name.isprintable() and "\\" not in name
    if not is_plain or len(name.encode()) > 200:
        raise InvalidInput("a document has a plain file name with an ending, such as manual.md, and no folders")
    return name
