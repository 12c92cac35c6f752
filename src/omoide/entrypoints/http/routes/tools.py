"""What a model may call."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query

from omoide.entrypoints.http.asked import Asking, Reader
from omoide.entrypoints.http.schemas.work import ToolAnswerShown, ToolCallGiven, ToolShown
from omoide.entrypoints.web.caller import KeyScope

router = APIRouter(prefix="/tools", tags=["tools"])
Dialect = Literal["openai", "openai-responses", "anthropic", "mcp"]
Tongue = Annotated[Literal["ja", "en"] | None, Query()]


@router.get("")
def tools(mind: Reader, language: Tongue = None, read_only: bool = False) -> list[ToolShown]:
    """Return the tools that may be called."""
    found = mind.tools.list(language=language, read_only=read_only)
    return [ToolShown.model_validate(each) for each in found]


@router.get("/rendered/{dialect}")
def rendered(mind: Reader, dialect: Dialect, language: Tongue = None, read_only: bool = False) -> list[dict[str, Any]]:
    """Return the tools as a provider is told of them."""
    return mind.tools.render(dialect, language=language, read_only=read_only)


@router.post("/call/{tool}")
def call(
    mind: Reader, asking: Asking, tool: Annotated[str, Path(min_length=1, max_length=100)], given: ToolCallGiven
) -> ToolAnswerShown:
    """Call a tool with what a model gave; what is wrong with it comes back as data.  One that writes needs a key that may."""
    writes = {each["name"] for each in mind.tools.list() if each["writes"]}
    if tool in writes:
        asking.require(KeyScope.WRITE, persona=mind.persona.name)
    tools = mind.tools.in_session(given.session_id) if given.session_id else mind.tools
    return ToolAnswerShown.of(tools.call(tool, given.arguments, language=given.language), tz=mind.persona.tz)
