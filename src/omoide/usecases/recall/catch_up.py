"""Catch up: vectors for passages that have none yet (SPEC R7, R8).

Which passages those are is read from the store, never from a queue that could be lost.  Work is kept
step by step, so a kill loses at most one batch.  A text that already has a vector in the space is not embedded again.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import Passage, content_hash
from omoide.ports.jobs.background import ShouldStop
from omoide.ports.models.embedder import Embedder
from omoide.ports.recall.search import PassageStore

Progress = Callable[[int], None]
"""Is told, now and then, how many passages have been done so far."""


class Turns(Protocol):
    """Lets one at a time work for a persona."""

    def __call__(self, persona_id: PersonaId, /, *, within_seconds: float | None) -> AbstractContextManager[bool]:
        """Tell whether its turn has come within this time."""
        ...


def _alone(_persona_id: PersonaId, *, within_seconds: float | None) -> AbstractContextManager[bool]:
    del within_seconds
    return nullcontext(enter_result=True)


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """How far the work came."""

    done: int
    is_complete: bool


@dataclass(frozen=True, slots=True)
class CatchUp:
    """Embeds what is pending."""

    passages: PassageStore
    embedder: Embedder
    stopwatch: Callable[[], float]
    """Seconds that pass; only differences count."""
    batch: int = 20
    checkpoint: int = 5
    """Passages whose vectors are kept in one step (NEX: a checkpoint every 5 items)."""
    in_turn: Turns = _alone
    """Has two who would embed the same passages do so one after the other: the second finds it done."""

    def __call__(
        self,
        persona_id: PersonaId,
        *,
        within_seconds: float | None = None,
        most: int | None = None,
        progress: Progress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> CaughtUp:
        """Embed pending passages until none is left, the time is up, `most` are done, or it is told to stop."""
        started, done = self.stopwatch(), 0
        while (left := _left(within_seconds, self.stopwatch() - started)) is None or left > 0:
            if (should_stop and should_stop()) or (most is not None and done >= most):
                return CaughtUp(done, is_complete=False)
            with self.in_turn(persona_id, within_seconds=left) as is_alone:
                pending = self.passages.pending(persona_id, self.embedder.space, limit=self.batch)
                if not pending:
                    return CaughtUp(done, is_complete=True)
                if not is_alone:
                    break
                self._embed(persona_id, pending)
            done += len(pending)
            if progress:
                progress(done)
        return CaughtUp(done, is_complete=False)

    def waiting(self, persona_id: PersonaId, *, limit: int) -> list[Passage]:
        """Return the first passages that wait for their vectors."""
        return self.passages.pending(persona_id, self.embedder.space, limit=limit)

    def _embed(self, persona_id: PersonaId, pending: list[Passage]) -> None:
        space = self.embedder.space
        hashes = [content_hash(passage.text) for passage in pending]
        vectors = dict(self.passages.known_vectors(persona_id, space, sorted(set(hashes))))
        fresh = {key: passage.text for key, passage in zip(hashes, pending, strict=True) if key not in vectors}
        if fresh:
            vectors |= dict(zip(fresh, self.embedder.embed(list(fresh.values())), strict=True))
        for start in range(0, len(pending), self.checkpoint):
            group = slice(start, start + self.checkpoint)
            matrix = np.stack([vectors[key] for key in hashes[group]])
            self.passages.put_vectors(persona_id, space, [passage.id for passage in pending[group]], matrix)


def _left(within_seconds: float | None, passed: float) -> float | None:
    return None if within_seconds is None else within_seconds - passed
