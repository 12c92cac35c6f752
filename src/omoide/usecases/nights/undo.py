"""Undo: nights are taken back, the newest first, each within its grace period (SPEC X4).

Numbers come from what was written down when the night began, texts from the history; recalls that came since stay.
What the owner moved since the night stays where the owner put it.  Broken off, undoing goes on where it stood.
"""

from dataclasses import dataclass, replace

import numpy as np

from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Cause, Draft, MemoryId, embeddable
from omoide.domain.nights.night import NightPlan, NightRules
from omoide.domain.nights.population import NEVER, Population
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.passage import whole_piece
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import NightNotFound
from omoide.ports.memories.deleted_memories import DeletedMemories
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
from omoide.usecases.nights.night_work import DEFAULT_STEPS, StepSizes, slice_of
from omoide.usecases.nights.sleep import planned


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the last night that is not undone yet."""

    reading: NightReading
    store: NightStore
    records: NightRecords
    deleted: DeletedMemories
    embedder: Embedder
    clock: Clock
    rules: NightRules
    grace_days: int = 7
    steps: StepSizes = DEFAULT_STEPS

    def __call__(self, persona: Persona) -> Moment:
        """Undo the last night and return its hour; raise `NightNotFound` when there is none to undo.

        Called again, it takes back the night before that one.
        """
        run, before = self._opened(persona)
        self._bring_back(run)
        plan = self._as_it_stands(planned(persona, run, before=before, rules=self.rules), persona)
        run = self._numbers(run, plan)
        run = self._texts(run, plan, persona, start=len(plan.before))
        run = self._relations(run, start=len(plan.before) + len(plan.condensed))
        self.store.advance(run, Phase.UNDONE, at=run.ended)
        return run.until

    def _bring_back(self, run: NightRun) -> None:
        """Bring back what the night took out; nothing is counted, for those that are back are not asked for again."""
        taken_out, step = self.deleted.of_night(run), self.steps.deletions
        for start in range(0, len(taken_out), step):
            texts = self.deleted.texts(run, taken_out[start : start + step])
            if texts:
                vectors = dict(zip(texts, self.embedder.embed(list(texts.values())), strict=True))
                self.deleted.bring_back(run, vectors, space=self.embedder.space, at=self.clock.now())

    def _as_it_stands(self, plan: NightPlan, persona: Persona) -> NightPlan:
        """Return the plan with the owner's touches since: one that left the level alone does not stand in the way.

        Who protects a memory because the night shortened it wants the night undone for that memory most of all.
        """
        now = self.reading.population(persona.id)
        there = np.isin(plan.after.ids, now.ids)
        places = np.searchsorted(now.ids, plan.after.ids[there])
        hand = plan.before.hand.copy()
        same = (now.level[places] == plan.after.level[there]) | (now.level[places] == plan.before.level[there])
        hand[np.flatnonzero(there)[same]] = now.hand[places[same]]
        return replace(plan, before=replace(plan.before, hand=hand), after=replace(plan.after, hand=hand))

    def _opened(self, persona: Persona) -> tuple[NightRun, Population]:
        run = self.records.standing(persona.id)
        if run is not None and run.phase is Phase.UNDOING:
            return run, self.store.before(run)
        if run is None or run.phase is not Phase.DONE or run.ended is None:
            raise NightNotFound("there is no finished night to undo")
        if self.clock.now() - run.ended > self.grace_days * DAY_SECONDS:
            raise NightNotFound(
                f"the last night ended more than {self.grace_days} days ago; its grace period has passed"
            )
        before = self.store.before(run)
        return self.store.advance(run, Phase.UNDOING), before

    def _numbers(self, run: NightRun, plan: NightPlan) -> NightRun:
        waits = np.zeros(len(plan.before), dtype=np.bool_)
        waits[plan.condensed] = True
        for start in range(run.done, len(plan.before), self.steps.numbers):
            rows = slice(start, min(start + self.steps.numbers, len(plan.before)))
            before, after = plan.after.only(rows), plan.before.only(rows)
            causes = dict.fromkeys(np.flatnonzero(before.level != after.level).tolist(), Cause.UNDONE)
            run = self.store.fade(run, Fading(before, after, waits[rows], causes))
        return run

    def _texts(self, run: NightRun, plan: NightPlan, persona: Persona, *, start: int) -> NightRun:
        told = self.records.retold(run)
        while run.done < start + len(plan.condensed):
            first = run.done - start
            places = plan.condensed[first : first + self.steps.texts].tolist()
            ids = [MemoryId(int(plan.before.ids[place])) for place in places]
            current = self.reading.texts(persona.id, ids)
            batch = [
                self._retold(plan, place, told[memory_id], current[memory_id])
                for place, memory_id in zip(places, ids, strict=True)
                if memory_id in told and memory_id in current
            ]
            run = self.store.retell(run, batch, space=self.embedder.space, rows=len(places))
        return run

    def _retold(self, plan: NightPlan, place: int, old: Draft, current: Texts) -> Retold:
        text = embeddable(trigger=old.trigger, content=old.content)
        archived = plan.before.archived_at[place]
        return Retold(
            memory_id=MemoryId(int(plan.before.ids[place])),
            hand=int(plan.before.hand[place]),
            level_before=Level(int(plan.after.level[place])),
            level_after=Level(int(plan.before.level[place])),
            archived_at=None if archived == NEVER else Moment(int(archived)),
            cause=Cause.UNDONE,
            retention_score=float(plan.before.retention[place]),
            before=current,
            trigger=old.trigger,
            content=old.content,
            piece=whole_piece(text),
            vector=self.embedder.embed([text])[0],
        )

    def _relations(self, run: NightRun, *, start: int) -> NightRun:
        changes = self.records.changes(run)
        if changes is None:
            return run
        added, removed = changes
        while run.done - start < len(removed) + len(added):
            gone, come = slice_of(removed, added, start=run.done - start, size=self.steps.relations)
            run = self.store.relate(run, removed=gone, added=come)
        return run
