"""Where the owner's orders to erase are kept and carried out (SPEC E2, X1)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.erasing.receipt import ErasureReport, Left, Receipt
from omoide.domain.erasing.redaction import SessionShown
from omoide.domain.erasing.scope import ErasureScope
from omoide.domain.events.event import Event, EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import NewPassage
from omoide.domain.time.moment import EARLIEST, Moment
from omoide.ports.erasing.files import ErasureNote


@dataclass(frozen=True, slots=True)
class Selection:
    """What an order is about: by number, and what was said in it."""

    event_ids: tuple[EventId, ...]
    memory_ids: tuple[int, ...] = ()
    """Memories that go, of these events and, of a subject, those that name it."""
    names: tuple[str, ...] = ()
    """What the subject goes by: the name that was given, and the others of the entity that it is a name of."""
    state_ids: tuple[int, ...] = ()
    """Beliefs about the subject."""
    preference_ids: tuple[int, ...] = ()
    noted: tuple[str, ...] = ()
    """Sentences of notes and profiles, and names of entities, that name the subject."""
    documents: tuple[int, ...] = ()
    """Documents that name the subject: they stay, and are named."""
    texts: tuple[str, ...] = ()
    """What was said, every word of it: to be looked for."""
    lines: tuple[str, ...] = ()
    """What was said, without the persona's turns of phrase: by these it is known again where it was carried."""
    told: tuple[str, ...] = ()
    """How memories told it, without what other memories tell in the same words."""
    told_pieces: tuple[str, ...] = ()
    """Pieces of that, to be looked for, that no other memory holds."""
    since: Moment = EARLIEST
    """When the first of it was said: nothing older can be made of it."""


@dataclass(frozen=True, slots=True)
class Redaction:
    """A turn as it is to read from now on."""

    event: Event
    pieces: tuple[NewPassage, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """Everything that is to be done to the rows, at once."""

    persona_id: PersonaId
    at: Moment
    scope: ErasureScope
    selection: Selection
    words: ErasedWords
    redactions: tuple[Redaction, ...] = ()
    unmade: tuple[EventId, ...] = ()
    """Turns that stay, and of which something was made that carries erased words: everything is made of them again."""
    answer_keys: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Erased:
    """What one order took away: how many rows of each kind."""

    order_id: int
    events: int
    rows: tuple[tuple[str, int], ...]
    redacted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenOrder:
    """An order whose rows are gone, and that is not finished."""

    erased: Erased
    persona_id: PersonaId
    note: str


class Tombstones(Protocol):
    """Knows what was erased, without knowing what it said."""

    def erased_keys(self, persona_id: PersonaId, keys: Sequence[str]) -> set[str]:
        """Return those of the idempotency keys whose event was erased."""
        ...

    def erased_sessions(self, persona_id: PersonaId, session_ids: Sequence[str]) -> dict[str, Moment]:
        """Return those of the sessions that were erased, and up to which moment."""
        ...

    def erased_sayings(
        self, persona_id: PersonaId, said: Sequence[tuple[Moment, str, str | None]]
    ) -> set[tuple[Moment, str, str | None]]:
        """Return those of the sayings, each a moment, the user's words and the answer, whose event was erased."""
        ...


class ErasureReading(Protocol):
    """Finds what an order is about, and what else may carry its words."""

    def selected(self, persona_id: PersonaId, scope: ErasureScope) -> Selection:
        """Return what the scope means."""
        ...

    def carriers(self, persona_id: PersonaId, selection: Selection) -> Iterator[tuple[Event, SessionShown]]:
        """Yield the other turns into which Omoide or the persona may have carried what is erased."""
        ...

    def made_texts(self, persona_id: PersonaId, selection: Selection) -> Iterator[tuple[EventId, str]]:
        """Yield the texts that were made of other turns."""
        ...

    def answers(self, persona_id: PersonaId, *, since: Moment) -> Iterator[tuple[str, str]]:
        """Yield the kept answers of models, each with its key."""
        ...


class ErasureStore(Protocol):
    """Carries out orders to erase."""

    def carry_out(self, order: Order, *, rehearse: bool = False) -> Erased:
        """Take the rows away, all or none, under an order that stays; in a rehearsal nothing is changed."""
        ...

    def unfinished(self) -> list[OpenOrder]:
        """Return the orders that were broken off after their rows went."""
        ...

    def sweep(self) -> None:
        """Clear what the file still holds of rows that are gone."""
        ...

    def remains(self, order: OpenOrder, note: ErasureNote) -> tuple[list[Left], frozenset[str]]:
        """Return the columns that still hold a piece, and every piece that rows of anybody hold."""
        ...

    def finish(self, order: OpenOrder, report: ErasureReport | None) -> None:
        """Keep the receipt, or without a report only that the files are clean; an order ends once."""
        ...

    def receipts(self) -> list[Receipt]:
        """Return every receipt, oldest first, each checked against its seal."""
        ...
