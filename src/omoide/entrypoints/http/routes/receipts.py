"""Why something came to mind, and "not that"."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from omoide.domain.recall.receipts.explanation import RecallExplanation
from omoide.domain.recall.receipts.feedback import Demotion
from omoide.domain.recall.receipts.receipt import RecallReceipt
from omoide.entrypoints.http.asked import Limit, Reader, Writer
from omoide.entrypoints.http.schemas.receipts import CandidateShown, DemotionShown, NotThatGiven, ReceiptShown, WhyShown
from omoide.entrypoints.http.schemas.shape import LARGEST
from omoide.entrypoints.library.mind import Mind

router = APIRouter(tags=["why"])
Item = Annotated[str, Path(min_length=1, max_length=200, description="`event:12`, `mem_…`", examples=["event:12"])]
ReceiptNumber = Annotated[int, Path(ge=1, le=LARGEST)]


@router.get("/recalls")
def recalls(
    mind: Reader, limit: Limit = 20, session_id: Annotated[str | None, Query(max_length=200)] = None
) -> list[ReceiptShown]:
    """Return what is kept of the last recalls, the newest first."""
    return [_receipt(each, mind) for each in mind.recalls(limit=limit, session_id=session_id)]


@router.get("/recalls/last")
def why_last(mind: Reader) -> WhyShown:
    """Return why what came to mind last came to mind."""
    return _why(mind.why(), mind)


@router.get("/recalls/{number}")
def why_recall(mind: Reader, number: ReceiptNumber) -> WhyShown:
    """Return why what came to mind in a recall came to mind."""
    return _why(mind.why(number), mind)


@router.get("/why/{item}")
def why(mind: Reader, item: Item) -> WhyShown:
    """Return why something came to mind last."""
    return _why(mind.why(_name(item)), mind)


@router.get("/not-that")
def demotions(mind: Reader) -> list[DemotionShown]:
    """Return every "not that" that holds, oldest first."""
    return [_demotion(each, mind) for each in mind.feedback.list()]


@router.post("/not-that", status_code=201)
def not_that(mind: Writer, given: NotThatGiven) -> DemotionShown:
    """Put something behind whatever else comes to mind for a cue, and cues near to it; nothing is erased."""
    return _demotion(mind.not_that(_name(given.item), cue=given.cue), mind)


@router.delete("/not-that/{number}")
def undo(mind: Writer, number: ReceiptNumber) -> DemotionShown:
    """Take a "not that" back."""
    return _demotion(mind.feedback.undo(number), mind)


def _name(item: str) -> str:
    return f"event:{item}" if item.isdecimal() and item.isascii() else item


def _why(told: RecallExplanation, mind: Mind) -> WhyShown:
    return WhyShown(lines=told.lines, receipt=None if told.receipt is None else _receipt(told.receipt, mind))


def _receipt(receipt: RecallReceipt, mind: Mind) -> ReceiptShown:
    tz = mind.persona.tz
    found = [CandidateShown.of(each, tz=tz, item=str(each.item)) for each in receipt.candidates]
    return ReceiptShown.of(receipt, tz=tz, candidates=found)


def _demotion(one: Demotion, mind: Mind) -> DemotionShown:
    return DemotionShown.of(one, tz=mind.persona.tz, item=str(one.item))
