"""All tools of a persona: calling one, whatever it is called with (SPEC T1, T2).

A call always gives an answer.  An unknown name, arguments that cannot be read, what the owner has switched off and what the mind
refuses are data for the model, never an exception; what is found goes into the answer, and the announcement holds none of it.
"""

from dataclasses import dataclass

from omoide.domain.tools import answer, arguments, failure
from omoide.domain.tools.answer import ToolAnswer
from omoide.domain.tools.arguments import UnreadArguments
from omoide.domain.tools.bilingual import same
from omoide.domain.tools.definition import ToolDefinition, ToolRules
from omoide.domain.tools.failure import ToolFailure
from omoide.errors import InvalidInput, OmoideError
from omoide.usecases.tools.tool import Tool, ToolCaller


@dataclass(frozen=True, slots=True)
class Toolbox:
    """The registry."""

    tools: tuple[Tool, ...]
    rules: ToolRules

    def __post_init__(self) -> None:
        names = [each.definition.name for each in self.tools]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise InvalidInput(f"two tools are named {twice[0]!r}; a name is one tool's")

    def listed(self) -> list[ToolDefinition]:
        """Return the tools that may be called, in their order."""
        return [each.definition for each in self.tools if self.rules.allows(each.definition)]

    def __call__(self, name: str, given: object, *, caller: ToolCaller) -> ToolAnswer:
        """Call a tool with arguments as a model gave them: an object, or JSON text."""
        found = next((each for each in self.tools if each.definition.name == name.strip()), None)
        if found is None:
            known = [each.name for each in self.listed()]
            unknown = failure.unknown_tool(name, known)
            return answer.failed(same("?"), unknown, tool=name, language=caller.language)
        definition = found.definition
        result = self._result(found, given, caller)
        if isinstance(result, ToolFailure):
            return answer.failed(definition.title, result, tool=definition.name, language=caller.language)
        return answer.done(definition, result, language=caller.language)

    def _result(self, found: Tool, given: object, caller: ToolCaller) -> object:
        if not self.rules.allows(found.definition):
            return failure.not_allowed(found.definition.name)
        read = arguments.read(found.definition.takes, given)
        if isinstance(read, UnreadArguments):
            return failure.unread(read)
        try:
            return found.run(caller, read)
        except OmoideError as exc:
            return failure.of_error(exc)
