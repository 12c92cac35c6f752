"""The persona's tools as a pydantic-ai toolset: `Agent(..., toolsets=[MindToolset(mind)])`."""

from typing import Any

import anyio.to_thread
from pydantic_ai import RunContext
from pydantic_ai.tools import AgentDepsT, ToolDefinition
from pydantic_ai.toolsets import AbstractToolset
from pydantic_ai.toolsets.abstract import ToolsetTool
from pydantic_core import SchemaValidator, core_schema

from omoide.domain.tools.definition import Toolset, toolset_of
from omoide.domain.tools.rendering import ToolDialect
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.library.tools import MindTools

_ANYTHING = SchemaValidator(schema=core_schema.any_schema())
"""Arguments are read by the tool itself, which is forgiving and tells every mistake at once."""


class MindToolset(AbstractToolset[AgentDepsT]):
    """The tools of one mind; what a tool refuses is an answer that says what to do."""

    def __init__(
        self,
        mind: Mind,
        *,
        toolset: Toolset | str = Toolset.DEFAULT,
        read_only: bool = False,
        session_id: str = "",
        id: str | None = None,
    ) -> None:
        self._mind = mind
        self._choice = toolset_of(toolset)
        self._read_only = read_only
        self._session_id = session_id
        self._id = id

    @property
    def id(self) -> str | None:
        """Return by what the toolset is known among those of an agent."""
        return self._id

    async def get_tools(self, ctx: RunContext[AgentDepsT]) -> dict[str, ToolsetTool[AgentDepsT]]:
        """Return the tools, in the persona's language."""
        rendered: list[Any] = await anyio.to_thread.run_sync(lambda: self._tools.render(ToolDialect.MCP))
        return {
            each["name"]: ToolsetTool(
                toolset=self,
                tool_def=ToolDefinition(
                    name=each["name"],
                    description=each["description"],
                    parameters_json_schema=each["inputSchema"],
                    metadata={"annotations": each["annotations"]},
                ),
                max_retries=1,
                args_validator=_ANYTHING,
            )
            for each in rendered
        }

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[AgentDepsT], tool: ToolsetTool[AgentDepsT]
    ) -> Any:
        """Call a tool; whatever it refuses comes back as data."""
        return await anyio.to_thread.run_sync(lambda: self._tools.call(name, tool_args).data)

    @property
    def _tools(self) -> MindTools:
        return self._mind.tools.in_session(self._session_id).of(self._choice, read_only=self._read_only)
