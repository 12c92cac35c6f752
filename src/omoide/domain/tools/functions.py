"""Tools as plain Python functions, with signature, annotations and docstring: what agent frameworks take as they are."""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any, Literal

from omoide.domain.text.language import Language
from omoide.domain.tools.definition import ToolDefinition
from omoide.domain.tools.fields import ShapeKind, ToolField, fields_of
from omoide.domain.tools.schema import JsonObject

ToolFunction = Callable[..., JsonObject]


def function_of(
    tool: ToolDefinition, call: Callable[[str, JsonObject], JsonObject], *, language: Language
) -> ToolFunction:
    """Return the tool as a function of keyword arguments that gives back its data; errors are data as well."""

    def function(**arguments: object) -> JsonObject:
        return call(tool.name, arguments)

    found = fields_of(tool.takes)
    parameters = [_parameter(each) for each in sorted(found, key=lambda each: not each.is_required)]
    named: Any = function
    named.__name__ = named.__qualname__ = tool.name
    named.__doc__ = _docstring(tool, found, language)
    named.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": dict[str, Any]}
    named.__signature__ = Signature(parameters, return_annotation=dict[str, Any])
    return function


def _parameter(each: ToolField) -> Parameter:
    kind: Any = each.shape.annotation
    if each.shape.kind is ShapeKind.CHOICE:
        kind = Literal[each.shape.choices]
    if each.is_nullable:
        kind |= None
    default = Parameter.empty if each.is_required else each.default
    return Parameter(each.name, Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def _docstring(tool: ToolDefinition, found: tuple[ToolField, ...], language: Language) -> str:
    lines = [f"    {each.name}: {each.notes.text.of(language)}" for each in found]
    return "\n".join([tool.description.of(language), *(["", "Args:", *lines] if lines else [])])
