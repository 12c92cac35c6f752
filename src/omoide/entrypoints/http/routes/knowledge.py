"""Documents that are looked up.  What is sent is read, and the file itself is not kept."""

import shutil
import time
from contextlib import suppress
from pathlib import Path as FilePath
from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Path, Query
from fastapi import Request as FastRequest

from omoide.entrypoints.http.asked import Limit, Reader, Writer, home_of
from omoide.entrypoints.http.schemas.shape import LARGEST
from omoide.entrypoints.http.schemas.work import DocumentHitShown, DocumentShown, TakenInShown
from omoide.entrypoints.library.mind import Mind
from omoide.errors import InvalidInput

router = APIRouter(prefix="/knowledge", tags=["knowledge"])
SENT = "sent-documents"
"""The folder, in the data home, where documents lie while they are read."""
LEFT_SECONDS = 3_600
"""A file that lies longer is read by nobody."""
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


_BINARY = {
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    "required": True,
}


@router.put("/{name}", openapi_extra={"requestBody": _BINARY})
async def send(mind: Writer, name: FileName, request: FastRequest) -> TakenInShown:
    """Send a document: its bytes are the body.  One of the same name takes the place of the one before."""
    body = await request.body()
    folder = home_of(request).home / SENT / str(mind.persona.id)
    return await anyio.to_thread.run_sync(lambda: _taken_in(mind, folder / _checked(name), body))


@router.delete("/{number}")
def remove(mind: Writer, number: Annotated[int, Path(ge=1, le=LARGEST)]) -> list[DocumentShown]:
    """Remove a document by its number."""
    removed = mind.knowledge.remove(number).removed
    return [DocumentShown.of(each, tz=mind.persona.tz) for each in removed]


def _taken_in(mind: Mind, path: FilePath, body: bytes) -> TakenInShown:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        path.write_bytes(body)
        return TakenInShown.of(mind.knowledge.add(path), tz=mind.persona.tz)
    finally:
        path.unlink(missing_ok=True)
        if not any(path.parent.iterdir()):
            shutil.rmtree(path.parent, ignore_errors=True)


def forget_left(folder: FilePath) -> None:
    """Delete documents that a server left which was killed while it read them."""
    for path in (folder / SENT).glob("*/*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > LEFT_SECONDS:
                path.unlink()


def _checked(name: str) -> str:
    """Return a file's name; raise `InvalidInput` for one that leads elsewhere."""
    is_plain = name == FilePath(name).name and not name.startswith(".") and name.isprintable() and "\\" not in name
    if not is_plain or len(name.encode()) > 200:
        raise InvalidInput("a document has a plain file name with an ending, such as manual.md, and no folders")
    return name
