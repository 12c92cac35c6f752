"""While away: what waits is worked off in small portions, off the reply's path (SPEC M14).

Vectors that are missing, turns that are no memory yet or not yet digested, a night that is due.  Nothing here is a queue: what waits is
read from the store, so that nothing is lost when a process ends in the middle.
"""

from collections.abc import Callable
from dataclasses import dataclass

from omoide.domain.personas.persona import Persona
from omoide.errors import Refused, Unavailable
from omoide.usecases.nights.sleep import Sleep
from omoide.usecases.recall.catch_up import CatchUp
from omoide.usecases.understanding.digest import Digest
from omoide.usecases.understanding.remember import Remember


def _at_once() -> None:
    """Let nobody go first."""


@dataclass(frozen=True, slots=True)
class WhileAway:
    """Does waiting work for a short while."""

    catch_up: CatchUp
    remember: Remember
    digest: Digest
    sleep: Sleep

    def portion(
        self, persona: Persona, *, turns: int = 5, seconds: float = 0.2, between: Callable[[], None] = _at_once
    ) -> bool:
        """Do a little of what waits; tell whether anything was done, so that more may wait.

        `between` is called between one turn and the next, and may let somebody else go first.
        Raise `Unavailable` when whoever embeds or appraises is out of reach; the rest goes on waiting.
        """
        vectors = self.catch_up(persona.id, within_seconds=seconds).done
        between()
        looked_at: list[int] = []
        for turn in range(turns):
            self.remember.pending(persona, limit=1, progress=looked_at.append)
            if len(looked_at) <= turn:
                break
            between()
        digested = self.digest(persona, limit=turns * 4, progress=lambda _done, _all: between())
        return bool(vectors or looked_at or digested.applied or digested.refused or digested.skipped)

    def night(self, persona: Persona, *, between: Callable[[], None] = _at_once) -> bool:
        """Run the nights that are due; tell whether there was one.  `between` is called after each of its steps."""
        try:
            return self.sleep(persona, by_itself=True, progress=lambda *_: between()) is not None
        except (Refused, Unavailable):
            return False
