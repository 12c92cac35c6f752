"""Receipts that wait to be written: together, in a while, and never in anybody's way."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from omoide.adapters.jobs.delayed import Delayed
from omoide.adapters.jobs.receipt_buffer import MOST_WAITING, ReceiptBuffer
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.receipts.receipt import RecallId, RecallReceipt
from omoide.domain.time.moment import Moment
from omoide.errors import StoreBusy, StoreReadOnly, StoreUnavailable
from omoide.ports.recall.receipts import ReceiptKeeping

HARU, NATSU = PersonaId(1), PersonaId(2)
DAYS = ReceiptKeeping(days=14)


@dataclass
class Kept:
    """A store that can be busy, and tells in which portions it was given receipts."""

    portions: list[tuple[PersonaId, list[str]]] = field(default_factory=list)
    trouble: StoreUnavailable | None = None
    erasures: int = 0
    oldest: int = 0

    def keep(
        self,
        persona_id: PersonaId,
        receipts: Sequence[RecallReceipt],
        *,
        oldest: Moment,
        most: int,
        unless_erased_since: int,
    ) -> int:
        if self.trouble is not None:
            raise self.trouble
        self.oldest = oldest
        if unless_erased_since == self.erasures:
            self.portions.append((persona_id, [each.cue for each in receipts]))
        return self.erasures

    def stamp(self, persona_id: PersonaId) -> int:
        return self.erasures

    def recent(self, persona_id: PersonaId, *, limit: int, session_id: str | None = None) -> list[RecallReceipt]:
        return []

    def get(self, persona_id: PersonaId, recall_id: RecallId) -> RecallReceipt | None:
        return None


def buffer(store: Kept) -> ReceiptBuffer:
    return ReceiptBuffer(store, now=lambda: Moment(100 * 86_400), seconds=3600.0)


def add(held: ReceiptBuffer, cue: str, who: PersonaId = HARU) -> None:
    held.add(who, lambda: RecallReceipt(cue, Moment(0), "cli"), keeping=DAYS)


def test_receipts_are_written_together_for_each_persona() -> None:
    store = Kept()
    held = buffer(store)
    for cue in ("a", "b"):
        add(held, cue)
    add(held, "hers", NATSU)
    assert store.portions == []
    held.flush()
    assert store.portions == [(HARU, ["a", "b"]), (NATSU, ["hers"])]
    assert store.oldest == 86 * 86_400
    held.flush()
    held.close()
    assert len(store.portions) == 2


def test_closing_writes_what_waits_at_once() -> None:
    store = Kept()
    held = buffer(store)
    add(held, "a")
    held.close()
    assert store.portions == [(HARU, ["a"])]


def test_while_others_write_they_wait_in_their_order_and_the_oldest_of_too_many_go() -> None:
    store = Kept(trouble=StoreBusy("db", seconds=0.25))
    held = buffer(store)
    for number in range(MOST_WAITING):
        add(held, str(number))
        if number in (3, 200):
            held.flush()
    store.trouble = None
    add(held, "new")
    held.flush()
    [(_, cues)] = store.portions
    assert cues == [*map(str, range(1, MOST_WAITING)), "new"]
    held.close()


def test_where_nothing_can_be_written_they_are_let_go() -> None:
    store = Kept(trouble=StoreReadOnly("the database is read-only"))
    held = buffer(store)
    add(held, "a")
    held.flush()
    store.trouble = None
    held.close()
    assert store.portions == []


def test_what_was_taken_before_an_erasure_is_never_written_and_what_comes_after_it_is() -> None:
    store = Kept()
    held = buffer(store)
    add(held, "tells of it")
    store.erasures = 1
    held.flush()
    add(held, "later")
    held.flush()
    assert store.portions == [(HARU, ["later"])]
    held.close()


def test_a_persona_that_wants_none_kept_is_cleared_once() -> None:
    store = Kept()
    held = buffer(store)
    held.keep_none(HARU)
    held.keep_none(HARU)
    held.flush()
    held.flush()
    assert store.portions == [(HARU, [])]
    assert store.oldest > 2**60
    held.close()


def test_delayed_work_is_done_once_however_often_it_is_asked_for() -> None:
    done, go_on = list[int](), threading.Event()

    def work() -> None:
        go_on.wait(10)
        done.append(1)

    later = Delayed(work, seconds=3600.0, name="test")
    for _ in range(5):
        later.ask()
    assert done == []
    go_on.set()
    later.finish()
    assert done == [1]
    later.ask()
    later.finish()
    assert done == [1]
