"""Receipts of recalls, taken at once and written down together in a while: no recall waits for a disk or for others who write.

They are made into what is written only then.  A process that is killed loses those of the last seconds; of too many the oldest
are let go.
"""

import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from omoide.adapters.jobs.delayed import Delayed
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.receipts.receipt import RecallReceipt
from omoide.domain.time.moment import Moment
from omoide.errors import StoreBusy, StoreUnavailable
from omoide.ports.recall.receipts import MakeReceipt, ReceiptKeeping, ReceiptStore

SECONDS: Final = 2.0
"""How long a receipt waits for others that are written with it."""
MOST_WAITING: Final = 300
MOST_STAMPS: Final = 10_000
"""Personas of whom it is known what was erased last; of more it is read anew."""
NONE: Final = ReceiptKeeping(days=0)


class _Waiting(NamedTuple):
    persona_id: PersonaId
    make: MakeReceipt
    keeping: ReceiptKeeping
    stamp: int
    """The persona's last erasure when the recall was made, or before."""


class ReceiptBuffer:
    """Holds receipts for a moment."""

    def __init__(self, store: ReceiptStore, *, now: Callable[[], Moment], seconds: float = SECONDS) -> None:
        self._store = store
        self._now = now
        self._waiting: deque[_Waiting] = deque(maxlen=MOST_WAITING)
        self._stamps: dict[PersonaId, int] = {}
        self._cleared: set[PersonaId] = set()
        self._one_at_a_time = threading.Lock()
        self._later = Delayed(self.flush, seconds=seconds, name="receipts")

    def add(self, persona_id: PersonaId, make: MakeReceipt, *, keeping: ReceiptKeeping) -> None:
        """Take a receipt."""
        stamp = self._stamps.get(persona_id)
        if stamp is None:
            stamp = self._stamps[persona_id] = self._store.stamp(persona_id)
        self._cleared.discard(persona_id)
        self._waiting.append(_Waiting(persona_id, make, keeping, stamp))
        self._later.ask()

    def keep_none(self, persona_id: PersonaId) -> None:
        """Take away what is still kept of a persona."""
        if persona_id not in self._cleared:
            self.add(persona_id, lambda: None, keeping=NONE)
            self._cleared.add(persona_id)

    def flush(self) -> None:
        """Keep what was taken, now; while others write, it waits for the next time."""
        with self._one_at_a_time:
            taken = [self._waiting.popleft() for _ in range(len(self._waiting))]
            busy = [each for mine in _by_persona(taken) for each in self._kept(mine)]
            room = MOST_WAITING - len(self._waiting)
            if busy and room > 0:
                self._waiting.extendleft(reversed(busy[-room:]))
            if len(self._stamps) > MOST_STAMPS:
                self._stamps.clear()
            if len(self._cleared) > MOST_STAMPS:
                self._cleared.clear()
        if busy:
            self._later.ask()

    def close(self) -> None:
        """Keep what was taken, and take no more."""
        self._later.finish()
        self.flush()

    def _kept(self, mine: list[_Waiting]) -> list[_Waiting]:
        """Keep one persona's; return those that must wait."""
        persona_id, _, keeping, _ = mine[-1]
        receipts = [receipt for each in mine if (receipt := each.make()) is not None]
        try:
            self._stamps[persona_id] = self._store.keep(
                persona_id,
                receipts,
                oldest=keeping.oldest(self._now()),
                most=keeping.most,
                unless_erased_since=min(each.stamp for each in mine),
            )
        except StoreBusy:
            stamp = min(each.stamp for each in mine)
            return [_Waiting(persona_id, partial(_same, receipt), keeping, stamp) for receipt in receipts]
        except StoreUnavailable:  # read-only, full, newer: a recall answers all the same, and leaves no receipt
            return []
        return []


def _same(receipt: RecallReceipt) -> RecallReceipt:
    return receipt


def _by_persona(taken: list[_Waiting]) -> list[list[_Waiting]]:
    found: dict[PersonaId, list[_Waiting]] = {}
    for each in taken:
        found.setdefault(each.persona_id, []).append(each)
    return list(found.values())
