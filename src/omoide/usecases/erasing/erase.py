"""Erase: the owner's own act, the only one that takes events away, with a report that looks for what is left (SPEC X1, E2).

Everything made of the events goes with them.  What Omoide or the persona carried into other turns is taken out of these.  The
order is one transaction; what follows it (`finish`) is done by whoever opens the home next, should this process be killed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from omoide.domain.context.shown import shown_event
from omoide.domain.erasing import receipt, redaction, scope
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.erasing.pieces import Pieces, pieces_of
from omoide.domain.erasing.receipt import ErasureReport
from omoide.domain.erasing.scope import ErasureScope
from omoide.domain.events.event import Event, EventId, Turn
from omoide.domain.personas.persona import Persona
from omoide.domain.recall import passage
from omoide.domain.text.chunks import ChunkRules
from omoide.errors import NotFound, NothingToErase, SessionNotFound, StoreUnavailable
from omoide.ports.erasing.files import ErasureFiles, ErasureNote
from omoide.ports.erasing.store import ErasureReading, ErasureStore, Order, Redaction, Selection
from omoide.ports.events.store import EventStore
from omoide.ports.time.clock import Clock
from omoide.usecases.erasing.finish import FinishErasures


@dataclass(frozen=True, slots=True)
class Erase:
    """Erases what a scope means."""

    reading: ErasureReading
    store: ErasureStore
    files: ErasureFiles
    events: EventStore
    clock: Clock
    chunks: ChunkRules

    def __call__(self, persona: Persona, wanted: ErasureScope) -> ErasureReport:
        """Erase, look for what is left, and keep a receipt; an erasure that was broken off is finished first.

        Raise `NothingToErase` (of a session `SessionNotFound`) when nothing is meant.
        """
        scope.checked(wanted)
        finish = FinishErasures(self.store, self.files)
        with self.files.alone() as is_alone:
            if not is_alone:
                raise StoreUnavailable(
                    "another process is erasing in this home, or its folder cannot be written; try again"
                )
            before = finish()
            selection = self.reading.selected(persona.id, wanted)
            if not _means_something(wanted, selection):
                if before:  # it was this order that had been broken off
                    return before[-1]
                raise _nothing(wanted, selection)
            order = self._order(persona, wanted, selection)
            self.store.carry_out(self._noted(order))
            return finish()[-1]

    def rehearse(self, persona: Persona, wanted: ErasureScope) -> ErasureReport:
        """Return what would go, by table, and change nothing."""
        selection = self.reading.selected(persona.id, scope.checked(wanted))
        if not _means_something(wanted, selection):
            raise _nothing(wanted, selection)
        erased = self.store.carry_out(self._order(persona, wanted, selection), rehearse=True)
        return ErasureReport(
            events=erased.events,
            rows=erased.rows,
            redacted=erased.redacted,
            turns=tuple(map(int, selection.event_ids)),
            left=receipt.in_documents(selection.documents),
            is_searched=False,
            is_rehearsal=True,
        )

    def _noted(self, order: Order) -> Order:
        """Return the order with a note, on the disk, of what will have to be looked for."""
        selection = order.selection
        said = pieces_of(selection.texts)
        note = ErasureNote(
            Pieces(tuple(dict.fromkeys((*said.long, *selection.told_pieces))), said.short),
            tuple(map(int, selection.event_ids)),
            selection.memory_ids,
            selection.documents,
            order.scope.whole_session or "",
        )
        return replace(order, note=self.files.keep_note(note))

    def _order(self, persona: Persona, wanted: ErasureScope, selection: Selection) -> Order:
        if wanted.everything:  # it goes with all that could carry anything
            return Order(persona.id, self.clock.now(), wanted, selection, ErasedWords(()))
        words = ErasedWords((*selection.lines, *selection.told), names=selection.names)
        redacted = list(self._redacted(persona, selection, words))
        said = ErasedWords(selection.lines, names=selection.names)
        unmade = self._unmade(persona, selection, said, redacted)
        answers = self.reading.answers(persona.id, since=selection.since)
        return Order(
            persona_id=persona.id,
            at=self.clock.now(),
            scope=wanted,
            selection=selection,
            words=words,
            redactions=tuple(self._redaction(event) for event in redacted),
            unmade=tuple(unmade),
            answer_keys=tuple(key for key, told in answers if words.are_in_json(told)),
        )

    def _redacted(self, persona: Persona, selection: Selection, words: ErasedWords) -> Iterator[Event]:
        for event, shown in self.reading.carriers(persona.id, selection):
            changed = redaction.redacted(event, words=words, shown=shown)
            if changed != event:
                yield changed

    def _unmade(
        self, persona: Persona, selection: Selection, words: ErasedWords, redacted: Sequence[Event]
    ) -> list[EventId]:
        """Return the turns of which something was made that carries erased words, though they do not say them."""
        carrying = {event_id for event_id, text in self.reading.made_texts(persona.id, selection) if words.are_in(text)}
        said = self.events.get(persona.id, sorted(carrying)) | {event.id: event for event in redacted}
        return sorted(each for each in carrying if each in said and not words.are_in(shown_event(said[each]).text))

    def _redaction(self, event: Event) -> Redaction:
        turn = Turn(event.user, event.assistant, image_summaries=event.image_summaries)
        return Redaction(event, tuple(passage.of_turn(turn, rules=self.chunks)))


def _nothing(wanted: ErasureScope, selection: Selection) -> NotFound:
    session_id = wanted.whole_session
    return NothingToErase(selection.documents) if session_id is None else SessionNotFound(session_id)


def _means_something(wanted: ErasureScope, selection: Selection) -> bool:
    about = selection.event_ids, selection.memory_ids, selection.state_ids, selection.preference_ids, selection.noted
    return wanted.everything or any(about)
