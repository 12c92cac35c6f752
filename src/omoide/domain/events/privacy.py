"""What is never written down: turns that match a pattern of the owner's."""

import re
from dataclasses import dataclass

from omoide.domain.events.event import Turn


@dataclass(frozen=True, slots=True)
class Unrecorded:
    """Patterns of turns that must not be kept."""

    patterns: tuple[str, ...] = ()

    def covers(self, turn: Turn) -> bool:
        """Tell whether one side of the turn matches one of the patterns."""
        texts = (turn.user, turn.assistant or "", *turn.image_summaries)
        return any(re.search(pattern, text) for pattern in self.patterns for text in texts)
