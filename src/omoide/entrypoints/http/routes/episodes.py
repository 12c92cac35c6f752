"""Told days, topics, the dream diary."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from omoide.domain.episodes.episode import Episode
from omoide.entrypoints.http import pages
from omoide.entrypoints.http.asked import Cursor, Limit, Reader
from omoide.entrypoints.http.schemas.shape import LARGEST, Page
from omoide.entrypoints.http.schemas.texts import EpisodeShown, InsightShown, TopicShown
from omoide.entrypoints.library.mind import Mind

router = APIRouter(tags=["episodes"])
DaysQuery = Annotated[
    str | None, Query(max_length=40, description="A day or a range.", examples=["2025-11-04~2025-11-10"])
]


def _shown(episode: Episode, mind: Mind) -> EpisodeShown:
    return EpisodeShown.of(episode, tz=mind.persona.tz, first=episode.span.first, last=episode.span.last)


@router.get("/episodes")
def all_episodes(
    mind: Reader, limit: Limit = 50, cursor: Cursor = None, days: DaysQuery = None, archived: bool = False
) -> Page[EpisodeShown]:
    """Return told days and weeks in order."""
    found = mind.episodes.all(days, archived=archived)
    some, follows = pages.portion(found, key=lambda each: each.label, cursor=cursor, limit=limit)
    return Page(items=[_shown(each, mind) for each in some], next_cursor=follows)


@router.get("/episodes/search")
def find(
    mind: Reader, q: Annotated[str, Query(min_length=1, max_length=2_000)], limit: Limit = 5
) -> list[EpisodeShown]:
    """Return the episodes that speak of something, the best first."""
    return [_shown(each, mind) for each in mind.episodes.find(q, limit=limit)]


@router.get("/episodes/{label}")
def episode(mind: Reader, label: Annotated[str, Path(min_length=1, max_length=100)]) -> EpisodeShown:
    """Return one episode."""
    return _shown(mind.episodes.get(label), mind)


@router.get("/topics")
def topics(mind: Reader, limit: Limit = 50, cursor: Cursor = None, archived: bool = False) -> Page[TopicShown]:
    """Return what is spoken of again and again, the largest first."""
    found = mind.topics.list(archived=archived)
    some, follows = pages.portion(found, key=lambda each: each.id, cursor=cursor, limit=limit)
    return Page(items=[TopicShown.of(each, tz=mind.persona.tz) for each in some], next_cursor=follows)


@router.get("/dreams")
def dreams(mind: Reader, limit: Limit = 50, cursor: Cursor = None) -> Page[InsightShown]:
    """Return the entries of the dream diary, the newest first."""
    found = mind.dreams.list()
    some, follows = pages.portion(found, key=lambda each: each.id, cursor=cursor, limit=limit)
    return Page(items=[InsightShown.of(each, tz=mind.persona.tz) for each in some], next_cursor=follows)


@router.get("/dreams/{number}")
def dream(mind: Reader, number: Annotated[int, Path(ge=1, le=LARGEST)]) -> InsightShown:
    """Return one entry of the dream diary."""
    return InsightShown.of(mind.dreams.get(number), tz=mind.persona.tz)
