"""A row as a line of JSON: moments as ISO 8601 in UTC, bytes as base64, nothing where there is nothing."""

import base64
import binascii
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, LargeBinary, SmallInteger, String, Table

from omoide.adapters.sql.tables import Seconds
from omoide.adapters.sql.upkeep.archive import contents
from omoide.errors import ArchiveRefused

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LARGEST: Final = 2**63
Fields = dict[str, Any]


def line(fields: Mapping[str, Any]) -> bytes:
    """Return a row as one line."""
    told = {name: value for name, value in fields.items() if value is not None}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def read(text: bytes, *, of: Table) -> Fields:
    """Return the fields of a line; raise `ArchiveRefused` when it is no row of this table."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise ArchiveRefused(f"a line of {of.name} is no JSON") from exc
    if not isinstance(found, dict):
        raise ArchiveRefused(f"a line of {of.name} is no row")
    if unknown := found.keys() - set(contents.columns(of)):
        raise ArchiveRefused(
            f"{of.name} has a column {sorted(unknown)[0]!r} that this Omoide does not know; upgrade it"
        )
    return found


def tellers(table: Table) -> dict[str, Callable[[Any], Any]]:
    """Return, for columns whose values are not JSON's own, how a value is told."""
    return {column.name: told for column in table.columns if (told := _teller(column)) is not None}


def readers(table: Table) -> dict[str, Callable[[Any], Any]]:
    """Return, for each column, how what was told becomes its value again; a value of another kind is refused."""
    return {name: _reader(table.c[name]) for name in contents.columns(table)}


def moment_told(seconds: int) -> str | int:
    """Return a moment as ISO 8601 in UTC; one that no calendar has, as seconds."""
    try:
        return (_EPOCH + timedelta(seconds=seconds)).isoformat(timespec="seconds").replace("+00:00", "Z")
    except OverflowError:
        return seconds


def _teller(column: Column[Any]) -> Callable[[Any], Any] | None:
    if column.type is Seconds:
        return moment_told
    return _base64 if isinstance(column.type, LargeBinary) else None


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _reader(column: Column[Any]) -> Callable[[Any], Any]:
    kind, usual = _kind(column), _usual(column)

    def checked(value: Any) -> Any:
        try:
            if value is None and (column.nullable or column.server_default is not None):
                return None if column.nullable else usual
            return kind(value)
        except (ValueError, TypeError, OverflowError, binascii.Error) as exc:
            raise ArchiveRefused(f"{column.table.name} has a {column.name} that cannot be one") from exc

    return checked


def _kind(column: Column[Any]) -> Callable[[Any], Any]:
    if column.type is Seconds:
        return _moment
    match column.type:
        case LargeBinary():
            return lambda value: base64.b64decode(_only(str, value), validate=True)
        case Boolean():
            return lambda value: _only(bool, value)
        case Integer() | SmallInteger() | BigInteger():
            return _number
        case Float():
            return lambda value: float(_number(value) if isinstance(value, int) else _only(float, value))
        case String():
            return _text
        case unknown:
            raise AssertionError(unknown)


def _usual(column: Column[Any]) -> Any:
    """Return what the database gives to rows that were there before the column: an archive of then has none."""
    told = getattr(column.server_default, "arg", None)
    if told is None:
        return None
    return False if isinstance(column.type, Boolean) else column.type.python_type(str(told))


def _only(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(value)
    return value


def _number(value: Any) -> int:
    if not -_LARGEST <= _only(int, value) < _LARGEST:
        raise ValueError(value)
    return int(value)


def _text(value: Any) -> str:
    text: str = _only(str, value)
    text.encode()  # half of a pair is no text
    return text


def _moment(value: Any) -> int:
    if type(value) is int:
        return _number(value)
    when = datetime.fromisoformat(_only(str, value))
    if when.tzinfo is None:
        raise ValueError(value)
    return int((when - _EPOCH) // timedelta(seconds=1))
