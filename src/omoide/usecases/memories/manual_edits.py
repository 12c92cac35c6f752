"""Tending: what the owner does to memories by hand, and what the coming nights will do (SPEC M9, M10, X4)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from omoide.domain.memories import archive, levels, protection
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Cause, Memory, MemoryId
from omoide.domain.memories.protection import Granted, ProtectionAnswer, ProtectionRules
from omoide.domain.nights import forecast, night
from omoide.domain.nights.forecast import Fall, Outlook
from omoide.domain.nights.night import NightRules
from omoide.domain.nights.population import Population
from omoide.domain.personas.persona import Persona
from omoide.errors import InvalidInput, MemoryNotFound
from omoide.ports.memories.manual_edits import ManualEdits
from omoide.ports.memories.store import MemoryFilter, MemoryReading
from omoide.ports.nights.store import NightReading
from omoide.ports.time.clock import Clock

LONGEST_FORECAST_DAYS = 3660


@dataclass(frozen=True, slots=True)
class Protect:
    """Protects a memory, or lets it wait when all places are taken."""

    memories: MemoryReading
    hand: ManualEdits
    clock: Clock
    rules: ProtectionRules

    def __call__(self, persona: Persona, memory: Memory) -> ProtectionAnswer:
        """Return whether it is protected now; when not, the oldest protected ones, to choose from."""
        protected = self.memories.find(persona.id, MemoryFilter(protected_only=True))
        answer = protection.answer(memory.id, protected=protected, rules=self.rules)
        now = self.clock.now()
        if isinstance(answer, Granted):
            if not memory.protected:
                self.hand.protect(persona.id, [memory.id], at=now)
        else:
            self.hand.claim(persona.id, memory.id, at=now)
        return answer

    def settle(self, persona: Persona) -> list[MemoryId]:
        """Protect those that wait while there is room: whoever asked and was broken off is not forgotten."""
        claims = self.hand.claims(persona.id)
        if not claims:
            return []
        protected = self.memories.find(persona.id, MemoryFilter(protected_only=True))
        promoted = protection.next_in_line(claims, protected_count=len(protected), rules=self.rules)
        if promoted:
            self.hand.protect(persona.id, promoted, at=self.clock.now())
        return promoted


@dataclass(frozen=True, slots=True)
class Release:
    """Lets a protected memory fade again; whoever waited longest takes its place."""

    memories: MemoryReading
    hand: ManualEdits
    clock: Clock
    rules: ProtectionRules

    def __call__(self, persona: Persona, memory: Memory) -> list[Memory]:
        """Release the memory and return those that are protected in its place."""
        now = self.clock.now()
        self.hand.release(persona.id, memory.id, at=now)
        protected = self.memories.find(persona.id, MemoryFilter(protected_only=True))
        claims = [claim for claim in self.hand.claims(persona.id) if claim.memory_id != memory.id]
        promoted = protection.next_in_line(claims, protected_count=len(protected), rules=self.rules)
        if promoted:
            self.hand.protect(persona.id, promoted, at=now)
        known = self.memories.get(persona.id, promoted)
        return [known[each] for each in promoted if each in known]


@dataclass(frozen=True, slots=True)
class Restore:
    """Brings a memory back: out of the archive, or after a night deleted it."""

    memories: MemoryReading
    hand: ManualEdits
    clock: Clock
    rules: NightRules

    def __call__(self, persona: Persona, name: str) -> Memory:
        """Return the memory, back as it was when the owner archived it or a night deleted it.

        One that faded into the archive by itself is back at level 3 with LTM's revival score.
        """
        try:
            memory = self.memories.named(persona.id, name)
        except MemoryNotFound:
            return self.hand.bring_back(persona.id, name, at=self.clock.now())
        if memory.archived_at is None:
            raise InvalidInput(f"memory {memory.label} is not in the archive; there is nothing to restore")
        was = self._archived_by_hand(persona, memory)
        back = (
            self._revived(memory) if was is None else replace(memory, current_level=was, faded_through=self.clock.now())
        )
        return self.hand.restore(persona.id, back, at=self.clock.now())

    def _archived_by_hand(self, persona: Persona, memory: Memory) -> Level | None:
        """Return from which level the owner put it into the archive; `None` when it came there by itself."""
        moves = [one for one in self.memories.history(persona.id, memory.id) if one.level_after is Level.ARCHIVE]
        return moves[-1].level_before if moves and moves[-1].cause is Cause.ARCHIVED else None

    def _revived(self, memory: Memory) -> Memory:
        now = self.clock.now()
        days = archive.archived_days(np.array([memory.archived_at], dtype=np.int64), now=now)
        [score] = archive.revival_score(
            np.array([float(memory.emotional_intensity)]),
            days_archived=days,
            levels=self.rules.levels,
            rules=self.rules.archive,
        )
        return replace(
            memory,
            current_level=Level.TRACE,
            retention_score=float(score),
            recall_count=memory.recall_count + 1,
            recalls_since_last_batch=1,
            faded_through=now,
        )


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A memory and what will become of it."""

    memory: Memory
    fall: Fall
    day: date
    """The local day of the night."""


@dataclass(frozen=True, slots=True)
class Foresee:
    """Says which memories will fall, when and why."""

    memories: MemoryReading
    reading: NightReading
    clock: Clock
    rules: NightRules

    def __call__(self, persona: Persona, *, days: int) -> list[Foreseen]:
        """Return every change of level within so many days, in the order of the nights."""
        if not 1 <= days <= LONGEST_FORECAST_DAYS:
            raise InvalidInput(f"a forecast reaches from 1 to {LONGEST_FORECAST_DAYS} days ahead; {days} was given")
        population = self.reading.population(persona.id)
        ahead = forecast.outlook(population, now=self.clock.now(), days=days, rules=self.rules, tz=persona.tz)
        known = self.memories.get(persona.id, sorted({fall.memory_id for fall in ahead.falls}))
        return _foreseen(ahead, known, persona)

    def alone(self, persona: Persona, memory: Memory, *, days: int) -> list[Foreseen]:
        """Return what will become of one memory by its own fading, as if no level were ever crowded."""
        everyone, place = self._placed(persona, memory)
        ahead = forecast.outlook_of_one(
            everyone, place, now=self.clock.now(), days=days, rules=self.rules, tz=persona.tz
        )
        return _foreseen(ahead, {memory.id: memory}, persona)

    def spared(self, persona: Persona, memory: Memory) -> Level | None:
        """Return the level that its score alone would have left it at; `None` unless it is room that keeps it."""
        deserved = levels.level_for(memory.retention_score, rules=self.rules.levels)
        if memory.is_archived or memory.current_level is Level.FULL or deserved <= memory.current_level:
            return None
        if memory.kept_until is not None and memory.kept_until >= self.clock.now():
            return None
        everyone, place = self._placed(persona, memory)
        return deserved if night.has_room(everyone, rules=self.rules)[place] else None

    def _placed(self, persona: Persona, memory: Memory) -> tuple[Population, int]:
        """Return everyone's numbers and the place of this memory among them."""
        everyone = self.reading.population(persona.id)
        place = int(np.searchsorted(everyone.ids, memory.id))
        if place >= len(everyone) or everyone.ids[place] != memory.id:
            raise MemoryNotFound(memory.label)
        return everyone, place


def _foreseen(ahead: Outlook, known: Mapping[MemoryId, Memory], persona: Persona) -> list[Foreseen]:
    return [
        Foreseen(known[fall.memory_id], fall, forecast.day_of(fall, tz=persona.tz))
        for fall in ahead.falls
        if fall.memory_id in known
    ]
