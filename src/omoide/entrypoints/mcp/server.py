"""One persona as an MCP server: what is listed, called and read.

The protocol, of all its versions, is the SDK's; here its messages become calls of a mind, which runs in threads.  What a tool refuses is an
answer (`isError`), what the protocol does not allow is the protocol's error, and whatever else goes wrong says nothing of what was said.
"""

import functools
import logging
from collections.abc import Callable
from typing import Any, Final, TypeVar

import anyio.to_thread
import mcp_types as types
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from omoide.__about__ import __version__
from omoide.domain.tools import answer, failure
from omoide.domain.tools.bilingual import same
from omoide.domain.tools.rendering import ToolDialect
from omoide.entrypoints.mcp import prompts
from omoide.entrypoints.mcp.access import McpAccess
from omoide.entrypoints.mcp.prompts import OfferedPrompts
from omoide.entrypoints.mcp.resources import MARKDOWN, MindTexts, TextAddress, TextNotThere
from omoide.errors import OmoideError, Refused

ResultT = TypeVar("ResultT")
RequestContext = ServerRequestContext[Any, Any]
NAME: Final = "omoide"
_log = logging.getLogger(__name__)


def server_for(access: McpAccess) -> Server[Any]:
    """Return a server of one persona's mind, as this client is given it."""
    handlers = _McpHandlers(access)
    return Server(
        NAME,
        version=__version__,
        title="Omoide",
        instructions=access.instructions,
        get_tool_input_schema=lambda _name: None,  # no tool takes anything from a header
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
    )


class _McpHandlers:
    """What the server answers, for one client."""

    def __init__(self, access: McpAccess) -> None:
        self._access = access
        self._texts = MindTexts(access)
        self._prompts = OfferedPrompts(access)

    async def list_tools(
        self, _ctx: RequestContext, _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """Return the tools, as this client may call them."""
        told = await _asked(lambda: self._access.tools.render(ToolDialect.MCP))
        return types.ListToolsResult(tools=[types.Tool.model_validate(each) for each in told])

    async def call_tool(self, _ctx: RequestContext, params: types.CallToolRequestParams) -> types.CallToolResult:
        """Call a tool; whatever it refuses is an answer."""
        given = await _asked(lambda: self._called(params.name, params.arguments or {}))
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=given.text)],
            structured_content=None if given.is_error else given.data,
            is_error=given.is_error,
        )

    def _called(self, name: str, arguments: dict[str, Any]) -> answer.ToolAnswer:
        try:
            tools = self._access.tools
            if name not in {each["name"] for each in tools.list()}:
                raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {name[:100]}")
            return tools.call(name, arguments)
        except OmoideError as exc:  # before the tool was reached: the store is away
            told = failure.of_error(exc)
            return answer.failed(same(name), told, tool=name, language=self._access.language)

    async def list_resources(
        self, _ctx: RequestContext, _params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """Return what can be read."""
        found = await _asked(self._texts.listed)
        return types.ListResourcesResult(resources=[types.Resource(uri=each.uri, **_told(each)) for each in found])

    async def list_templates(
        self, _ctx: RequestContext, _params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """Return how told days are addressed."""
        each = await _asked(self._texts.template)
        return types.ListResourceTemplatesResult(
            resource_templates=[types.ResourceTemplate(uri_template=each.uri, **_told(each))]
        )

    async def read_resource(
        self, _ctx: RequestContext, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """Return the text at an address."""
        uri = str(params.uri)
        try:
            text = await _asked(functools.partial(self._texts.read, uri))
        except TextNotThere as exc:
            raise MCPError(types.INVALID_PARAMS, "Resource not found", {"uri": uri}) from exc
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=MARKDOWN, text=text)])

    async def list_prompts(
        self, _ctx: RequestContext, _params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        """Return what a client may offer its user."""
        language = await _asked(lambda: self._access.language)
        argument = types.PromptArgument(
            name=prompts.MESSAGE, description=prompts.MESSAGE_TEXT.of(language), required=True
        )
        prompt = types.Prompt(
            name=prompts.CONTEXT,
            title=prompts.TITLE.of(language),
            description=prompts.DESCRIPTION.of(language),
            arguments=[argument],
        )
        return types.ListPromptsResult(prompts=[prompt])

    async def get_prompt(self, _ctx: RequestContext, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """Return a prompt, filled in."""
        if params.name != prompts.CONTEXT:
            raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {params.name[:100]}")
        text = await _asked(lambda: self._prompts.context(params.arguments or {}))
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(description=prompts.DESCRIPTION.of(self._access.language), messages=[message])


def _told(each: TextAddress) -> dict[str, Any]:
    return {"name": each.name, "title": each.title, "description": each.description, "mime_type": MARKDOWN}


async def _asked(verb: Callable[[], ResultT]) -> ResultT:
    """Return what a mind answers, asked in a thread; what goes wrong is the protocol's error, without anybody's words."""
    try:
        return await anyio.to_thread.run_sync(verb)
    except (MCPError, TextNotThere):
        raise
    except OmoideError as exc:
        code = types.INVALID_PARAMS if isinstance(exc, Refused) else types.INTERNAL_ERROR
        raise MCPError(code, str(exc)) from exc
    except Exception as exc:
        _log.error("a request of an MCP client failed: %s", type(exc).__name__)
        raise MCPError(types.INTERNAL_ERROR, "something unexpected went wrong") from exc
