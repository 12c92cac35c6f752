"""What is never written down: turns that match a pattern of the owner's, and what a meta-request asks (SPEC E4)."""

import re
from dataclasses import dataclass, replace
from typing import Final

from omoide.domain.events.event import Turn

META_PROACTIVE: Final = "meta_proactive"
"""Source of what the persona did on its own when something outside asked it to."""
_META: Final = frozenset({"metarequest", "metaproactive"})


@dataclass(frozen=True, slots=True)
class Unrecorded:
    """Patterns of turns that must not be kept."""

    patterns: tuple[str, ...] = ()

    def covers(self, turn: Turn) -> bool:
        """Tell whether one side of the turn matches one of the patterns."""
        return any(map(self.covers_text, (turn.user, turn.assistant or "", *turn.image_summaries)))

    def covers_text(self, text: str) -> bool:
        """Tell whether a text matches one of the patterns."""
        return any(re.search(pattern, text) for pattern in self.patterns)


def is_meta(source: str) -> bool:
    """Tell whether a turn of this source answers a meta-request, however the name is written."""
    return re.sub(r"[\W_]+", "", source).lower() in _META


def as_recorded(turn: Turn) -> Turn:
    """Return the turn as it may be written down: of a meta-request only what the persona then did on its own.

    What was asked, in words or in pictures, is left out; the turn stands as `meta_proactive`.
    """
    return replace(turn, user="", image_summaries=(), source=META_PROACTIVE) if is_meta(turn.source) else turn
