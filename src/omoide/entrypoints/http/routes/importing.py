"""What was said elsewhere comes in: a session log of Claude Code, or a whole mind; it goes on by itself."""

from collections.abc import Callable
from pathlib import Path

from fastapi import APIRouter, Response
from starlette.requests import Request
from starlette.responses import StreamingResponse

from omoide.domain.hosts.session_log import TurnEnd
from omoide.entrypoints.http import sent_files
from omoide.entrypoints.http.asked import Manager, Reader, Writer, home_of
from omoide.entrypoints.http.described import SENT_FILE, streamed
from omoide.entrypoints.http.following import streaming
from omoide.entrypoints.http.schemas.work import WorkShown, WorkStarted
from omoide.entrypoints.http.working import Told, WorkFollowed, begun, shown, works_of
from omoide.entrypoints.library.mind import Mind
from omoide.errors import AlreadyUnderWay

router = APIRouter(prefix="/import", tags=["import"])
KIND = "import"
SOURCE = "import"


@router.get("")
def last(mind: Reader, request: Request) -> WorkShown | None:
    """Return the last import that was begun at this server; null when there was none."""
    work = works_of(request).last(KIND, mind)
    return None if work is None else shown(work, mind)


@router.post("/claude-code", status_code=202, openapi_extra=SENT_FILE)
async def claude_code(mind: Writer, request: Request, response: Response) -> WorkStarted:
    """Send a session log of Claude Code: its bytes are the body.  A turn is never kept twice; `progress` tells how far it is."""
    path = await sent_files.received(request, sent_files.folder_of(home_of(request).home, mind), ending=".jsonl")
    return _begun(request, response, mind, path, lambda tell: _take_in(mind, path, tell))


@router.post("/archive", status_code=202, openapi_extra=SENT_FILE)
async def archive(mind: Manager, request: Request, response: Response) -> WorkStarted:
    """Send the archive of a whole mind: its bytes are the body.  All of it is taken in, or nothing; the persona must have nothing yet."""
    path = await sent_files.received(request, sent_files.folder_of(home_of(request).home, mind), ending=".omoide")
    return _begun(request, response, mind, path, lambda tell: _take_in_mind(mind, path, tell))


@router.get("/progress", response_class=StreamingResponse, responses=streamed("How far the import is", "WorkShown"))
def progress(mind: Reader, request: Request) -> StreamingResponse:
    """Follow the import under way, as server-sent events, until it has ended."""
    return streaming(WorkFollowed(works_of(request), KIND, mind))


def _begun(request: Request, response: Response, mind: Mind, path: Path, act: Callable[[Told], None]) -> WorkStarted:
    def read(tell: Told) -> None:
        try:
            act(tell)
        finally:
            sent_files.let_go(path)

    try:
        return begun(request, response, KIND, mind, read, subject="import")
    except AlreadyUnderWay:
        sent_files.let_go(path)
        raise


def _take_in_mind(mind: Mind, path: Path, tell: Told) -> None:
    mind.import_archive(path, told=lambda done, total: tell(done=done, total=total))


def _take_in(mind: Mind, path: Path, tell: Told) -> None:
    taken = mind.host.take_in_log(path, end=TurnEnd(mind.now()), source=SOURCE, progress=lambda new: tell(done=new))
    tell(done=taken.new, refused=taken.refused, erased=taken.erased)
