"""What a model may call: `mind.tools`.

tools = mind.tools.render("openai")                       # or "anthropic", "mcp", "openai-responses"
messages.append(mind.tools.reply(call))                   # whatever the client calls a tool call → the message it wants back
answer = mind.tools.call("recall_memories", {"query": "猫の名前"})
print(answer.data, answer.announcement)                   # the data for the model, the line for the log
"""

from collections.abc import Iterable
from dataclasses import replace

from omoide.bootstrap import Home
from omoide.domain.personas.persona import Persona
from omoide.domain.text.language import Language, spoken
from omoide.domain.tools import calls, functions, rendering
from omoide.domain.tools.answer import ToolAnswer
from omoide.domain.tools.definition import ToolDefinition, ToolRules, Toolset, toolset_of
from omoide.domain.tools.functions import ToolFunction
from omoide.domain.tools.rendering import ToolDialect
from omoide.domain.tools.schema import JsonObject
from omoide.errors import InvalidInput
from omoide.usecases.tools.tool import Tool, ToolCaller
from omoide.usecases.tools.toolbox import Toolbox

Rendered = list[JsonObject]
Functions = list[ToolFunction]
Definitions = list[ToolDefinition]


class MindTools:
    """The tools of one persona; in a session, what that shows already is not found again."""

    def __init__(
        self,
        home: Home,
        persona: Persona,
        *,
        session_id: str = "",
        toolset: Toolset = Toolset.PERSONA,
        read_only: bool = False,
        left_out: tuple[str, ...] = (),
    ) -> None:
        self._home = home
        self._persona = persona
        self._session_id = session_id
        self._toolset = toolset
        self._read_only = read_only
        self._left_out = left_out

    @property
    def _toolbox(self) -> Toolbox:
        """Asked for each time: settings may change meanwhile."""
        own = self._home.tools.toolbox(self._persona)
        rules = replace(
            own.rules,
            read_only=own.rules.read_only or self._read_only,
            left_out=(*own.rules.left_out, *self._left_out),
        )
        match self._toolset:
            case Toolset.PERSONA:
                return Toolbox(own.tools, rules)
            case Toolset.DEFAULT:
                return Toolbox(self._default(rules), rules)
            case Toolset.ALL:
                return Toolbox((*self._default(rules), *own.tools), rules)

    def _default(self, rules: ToolRules) -> tuple[Tool, ...]:
        from omoide.entrypoints.library.default_tools import default_tools
        from omoide.entrypoints.library.mind import Mind

        return default_tools(
            Mind(self._home, self._persona),
            sources=self._home.tools.sources(self._persona),
            most=rules.portion_characters,
            strengthens=not rules.read_only,
        )

    def in_session(self, session_id: str) -> "MindTools":
        """Return the same tools, called in a talk."""
        return MindTools(
            self._home,
            self._persona,
            session_id=session_id,
            toolset=self._toolset,
            read_only=self._read_only,
            left_out=self._left_out,
        )

    def of(self, toolset: Toolset | str, *, read_only: bool = False, left_out: Iterable[str] = ()) -> "MindTools":
        """Return another choice of tools: the eight of `default`, the `persona`'s own, or `all`.

        With `read_only` none of them can write, whatever it is called with; those `left_out` cannot be called at all.
        """
        return MindTools(
            self._home,
            self._persona,
            session_id=self._session_id,
            toolset=toolset_of(toolset),
            read_only=read_only or self._read_only,
            left_out=(*self._left_out, *left_out),
        )

    def list(
        self,
        *,
        language: Language | str | None = None,
        names: Iterable[str] | None = None,
        read_only: bool = False,
    ) -> Rendered:
        """Return name, title, description and hints of the tools that may be called.

        `names` chooses some of them; `read_only` leaves out those that write.
        """
        told = self._language(language)
        return [
            {
                "name": each.name,
                "title": each.title.of(told),
                "description": each.description.of(told),
                "writes": each.effect.writes,
                "destroys": each.effect.destroys,
                "repeatable": each.effect.repeatable,
            }
            for each in self._chosen(names, read_only=read_only)
        ]

    def render(
        self,
        dialect: ToolDialect | str,
        *,
        language: Language | str | None = None,
        names: Iterable[str] | None = None,
        read_only: bool = False,
    ) -> Rendered:
        """Return the tools as `openai` (chat completions), `openai-responses`, `anthropic` or `mcp` are told of them."""
        meant, told = rendering.dialect_of(dialect), self._language(language)
        chosen = self._chosen(names, read_only=read_only)
        return [rendering.rendered(each, meant, language=told) for each in chosen]

    def functions(
        self,
        *,
        language: Language | str | None = None,
        names: Iterable[str] | None = None,
        read_only: bool = False,
    ) -> Functions:
        """Return the tools as Python functions with signature and docstring, for frameworks that take functions."""
        told = self._language(language)

        def called(name: str, arguments: JsonObject) -> JsonObject:
            return self.call(name, arguments).data

        chosen = self._chosen(names, read_only=read_only)
        return [functions.function_of(each, called, language=told) for each in chosen]

    def call(self, name: str, arguments: object = None, *, language: Language | str | None = None) -> ToolAnswer:
        """Call a tool with the arguments a model gave, an object or JSON text; what is wrong comes back as data.

        `answer.data` (or `answer.text`, as JSON) is for the model alone; `answer.announcement` is the line for the log.
        """
        caller = ToolCaller(self._persona, self._language(language), self._session_id)
        self._home.work.used(self._persona)
        with self._home.work.courtesy.first():
            return self._toolbox(str(name), arguments, caller=caller)

    def reply(self, call: object) -> JsonObject:
        """Answer a tool call as a client gives it: the message, block or result that goes back.

        Taken are a tool call of OpenAI's chat completions or responses, a `tool_use` block of Anthropic's, and the parameters
        of MCP's `tools/call`, as objects or dictionaries.
        """
        read = calls.read_call(call)
        return calls.reply(read, self.call(read.name, read.arguments))

    def _chosen(self, names: Iterable[str] | None, *, read_only: bool) -> Definitions:
        listed = [each for each in self._toolbox.listed() if not (read_only and each.effect.writes)]
        if names is None:
            return listed
        wanted = [names] if isinstance(names, str) else list(names)
        known = {each.name for each in listed}
        if unknown := [name for name in wanted if name not in known]:
            raise InvalidInput(
                f"there is no tool named {unknown[0]!r} to choose; `omoide tools list` shows those there are"
            )
        return [each for each in listed if each.name in wanted]

    def _language(self, language: Language | str | None) -> Language:
        return self._persona.language if language is None else spoken(language)
