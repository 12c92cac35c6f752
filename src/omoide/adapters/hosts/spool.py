"""The spool: events of hooks that wait on the disk until they have been taken in.

The hook client writes each into a file of its own and renames it when it is whole.  A file is removed only after what it
asks for is done; done twice, it changes nothing.  What cannot be read is set aside, never thrown away.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from omoide.domain.hosts.spool_record import SpoolRecord, parsed

ASIDE = "unreadable"


class FileSpool:
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
