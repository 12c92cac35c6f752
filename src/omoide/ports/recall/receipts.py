"""Where receipts of recalls and "not that" are kept (SPEC X7)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.receipts.feedback import Demotion, DemotionId
from omoide.domain.recall.receipts.receipt import RecallId, RecallReceipt
from omoide.domain.time.moment import Moment

MakeReceipt = Callable[[], RecallReceipt | None]
"""Makes a receipt once there is time for it; `None` when nothing of it may be written down."""


@dataclass(frozen=True, slots=True)
class ReceiptKeeping:
    """How long receipts are kept."""

    days: int
    """0: none is kept."""
    most: int = 5_000
    """Of one persona, whatever their age."""

    def oldest(self, now: Moment) -> Moment:
        """Return the moment before which none is kept."""
        return Moment(now - self.days * 86_400) if self.days > 0 else Moment(2**62)


class ReceiptStore(Protocol):
    """Keeps receipts.  What is written is whole, but may be lost when the machine stops at once."""

    def keep(
        self,
        persona_id: PersonaId,
        receipts: Sequence[RecallReceipt],
        *,
        oldest: Moment,
        most: int,
        unless_erased_since: int,
    ) -> int:
        """Keep receipts and take those away that are too old or too many; return the stamp of erasures that now holds.

        Nothing is kept when something of the persona was erased since the stamp: nobody can tell which of them tells of it.
        """
        ...

    def stamp(self, persona_id: PersonaId) -> int:
        """Return by what it is known whether something was erased since."""
        ...

    def recent(self, persona_id: PersonaId, *, limit: int, session_id: str | None = None) -> list[RecallReceipt]:
        """Return the last receipts, the newest first."""
        ...

    def get(self, persona_id: PersonaId, recall_id: RecallId) -> RecallReceipt | None:
        """Return one receipt; `None` when there is none."""
        ...


class ReceiptSink(Protocol):
    """Takes receipts at once, and keeps them in a while."""

    def add(self, persona_id: PersonaId, make: MakeReceipt, *, keeping: ReceiptKeeping) -> None:
        """Take a receipt; never waits for anybody who writes."""
        ...

    def keep_none(self, persona_id: PersonaId) -> None:
        """Take away what is still kept of a persona that wants none kept; once in this process."""
        ...

    def flush(self) -> None:
        """Keep what was taken, now."""
        ...


class DemotionStore(Protocol):
    """Keeps what is not meant by which cue."""

    def add(self, persona_id: PersonaId, demotion: Demotion) -> Demotion:
        """Keep it and return it with its number; the same item and cue a second time is the first."""
        ...

    def all(self, persona_id: PersonaId) -> list[Demotion]:
        """Return everything that holds, oldest first."""
        ...

    def drop(self, persona_id: PersonaId, demotion_id: DemotionId) -> Demotion | None:
        """Take it back; return it, or `None` when there is none."""
        ...
