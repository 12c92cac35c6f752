"""One process's work on one night: what is left of the plan, batch by batch, and the report at the end."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.memories import likeness, relations
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Cause, MemoryId, embeddable
from omoide.domain.memories.relations import Graph, RelationRules
from omoide.domain.nights.night import NightPlan
from omoide.domain.nights.night_report import MOST_LISTED, Change, NightReport
from omoide.domain.nights.population import NEVER, Population
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.passage import whole_piece
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.ports.memories.store import MemoryReading
from omoide.ports.models.embedder import Embedder
from omoide.ports.nights.store import (
    Fading,
    NightReading,
    NightRecords,
    NightRun,
    NightStore,
    Phase,
    Retold,
    Texts,
)
from omoide.ports.time.clock import Clock
from omoide.usecases.nights.condense import Condenser

Progress = Callable[[Phase, int, int], None]
"""Is told the phase, how many rows of it are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class StepSizes:
    """How much is kept in one step: other processes wait no longer than one of these takes."""

    numbers: int = 8000
    texts: int = 20
    relations: int = 8000
    deletions: int = 200


DEFAULT_STEPS: Final = StepSizes()


@dataclass
class NightWork:
    """One process's work on one night."""

    reading: NightReading
    store: NightStore
    records: NightRecords
    memories: MemoryReading
    condenser: Condenser
    embedder: Embedder
    clock: Clock
    stopwatch: Callable[[], float]
    """Seconds that pass; only differences count."""
    relations: RelationRules
    grace_days: int
    steps: StepSizes
    persona: Persona
    run: NightRun
    plan: NightPlan
    progress: Progress
    _seconds: dict[str, float] = field(default_factory=dict)
    _changes: tuple[Graph, Graph] | None = None

    def work(self) -> NightReport:
        """Do what is left of the night and return its report."""
        steps = {Phase.FADE: self._fade, Phase.CONDENSE: self._condense, Phase.RELATE: self._relate,
                 Phase.DELETE: self._delete}  # fmt: skip
        order = list(steps)
        for phase, step in steps.items():
            started = self.stopwatch()
            if self._has_work(phase) and order.index(self.run.phase) <= order.index(phase):
                if self.run.phase is not phase:
                    self.run = self.store.advance(self.run, phase)
                step()
            self._seconds[phase.value] = round(self.stopwatch() - started, 3)
        return self._finish()

    def _has_work(self, phase: Phase) -> bool:
        """Tell whether the plan leaves anything to a phase; one without work is passed over."""
        return {Phase.CONDENSE: len(self.plan.condensed), Phase.DELETE: len(self.plan.deleted)}.get(phase, 1) > 0

    def _fade(self) -> None:
        plan = self.plan
        waits = np.zeros(len(plan.before), dtype=np.bool_)
        waits[plan.condensed] = True
        causes = _causes(plan)
        moved = np.searchsorted(plan.before.ids, np.array(sorted(causes), dtype=np.int64))
        for start in range(self.run.done, len(plan.before), self.steps.numbers):
            rows = slice(start, min(start + self.steps.numbers, len(plan.before)))
            here = moved[(moved >= rows.start) & (moved < rows.stop)]
            told = {place - start: causes[memory_id] for place, memory_id in _numbered(here, plan.before.ids)}
            self.run = self.store.fade(
                self.run, Fading(plan.before.only(rows), plan.after.only(rows), waits[rows], told)
            )
            self.progress(Phase.FADE, self.run.done, len(plan.before))

    def _condense(self) -> None:
        places = self.plan.condensed
        causes = _causes(self.plan)
        while self.run.done < len(places):
            chosen = places[self.run.done : self.run.done + self.steps.texts]
            told = self._retold(chosen, causes)
            space = self.embedder.space
            self.run = self.store.retell(self.run, told, space=space, rows=len(chosen))
            self.progress(Phase.CONDENSE, self.run.done, len(places))

    def _retold(self, places: NDArray[np.int64], causes: dict[int, Cause]) -> list[Retold]:
        before, after = self.plan.before, self.plan.after
        ids = [MemoryId(int(each)) for each in after.ids[places]]
        texts = self.reading.texts(self.persona.id, ids)
        drafts: list[tuple[int, MemoryId, Texts, str, str]] = []
        for place, memory_id in zip(places.tolist(), ids, strict=True):
            if memory_id not in texts:
                continue
            draft = self.condenser(texts[memory_id], level=Level(int(after.level[place])))
            if draft is not None:
                drafts.append((place, memory_id, texts[memory_id], draft.trigger, draft.content))
        whole = [embeddable(trigger=trigger, content=content) for _, _, _, trigger, content in drafts]
        vectors = self.embedder.embed(whole) if whole else np.zeros((0, 0), np.float32)
        return [
            Retold(
                memory_id=memory_id,
                hand=int(before.hand[place]),
                level_before=Level(int(before.level[place])),
                level_after=Level(int(after.level[place])),
                archived_at=None if after.archived_at[place] == NEVER else Moment(int(after.archived_at[place])),
                cause=causes[memory_id],
                retention_score=float(after.retention[place]),
                before=old,
                trigger=trigger,
                content=content,
                piece=whole_piece(text),
                vector=vector,
            )
            for (place, memory_id, old, trigger, content), text, vector in zip(drafts, whole, vectors, strict=True)
        ]

    def _relate(self) -> None:
        self._changes = self.records.changes(self.run)
        if self._changes is None:
            self._changes = self._related()
            self.records.keep_changes(self.run, removed=self._changes[0], added=self._changes[1])
        removed, added = self._changes
        step = self.steps.relations
        while self.run.done < len(removed) + len(added):
            gone, come = slice_of(removed, added, start=self.run.done, size=step)
            self.run = self.store.relate(self.run, removed=gone, added=come)
            self.progress(Phase.RELATE, self.run.done, len(removed) + len(added))

    def _related(self) -> tuple[Graph, Graph]:
        rules = self.relations
        survivors = self.plan.survivors
        bearings = survivors.bearings
        start = self.reading.graph(self.persona.id)
        clean = relations.cleaned(start, bearings=bearings)
        right = relations.turned(clean, bearings=bearings, rules=rules)
        pairs = self._like_pairs(survivors) if rules.enable_auto_linking else None
        linked = relations.linked(right, pairs, bearings=bearings, rules=rules) if pairs is not None else None
        settled = relations.joined(right, linked) if linked is not None else right
        return relations.without(start, settled), relations.without(settled, start)

    def _like_pairs(self, survivors: Population) -> Graph | None:
        """Return the pairs of likeness between tonight's new or retold memories and all active ones."""
        before = self.plan.before
        is_first_night = (before.faded_through == before.created) & (self.plan.nights > 0)
        fresh_ids = np.union1d(before.ids[is_first_night], before.ids[self.plan.condensed])
        if not len(fresh_ids):
            return None
        active = survivors.ids[survivors.is_active]
        meanings = partial(self.reading.meanings, self.persona.id, self.embedder.space)
        fresh = likeness.gathered(meanings(among=fresh_ids[relations.holds(active, fresh_ids)]))
        threshold = self.relations.auto_link_similarity_threshold
        return likeness.like_pairs(fresh, meanings(among=active), threshold=threshold)

    def _delete(self) -> None:
        doomed = self.plan.deleted
        step = self.steps.deletions
        for start in range(self.run.done, len(doomed), step):
            ids = [MemoryId(int(each)) for each in doomed[start : start + step]]
            self.run = self.store.delete(self.run, ids)
            self.progress(Phase.DELETE, self.run.done, len(doomed))

    def _finish(self) -> NightReport:
        ended = self.clock.now()
        report = self._report(ended)
        grace = Moment(ended - self.grace_days * DAY_SECONDS)
        self.run = self.records.close(self.run, report, past_grace=grace)
        return report

    def _report(self, ended: Moment) -> NightReport:
        plan = self.plan
        reinforced = int(((plan.before.recalls > 0) & (plan.nights > 0)).sum())
        counts = {shift.cause.value: len(shift) for shift in (*plan.shifts, plan.spared)} | {"reinforced": reinforced}
        condensed = len(self.records.retold(self.run))
        counts |= {"condensed": condensed, "postponed": len(plan.condensed) - condensed, **self._links()}
        held = self.memories.count(self.persona.id)
        return NightReport(
            until=self.run.until,
            began=self.run.began,
            ended=ended,
            nights=int(plan.nights.max(initial=0)),
            memories=len(plan.before),
            counts=counts,
            levels={str(int(level)): held[level] for level in Level},
            seconds=self._seconds,
            changes=self._listed(),
        )

    def _links(self) -> dict[str, int]:
        removed, added = self._changes or self.records.changes(self.run) or _no_changes()
        turned = len(relations.without(removed, _reversed(added)))
        return {
            "linked": len(relations.without(added, _reversed(removed))),
            "turned": len(removed) - turned,
            "unlinked": turned,
        }

    def _listed(self) -> tuple[Change, ...]:
        wanted = [
            (MemoryId(memory_id), shift.cause, Level(before), Level(after))
            for shift in self.plan.shifts
            for memory_id, before, after in zip(
                shift.ids.tolist(), shift.before.tolist(), shift.after.tolist(), strict=True
            )
        ][:MOST_LISTED]
        names = self.reading.labels(self.persona.id, [memory_id for memory_id, _, _, _ in wanted])
        return tuple(
            Change(names.get(memory_id, str(memory_id)), cause, before, after)
            for memory_id, cause, before, after in wanted
        )


def _numbered(places: NDArray[np.int64], ids: NDArray[np.int64]) -> Iterable[tuple[int, int]]:
    return zip(places.tolist(), ids[places].tolist(), strict=True)


def _causes(plan: NightPlan) -> dict[int, Cause]:
    """Return why each memory's level changes; of several reasons the last one.  Deletion tells of itself."""
    told = [shift for shift in plan.shifts if shift.cause is not Cause.DELETED]
    return {memory_id: shift.cause for shift in told for memory_id in shift.ids.tolist()}


def slice_of(removed: Graph, added: Graph, *, start: int, size: int) -> tuple[Graph, Graph]:
    """Return the next relations to take away and to add: first all that go, then all that come."""
    rows = np.arange(start, min(start + size, len(removed) + len(added)))
    return removed.only(rows[rows < len(removed)]), added.only(rows[rows >= len(removed)] - len(removed))


def _reversed(graph: Graph) -> Graph:
    return Graph(graph.target, graph.source, graph.kind, graph.similarity)


def _no_changes() -> tuple[Graph, Graph]:
    nothing = relations.graph_of([])
    return nothing, nothing
