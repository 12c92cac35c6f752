"""Changing the configuration file: comments and order stay, and a broken file is never left behind.

The file is read, changed, checked as a whole and replaced in one step under a lock, so two processes can set at once.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tomlkit
from filelock import FileLock, Timeout
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable, Table

from omoide.adapters.upkeep.private_files import FILE, make_folder
from omoide.config import environment, layers
from omoide.config.configuration import settings_of
from omoide.config.keys import by_name, headings
from omoide.config.layers import Layer, SettingOrigin, Values
from omoide.errors import ConfigurationUnavailable, InvalidSetting

LOCK_TIMEOUT_SECONDS = 10.0


def set_in_file(home: Path, key: str, text_value: str, *, file: Path | None = None) -> Path:
    """Write one setting (or, as a JSON object, a section) to the file and return its path.

    Raise `InvalidSetting`, and leave the file as it was, when the whole would not be valid.  None, which TOML cannot
    write, is kept as the text "none".
    """
    path = file or home / environment.FILE_NAME
    _require_known(key)
    values = layers.of_text(key, text_value, origin=SettingOrigin(Layer.FILE, "the new value"))
    layers.require_in_use(values)
    with _locked(path) as target:
        before = _text_of(target)
        wanted = {**layers.of_toml(before, path=path), **values}
        settings_of(wanted)
        _replace(target, before, _with(before, values, wanted=wanted, path=path))
    return path


def unset_in_file(home: Path, key: str, *, file: Path | None = None) -> bool:
    """Remove a setting or section from the file; return whether it was there.

    What Omoide does not know, or does not allow, can be removed too: that is how a mistake is taken back.
    """
    path = file or home / environment.FILE_NAME
    removed = False

    def change(document: tomlkit.TOMLDocument) -> None:
        nonlocal removed
        removed = _take(document, key.split("."))

    if layers.is_there(path):
        with _locked(path) as target:
            before = _text_of(target)
            after = _changed(before, change, path=path)
            if _is_valid(before, path=path):
                _require_only_removed(key, before, after, path=path)
            _replace(target, before, after)
    if not removed:
        _require_known(key)
    return removed


def _require_known(key: str) -> None:
    if key not in by_name() and key not in headings():
        raise layers.unknown(key, SettingOrigin(Layer.DEFAULT))


def _text_of(target: Path) -> str:
    return layers.read_file(target) if layers.is_there(target) else ""


def _is_valid(document: str, *, path: Path) -> bool:
    try:
        settings_of(layers.of_toml(document, path=path))
    except InvalidSetting:
        return False
    return True


def _require_only_removed(key: str, before: str, after: str, *, path: Path) -> None:
    values = layers.of_toml(before, path=path)
    rest = {name: given for name, given in values.items() if name != key and not name.startswith(f"{key}.")}
    settings_of(rest)
    if not _says(after, rest, path=path):
        raise _cannot_change(path)


def _with(before: str, values: Values, *, wanted: Values, path: Path) -> str:
    """Return the document with these values put into their tables, or, where a table cannot take them, on top of it.

    Refuse a layout in which either way would make the file say something else than is wanted.
    """

    def into_tables(document: tomlkit.TOMLDocument) -> None:
        for name, given in values.items():
            _put(document, name.split("."), _as_toml(given.value))

    after = _changed(before, into_tables, path=path)
    if _says(after, wanted, path=path):
        return after
    lines = [f"{name} = {tomlkit.item(_as_toml(given.value)).as_string()}\n" for name, given in values.items()]
    after = _with_endings_of(before, "".join(lines) + before)
    if _says(after, wanted, path=path):
        return after
    raise _cannot_change(path)


def _cannot_change(path: Path) -> InvalidSetting:
    return InvalidSetting(f"{path} is laid out in a way that cannot be changed safely here; edit it by hand")


def _says(document: str, wanted: Values, *, path: Path) -> bool:
    try:
        found = layers.of_toml(document, path=path)
    except InvalidSetting:
        return False
    return {name: given.value for name, given in found.items()} == {name: given.value for name, given in wanted.items()}


def _changed(before: str, change: Callable[[tomlkit.TOMLDocument], None], *, path: Path) -> str:
    try:
        document = tomlkit.parse(before.replace("\r\n", "\n"))
        change(document)
        after = tomlkit.dumps(document)
    except (TOMLKitError, RecursionError) as exc:
        raise InvalidSetting(f"{path} is not valid TOML: {exc}") from exc
    return _with_endings_of(before, after)


def _with_endings_of(before: str, after: str) -> str:
    return after.replace("\r\n", "\n").replace("\n", "\r\n" if "\r\n" in before else "\n")


def _put(table: MutableMapping[str, Any], parts: list[str], value: object) -> None:
    *parents, leaf = parts
    for depth, parent in enumerate(parents):
        if parent not in table:
            table[parent] = _empty_table(inside=table, holds_tables=depth < len(parents) - 1)
        table = table[parent]
        if not isinstance(table, MutableMapping):
            raise InvalidSetting(f"{'.'.join(parts[: depth + 1])} is a section, but the file gives it a single value")
    table[leaf] = value


def _empty_table(*, inside: object, holds_tables: bool) -> Table | InlineTable:
    """Return a new table for this place; one that only holds tables needs no header of its own."""
    return tomlkit.inline_table() if isinstance(inside, InlineTable) else tomlkit.table(is_super_table=holds_tables)


def _take(table: object, parts: list[str]) -> bool:
    head, *rest = parts
    if not isinstance(table, MutableMapping) or head not in table:
        return False
    if not rest:
        del table[head]
        return True
    return _take(table[head], rest)


def _as_toml(value: object) -> object:
    if value is None:
        return "none"
    return list(value) if isinstance(value, tuple) else value


@contextmanager
def _locked(path: Path) -> Iterator[Path]:
    """Hold the file for this process alone and give the path to write to: the one behind a link."""
    try:
        target = Path(os.path.realpath(path))
        make_folder(target.parent)
        with FileLock(target.with_name(f".{target.name}.lock"), timeout=LOCK_TIMEOUT_SECONDS, mode=FILE):
            yield target
    except Timeout as exc:
        raise ConfigurationUnavailable(f"another process holds {path} for long; try again when it is done") from exc
    except OSError as exc:
        raise ConfigurationUnavailable(f"cannot write the configuration file {path}: {exc.strerror}") from exc


def _replace(target: Path, before: str, after: str) -> None:
    """Put the new text in the file's place in one step, so that a reader sees the old or the new, never a half."""
    if after == before:
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(after.encode("utf-8"))
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
