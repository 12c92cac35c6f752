"""Every setting by its dotted key: type, default, what is allowed, what it is for."""

import difflib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from omoide.config.section import Section
from omoide.config.tree import Settings

ENVIRONMENT_PREFIX = "OMOIDE_"


@dataclass(frozen=True, slots=True)
class Key:
    """One setting."""

    name: str
    type: Literal["bool", "int", "float", "text", "list"]
    default: object
    allowed: str
    """What the value may be, readable in any language: `int, 1 ≤ x ≤ 1000`, `AND | OR`."""
    choices: tuple[str | int, ...]
    may_be_none: bool
    en: str
    ja: str
    whole_home: bool
    """True when a persona cannot have its own value."""
    private: bool
    """True when a refused value must not be repeated, for it may be a secret put in the wrong place."""
    shown_as: Callable[[str], str] | None
    """Makes of a value that may hold a secret what may be shown of it."""

    @property
    def variable(self) -> str:
        """Return the environment variable that sets it."""
        return variable_of(self.name)

    @property
    def section(self) -> str:
        """Return the section it belongs to; empty for the settings at the top."""
        return self.name.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class Heading:
    """One section: its dotted name and what it is for."""

    name: str
    en: str
    ja: str


def variable_of(name: str) -> str:
    """Return the environment variable of a key or section."""
    return ENVIRONMENT_PREFIX + name.upper().replace(".", "__")


def keys() -> tuple[Key, ...]:
    """Return every setting, in the order of the tree."""
    return tuple(by_name().values())


@cache
def by_name() -> Mapping[str, Key]:
    """Return every setting under its dotted key."""
    return {key.name: key for key in _keys_of(Settings, "", whole_home=False)}


@cache
def headings() -> Mapping[str, Heading]:
    """Return every section under its dotted name."""
    return {heading.name: heading for heading in _headings_of(Settings, "")}


def suggestions(name: str, *, among: Sequence[str] = ()) -> list[str]:
    """Return the known names that an unknown one may have meant: those that end alike, else the nearest."""
    known = among or [*by_name(), *headings()]
    ending = name.rpartition(".")[2]
    same_ending = [candidate for candidate in known if candidate.rpartition(".")[2] == ending]
    if same_ending:
        return difflib.get_close_matches(name, same_ending, n=3, cutoff=0.0)
    return difflib.get_close_matches(name, known, n=1, cutoff=0.6)


def _sections(model: type[Section]) -> Iterator[tuple[str, FieldInfo, type[Section] | None]]:
    for name, field in model.model_fields.items():
        kind = field.annotation
        yield name, field, kind if isinstance(kind, type) and issubclass(kind, Section) else None


def _headings_of(model: type[Section], prefix: str) -> Iterator[Heading]:
    for name, _, section in _sections(model):
        if section is not None:
            summary = (section.__doc__ or "").partition("\n")[0]
            yield Heading(prefix + name, summary, section.ja)
            yield from _headings_of(section, f"{prefix}{name}.")


def _keys_of(model: type[Section], prefix: str, *, whole_home: bool, defaults: Section | None = None) -> Iterator[Key]:
    here = defaults if defaults is not None else model()
    for name, field, section in _sections(model):
        default = getattr(here, name)
        if section is not None:
            yield from _keys_of(
                section, f"{prefix}{name}.", whole_home=whole_home or section.whole_home, defaults=default
            )
        else:
            yield _key(prefix + name, field, default, whole_home=whole_home)


def _key(name: str, field: FieldInfo, default: object, *, whole_home: bool) -> Key:
    extra = field.json_schema_extra
    notes: dict[str, Any] = dict(extra) if isinstance(extra, dict) else {}
    plain, may_be_none = _without_none(field.annotation)
    choices = get_args(plain) if get_origin(plain) is Literal else ()
    kind = _type_name(plain)
    return Key(
        name=name,
        type=kind,
        default=default,
        allowed=_allowed(kind, choices, field, notes.get("hint")) + (", or none" if may_be_none else ""),
        choices=choices,
        may_be_none=may_be_none,
        en=field.description or "",
        ja=notes.get("ja", ""),
        whole_home=whole_home or bool(notes.get("whole_home")),
        private=bool(notes.get("private")),
        shown_as=notes.get("shown_as"),
    )


def _without_none(annotation: Any) -> tuple[Any, bool]:
    """Return the type without `None` and `Annotated`, and whether `None` was among its choices."""
    may_be_none = False
    if get_origin(annotation) in (Union, UnionType):
        rest = [argument for argument in get_args(annotation) if argument is not NoneType]
        annotation, may_be_none = rest[0], True
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return annotation, may_be_none


def _type_name(plain: Any) -> Literal["bool", "int", "float", "text", "list"]:
    if get_origin(plain) is Literal:
        return "int" if isinstance(get_args(plain)[0], int) else "text"
    if get_origin(plain) is tuple:
        return "list"
    names: dict[Any, Literal["bool", "int", "float", "text"]] = {bool: "bool", int: "int", float: "float", str: "text"}
    return names[plain]


def _allowed(kind: str, choices: tuple[str | int, ...], field: FieldInfo, hint: str | None) -> str:
    if hint:
        return hint
    if choices:
        return " | ".join(str(choice) for choice in choices)
    if kind == "bool":
        return "true | false"
    low, high = (
        _bound(field, "ge", "≤") or _bound(field, "gt", "<"),
        _bound(field, "le", "≥") or _bound(field, "lt", ">"),
    )
    if low and high:
        return f"{kind}, {low[0]} {low[1]} x {'≤' if high[1] == '≥' else '<'} {high[0]}"
    return kind


def _bound(field: FieldInfo, name: str, sign: str) -> tuple[str, str] | None:
    for constraint in field.metadata:
        value = getattr(constraint, name, None)
        if value is not None:
            return json.dumps(value) if isinstance(value, int) else f"{value:g}", sign
    return None
