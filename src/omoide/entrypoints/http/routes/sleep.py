"""Sleeps, their progress, the morning after; and what waits."""

from typing import Annotated

from fastapi import APIRouter, Query, Response
from starlette.requests import Request
from starlette.responses import StreamingResponse

from omoide.entrypoints.http.asked import Reader, Writer
from omoide.entrypoints.http.described import streamed
from omoide.entrypoints.http.following import progress_address, streaming
from omoide.entrypoints.http.schemas.shape import When
from omoide.entrypoints.http.schemas.sleep import BacklogShown, MorningShown, SleepGiven, SleepShown, SleepStarted
from omoide.entrypoints.http.sleeping import SleepFollowed, start
from omoide.entrypoints.http.working import works_of

router = APIRouter(tags=["sleep"])


@router.post("/sleep", status_code=202)
def sleep(mind: Writer, given: SleepGiven, request: Request, response: Response) -> SleepStarted:
    """Begin a sleep, which goes on by itself; where it leads, `progress` tells."""
    start(works_of(request), mind, given)
    where = progress_address(mind, "sleep")
    response.headers["Location"] = where
    return SleepStarted(started=True, progress=where)


@router.get("/sleep")
def sleeps(mind: Reader, limit: Annotated[int, Query(ge=1, le=100)] = 1) -> list[SleepShown]:
    """Return the last sleeps, newest first; one that is under way has not ended."""
    return [SleepShown.of(each, tz=mind.persona.tz) for each in mind.sleep.reports(limit=limit)]


@router.get(
    "/sleep/progress", response_class=StreamingResponse, responses=streamed("How far the sleep is", "SleepShown")
)
def progress(mind: Reader, request: Request) -> StreamingResponse:
    """Follow the sleep under way, as server-sent events, until it has ended."""
    return streaming(SleepFollowed(works_of(request), mind))


@router.get("/morning")
def morning(mind: Reader, at: Annotated[When | None, Query()] = None) -> MorningShown:
    """Return what changed overnight, how the persona feels and what the day holds."""
    return MorningShown.of(mind.sleep.morning(at), tz=mind.persona.tz)


@router.get("/backlog")
def backlog(mind: Reader) -> BacklogShown:
    """Return how many turns wait to be thought about."""
    return BacklogShown.of(mind.digest_status(), tz=mind.persona.tz)
