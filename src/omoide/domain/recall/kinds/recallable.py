"""Something that can be recalled, as it reads now (SPEC R2)."""

from dataclasses import dataclass

from omoide.domain.events.event import EventId
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class Recallable:
    """One thing of a kind: what recall needs of it, and the thing itself."""

    kind: RecollectionKind
    item_id: int
    """Its number within its kind."""
    label: str
    """By what people and personas name it: `episode_2026-01-15_001`, a topic's name."""
    text: str
    """As it is told."""
    at: Moment | None
    """When it was, or was last confirmed or changed; `None` when nobody knows."""
    what: object
    """The thing itself: a `State`, `Preference`, `Episode`, `Topic`, `Entity`, a `DiaryEntry` …"""
    arousal: float | None = None
    """0..1: how much it stirred; `None` where that is not known."""
    evidence: tuple[EventId, ...] = ()
    """The turns it rests on, as far as it names them."""

    @property
    def key(self) -> str:
        """Return by what it is known again."""
        return f"{self.kind}:{self.item_id}"
