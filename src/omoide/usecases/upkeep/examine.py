"""Examine: is everything in order, and if not, what is to be done?"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from omoide.domain.upkeep.finding import Finding, FindingState
from omoide.errors import OmoideError
from omoide.ports.events.store import PersonaStore
from omoide.ports.models.embedder import Embedder
from omoide.ports.recall.search import PassageStore, TextIndex
from omoide.ports.upkeep.health import Health


@dataclass(frozen=True, slots=True)
class Examine:
    """Looks at the store, the index and the embedder; changes nothing."""

    health: Callable[[], Health]
    """Opening the database may itself be what fails, so it is opened inside the check."""
    personas: Callable[[], PersonaStore]
    passages: Callable[[], PassageStore]
    texts: Callable[[], TextIndex]
    embedder: Callable[[], Embedder]

    def __call__(self) -> list[Finding]:
        """Return the findings of all checks; one that fails does not keep the others from running."""
        checks: dict[str, tuple[str, Callable[[], Iterator[Finding]]]] = {
            "database": ("restore", self._database),
            "words": ("restore", self._words),
            "embedder": ("embedder", self._embedder),
            "vectors": ("embedder", self._vectors),
        }
        return [finding for name, (todo, check) in checks.items() for finding in _safely(name, todo, check)]

    def _database(self) -> Iterator[Finding]:
        health = self.health()
        problems, counts = health.problems(), health.counts()
        if problems:
            yield Finding("database", FindingState.WRONG, "; ".join(problems[:5]), "restore")
            return
        detail = f"{health.engine()}, revision {health.revision()}, {counts.personas} personas, {counts.events} events"
        yield Finding("database", FindingState.OK, detail)

    def _words(self) -> Iterator[Finding]:
        texts = self.texts()
        if texts.is_sound():
            yield Finding("words", FindingState.OK, f"{texts.size()} passages")
        else:
            yield Finding(
                "words", FindingState.WRONG, f"the tokens do not agree with {texts.size()} passages", "rebuild"
            )

    def _embedder(self) -> Iterator[Finding]:
        embedder = self.embedder()
        matrix = embedder.embed(["思い出 memory"])
        is_unit = bool(np.allclose(np.linalg.norm(matrix, axis=1), 1.0, atol=1e-3))
        state, todo = (FindingState.OK, "") if is_unit else (FindingState.WRONG, "embedder")
        yield Finding("embedder", state, embedder.space.key, todo)

    def _vectors(self) -> Iterator[Finding]:
        space = self.embedder().space.key
        for persona in self.personas().all():
            coverage = self.passages().coverage(persona.id).get(space)
            pending = coverage.pending if coverage else self.passages().count(persona.id)
            held = coverage.vectors if coverage else 0
            state, todo = (FindingState.ATTENTION, "update") if pending else (FindingState.OK, "")
            yield Finding("vectors", state, f"{persona.name}: {held} vectors, {pending} pending", todo)


def _safely(name: str, todo: str, check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    try:
        yield from check()
    except OmoideError as exc:
        yield Finding(name, FindingState.WRONG, str(exc), todo)
