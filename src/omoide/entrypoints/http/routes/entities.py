"""People and things the persona knows."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from omoide.domain.entities.entity import Entity
from omoide.entrypoints.http import pages
from omoide.entrypoints.http.asked import Cursor, Limit, Reader, Writer
from omoide.entrypoints.http.described import with_etag
from omoide.entrypoints.http.etags import IfMatch, base_of, etag, moved, require_match
from omoide.entrypoints.http.schemas.beliefs import BeliefShown
from omoide.entrypoints.http.schemas.shape import LARGEST, Page
from omoide.entrypoints.http.schemas.texts import (
    AliasesGiven,
    EntityGiven,
    EntityHitShown,
    EntityShown,
    ProfileShown,
    ProposalShown,
)
from omoide.entrypoints.library.mind import Mind
from omoide.errors import EntityMoved, EntityNotFound

router = APIRouter(prefix="/entities", tags=["entities"])
Name = Annotated[str, Path(min_length=1, max_length=200, examples=["美緒"])]
ProposalNumber = Annotated[int, Path(ge=1, le=LARGEST)]


@router.get("")
def all_entities(mind: Reader, limit: Limit = 50, cursor: Cursor = None, archived: bool = False) -> Page[EntityShown]:
    """Return people and things in the order in which they came to be known."""
    found = mind.entities.all(archived=archived)
    some, follows = pages.portion(found, key=lambda each: each.name, cursor=cursor, limit=limit)
    return Page(items=[EntityShown.of(each, tz=mind.persona.tz) for each in some], next_cursor=follows)


@router.get("/search")
def search(
    mind: Reader, q: Annotated[str, Query(min_length=1, max_length=2_000)], limit: Limit = 10
) -> list[EntityHitShown]:
    """Return whoever holds most of the words, which blanks separate."""
    return [EntityHitShown.of(each, tz=mind.persona.tz) for each in mind.entities.search(q, limit=limit)]


@router.get("/proposals")
def proposals(mind: Reader) -> list[ProposalShown]:
    """Return names that recur and wait to be written about."""
    return [ProposalShown.of(each.proposal, tz=mind.persona.tz) for each in mind.entities.proposals()]


@router.post("/proposals/{proposal_id}/accept")
def accept(mind: Writer, proposal_id: ProposalNumber) -> EntityShown:
    """Write what is proposed into a profile."""
    return EntityShown.of(mind.entities.accept(proposal_id), tz=mind.persona.tz)


@router.post("/proposals/{proposal_id}/dismiss")
def dismiss(mind: Writer, proposal_id: ProposalNumber) -> ProposalShown:
    """Say that nothing is to be written."""
    return ProposalShown.of(mind.entities.dismiss(proposal_id), tz=mind.persona.tz)


@router.get("/by-name/{name}", responses=with_etag("The profile"))
def get(mind: Reader, name: Name, response: Response) -> ProfileShown:
    """Return somebody or something by any name, with what is believed of it and its version as ETag."""
    found = mind.entities.get(name)
    response.headers["ETag"] = etag(found.entity.version)
    beliefs = [BeliefShown.of(each, tz=mind.persona.tz) for each in found.beliefs]
    return ProfileShown.of(found, tz=mind.persona.tz, beliefs=beliefs, markdown=found.markdown())


@router.put("/by-name/{name}", responses=with_etag("Who or what it is now"))
def write(mind: Writer, name: Name, given: EntityGiven, response: Response, if_match: IfMatch = None) -> EntityShown:
    """Write into a profile, which is made when there is none; with If-Match only if nobody else has written since."""
    base = None if if_match is None else base_of(if_match, _version(mind, name))
    try:
        after = mind.entities.write(name, given.text, mode=given.mode, base=base, by=given.by, reason=given.reason)
    except EntityMoved as exc:
        raise moved() from exc
    return _shown(after, mind, response)


@router.post("/by-name/{name}/aliases", responses=with_etag("Who or what it is now"))
def add_aliases(mind: Writer, name: Name, given: AliasesGiven, response: Response) -> EntityShown:
    """Let somebody or something go by other names, too."""
    return _shown(mind.entities.add_aliases(name, *given.aliases, by=given.by), mind, response)


@router.delete("/by-name/{name}")
def remove(mind: Writer, name: Name, if_match: IfMatch = None) -> EntityShown:
    """Delete a profile with its history, for good; its names are not proposed again."""
    require_match(if_match, _version(mind, name))
    return EntityShown.of(mind.entities.remove(name), tz=mind.persona.tz)


def _version(mind: Mind, name: str) -> int:
    try:
        return mind.entities.get(name).entity.version
    except EntityNotFound:
        return 0


def _shown(entity: Entity, mind: Mind, response: Response) -> EntityShown:
    response.headers["ETag"] = etag(entity.version)
    return EntityShown.of(entity, tz=mind.persona.tz)
