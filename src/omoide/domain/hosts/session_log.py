"""Turns as they are read from a host's session log, and what is known about the end of the last one."""

from collections.abc import Callable
from dataclasses import dataclass

from omoide.domain.hosts.transcript import TranscriptTurn
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class ReadTurn:
    """A turn, or the end of the reading, and where to go on from here."""

    turn: TranscriptTurn | None
    offset: int
    """Bytes into the file; what lies before it is never needed again."""


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """What is known about the end of a session's turn that the log may not show yet."""

    at: Moment
    """Turns that began up to this moment have ended."""
    last_words: str = ""
    was_said_before: Callable[[], bool] = lambda: False
    """Tells whether an earlier turn that was kept already ends with these words: then they do not end this one."""
