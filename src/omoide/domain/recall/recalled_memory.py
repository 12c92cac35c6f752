"""A memory that came to mind, and why (SPEC M12, M13, R6)."""

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.feelings.emotion import Feeling
from omoide.domain.memories.memory import Memory, MemoryId
from omoide.domain.text.language import Language, counted
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class CameToMind:
    """What came to mind at one moment of a session, and the feeling the session was then in."""

    memory_ids: Sequence[MemoryId]
    at: Moment
    session_id: str = ""
    feeling: Feeling | None = None


@dataclass(frozen=True, slots=True)
class Reasons:
    """Of what the priority of one memory was made."""

    priority: float
    similarity: float
    """Likeness of cue and memory, -1..1: their cosine, or that of their words where it is higher."""
    retention: float
    """What of the memory is left, 0..100; a protected one keeps its first strength."""
    recall_count: int
    resonance: float
    """How the memory's feeling answers to the session's, 0..1."""
    preference: float
    """Factor for the same category and for recency, 1 without."""
    base: float
    """retention × max(0, similarity) × (1 + 0.1 × recall_count)"""

    def sentence(self, language: Language) -> str:
        """Return the reasons in a sentence for people."""
        english = [f"likeness {self.similarity:.2f}", f"retention {self.retention:.0f}"]
        japanese = [f"近さ {self.similarity:.2f}", f"保持 {self.retention:.0f}"]
        if self.recall_count:
            english.append(f"recalled {counted(self.recall_count, 'time', 'times')}")
            japanese.append(f"想起 {self.recall_count} 回")
        if self.resonance:
            english.append(f"resonance {self.resonance:.2f}")
            japanese.append(f"感情共鳴 {self.resonance:.2f}")
        if self.preference > 1:
            english.append(f"preferred ×{self.preference:.2f}")
            japanese.append(f"優先 ×{self.preference:.2f}")
        parts = "、".join(japanese) if language is Language.JA else ", ".join(english)
        return f"{'優先度' if language is Language.JA else 'priority'} {self.priority:.1f} = {parts}"


@dataclass(frozen=True, slots=True)
class RecalledMemory:
    """A memory that came to mind, why, and what it leads to."""

    memory: Memory
    why: Reasons
    related: tuple[Memory, ...] = ()

    @property
    def is_archived(self) -> bool:
        """Tell whether it came out of the archive."""
        return self.memory.is_archived
