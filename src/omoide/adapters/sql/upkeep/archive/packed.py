"""The zip itself: written as it comes, and checked before anything of it is believed.

Written to whatever takes bytes one after the other, such as an answer over HTTP; the manifest comes last, when everything is counted.
Read line by line.  What a small file could swell to is bounded before anything of it is unpacked.
"""

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Final, Self

from omoide.adapters.upkeep.private_files import make_file, make_folder
from omoide.domain.upkeep.archive import MANIFEST, ArchivedTable, Manifest, manifest_of
from omoide.errors import ArchiveRefused, InvalidInput

ENDING: Final = ".jsonl"
LONGEST_LINE: Final = 64 << 20
LARGEST_MANIFEST: Final = 1 << 20
MOST_SWELLING: Final = 200
"""How many times its own size a large archive may hold; rows of numbers pack to about a twentieth."""
FREE_BYTES: Final = 1 << 30
"""So much may come of any archive: it is read through in seconds, and never held."""
PIECE: Final = 1 << 20
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError, ValueError)
_DATE: Final = (1980, 1, 1, 0, 0, 0)


@contextmanager
def new_file(target: Path) -> Iterator[IO[bytes]]:
    """Give a new file for its owner alone, which is there when all of it is on the disk; one that is there is never replaced."""
    partial = target.with_name(f".{target.name}.partial")
    try:
        if target.exists():
            raise InvalidInput(f"{target} is already there; name another file, an export never replaces one")
        make_folder(target.parent)
        make_file(partial)
        try:
            with partial.open("r+b") as file:
                file.truncate()
                yield file
                file.flush()
                os.fsync(file.fileno())
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as exc:
        raise InvalidInput(
            f"{target} cannot be written: {exc.strerror or type(exc).__name__}; name another file"
        ) from exc


class PackedWriter:
    """Writes an archive to what takes bytes."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, allowZip64=True)
        self.tables: dict[str, ArchivedTable] = {}

    @contextmanager
    def table(self, name: str) -> "Iterator[TableWriter]":
        """Give what takes the lines of a table."""
        with self._member(f"{name}{ENDING}") as member:
            writer = TableWriter(member)
            yield writer
        self.tables[name] = ArchivedTable(writer.rows, writer.size, writer.digest.hexdigest())

    def finish(self, manifest: Manifest) -> None:
        """Write the manifest, and the end."""
        with self._member(MANIFEST) as member:
            member.write(json.dumps(manifest.told(), ensure_ascii=False, indent=1).encode() + b"\n")
        self._zip.close()

    def abandon(self) -> None:
        """Leave it as it is, without an end: nobody will take it for a whole one."""
        self._zip.fp = None

    def _member(self, name: str) -> IO[bytes]:
        about = zipfile.ZipInfo(name, _DATE)
        about.compress_type = zipfile.ZIP_DEFLATED
        about.external_attr = 0o600 << 16
        return self._zip.open(about, "w", force_zip64=True)


class TableWriter:
    """Takes the lines of one table."""

    def __init__(self, member: IO[bytes]) -> None:
        self._member = member
        self.rows = 0
        self.size = 0
        self.digest = hashlib.sha256()

    def write(self, lines: list[bytes]) -> None:
        """Take some lines."""
        for text in lines:
            self._member.write(text)
            self.digest.update(text)
            self.size += len(text)
        self.rows += len(lines)


class PackedArchive:
    """An archive that was found whole."""

    def __init__(self, packed: zipfile.ZipFile, manifest: Manifest) -> None:
        self._zip = packed
        self.manifest = manifest

    @classmethod
    @contextmanager
    def opened(cls, path: Path) -> Iterator[Self]:
        """Open a file and check all of it; raise `ArchiveRefused` when it is no whole archive."""
        try:
            packed = zipfile.ZipFile(path)
        except _BROKEN as exc:
            raise ArchiveRefused("it is no zip that could be read") from exc
        with packed:
            archive = cls(packed, _checked(packed, size=path.stat().st_size))
            for name, table in archive.manifest.tables.items():
                archive._require_whole(name, table)
            yield archive

    def lines(self, table: str) -> Generator[bytes, None, None]:
        """Yield the lines of a table."""
        if table not in self.manifest.tables:  # of a version before the table
            return
        try:
            with self._zip.open(f"{table}{ENDING}") as member:
                while text := member.readline(LONGEST_LINE + 1):
                    if len(text) > LONGEST_LINE:
                        raise ArchiveRefused(f"a line of {table} is too long to be a row")
                    yield text
        except _BROKEN as exc:
            raise ArchiveRefused(f"{table} cannot be unpacked") from exc

    def _require_whole(self, name: str, table: ArchivedTable) -> None:
        digest, size, rows = hashlib.sha256(), 0, 0
        with closing(self.lines(name)) as lines:
            for text in lines:
                digest.update(text)
                size += len(text)
                rows += 1
                if size > table.size:
                    break
        if (rows, size, digest.hexdigest()) != (table.rows, table.size, table.sha256):
            raise ArchiveRefused(f"{name} is not what the manifest says: it was cut off, damaged or changed")


def _checked(packed: zipfile.ZipFile, *, size: int) -> Manifest:
    members = packed.infolist()
    names = [member.filename for member in members]
    if MANIFEST not in names:
        raise ArchiveRefused("it has no manifest: it is cut off, or no archive of a mind")
    if len(set(names)) != len(names):
        raise ArchiveRefused("it holds two files of one name")
    if any(member.flag_bits & 1 for member in members):
        raise ArchiveRefused("it is encrypted")
    if sum(member.file_size for member in members) > max(FREE_BYTES, MOST_SWELLING * size):
        raise ArchiveRefused("it would swell to far more than any archive of a mind does")
    manifest = _manifest(packed)
    if set(names) != {MANIFEST, *(f"{name}{ENDING}" for name in manifest.tables)}:
        raise ArchiveRefused("it does not hold the files that its manifest names")
    return manifest


def _manifest(packed: zipfile.ZipFile) -> Manifest:
    try:
        with packed.open(MANIFEST) as member:
            text = member.read(LARGEST_MANIFEST + 1)
        if len(text) > LARGEST_MANIFEST:
            raise ArchiveRefused("its manifest is too long to be one")
        return manifest_of(json.loads(text))
    except (*_BROKEN, RecursionError) as exc:
        raise ArchiveRefused("its manifest cannot be read") from exc
