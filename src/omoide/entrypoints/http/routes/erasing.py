"""What goes for good."""

from fastapi import APIRouter

from omoide.domain.personas.persona import folded
from omoide.entrypoints.http.asked import Manager
from omoide.entrypoints.http.schemas.work import ErasedShown, EraseGiven
from omoide.errors import InvalidInput

router = APIRouter(tags=["erasing"])


@router.post("/erase")
def erase(mind: Manager, given: EraseGiven) -> ErasedShown:
    """Erase turns for good, with everything made of them; without `confirm` it is told what would go, and nothing does."""
    if given.confirm is not None and folded(given.confirm) != folded(mind.persona.name):
        raise InvalidInput("confirm is the name of the persona whose turns are erased; it is another one")
    report = mind.erase(
        event_id=given.event_ids,
        session_id=given.session_id,
        since=given.since,
        until=given.until,
        about=given.about,
        client_id=given.client_id,
        source=given.source,
        everything=given.everything,
        dry_run=given.confirm is None,
    )
    return ErasedShown.of(report, tz=mind.persona.tz)
