"""A tool as OpenAI, Anthropic and MCP are told of it: one definition, four shapes (SPEC T1).

OpenAI has two: the chat completions put a function's parts below `function`, the responses beside `type`.
"""

from enum import StrEnum

from omoide.domain.text.language import Language
from omoide.domain.tools.definition import ToolDefinition
from omoide.domain.tools.schema import JsonObject, input_schema, output_schema
from omoide.errors import InvalidInput


class ToolDialect(StrEnum):
    """Whose words a tool is told in."""

    OPENAI = "openai"
    """Chat completions; what most other servers take as well."""
    OPENAI_RESPONSES = "openai-responses"
    ANTHROPIC = "anthropic"
    MCP = "mcp"


def dialect_of(named: ToolDialect | str) -> ToolDialect:
    """Return the dialect with this name; raise `InvalidInput` when there is none."""
    try:
        return ToolDialect(named)
    except ValueError as exc:
        known = ", ".join(each.value for each in ToolDialect)
        raise InvalidInput(f"tools are rendered for {known}; {str(named)!r} is none of them") from exc


def rendered(tool: ToolDefinition, dialect: ToolDialect, *, language: Language) -> JsonObject:
    """Return the tool as it is sent to a provider or listed by a server."""
    name, description = tool.name, tool.description.of(language)
    match dialect:
        case ToolDialect.OPENAI:
            return {
                "type": "function",
                "function": {"name": name, "description": description, **_strict(tool, language)},
            }
        case ToolDialect.OPENAI_RESPONSES:
            return {"type": "function", "name": name, "description": description, **_strict(tool, language)}
        case ToolDialect.ANTHROPIC:
            schema = input_schema(tool.takes, language=language)
            return {"name": name, "description": description, "input_schema": schema}
        case ToolDialect.MCP:
            return {
                "name": name,
                "title": tool.title.of(language),
                "description": description,
                "inputSchema": input_schema(tool.takes, language=language),
                "outputSchema": output_schema(tool.gives, language=language),
                "annotations": annotations(tool, language=language),
            }


def annotations(tool: ToolDefinition, *, language: Language) -> JsonObject:
    """Return MCP's hints; a mind is a closed world."""
    effect = tool.effect
    return {
        "title": tool.title.of(language),
        "readOnlyHint": not effect.writes,
        "destructiveHint": effect.destroys,
        "idempotentHint": effect.repeatable,
        "openWorldHint": False,
    }


def _strict(tool: ToolDefinition, language: Language) -> JsonObject:
    return {"parameters": input_schema(tool.takes, language=language, strict=True), "strict": True}
