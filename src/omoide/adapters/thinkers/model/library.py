"""The wire through pydantic-ai-slim: one request, no retries of its own; only a talk is heard as it comes.

Importing it takes seconds, so this module is imported when the first question is asked (see `connected`).
"""

from collections.abc import Callable

from pydantic import BaseModel
from pydantic_ai import exceptions as library
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from omoide.adapters.thinkers.model.failures import meaning
from omoide.adapters.thinkers.model.keys import Secret
from omoide.adapters.thinkers.model.loop import EventLoop
from omoide.adapters.thinkers.model.wire import Request, Response, TalkRequest
from omoide.asks.ask import shape
from omoide.domain.models.model_role import ModelRole, Output, Provider
from omoide.domain.models.spending import Usage

ANSWER = "answer"
"""The name of the answer's schema, and of the function in tool mode."""


class LibraryWire:
    """Sends requests of one role."""

    def __init__(self, role: ModelRole, *, key: Secret, loop: EventLoop) -> None:
        """Make the client; nothing is sent yet."""
        self._role = role
        self._key = key
        self._loop = loop
        self._model = _model(role, key=key)
        self._loop.run(self._model.__aenter__())

    @property
    def model(self) -> Model:
        """Return the library's model, for its batch interface."""
        return self._model

    def output(self, schema: type[BaseModel]) -> Output:
        """Return how this schema is given to this model.

        A schema with an open object goes as a tool: given natively, some providers close it and force it to be empty.
        """
        if self._role.output is not Output.AUTO:
            return self._role.output
        is_native = self._model.profile.get("supports_json_schema_output") and not _is_open(shape(schema))
        return Output.NATIVE if is_native else Output.TOOL

    def send(self, request: Request) -> Response:
        """Return the response; raise `CallFailed` when there is none."""
        try:
            answer = self._loop.run(
                model_request(
                    self._model,
                    messages(request),
                    model_settings=self.settings(request, waits=True),
                    model_request_parameters=parameters(request.schema, output=self.output(request.schema)),
                )
            )
        except (library.AgentRunError, library.UserError) as exc:
            failed = meaning(exc, key=self._key)
        else:
            return response(answer, key=self._key)
        # Raised outside the handler: the library's own error, which may quote the key, is not carried along.
        raise failed

    def stream(self, request: TalkRequest, heard: Callable[[str], None]) -> Usage:
        """Let each piece of an answer be heard as it comes; return what it used.  Raise `CallFailed` when it breaks off."""
        try:
            return self._loop.run(self._streamed(request, heard))
        except (library.AgentRunError, library.UserError) as exc:
            failed = meaning(exc, key=self._key)
        raise failed

    async def _streamed(self, request: TalkRequest, heard: Callable[[str], None]) -> Usage:
        async with model_request_stream(
            self._model,
            talk(request),
            model_settings=self.settings(request, waits=True),
            model_request_parameters=ModelRequestParameters(output_mode="text"),
        ) as answer:
            async for event in answer:
                if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart) and event.part.content:
                    heard(event.part.content)
                elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
                    heard(event.delta.content_delta)
            usage = answer.usage
        return Usage(usage.input_tokens, usage.output_tokens, usage.cache_read_tokens, usage.cache_write_tokens)

    def settings(self, request: Request | TalkRequest, *, waits: bool) -> ModelSettings:
        """Return the settings of one request; those that concern waiting only where somebody waits."""
        settings: ModelSettings = {"max_tokens": request.max_tokens, "cache": {"messages": False}}
        if self._takes_temperature():
            settings["temperature"] = self._role.temperature
        if waits:
            settings |= {
                "timeout": request.timeout_seconds,
                "request_timeout": request.timeout_seconds,
                "max_retries": 0,
            }
        return settings

    def close(self) -> None:
        """Let go of connections."""
        self._loop.run(self._model.__aexit__(None, None, None))

    def _takes_temperature(self) -> bool:
        """Reasoning models of OpenAI take none, and the library warns about it."""
        return not self._model.profile.get("openai_supports_reasoning", False)


def messages(request: Request) -> list[ModelMessage]:
    """Return the conversation: the question, and for a repair the broken answer and the complaint."""
    asked: list[ModelMessage] = [ModelRequest(parts=[UserPromptPart(request.user)], instructions=request.system)]
    if request.repair is not None:
        asked.append(ModelResponse(parts=[TextPart(request.repair.answer or "(empty)")]))
        asked.append(ModelRequest(parts=[UserPromptPart(request.repair.complaint)], instructions=request.system))
    return asked


def talk(request: TalkRequest) -> list[ModelMessage]:
    """Return a talk as the library wants it."""
    return [
        ModelResponse(parts=[TextPart(turn.text)])
        if turn.is_answer
        else ModelRequest(parts=[UserPromptPart(turn.text)], instructions=request.system)
        for turn in request.turns
    ]


def _is_open(told: object) -> bool:
    """Tell whether a JSON schema holds an object whose fields are not written down."""
    if isinstance(told, dict):
        return bool(told.get("additionalProperties")) or any(_is_open(part) for part in told.values())
    return isinstance(told, list) and any(_is_open(part) for part in told)


def parameters(schema: type[BaseModel], *, output: Output) -> ModelRequestParameters:
    """Return how the answer's shape is told to the provider."""
    told = shape(schema)
    if output is Output.NATIVE:
        definition = OutputObjectDefinition(json_schema=told, name=ANSWER)
        return ModelRequestParameters(output_mode="native", output_object=definition)
    if output is Output.TOOL:
        tool = ToolDefinition(name=ANSWER, parameters_json_schema=told, kind="output")
        return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)
    return ModelRequestParameters(output_mode="text")


def response(answer: ModelResponse, *, key: Secret) -> Response:
    """Return the library's response as ours."""
    calls = [part.args_as_json_str() for part in answer.parts if isinstance(part, ToolCallPart)]
    text = "".join(part.content for part in answer.parts if isinstance(part, TextPart))
    usage = answer.usage
    refusal = None
    if answer.finish_reason == "content_filter":
        details = answer.provider_details or {}
        said = details.get("refusal") or details.get("finish_reason") or details.get("block_reason") or "content filter"
        refusal = key.hidden_in(str(said))[:300]
    return Response(
        text=calls[0] if calls else text,
        usage=Usage(usage.input_tokens, usage.output_tokens, usage.cache_read_tokens, usage.cache_write_tokens),
        refusal=refusal,
        is_cut=answer.finish_reason == "length",
    )


def _model(role: ModelRole, *, key: Secret) -> Model:
    match role.provider:
        case Provider.OPENAI | Provider.OLLAMA | Provider.OPENROUTER:
            from omoide.adapters.thinkers.model.providers import openai

            return openai.model(role, key=key)
        case Provider.ANTHROPIC:
            from omoide.adapters.thinkers.model.providers import anthropic

            return anthropic.model(role, key=key)
        case Provider.GEMINI:
            from omoide.adapters.thinkers.model.providers import gemini

            return gemini.model(role, key=key)
