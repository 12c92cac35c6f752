"""Nightly: after a night the days are told, and weeks made of those that lie far back (NEX 睡眠時記憶整理).

Of a long past that was never told, a night tells one month, the newest first: what stands before the raw log is needed soonest,
and a model is not paid for years at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from omoide.domain.personas.persona import Persona
from omoide.errors import Refused, Unavailable
from omoide.usecases.episodes.compress import CompressEpisodes
from omoide.usecases.episodes.update import UpdateEpisodes

MOST_A_NIGHT: Final = 31
"""Days."""


@dataclass(frozen=True, slots=True)
class TellNightly:
    """Tells what is to be told, by itself."""

    update: UpdateEpisodes
    compress: CompressEpisodes

    def __call__(self, persona: Persona, *, between: Callable[[], None]) -> None:
        """Tell days and weeks; what cannot be told now waits for the next night.  `between` is called after each."""
        try:
            self.update(persona, limit=MOST_A_NIGHT, newest=True, progress=lambda *_: between())
            self.compress(persona, progress=lambda *_: between())
        except (Refused, Unavailable):
            return
