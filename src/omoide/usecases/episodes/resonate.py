"""Resonate: what an answer says it resonated with stirs more, or less, from then on (SPEC EP7; NEX Phase H)."""

from dataclasses import dataclass

from omoide.domain.episodes import arousal, memory_trace
from omoide.domain.episodes.arousal import ArousalRules
from omoide.domain.events.event import Event
from omoide.domain.personas.persona import Persona
from omoide.ports.episodes.store import EpisodeStore
from omoide.ports.time.clock import Clock


@dataclass(frozen=True, slots=True)
class Resonate:
    """Applies the traces of an answer."""

    episodes: EpisodeStore
    clock: Clock
    rules: ArousalRules

    def __call__(self, persona: Persona, event: Event) -> int:
        """Move the arousal of the episodes an answer names; return how many.  Unknown ids are passed over.

        An answer counts once, however often it is read.
        """
        traces = memory_trace.read(event.assistant or "").traces
        if not traces:
            return 0
        every = {each.label: each for each in self.episodes.all(persona.id)}
        told = {every[trace.label].id: trace.resonance for trace in traces if trace.label in every}
        before = {each.id: each.arousal for each in every.values()}
        moved = {number: arousal.resonated(before[number], value, rules=self.rules) for number, value in told.items()}
        live = {each.id: moved.get(each.id, each.arousal) for each in every.values() if not each.is_archived}
        after = moved | arousal.normalised(live, rules=self.rules)
        counted = bool(told) and self.episodes.resonate(persona.id, event.id, told, arousals=after, at=self.clock.now())
        return len(told) if counted else 0
