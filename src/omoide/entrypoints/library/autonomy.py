"""Whether the persona would speak first: `mind.autonomy`."""

from omoide.bootstrap.autonomy import AutonomyFactory
from omoide.domain.autonomy.decision import Decision
from omoide.domain.autonomy.prompt import ProactivePrompt
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import Moment
from omoide.entrypoints.library.moments import When, meant_if_given
from omoide.ports.time.clock import Clock


class MindAutonomy:
    """The wish of one persona to speak first; it never does by itself."""

    def __init__(self, parts: AutonomyFactory, persona: Persona, *, clock: Clock) -> None:
        self._parts = parts
        self._persona = persona
        self._clock = clock

    def __call__(self, at: When | None = None) -> Decision:
        """Return whether the persona would act at an instant, by default now, why, and when to ask again."""
        return self._parts.decide(self._persona)(self._persona, at=self._instant(at))

    def prompt(self, at: When | None = None) -> ProactivePrompt | None:
        """Return what to give the model so that the persona speaks first; `None` when it would not.

        Keep what it says with `observe(assistant=…, source=prompt.source)`; if it tells what is due, `due.tell()` marks it.
        """
        return self._parts.decide(self._persona).prompt(self._persona, at=self._instant(at))

    def _instant(self, at: When | None) -> Moment:
        when = meant_if_given(at, persona=self._persona)
        return self._clock.now() if when is None else when
