"""Vectors from a server that is paid: each text once, every call in the ledger, no call past a cap."""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.thinkers.meter import Meter, Tariff
from omoide.domain.models.spending import CallOutcome, Usage, estimated_tokens
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.errors import BudgetSpent, EmbedderUnavailable
from omoide.ports.models.answers import VectorCache
from omoide.ports.models.embedder import Embedder, Role

PURPOSE = "embed"


@dataclass(frozen=True, slots=True)
class StoredEmbedder:
    """Looks for a text's vector before it asks the server."""

    embedder: Embedder
    cache: VectorCache
    meter: Meter
    tariff: Tariff
    batch: int = 20
    """Texts whose vectors are kept in one step: what a kill can lose (NEX BATCH_SIZE)."""
    stopwatch: Callable[[], float] = time.monotonic

    @property
    def space(self) -> EmbeddingSpace:
        """Return the server's space."""
        return self.embedder.space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return one unit row per text; raise `EmbedderUnavailable` when the server, or the purse, does not give them."""
        hashes = [_hash(text, role=role) for text in texts]
        found = self.cache.get(self.space.key, list(dict.fromkeys(hashes)))
        missing = {key: text for key, text in zip(hashes, texts, strict=True) if key not in found}
        for start in range(0, len(missing), self.batch):
            part = dict(list(missing.items())[start : start + self.batch])
            found |= self._asked(part, role=role)
        rows = [found[key] for key in hashes]
        return np.stack(rows).astype(np.float32) if rows else np.zeros((0, self.space.dims), np.float32)

    def _asked(self, texts: dict[bytes, str], *, role: Role) -> dict[bytes, NDArray[np.float32]]:
        usage = Usage(input_tokens=sum(map(estimated_tokens, texts.values())))
        started, billed = self.stopwatch(), self._billed()
        try:
            with self.meter.purse.reserved(usage, tariff=self.tariff):
                matrix = self.embedder.embed(list(texts.values()), role=role)
        except BudgetSpent as exc:
            raise EmbedderUnavailable(str(exc)) from exc
        except EmbedderUnavailable:
            self._record(Usage(), outcome=CallOutcome.FAILED, started=started)
            raise
        vectors = dict(zip(texts, matrix, strict=True))
        self.cache.put(self.space.key, vectors, at=self.meter.purse.clock.now())
        counted = self._billed() - billed
        self._record(Usage(counted) if counted > 0 else usage, outcome=CallOutcome.ANSWERED, started=started)
        return vectors

    def _billed(self) -> int:
        """Return what the server has counted so far, when it counts."""
        return int(getattr(self.embedder, "tokens_billed", 0))

    def _record(self, usage: Usage, *, outcome: CallOutcome, started: float) -> None:
        latency_ms = round((self.stopwatch() - started) * 1000)
        self.meter.record(usage, purpose=PURPOSE, tariff=self.tariff, latency_ms=latency_ms, outcome=outcome)


def _hash(text: str, *, role: Role) -> bytes:
    return hashlib.sha256(f"{role}\0{text}".encode("utf-8", "surrogatepass")).digest()
