"""What a tool takes or gives, read from a frozen dataclass: names, kinds, bounds, texts.

The dataclass is what the tool's verb works with, so that what is rendered, what is read and what is done cannot part.  The kinds are
few, because models take them all: texts, numbers, yes or no, one of some words, lists, and records of these.
"""

from collections.abc import Hashable
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Union, cast, get_args, get_origin, get_type_hints

from omoide.domain.tools.bilingual import Bilingual

LONGEST_TEXT: Final = 20_000
"""Characters of a text argument that says nothing else; a longer one is a document."""
_NOTES: Final = "tool"


@dataclass(frozen=True, slots=True)
class FieldNotes:
    """What is said of a field beside its type."""

    text: Bilingual
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    """Of a text, in characters."""
    other_names: tuple[str, ...] = ()
    """What models call it as well."""
    may_be_empty: bool = False


class ShapeKind(StrEnum):
    """What sort of value."""

    TEXT = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    LIST = "array"
    RECORD = "object"


@dataclass(frozen=True, slots=True)
class Shape:
    """What a value looks like."""

    kind: ShapeKind
    annotation: Any
    """The Python type."""
    choices: tuple[str, ...] = ()
    items: "Shape | None" = None
    """Of a list."""


@dataclass(frozen=True, slots=True)
class ToolField:
    """One thing that a tool takes or gives."""

    name: str
    shape: Shape
    is_required: bool
    is_nullable: bool
    default: object
    """What it is when nothing is given; `None` when it is required."""
    notes: FieldNotes


def said(
    en: str,
    ja: str,
    *,
    default: Any = MISSING,
    least: int | None = None,
    most: int | None = None,
    longest: int | None = None,
    other_names: tuple[str, ...] = (),
    may_be_empty: bool = False,
) -> Any:
    """Return a dataclass field with its texts and bounds; without a default it is required."""
    notes = FieldNotes(Bilingual(en, ja), least, most, longest, other_names, may_be_empty)
    if default is MISSING:
        return field(metadata={_NOTES: notes})
    return field(default=default, metadata={_NOTES: notes})


def fields_of(kind: type[Any]) -> tuple[ToolField, ...]:
    """Return the fields of a dataclass in their order."""
    return _fields_of(cast("Hashable", kind))


@cache
def _fields_of(given: Hashable) -> tuple[ToolField, ...]:
    kind: Any = given
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is no dataclass")
    hints = get_type_hints(kind)
    return tuple(_field(each, hints[each.name]) for each in fields(kind))


def _field(each: "Field[Any]", hint: Any) -> ToolField:
    plain, is_nullable = _without_none(hint)
    is_required = each.default is MISSING
    return ToolField(
        each.name,
        _shape(plain, each.name),
        is_required,
        is_nullable,
        None if is_required else each.default,
        each.metadata[_NOTES],
    )


def _without_none(hint: Any) -> tuple[Any, bool]:
    if get_origin(hint) not in (Union, UnionType):
        return hint, False
    rest = [each for each in get_args(hint) if each is not NoneType]
    if len(rest) != 1:
        raise TypeError(f"{hint} is more than one kind of value")
    return rest[0], True


def _shape(hint: Any, name: str) -> Shape:
    plain = {str: ShapeKind.TEXT, int: ShapeKind.INTEGER, float: ShapeKind.NUMBER, bool: ShapeKind.BOOLEAN}
    if hint in plain:
        return Shape(plain[hint], hint)
    if get_origin(hint) is tuple and get_args(hint)[1:] == (Ellipsis,):
        return Shape(ShapeKind.LIST, hint, items=_shape(get_args(hint)[0], name))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Shape(ShapeKind.CHOICE, hint, choices=tuple(each.value for each in hint))
    if is_dataclass(hint):
        return Shape(ShapeKind.RECORD, hint)
    raise TypeError(f"{name} is a {hint}, which no tool can take or give")
