"""Finish: what is still to be done of an erasure once its rows are gone (SPEC X1).

Files are cleaned, free pages and the journal cleared, then every column and every file is looked through for every piece of
what was said; only then is the receipt kept, and the note that held the pieces taken away.  Killed anywhere, the next opening
of the home or the next erasure goes on from here.
"""

from dataclasses import dataclass

from omoide.domain.erasing.pieces import Pieces
from omoide.domain.erasing.receipt import ErasureReport
from omoide.ports.erasing.files import ErasureFiles, ErasureNote
from omoide.ports.erasing.store import ErasureStore, OpenOrder


@dataclass(frozen=True, slots=True)
class FinishErasures:
    """Finishes orders to erase."""

    store: ErasureStore
    files: ErasureFiles

    def __call__(self) -> list[ErasureReport]:
        """Finish every order whose rows are gone; the caller has the right to erase."""
        reports = [self._finished(order) for order in self.store.unfinished()]
        self.files.drop_notes()
        return reports

    def _finished(self, order: OpenOrder) -> ErasureReport:
        known = self.files.note(order.note)
        note = ErasureNote(Pieces()) if known is None else known
        touched = self.files.clean(note, order.persona_id)
        self.store.finish(order, None)
        self.store.sweep()
        report = self._report(order, note, touched, is_searched=known is not None)
        self.store.finish(order, report)
        return report

    def _report(
        self, order: OpenOrder, note: ErasureNote, touched: dict[str, int], *, is_searched: bool
    ) -> ErasureReport:
        in_rows, pieces = self.store.remains(order, note)
        left = [*in_rows, *self.files.remains(note, in_rows=pieces)]
        return ErasureReport(
            events=order.erased.events,
            rows=(*order.erased.rows, *sorted(touched.items())),
            redacted=order.erased.redacted,
            searched_for=len(note.pieces.long),
            short=note.pieces.short,
            left=tuple(left),
            is_searched=is_searched,
        )
