"""What one memory reads as at each level: what it says now, what it said before it fell, what it will say when it falls (SPEC M6, U3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.memories.levels import ACTIVE_LEVELS, Level
from omoide.domain.memories.memory import Chapter, Draft, Memory


@dataclass(frozen=True, slots=True)
class LevelText:
    """The two texts of a memory at one level."""

    level: Level
    text: Draft | None
    """`None` where it is no longer known, or not made yet."""
    is_now: bool


def by_level(
    memory: Memory, history: Sequence[Chapter], *, summary: Draft | None, trace: Draft | None
) -> tuple[LevelText, ...]:
    """Return the texts from the whole memory to its trace; what was prepared stands for levels it has not come to yet.

    What a memory said before it fell is known as long as its history keeps it.
    """
    now = min(memory.current_level, Level.TRACE)
    before = {
        each.level_before: Draft(each.trigger_before or "", each.content_before or "")
        for each in history
        if each.level_before is not None and (each.trigger_before is not None or each.content_before is not None)
    }
    prepared = {Level.SUMMARY: summary, Level.TRACE: trace}
    return tuple(
        LevelText(
            level,
            Draft(memory.trigger, memory.content) if level == now else (before if level < now else prepared).get(level),
            level == now,
        )
        for level in ACTIVE_LEVELS
    )
