"""Memories that fade."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from omoide.domain.memories.protection import Waiting
from omoide.entrypoints.http import pages
from omoide.entrypoints.http.asked import Cursor, Limit, Reader, Writer
from omoide.entrypoints.http.schemas.memories import ChapterShown, FoundMemoryShown, MemoryShown, ProtectionShown
from omoide.entrypoints.http.schemas.shape import Page

router = APIRouter(prefix="/memories", tags=["memories"])
MemoryLabel = Annotated[str, Path(min_length=1, max_length=100, examples=["mem_20260118_001"])]


@router.get("")
def all_memories(
    mind: Reader,
    limit: Limit = 50,
    cursor: Cursor = None,
    level: Annotated[list[Annotated[int, Query(ge=1, le=4)]] | None, Query(max_length=4)] = None,
    protected: bool = False,
    category: Annotated[str | None, Query(max_length=100)] = None,
) -> Page[MemoryShown]:
    """Return memories, the newest first."""
    most = pages.needed(cursor, limit=limit)
    found = mind.memories.all(levels=level or (), protected=protected, category=category, limit=most)
    some, follows = pages.portion(found, key=lambda each: each.label, cursor=cursor, limit=limit)
    return Page(items=[MemoryShown.of(each, tz=mind.persona.tz) for each in some], next_cursor=follows)


@router.get("/search")
def search(
    mind: Reader, q: Annotated[str, Query(min_length=1, max_length=2_000)], limit: Limit = 20
) -> list[FoundMemoryShown]:
    """Return memories near to a text or holding all of its words; looking is not recalling."""
    found = mind.memories.search(q, limit=limit)
    return [FoundMemoryShown.of(each, tz=mind.persona.tz, priority=each.why.priority) for each in found]


@router.get("/{label}")
def get(mind: Reader, label: MemoryLabel) -> MemoryShown:
    """Return one memory."""
    return MemoryShown.of(mind.memories.get(label), tz=mind.persona.tz)


@router.get("/{label}/history")
def history(mind: Reader, label: MemoryLabel) -> list[ChapterShown]:
    """Return what happened to a memory, oldest first."""
    return [ChapterShown.of(each, tz=mind.persona.tz) for each in mind.memories.history(label)]


@router.post("/{label}/protect")
def protect(mind: Writer, label: MemoryLabel) -> ProtectionShown:
    """Keep a memory from ever fading; when all places are taken it waits."""
    answer = mind.memories.protect(label)
    memory = MemoryShown.of(mind.memories.get(label), tz=mind.persona.tz)
    oldest = [each.label for each in answer.oldest] if isinstance(answer, Waiting) else []
    return ProtectionShown(memory=memory, is_waiting=isinstance(answer, Waiting), oldest=oldest)


@router.post("/{label}/release")
def release(mind: Writer, label: MemoryLabel) -> MemoryShown:
    """Let a memory fade again."""
    mind.memories.release(label)
    return MemoryShown.of(mind.memories.get(label), tz=mind.persona.tz)


@router.post("/{label}/archive")
def archive(mind: Writer, label: MemoryLabel) -> MemoryShown:
    """Put a memory into the archive."""
    return MemoryShown.of(mind.memories.archive(label), tz=mind.persona.tz)


@router.post("/{label}/restore")
def restore(mind: Writer, label: MemoryLabel) -> MemoryShown:
    """Bring a memory back from the archive, or after a night deleted it."""
    return MemoryShown.of(mind.memories.restore(label), tz=mind.persona.tz)


@router.delete("/{label}")
def erase(mind: Writer, label: MemoryLabel) -> MemoryShown:
    """Take a memory out for good; the turn it was made of stays in the log."""
    return MemoryShown.of(mind.memories.erase(label), tz=mind.persona.tz)
