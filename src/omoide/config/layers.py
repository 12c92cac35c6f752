"""Where values come from: the file, the environment, a persona.  Each layer is read into (key → value, origin)."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from omoide.config import text
from omoide.config.keys import ENVIRONMENT_PREFIX, by_name, headings, suggestions, variable_of
from omoide.config.removed import successor, was_section, was_setting
from omoide.errors import ConfigurationUnavailable, InvalidSetting

NOT_SETTINGS = frozenset({"OMOIDE_HOME", "OMOIDE_CONFIG", "OMOIDE_PERSONA", "OMOIDE_LOG"})
TEST_PREFIX = "OMOIDE_TEST_"


class Layer(StrEnum):
    """The four places a value may come from; later ones win."""

    DEFAULT = "default"
    FILE = "file"
    ENVIRONMENT = "environment"
    PERSONA = "persona"


@dataclass(frozen=True, slots=True)
class SettingOrigin:
    """Where one value came from."""

    layer: Layer
    place: str = ""
    """The file's path, or the environment variable's name."""
    line: int | None = None

    def __str__(self) -> str:
        """Return it as people read it."""
        if self.layer is Layer.FILE:
            return f"{self.place}:{self.line}" if self.line else self.place
        return self.place or self.layer.value


@dataclass(frozen=True, slots=True)
class Given:
    """A value somebody gave."""

    value: object
    origin: SettingOrigin


Values = Mapping[str, Given]
"""What somebody gave, by key; settings of earlier versions are among them, and have no effect."""
OriginOf = Callable[[str], SettingOrigin]


def of_file(path: Path) -> Values:
    """Return what a TOML file says; raise when it cannot be read, is no TOML, or names what does not exist."""
    return of_toml(read_file(path), path=path)


def is_there(path: Path) -> bool:
    """Tell whether the file exists; raise when even that cannot be found out."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as exc:
        raise ConfigurationUnavailable(f"cannot read the configuration file {path}: {exc.strerror}") from exc
    return True


def read_file(path: Path) -> str:
    """Return the file's text without a byte order mark."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise InvalidSetting(f"{path} is not UTF-8 text (byte {exc.start}); save it as UTF-8") from exc
    except OSError as exc:
        raise ConfigurationUnavailable(f"cannot read the configuration file {path}: {exc.strerror}") from exc


def of_toml(document: str, *, path: Path) -> Values:
    """Return what the text of a TOML file says."""
    try:
        data = tomllib.loads(document)
    except (tomllib.TOMLDecodeError, RecursionError) as exc:
        raise InvalidSetting(f"{path} is not valid TOML: {exc}") from exc
    lines = _lines(document)

    def origin(name: str) -> SettingOrigin:
        return SettingOrigin(Layer.FILE, str(path), lines.get(name))

    return {name: _given(name, value, origin(name)) for name, value in _leaves("", data, origin)}


def of_environment(environ: Mapping[str, str]) -> Values:
    """Return what `OMOIDE_…` variables say.  An empty variable says nothing."""
    values: dict[str, Given] = {}
    for variable in sorted(environ, key=lambda name: (name.count("__"), name)):
        if not variable.upper().startswith(ENVIRONMENT_PREFIX) or not environ[variable].strip():
            continue
        if variable.upper() in NOT_SETTINGS or variable.upper().startswith(TEST_PREFIX):
            continue
        name = variable.upper().removeprefix(ENVIRONMENT_PREFIX).replace("__", ".").lower()
        values.update(of_text(name, environ[variable], origin=SettingOrigin(Layer.ENVIRONMENT, variable)))
    return values


def of_persona(overrides: Mapping[str, str]) -> Values:
    """Return what a persona's own settings say."""
    values: dict[str, Given] = {}
    for name in sorted(overrides):
        values.update(of_text(name, overrides[name], origin=SettingOrigin(Layer.PERSONA)))
    for name in values:
        if name in by_name() and by_name()[name].whole_home:
            raise InvalidSetting(
                f"{name} concerns the whole data home, so a persona cannot have its own; set it without --persona"
            )
    return values


def expanded(changes: Mapping[str, str]) -> dict[str, str]:
    """Return the same changes with every section (a JSON object) taken apart into single settings, as text."""
    origin = SettingOrigin(Layer.PERSONA, "the new value")
    given = {
        leaf: each for name, value in changes.items() for leaf, each in of_text(name, value, origin=origin).items()
    }
    require_in_use(given)
    return {name: text.write(each.value) for name, each in given.items()}


def of_text(name: str, given: str, *, origin: SettingOrigin) -> Values:
    """Return what one key and its text say; the text for a whole section is a JSON object."""
    if name in by_name():
        return {name: Given(text.read(by_name()[name], given), origin)}
    if was_setting(name):
        return {name: Given(given, origin)}
    if name not in headings() and not was_section(name):
        raise unknown(name, origin)
    try:
        value = json.loads(given)
    except (ValueError, RecursionError):
        value = given
    pairs = _leaves(name, value, lambda _: origin)
    return {leaf: _given(leaf, value, origin) for leaf, value in pairs}


def require_in_use(values: Values) -> None:
    """Refuse new values for settings that were removed."""
    for name, given in values.items():
        if was_setting(name):
            raise unknown(name, given.origin)


def unknown(name: str, origin: SettingOrigin) -> InvalidSetting:
    """Return the error for a key that does not exist.  Its value is not repeated: it may be a secret."""
    if (new := successor(name)) is not None:
        return InvalidSetting(
            f"{name} was removed: {new} takes its place, with a meaning of its own; see `omoide config show`"
        )
    if was_setting(name) or was_section(name):
        return InvalidSetting(f"{name} was removed: it had no effect; `omoide config show` lists what can be set")
    if origin.layer is Layer.ENVIRONMENT:
        known = [*map(variable_of, by_name()), *map(variable_of, headings()), *sorted(NOT_SETTINGS)]
        near = suggestions(origin.place.upper(), among=known)
        subject = f"environment variable {origin.place} names no setting"
    else:
        near = suggestions(name)
        place = f" (in {origin})" if origin.layer is Layer.FILE else ""
        subject = f"no setting is named {text.ascii_safe(name)}{place}"
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    return InvalidSetting(f"{subject}; {hint}`omoide config show` lists all")


def _given(name: str, value: object, origin: SettingOrigin) -> Given:
    return Given(text.settled(by_name()[name], value) if name in by_name() else value, origin)


def _leaves(name: str, value: object, origin: OriginOf) -> Iterator[tuple[str, object]]:
    """Walk a nested mapping down to single settings."""
    if name in by_name() or was_setting(name):
        yield name, value
        return
    if name and name not in headings() and not (was_section(name) and isinstance(value, Mapping)):
        raise unknown(name, origin(name))
    if not isinstance(value, Mapping):
        prefix = f"{name}."
        names = [known.removeprefix(prefix).partition(".")[0] for known in by_name() if known.startswith(prefix)]
        members = ", ".join(dict.fromkeys(names))
        raise InvalidSetting(
            f"{name} (from {origin(name)}) is a section, not a single setting; "
            f"it needs a table (in text: a JSON object) with any of: {members}"
        )
    for member, inner in value.items():
        yield from _leaves(f"{name}.{member}" if name else str(member), inner, origin)


_HEADER = re.compile(r"^\s*\[\s*([^\[\]#]+?)\s*\]")
_ASSIGNMENT = re.compile(r"^\s*([\w\s.\"'-]+?)\s*=")


def _lines(document: str) -> dict[str, int]:
    """Return the line on which each key or table first stands, for messages; inline tables count as one key."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(document.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = _dotted(header[1])
            found.setdefault(table, number)
        elif assignment := _ASSIGNMENT.match(line):
            name = _dotted(assignment[1])
            found.setdefault(f"{table}.{name}" if table else name, number)
    return found


def _dotted(raw: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in raw.split("."))
