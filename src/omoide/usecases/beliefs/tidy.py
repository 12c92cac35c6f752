"""Tidy: close exact duplicates of the state, now and then (SPEC S6; 004 tidy_memory)."""

from collections.abc import Callable
from dataclasses import dataclass, field

from omoide.domain.beliefs import tidy
from omoide.domain.beliefs.state import State, StateKind
from omoide.domain.beliefs.tidy import Tidied, TidyRules
from omoide.domain.personas.persona import Persona
from omoide.ports.beliefs.store import BeliefStore, TidyStore
from omoide.ports.time.clock import Clock

TIDIED = tuple(kind for kind in StateKind if kind is not StateKind.LONG_MOOD)


@dataclass(frozen=True, slots=True)
class Tidy:
    """Closes duplicates when enough has been said since the last time."""

    beliefs: BeliefStore
    tidyings: TidyStore
    clock: Clock
    stopwatch: Callable[[], float]
    rules: TidyRules = field(default_factory=TidyRules)

    def __call__(self, persona: Persona, *, force: bool = False) -> Tidied | None:
        """Tidy if it is due; return what was seen and done, or `None` when it was not due or another just did it."""
        turns = self.tidyings.chat_turns(persona.id)
        last = self.tidyings.last(persona.id)
        is_due = tidy.is_due(turns, last=None if last is None else last.chat_turns, rules=self.rules)
        if not is_due and not (force and (last is None or last.chat_turns != turns)):
            return None
        return self._tidied(persona, turns)

    def _tidied(self, persona: Persona, turns: int) -> Tidied | None:
        started, now = self.stopwatch(), self.clock.now()
        states = self._open(persona)
        changes = tidy.closings(states, now=now, language=persona.language, rules=self.rules)
        duration_ms = round((self.stopwatch() - started) * 1000)
        tidied = Tidied(now, turns, tidy.counted(states), len(changes), duration_ms)
        return tidied if self.tidyings.keep(persona.id, changes, tidied=tidied) else None

    def _open(self, persona: Persona) -> list[State]:
        found: list[State] = []
        for candidates in (False, True):
            for kind in TIDIED:
                room = self.rules.max_examined - len(found)
                now = self.clock.now()
                found += self.beliefs.open(persona.id, {kind: room}, at=now, candidates=candidates) if room else []
        return found
