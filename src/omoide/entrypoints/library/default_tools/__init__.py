"""Eight tools by which a model reaches a whole mind: `mind.tools.of("default")`, and what an MCP client is told of first.

They are defined as all tools are (`usecases/tools/tool.py`), and call the verbs of `Mind`.

naming       a thing by the name under which a tool has shown it: `memory:7`
wake         `wake`: who I am, how I feel, what is open, what is due
recalling    `recall`, `get`, `why`: what comes to mind, one thing in full, why it came
remembering  `remember`, `revise`: writing something down, putting something right
forgetting   `forget`: shown first, gone once that is confirmed
standing     `status`: how much is known, and what still waits
"""

from typing import TYPE_CHECKING

from omoide.entrypoints.library.default_tools.forgetting import ForgetTool
from omoide.entrypoints.library.default_tools.recalling import RecallingTools
from omoide.entrypoints.library.default_tools.remembering import RememberingTools
from omoide.entrypoints.library.default_tools.standing import StatusTool
from omoide.entrypoints.library.default_tools.wake import WakeTool
from omoide.usecases.tools.sources import TextSources
from omoide.usecases.tools.tool import Tool

if TYPE_CHECKING:
    from omoide.entrypoints.library.mind import Mind

ORDER = ("wake", "recall", "get", "remember", "revise", "forget", "why", "status")


def default_tools(mind: "Mind", *, sources: TextSources, most: int, strengthens: bool) -> tuple[Tool, ...]:
    """Return the eight tools, in the order in which a client is told of them."""
    made = (
        *WakeTool(mind).tools(),
        *RecallingTools(mind, sources, most, strengthens).tools(),
        *RememberingTools(mind, sources).tools(),
        *ForgetTool(mind).tools(),
        *StatusTool(mind).tools(),
    )
    return tuple(sorted(made, key=lambda each: ORDER.index(each.definition.name)))
