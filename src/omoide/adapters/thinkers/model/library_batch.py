"""Providers' batch interfaces through the library: half the price, an answer within a day.

Anthropic and Gemini take the same requests as otherwise; OpenAI's batches are made of its Responses interface.
"""

from collections.abc import Mapping

from pydantic import BaseModel, TypeAdapter
from pydantic_ai import exceptions as library
from pydantic_ai.models import Model
from pydantic_ai.models.batch import Batch, BatchRequest
from pydantic_ai.models.openai import OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

from omoide.adapters.thinkers.model.failures import meaning
from omoide.adapters.thinkers.model.keys import Secret
from omoide.adapters.thinkers.model.library import LibraryWire, messages, parameters, response
from omoide.adapters.thinkers.model.loop import EventLoop
from omoide.adapters.thinkers.model.wire import CallFailed, Request, Response
from omoide.domain.models.model_role import ModelRole, Provider

_HANDLE = TypeAdapter(Batch)


class LibraryBatch:
    """Submits and collects batches of one role."""

    def __init__(self, role: ModelRole, *, key: Secret, loop: EventLoop) -> None:
        """Make the client; nothing is sent yet."""
        self._wire = LibraryWire(role, key=key, loop=loop)
        self._key = key
        self._loop = loop
        self._model: Model = self._wire.model
        if role.provider is Provider.OPENAI:
            self._model = OpenAIResponsesModel(
                role.model, provider=OpenAIProvider(base_url=role.url, api_key=key.reveal() or "no-key-needed")
            )
            self._loop.run(self._model.__aenter__())

    @property
    def most_requests(self) -> int:
        """Return how many requests one batch may hold; 0 when the provider has no batches."""
        return self._model.batch_max_requests or 0

    def submit(self, requests: Mapping[str, Request]) -> str:
        """Send the requests by key as one batch; return the handle by which it is found again."""
        try:
            return self._loop.run(self._submitted(requests))
        except (library.AgentRunError, library.UserError) as exc:
            failed = meaning(exc, key=self._key)
        raise failed

    def collect(
        self, handle: str, *, schemas: Mapping[str, type[BaseModel]]
    ) -> dict[str, Response | CallFailed] | None:
        """Return the responses by key, or why there is none; `None` while the batch is under way."""
        batch = _HANDLE.validate_json(handle)
        try:
            return self._loop.run(self._collected(batch, schemas=schemas))
        except (library.AgentRunError, library.UserError) as exc:
            failed = meaning(exc, key=self._key)
        raise failed

    def close(self) -> None:
        """Let go of connections."""
        if self._model is not self._wire.model:
            self._loop.run(self._model.__aexit__(None, None, None))
        self._wire.close()

    async def _submitted(self, requests: Mapping[str, Request]) -> str:
        encoded = [await self._model.batch_encode(self._request(key, request)) for key, request in requests.items()]
        return _HANDLE.dump_json(await self._model.batch_create(encoded)).decode()

    async def _collected(
        self, batch: Batch, *, schemas: Mapping[str, type[BaseModel]]
    ) -> dict[str, Response | CallFailed] | None:
        current = await self._model.batch_status(batch)
        if current.status != "ended":
            return None
        found: dict[str, Response | CallFailed] = {}
        for result in await self._model.batch_results(current):
            if result.custom_id not in schemas:
                continue
            asked = self._shell(result.custom_id, schemas[result.custom_id])
            try:
                found[result.custom_id] = response(self._model.batch_decode(result, asked), key=self._key)
            except library.AgentRunError as exc:
                found[result.custom_id] = meaning(exc, key=self._key)
        return found

    def _request(self, key: str, request: Request) -> BatchRequest:
        shell = self._shell(key, request.schema)
        shell.messages = messages(request)
        shell.model_settings = self._wire.settings(request, waits=False)
        return shell

    def _shell(self, key: str, schema: type[BaseModel]) -> BatchRequest:
        """Return what the library needs to read a result: the request without its words."""
        return BatchRequest(
            custom_id=key, messages=[], model_request_parameters=parameters(schema, output=self._wire.output(schema))
        )
