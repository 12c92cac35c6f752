"""Protection: what the owner asked to remember never fades (SPEC M10; LTM 保護記憶).

At most fifty memories are protected.  When they are full a new one waits, unprotected, until the owner has chosen which
of the oldest to release.  Which words ask for protection is `keeping`'s matter.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.memories.memory import Memory, MemoryId
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class ProtectionRules:
    """How many memories may be protected (LTM config `protection`)."""

    max_protected_memories: int = 50


@dataclass(frozen=True, slots=True)
class Granted:
    """The memory is protected from now on."""

    memory_id: MemoryId


@dataclass(frozen=True, slots=True)
class Waiting:
    """All places are taken: the memory waits, and the owner chooses which of the oldest to release."""

    memory_id: MemoryId
    limit: int
    oldest: tuple[Memory, ...]


ProtectionAnswer = Granted | Waiting


@dataclass(frozen=True, slots=True)
class Claim:
    """A memory that waits for protection, and since when."""

    memory_id: MemoryId
    asked_at: Moment


def answer(
    memory_id: MemoryId, *, protected: Sequence[Memory], rules: ProtectionRules, shown: int = 5
) -> ProtectionAnswer:
    """Return whether the memory can be protected now; when not, the oldest protected ones, to choose from."""
    if any(each.id == memory_id for each in protected) or len(protected) < rules.max_protected_memories:
        return Granted(memory_id)
    oldest = sorted(protected, key=lambda each: (each.created, each.id))[:shown]
    return Waiting(memory_id, limit=rules.max_protected_memories, oldest=tuple(oldest))


def next_in_line(waiting: Sequence[Claim], *, protected_count: int, rules: ProtectionRules) -> list[MemoryId]:
    """Return the waiting memories that can be protected now, those who waited longest first."""
    room = max(0, rules.max_protected_memories - protected_count)
    return [claim.memory_id for claim in sorted(waiting, key=lambda each: (each.asked_at, each.memory_id))[:room]]
