"""While away: what waits is worked off in small portions, off the reply's path (SPEC M14).

Vectors that are missing, turns that are no memory yet or not yet digested, a night that is due.  Nothing here is a queue: what waits is
read from the store, so that nothing is lost when a process ends in the middle.
"""

from dataclasses import dataclass

from omoide.domain.persona import Persona
from omoide.errors import Refused, Unavailable
from omoide.usecases.catch_up import CatchUp
from omoide.usecases.digest import Digest
from omoide.usecases.remember import Remember
from omoide.usecases.sleep import Sleep


@dataclass(frozen=True, slots=True)
class WhileAway:
    """Does waiting work for a short while."""

    catch_up: CatchUp
    remember: Remember
    digest: Digest
    sleep: Sleep

    def portion(self, persona: Persona, *, turns: int = 5, seconds: float = 0.5) -> bool:
        """Do a little of what waits; tell whether anything was done, so that more may wait.

        Raise `Unavailable` when whoever embeds or appraises is out of reach; the rest goes on waiting.
        """
        vectors = self.catch_up(persona.id, within_seconds=seconds).done
        looked_at: list[int] = []
        self.remember.pending(persona, limit=turns, progress=looked_at.append)
        digested = self.digest(persona, limit=turns * 4)
        return bool(vectors or looked_at or digested.applied or digested.refused or digested.skipped)

    def night(self, persona: Persona) -> bool:
        """Run the nights that are due; tell whether there was one."""
        try:
            return self.sleep(persona, by_itself=True) is not None
        except (Refused, Unavailable):
            return False
