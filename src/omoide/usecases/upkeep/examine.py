"""Examine: is everything in order, and if not, what is to be done?"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.text.language import counted
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.domain.upkeep.finding import Finding, FindingState
from omoide.domain.upkeep.trouble import WorkTrouble
from omoide.errors import OmoideError
from omoide.ports.models.embedder import Embedder
from omoide.ports.personas.store import PersonaStore
from omoide.ports.recall.search import PassageStore, TextIndex
from omoide.ports.upkeep.health import Health
from omoide.usecases.recall.recut import Recut


@dataclass(frozen=True, slots=True)
class Examine:
    """Looks at the store, the index and the embedder; changes nothing."""

    health: Callable[[], Health]
    """Opening the database may itself be what fails, so it is opened inside the check."""
    personas: Callable[[], PersonaStore]
    passages: Callable[[], PassageStore]
    texts: Callable[[], TextIndex]
    embedder: Callable[[], Embedder]
    readers: Mapping[str, Callable[[], object]]
    """What reads turns without a model, by what it is for; asking for it opens its files and checks them."""
    recut: Callable[[PersonaId], Recut]
    nights_ahead: Callable[[Persona], Moment | None]
    """Tells until when no night runs by itself, when one was run ahead of the clock."""
    troubles: Callable[[], Sequence[WorkTrouble]]
    """Tells whose work does not go on by itself."""

    clock_leap: Callable[[Persona], Moment | None]
    """Tells when time was last known, when the clock stands years after that."""

    def __call__(self) -> list[Finding]:
        """Return the findings of all checks; one that fails does not keep the others from running."""
        checks: dict[str, tuple[str, Callable[[], Iterator[Finding]]]] = {
            "database": ("restore", self._database),
            "words": ("restore", self._words),
            "embedder": ("embedder", self._embedder),
            **{f"reader {name}": ("reader", partial(_reader, name, opened)) for name, opened in self.readers.items()},
            "vectors": ("embedder", self._vectors),
            "nights": ("restore", self._nights),
            "work": ("work", self._work),
        }
        return [finding for name, (todo, check) in checks.items() for finding in _safely(name.split()[0], todo, check)]

    def _database(self) -> Iterator[Finding]:
        health = self.health()
        problems, counts = health.problems(), health.counts()
        if problems:
            yield Finding("database", FindingState.WRONG, "; ".join(problems[:5]), "restore")
            return
        held = f"{counted(counts.personas, 'persona', 'personas')}, {counted(counts.events, 'event', 'events')}"
        yield Finding("database", FindingState.OK, f"{health.engine()}, revision {health.revision()}, {held}")

    def _words(self) -> Iterator[Finding]:
        texts = self.texts()
        size = counted(texts.size(), "passage", "passages")
        if not texts.is_sound():
            yield Finding("words", FindingState.WRONG, f"the tokens do not agree with {size}", "rebuild")
            return
        older = sum(len(self.recut(persona.id).waiting(persona.id)) for persona in self.personas().all())
        told = f"; of {counted(older, 'turn', 'turns')} also what Omoide put in is searched" if older else ""
        state, todo = (FindingState.ATTENTION, "rebuild") if older else (FindingState.OK, "")
        yield Finding("words", state, f"{size}{told}", todo)

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
            yield Finding(
                "vectors", state, f"{persona.name}: {counted(held, 'vector', 'vectors')}, {pending} pending", todo
            )

    def _nights(self) -> Iterator[Finding]:
        for persona in self.personas().all():
            until, known = self.nights_ahead(persona), self.clock_leap(persona)
            if until is not None:
                told = f"{persona.name}: a night of {_day(until, persona)} was run, ahead of the clock; none runs by itself before"
                yield Finding("nights", FindingState.ATTENTION, told, "ahead")
            elif known is not None:
                told = f"{persona.name}: the clock stands years after {_day(known, persona)}; no night runs by itself"
                yield Finding("nights", FindingState.ATTENTION, told, "leap")
            else:
                yield Finding("nights", FindingState.OK, f"{persona.name}: on time")

    def _work(self) -> Iterator[Finding]:
        troubles = self.troubles()
        if not troubles:
            yield Finding("work", FindingState.OK, "goes on")
        for trouble in troubles:
            yield Finding("work", FindingState.ATTENTION, f"does not go on for {trouble.told}", "work")


def _reader(name: str, opened: Callable[[], object]) -> Iterator[Finding]:
    opened()
    yield Finding("reader", FindingState.OK, f"{name}: built in")


def _day(when: Moment, persona: Persona) -> str:
    return moment.local(when, tz=persona.tz).strftime("%Y-%m-%d")


def _safely(name: str, todo: str, check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    try:
        yield from check()
    except OmoideError as exc:
        yield Finding(name, FindingState.WRONG, str(exc), todo)
