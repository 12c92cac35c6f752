"""A whole mind as one portable file: what its manifest says, and what an archive must be to be taken in.

An archive is a zip: `manifest.json`, and for each table one file of JSON lines.  It is known by what it holds, not by where it was
made: numbers count from the first one the persona has, so that the same mind gives the same lines wherever it lives.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.errors import ArchiveRefused, InvalidInput

FORMAT: Final = "omoide-mind"
VERSION: Final = 1
"""Raised when an archive of before can no longer be read as one of now."""
MANIFEST: Final = "manifest.json"
HIGHEST: Final = 2**31
"""No number of a row is higher: what is found by words packs it with others."""
_UTC: Final = moment.zone("UTC")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
ArchiveTold = Callable[[int, int], None]
"""Is told how many rows of how many are done."""


@dataclass(frozen=True, slots=True)
class ArchivedTable:
    """One file of an archive."""

    rows: int
    size: int
    """Bytes, as they are written before they are packed."""
    sha256: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of one sort of thing: how far they were moved down when they were written, and the last of them."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says of itself."""

    omoide: str
    """The version that wrote it."""
    schema: str
    exported: Moment
    name: str
    language: Language
    is_language_open: bool
    timezone: str
    created: Moment
    with_secret_diary: bool
    tables: Mapping[str, ArchivedTable]
    numbers: Mapping[str, Numbers]

    @property
    def rows(self) -> int:
        """Return how many rows there are in all."""
        return sum(table.rows for table in self.tables.values())

    def told(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "omoide": self.omoide,
            "schema": self.schema,
            "exported": moment.iso(self.exported, tz=_UTC),
            "persona": {
                "name": self.name,
                "language": self.language.value,
                "language_is_open": self.is_language_open,
                "timezone": self.timezone,
                "created": moment.iso(self.created, tz=_UTC),
            },
            "secret_diary": self.with_secret_diary,
            "tables": {
                name: {"rows": each.rows, "bytes": each.size, "sha256": each.sha256}
                for name, each in self.tables.items()
            },
            "numbers": {name: {"first": each.first, "last": each.last} for name, each in self.numbers.items()},
        }


def manifest_of(told: object) -> Manifest:
    """Return the manifest that JSON tells; raise `ArchiveRefused` when it is none, or of a newer format."""
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise ArchiveRefused("its manifest is none of an Omoide archive")
    version = told.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ArchiveRefused("its manifest does not say which version of the format it has")
    if version > VERSION:
        raise ArchiveRefused(f"it has version {version} of the format and this Omoide reads {VERSION}; upgrade Omoide")
    try:
        whose = told["persona"]
        return Manifest(
            omoide=_text(told["omoide"]),
            schema=_text(told["schema"]),
            exported=moment.parse(_text(told["exported"]), tz=_UTC),
            name=_text(whose["name"]),
            language=Language(_text(whose["language"])),
            is_language_open=_truth(whose["language_is_open"]),
            timezone=moment.zone(_text(whose["timezone"])).key,
            created=moment.parse(_text(whose["created"]), tz=_UTC),
            with_secret_diary=_truth(told["secret_diary"]),
            tables={_text(name): _table(each) for name, each in told["tables"].items()},
            numbers={_text(name): _numbers(each) for name, each in told["numbers"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError, InvalidInput) as exc:
        raise ArchiveRefused("its manifest is damaged") from exc


def _table(told: Mapping[str, object]) -> ArchivedTable:
    digest = _text(told["sha256"])
    if not _DIGEST.fullmatch(digest):
        raise ValueError(digest)
    return ArchivedTable(_count(told["rows"]), _count(told["bytes"]), digest)


def _numbers(told: Mapping[str, object]) -> Numbers:
    found = Numbers(_count(told["first"]), _count(told["last"]))
    if found.first + found.last > HIGHEST:
        raise ValueError(found)
    return found


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(value)
    return value
