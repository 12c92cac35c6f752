"""The search index: how far vectors are, and making them, which goes on by itself."""

from fastapi import APIRouter, Response
from starlette.requests import Request
from starlette.responses import StreamingResponse

from omoide.entrypoints.http.asked import Reader, Writer
from omoide.entrypoints.http.described import streamed
from omoide.entrypoints.http.following import streaming
from omoide.entrypoints.http.schemas.work import IndexGiven, IndexShown, SpaceShown, WorkStarted
from omoide.entrypoints.http.working import Told, WorkFollowed, begun, shown, works_of
from omoide.entrypoints.library.mind import Mind

router = APIRouter(prefix="/index", tags=["index"])
KIND = "embedding"


@router.get("")
def status(mind: Reader, request: Request) -> IndexShown:
    """Return how far the vectors of each embedding space have come."""
    work = works_of(request).last(KIND, mind)
    spaces = [SpaceShown.of(each, tz=mind.persona.tz) for each in mind.index_status()]
    return IndexShown(spaces=spaces, work=None if work is None else shown(work, mind))


@router.post("", status_code=202)
def embed(mind: Writer, given: IndexGiven, request: Request, response: Response) -> WorkStarted:
    """Begin making the vectors that are missing, or all of them; it goes on by itself, and `progress` tells how far it is."""
    return begun(request, response, KIND, mind, lambda tell: _embed(mind, tell, anew=given.anew), subject="index")


@router.get("/progress", response_class=StreamingResponse, responses=streamed("How far the vectors are", "WorkShown"))
def progress(mind: Reader, request: Request) -> StreamingResponse:
    """Follow the making of vectors, as server-sent events, until it has ended."""
    return streaming(WorkFollowed(works_of(request), KIND, mind))


def _embed(mind: Mind, tell: Told, *, anew: bool) -> None:
    if anew:
        mind.forget_vectors()
    tell(total=mind.index_status()[0].pending)
    tell(done=mind.catch_up(progress=lambda done: tell(done=done)))
