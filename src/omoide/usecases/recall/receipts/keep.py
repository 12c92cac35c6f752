"""Keep: a receipt is made of a recall and handed over, without anybody waiting for it (SPEC X7)."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from omoide.domain.events.privacy import Unrecorded
from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.receipts import receipt as receipts
from omoide.domain.recall.receipts.receipt import LONGEST_CUE, Asker, RecallCandidate, RecallReceipt
from omoide.domain.time.moment import Moment
from omoide.errors import Unavailable
from omoide.ports.recall.receipts import ReceiptKeeping, ReceiptSink
from omoide.ports.time.clock import Clock

MakeCandidates = Callable[[], Sequence[RecallCandidate]]
"""Tells what was found, once there is time for it."""


@dataclass(frozen=True, slots=True)
class AskedRecall:
    """What was asked, by whom, and where."""

    cue: str
    asked_by: Asker
    session_id: str = ""
    client_id: str = ""
    plan: Mapping[str, Any] | None = None
    """How the past was searched; `None` where the cue itself was looked for."""
    deep: bool = False
    """What was said is read together with the cue."""


@dataclass(frozen=True, slots=True)
class KeepReceipt:
    """Leaves receipts."""

    sink: ReceiptSink
    keeping: ReceiptKeeping
    masking: SecretMasking
    unrecorded: Unrecorded
    clock: Clock
    stopwatch: Callable[[], float]
    """Seconds that pass; only differences count."""

    def __call__(
        self, persona: Persona, asked: AskedRecall, candidates: MakeCandidates, *, milliseconds: float, found: int = 0
    ) -> None:
        """Leave a receipt; what it holds is made later, and nothing that goes wrong with it reaches the caller."""
        if not asked.cue.strip():
            return
        with suppress(Unavailable):
            if self.keeping.days <= 0:
                self.sink.keep_none(persona.id)
                return
            make = partial(self._made, asked, candidates, at=self.clock.now(), milliseconds=milliseconds, found=found)
            self.sink.add(persona.id, make, keeping=self.keeping)

    def _made(
        self, asked: AskedRecall, candidates: MakeCandidates, *, at: Moment, milliseconds: float, found: int
    ) -> RecallReceipt | None:
        if self.unrecorded.covers_text(asked.cue):
            return None
        return receipts.bounded(
            RecallReceipt(
                cue=_encodable(self.masking.of_start(asked.cue, most=LONGEST_CUE)),
                at=at,
                asked_by=asked.asked_by,
                candidates=tuple(candidates()),
                found=found,
                milliseconds=milliseconds,
                session_id=self._label(asked.session_id),
                client_id=self._label(asked.client_id),
                plan=asked.plan,
            )
        )

    def _label(self, label: str) -> str:
        return _encodable(self.masking.of_text(label)) if label else ""


def _encodable(text: str) -> str:
    """Return the text with what no database can hold (half a pair of surrogates) replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")
