"""Where reports of sleeps are kept, also of one that is under way."""

from collections.abc import Collection
from typing import Protocol

from omoide.domain.personas.persona import PersonaId
from omoide.domain.sleep.sleep_report import SleepReport
from omoide.domain.sleep.stage import SleepStage
from omoide.domain.time.moment import Moment


class SleepStore(Protocol):
    """Keeps a report for each sleep."""

    def begin(
        self, persona_id: PersonaId, *, at: Moment, by_itself: bool, wanted: Collection[SleepStage]
    ) -> SleepReport:
        """Keep that a sleep has begun."""
        ...

    def keep(self, persona_id: PersonaId, report: SleepReport) -> None:
        """Keep how far a sleep has come, in place of what was known of it."""
        ...

    def under_way(self, persona_id: PersonaId) -> SleepReport | None:
        """Return the sleep that has not ended: it goes on, or was broken off."""
        ...

    def reports(self, persona_id: PersonaId, *, limit: int) -> list[SleepReport]:
        """Return the last sleeps, newest first."""
        ...
