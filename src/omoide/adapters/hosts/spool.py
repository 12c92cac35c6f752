"""The spool: events of hooks that wait on the disk until they have been taken in.

The hook client writes each into a file of its own and renames it when it is whole.  A file is removed only after what it
asks for is done; done twice, it changes nothing.  What cannot be read is set aside, never thrown away.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from omoide.domain.time.moment import Moment

ASIDE = "unreadable"


@dataclass(frozen=True, slots=True)
class SpoolRecord:
    """One event of a hook."""

    event: str
    at: Moment
    session_id: str
    transcript_path: str
    cwd: str
    last_words: str
    """The last message of the assistant, secrets masked."""


def parsed(data: bytes) -> SpoolRecord:
    """Return the record in these bytes; raise `ValueError` when there is none."""
    told = json.loads(data)
    if not isinstance(told, dict) or not isinstance(told.get("event"), str) or not isinstance(told.get("at"), int):
        raise ValueError("not a record of the spool")  # noqa: TRY004 - whatever was wrong in the file

    def text(name: str) -> str:
        value = told.get(name)
        return value if isinstance(value, str) else ""

    return SpoolRecord(
        event=told["event"],
        at=Moment(told["at"]),
        session_id=text("session_id"),
        transcript_path=text("transcript_path"),
        cwd=text("cwd"),
        last_words=text("last_assistant_message"),
    )


class Spool:
    """The files that wait."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def waiting(self) -> list[Path]:
        """Return the files that wait, oldest first."""
        try:
            return sorted(path for path in self._folder.iterdir() if path.suffix == ".json")
        except OSError:
            return []

    def records(self) -> Iterator[tuple[Path, SpoolRecord]]:
        """Yield each record that waits; files that hold none are set aside."""
        for path in self.waiting():
            try:
                yield path, parsed(path.read_bytes())
            except ValueError:
                self._set_aside(path)
            except OSError:
                continue

    def done(self, path: Path) -> None:
        """Take a file away: what it asked for is done."""
        path.unlink(missing_ok=True)

    def _set_aside(self, path: Path) -> None:
        with suppress(OSError):
            (self._folder / ASIDE).mkdir(mode=0o700, exist_ok=True)
            path.replace(self._folder / ASIDE / path.name)
