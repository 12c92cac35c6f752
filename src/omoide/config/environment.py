"""What the system around us says: where the data home is, its language and its time zone."""

import os
from collections.abc import Mapping
from pathlib import Path

from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.errors import InvalidInput, InvalidSetting

FILE_NAME = "config.toml"


def resolve_home(argument: str | Path | None = None, *, environ: Mapping[str, str] | None = None) -> Path:
    """Return the data home as an absolute path: the argument, else OMOIDE_HOME, else ~/.omoide."""
    environ = os.environ if environ is None else environ
    named = str(argument) if argument is not None else environ.get("OMOIDE_HOME", "")
    return _absolute(named, what="data home") if named.strip() else _absolute("~/.omoide", what="data home")


def resolve_file(
    home: Path, argument: str | Path | None = None, *, environ: Mapping[str, str] | None = None
) -> tuple[Path, bool]:
    """Return the configuration file (argument, else OMOIDE_CONFIG, else in the home) and whether it was named."""
    environ = os.environ if environ is None else environ
    named = str(argument) if argument is not None else environ.get("OMOIDE_CONFIG", "")
    return (_absolute(named, what="configuration file"), True) if named.strip() else (home / FILE_NAME, False)


def _absolute(named: str, *, what: str) -> Path:
    if "\0" in named:
        raise InvalidSetting(f"the path of the {what} holds a NUL character; give another path")
    try:
        return Path(os.path.abspath(Path(named).expanduser()))  # noqa: PTH100 - resolve() would follow links
    except RuntimeError as exc:
        raise InvalidSetting(f"cannot tell which directory ~ is in {named!r}; give a full path as {what}") from exc


def system_language(environ: Mapping[str, str] | None = None) -> Language:
    """Return Japanese when the system speaks it, else English."""
    environ = os.environ if environ is None else environ
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name, "").strip():
            return Language.JA if environ[name].lower().startswith("ja") else Language.EN
    return Language.EN


def system_timezone(environ: Mapping[str, str], *, etc: Path = Path("/etc")) -> str:
    """Return the IANA name of the system's time zone; UTC when it does not say."""
    for name in (environ.get("TZ", "").lstrip(":"), _linked(etc / "localtime"), _first_line(etc / "timezone")):
        if name and _is_zone(name):
            return name
    return "UTC"


def _linked(path: Path) -> str:
    try:
        return str(path.readlink()).rpartition("zoneinfo/")[2]
    except OSError:
        return ""


def _first_line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip().partition("\n")[0]
    except OSError:
        return ""


def _is_zone(name: str) -> bool:
    try:
        moment.zone(name)
    except InvalidInput:
        return False
    return True
