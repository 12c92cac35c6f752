"""What is believed and liked."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from omoide.domain.beliefs.preference import Status
from omoide.entrypoints.http import pages
from omoide.entrypoints.http.asked import Cursor, Limit, Reader, Writer
from omoide.entrypoints.http.described import with_etag
from omoide.entrypoints.http.etags import IfMatch, etag, require_match
from omoide.entrypoints.http.schemas.beliefs import (
    AskedShown,
    BeliefKind,
    BeliefShown,
    BeliefStepShown,
    CloseGiven,
    CorrectGiven,
    PreferenceShown,
    PreferenceStatus,
    WordGiven,
)
from omoide.entrypoints.http.schemas.shape import LARGEST, Page, When
from omoide.entrypoints.library.mind import Mind

router = APIRouter(tags=["beliefs"])
BeliefNumber = Annotated[int, Path(ge=1, le=LARGEST)]
Time = Annotated[When | None, Query()]


@router.get("/beliefs")
def all_beliefs(
    mind: Reader,
    limit: Limit = 50,
    cursor: Cursor = None,
    as_of: Time = None,
    known_at: Time = None,
    valid_at: Time = None,
    kind: BeliefKind | None = None,
    about: Annotated[str | None, Query(max_length=200)] = None,
    ended: bool = False,
    candidates: bool = False,
) -> Page[BeliefShown]:
    """Return what is believed: now, or as it was believed or true at another time."""
    found = mind.beliefs.all(
        as_of=as_of, known_at=known_at, valid_at=valid_at, kind=kind, about=about, ended=ended, candidates=candidates
    )
    some, follows = pages.portion(found, key=lambda each: each.id, cursor=cursor, limit=limit)
    return Page(items=[BeliefShown.of(each, tz=mind.persona.tz) for each in some], next_cursor=follows)


@router.post("/beliefs/ask")
def to_ask(mind: Writer, limit: Annotated[int, Query(ge=1, le=20)] = 3) -> list[AskedShown]:
    """Return the likeliest of what is only supposed, as questions; they count as asked."""
    return [AskedShown.of(each, tz=mind.persona.tz) for each in mind.beliefs.to_ask(limit=limit)]


@router.get("/beliefs/{belief_id}", responses=with_etag("The belief"))
def belief(mind: Reader, belief_id: BeliefNumber, response: Response) -> BeliefShown:
    """Return one belief, with its version as ETag."""
    return _shown(mind, belief_id, response)


@router.get("/beliefs/{belief_id}/history")
def belief_history(mind: Reader, belief_id: BeliefNumber) -> list[BeliefStepShown]:
    """Return every step of a belief, oldest first."""
    tz = mind.persona.tz
    return [
        BeliefStepShown.of(
            each,
            tz=tz,
            reason=each.change.reason,
            evidence=list(each.change.evidence),
            before=None if each.change.before is None else BeliefShown.of(each.change.before, tz=tz),
            after=BeliefShown.of(each.change.after, tz=tz),
        )
        for each in mind.beliefs.history(belief_id)
    ]


@router.post("/beliefs/{belief_id}/correct", responses=with_etag("The belief"))
def correct(
    mind: Writer, belief_id: BeliefNumber, given: CorrectGiven, response: Response, if_match: IfMatch = None
) -> BeliefShown:
    """Say what is right; inference does not bring the old back."""
    require_match(if_match, mind.beliefs.get(belief_id).version)
    after = mind.beliefs.correct(belief_id, given.body, reason=given.reason)
    return _shown(mind, after.id, response)


@router.post("/beliefs/{belief_id}/confirm", responses=with_etag("The belief"))
def confirm(
    mind: Writer, belief_id: BeliefNumber, given: WordGiven, response: Response, if_match: IfMatch = None
) -> BeliefShown:
    """Say that it is so; what was only supposed is believed from now on."""
    require_match(if_match, mind.beliefs.get(belief_id).version)
    mind.beliefs.confirm(belief_id, reason=given.reason)
    return _shown(mind, belief_id, response)


@router.post("/beliefs/{belief_id}/strike-out", responses=with_etag("The belief"))
def strike_out(
    mind: Writer, belief_id: BeliefNumber, given: WordGiven, response: Response, if_match: IfMatch = None
) -> BeliefShown:
    """Say that it never was so; no guess brings it back."""
    require_match(if_match, mind.beliefs.get(belief_id).version)
    mind.beliefs.strike_out(belief_id, reason=given.reason)
    return _shown(mind, belief_id, response)


@router.post("/beliefs/{belief_id}/close", responses=with_etag("The belief"))
def close(
    mind: Writer, belief_id: BeliefNumber, given: CloseGiven, response: Response, if_match: IfMatch = None
) -> BeliefShown:
    """Say that something is over, or, with `wrong`, that it never was so."""
    require_match(if_match, mind.beliefs.get(belief_id).version)
    mind.beliefs.close(belief_id, at=given.at, wrong=given.wrong, reason=given.reason)
    return _shown(mind, belief_id, response)


def _shown(mind: Mind, belief_id: int, response: Response) -> BeliefShown:
    found = mind.beliefs.get(belief_id)
    response.headers["ETag"] = etag(found.version)
    return BeliefShown.of(found, tz=mind.persona.tz)


@router.get("/preferences")
def preferences(
    mind: Reader, limit: Limit = 50, cursor: Cursor = None, status: PreferenceStatus = "confirmed"
) -> Page[PreferenceShown]:
    """Return likes and dislikes: the confirmed ones, which alone may be asserted, or others."""
    found = mind.preferences.all(status=None if status == "all" else status)
    some, follows = pages.portion(found, key=lambda each: each.id, cursor=cursor, limit=limit)
    return Page(items=[PreferenceShown.of(each, tz=mind.persona.tz) for each in some], next_cursor=follows)


@router.post("/preferences/{preference_id}/confirm")
def confirm_preference(mind: Writer, preference_id: BeliefNumber, given: WordGiven) -> PreferenceShown:
    """Say that it is so; its opposite is revoked."""
    made = mind.preferences.settle(preference_id, Status.CONFIRMED, reason=given.reason)
    return PreferenceShown.of(made, tz=mind.persona.tz)


@router.post("/preferences/{preference_id}/revoke")
def revoke_preference(mind: Writer, preference_id: BeliefNumber, given: WordGiven) -> PreferenceShown:
    """Say that it is not so."""
    made = mind.preferences.settle(preference_id, Status.REVOKED, reason=given.reason)
    return PreferenceShown.of(made, tz=mind.persona.tz)
