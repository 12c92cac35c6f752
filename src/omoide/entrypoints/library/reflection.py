"""What the persona makes of its days at night, its dream diary: `mind.dreams`.

mind.dreams.reflect()                     # by hand; after a night it happens by itself
for entry in mind.dreams.list(limit=3):
    print(entry.day, entry.level, entry.text, entry.strategy)
"""

from collections.abc import Sequence

from omoide.bootstrap import Home
from omoide.domain.personas.persona import Persona
from omoide.domain.reflection import levels
from omoide.domain.reflection.insight import Insight, InsightId, as_insights_json
from omoide.domain.reflection.levels import Reflection
from omoide.domain.time import moment
from omoide.errors import InsightNotFound, InvalidInput
from omoide.usecases.reflection.reflect import ReflectionReport


class MindDreams:
    """The dream diary of one persona."""

    def __init__(self, home: Home, persona: Persona) -> None:
        self._home = home
        self._parts = home.reflection
        self._persona = persona

    def reflect(self) -> ReflectionReport:
        """Reflect on the days that are over and were not reflected on yet; turns that wait are digested first.

        The level follows from the dates that are kept: a week after the last weekly one, a month after the last monthly one.
        Killed anywhere, the next call goes on; a second call makes nothing.
        """
        with self._home.work.alone():
            self._home.understanding.digest(self._persona)(self._persona)
            return self._parts.reflect(self._persona)(self._persona)

    def list(self, *, limit: int | None = None) -> Sequence[Insight]:
        """Return the entries of the diary, the newest first."""
        if limit is not None and limit < 0:
            raise InvalidInput(f"a limit is a number from 0 on; {limit} is none")
        return self._parts.diary.all(self._persona.id, limit=limit)

    def get(self, which: int) -> Insight:
        """Return one entry; raise `InsightNotFound` when there is none."""
        found = self._parts.diary.get(self._persona.id, InsightId(which))
        if found is None:
            raise InsightNotFound(which)
        return found

    def strategy(self) -> str:
        """Return the newest strategy: what the persona is shown; empty when there is none."""
        found = self._parts.diary.latest_strategy(self._persona.id)
        return "" if found is None else found.strategy

    def reflections(self) -> Sequence[Reflection]:
        """Return which days were reflected on, and how deeply, oldest first."""
        return self._parts.store.all(self._persona.id)

    def next_level(self) -> int:
        """Return how deeply a reflection of today would go: 1 a day, 2 a week, 3 a month."""
        rules = self._parts.reflect(self._persona).rules
        today = self._home.foundation.clock.now()
        return levels.level_of(moment.day(today, tz=self._persona.tz), self.reflections(), rules=rules)

    def remove(self, which: int) -> Insight:
        """Delete an entry; its day is not reflected on again."""
        found = self.get(which)
        self._parts.diary.remove(self._persona.id, found.id)
        return found

    def export(self) -> Sequence[dict[str, str]]:
        """Return the diary in the shape of Nexus Ark's `insights.json`, the newest first."""
        return as_insights_json(self._parts.diary.all(self._persona.id), tz=self._persona.tz)
