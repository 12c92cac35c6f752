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

from omoide.config import layers, surroundings
from omoide.config.configuration import settings_of
from omoide.config.keys import by_name, headings
from omoide.config.layers import Layer, Origin, Values
from omoide.errors import ConfigurationUnavailable, InvalidSetting

LOCK_TIMEOUT_SECONDS = 10.0


def set_in_file(home: Path, key: str, text_value: str, *, file: Path | None = None) -> Path:
    """Write one setting (or, as a JSON object, a section) to the file and return its path.

    Raise `InvalidSetting`, and leave the file as it was, when the whole would not be valid.  None, which TOML cannot
    write, is kept as the text "none".
    """
    path = file or home / surroundings.FILE_NAME
    values = layers.of_text(key, text_value, origin=Origin(Layer.FILE, "the new value"))

    def change(document: tomlkit.TOMLDocument) -> None:
        for name, given in values.items():
            _put(document, name.split("."), _as_toml(given.value))

    with _locked(path) as target:
        before = _text_of(target)
        settings_of({**layers.of_toml(before, path=path), **values})
        after = _changed(before, change, path=path)
        _require_written(values, in_document=after, path=path)
        _replace(target, before, after)
    return path


def unset_in_file(home: Path, key: str, *, file: Path | None = None) -> bool:
    """Remove a setting or section from the file; return whether it was there.

    What Omoide does not know, or does not allow, can be removed too: that is how a mistake is taken back.
    """
    path = file or home / surroundings.FILE_NAME
    removed = False

    def change(document: tomlkit.TOMLDocument) -> None:
        nonlocal removed
        removed = _take(document, key.split("."))

    if path.exists():
        with _locked(path) as target:
            before = _text_of(target)
            after = _changed(before, change, path=path)
            if _is_valid(before, path=path):
                settings_of(layers.of_toml(after, path=path))
            _replace(target, before, after)
    if not removed and key not in by_name() and key not in headings():
        raise layers.unknown(key, Origin(Layer.DEFAULT))
    return removed


def _text_of(target: Path) -> str:
    return layers.read_file(target) if target.exists() else ""


def _is_valid(document: str, *, path: Path) -> bool:
    try:
        settings_of(layers.of_toml(document, path=path))
    except InvalidSetting:
        return False
    return True


def _require_written(values: Values, *, in_document: str, path: Path) -> None:
    """Refuse a layout in which the change did not arrive, rather than leave a file that says something else."""
    written = layers.of_toml(in_document, path=path)
    if any(name not in written or written[name].value != given.value for name, given in values.items()):
        raise InvalidSetting(f"{path} is laid out in a way that cannot be changed safely here; edit it by hand")


def _changed(before: str, change: Callable[[tomlkit.TOMLDocument], None], *, path: Path) -> str:
    ending = "\r\n" if "\r\n" in before else "\n"
    try:
        document = tomlkit.parse(before.replace("\r\n", "\n"))
        change(document)
        after = tomlkit.dumps(document)
    except (TOMLKitError, RecursionError) as exc:
        raise InvalidSetting(f"{path} is not valid TOML: {exc}") from exc
    return after.replace("\r\n", "\n").replace("\n", ending)


def _put(table: MutableMapping[str, Any], parts: list[str], value: object) -> None:
    *parents, leaf = parts
    for depth, parent in enumerate(parents):
        if parent not in table:
            # A table that only holds tables needs no header of its own.
            table[parent] = tomlkit.table(is_super_table=depth < len(parents) - 1)
        table = table[parent]
        if not isinstance(table, MutableMapping):
            raise InvalidSetting(f"{'.'.join(parts[: depth + 1])} is a section, but the file gives it a single value")
    table[leaf] = value


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
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(target.with_name(f".{target.name}.lock"), timeout=LOCK_TIMEOUT_SECONDS):
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
