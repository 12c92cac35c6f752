"""JSON Schema of what a tool takes and gives.

The strict form is the one that OpenAI's strict mode takes: every field is required, what may be left out may be null, nothing else is
allowed, and bounds and defaults, which it does not know, stand in the words.
"""

from enum import StrEnum

from omoide.domain.text.language import Language
from omoide.domain.tools.fields import Shape, ShapeKind, ToolField, fields_of

JsonObject = dict[str, object]


def input_schema(kind: type[object], *, language: Language, strict: bool = False) -> JsonObject:
    """Return the schema of a tool's arguments."""
    found = fields_of(kind)
    properties: JsonObject = {
        each.name: _strict(each, language) if strict else _argument(each, language) for each in found
    }
    required = [each.name for each in found if strict or each.is_required]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def output_schema(kind: type[object], *, language: Language) -> JsonObject:
    """Return the schema of what a tool gives back; a field that may be missing is not required."""
    found = fields_of(kind)
    properties: JsonObject = {
        each.name: {**_type_of(each.shape, language), "description": each.notes.text.of(language)} for each in found
    }
    required = [each.name for each in found if not each.is_nullable]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _argument(each: ToolField, language: Language) -> JsonObject:
    told: JsonObject = {**_type_of(each.shape, language), "description": each.notes.text.of(language)}
    if each.is_nullable:
        told["type"] = [told["type"], "null"]
        if each.shape.choices:
            told["enum"] = [*each.shape.choices, None]
    if each.shape.kind is ShapeKind.TEXT:
        if each.is_required and not each.notes.may_be_empty:
            told["minLength"] = 1
        if each.notes.longest is not None:
            told["maxLength"] = each.notes.longest
    if each.notes.least is not None:
        told["minimum"] = each.notes.least
    if each.notes.most is not None:
        told["maximum"] = each.notes.most
    if not each.is_required and each.default is not None:
        told["default"] = each.default.value if isinstance(each.default, StrEnum) else each.default
    return told


def _strict(each: ToolField, language: Language) -> JsonObject:
    told = _type_of(each.shape, language)
    told["description"] = each.notes.text.of(language) + _in_words(each, language)
    if not each.is_required:
        told["type"] = [told["type"], "null"]
        if each.shape.choices:
            told["enum"] = [*each.shape.choices, None]
    return told


def _in_words(each: ToolField, language: Language) -> str:
    """Return the bounds and the default as words, for who is told of them in no other way."""
    japanese, parts = language is Language.JA, list[str]()
    least, most, longest = each.notes.least, each.notes.most, each.notes.longest
    if least is not None and most is not None:
        parts.append(f"{least}〜{most}" if japanese else f"{least} to {most}")
    elif least is not None:
        parts.append(f"{least}以上" if japanese else f"{least} or more")
    if longest is not None:
        parts.append(f"{longest:,}文字まで" if japanese else f"at most {longest:,} characters")
    if not each.is_required and each.default not in (None, ""):
        default = str(each.default).lower() if isinstance(each.default, bool) else str(each.default)
        parts.append(f"null なら {default}" if japanese else f"null means {default}")
    if not parts:
        return ""
    return f"（{'、'.join(parts)}）" if japanese else f" ({'; '.join(parts)})"


def _type_of(shape: Shape, language: Language) -> JsonObject:
    match shape.kind:
        case ShapeKind.CHOICE:
            return {"type": "string", "enum": list(shape.choices)}
        case ShapeKind.LIST:
            items = {} if shape.items is None else _type_of(shape.items, language)
            return {"type": "array", "items": items}
        case ShapeKind.RECORD:
            return output_schema(shape.annotation, language=language)
        case ShapeKind.TEXT | ShapeKind.INTEGER | ShapeKind.NUMBER | ShapeKind.BOOLEAN:
            return {"type": shape.kind.value}
