"""Which session logs there are, and whether one may still be written to."""

import time
from pathlib import Path

from omoide.domain.hosts.session_log import TurnEnd
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

LIVE_SECONDS = 3600
"""A log that was written to so lately may belong to a session that goes on: its last turn is left to the hooks."""


def found_logs(path: Path) -> list[Path]:
    """Return a session log, or those in a folder, oldest first; raise `InvalidInput` when it is neither."""
    try:
        if path.is_file():
            return [path]
        if path.is_dir():
            found = [log for log in path.rglob("*.jsonl") if log.is_file()]
            return sorted(found, key=lambda log: (log.stat().st_mtime, str(log)))
    except OSError as exc:
        raise InvalidInput(f"{path} cannot be looked at: {exc.strerror}") from exc
    raise InvalidInput(f"{path} is neither a session log nor a folder of them; give one, such as ~/.claude/projects")


def end_of(log: Path) -> TurnEnd | None:
    """Return when the last turn of a log had ended; `None` while it may go on."""
    written = log.stat().st_mtime
    return TurnEnd(Moment(int(written) + 1)) if time.time() - written > LIVE_SECONDS else None


class FoundLogs:
    """The session logs of a folder."""

    def found(self, path: Path) -> list[Path]:
        """Return them, oldest first."""
        return found_logs(path)

    def end_of(self, log: Path) -> TurnEnd | None:
        """Return when the last turn of a log had ended; `None` while it may go on."""
        try:
            return end_of(log)
        except OSError:
            return None
