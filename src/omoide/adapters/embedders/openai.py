"""Vectors from any server that speaks OpenAI's embeddings API: OpenAI, Ollama, vLLM, LM Studio, llama.cpp …

Twenty texts a call and a pause between calls (NEX APIレート制限対策).  What may pass (429, 5xx, time-outs, broken
connections) is tried again up to three times, each time waiting longer, by the rule that holds for language models
too; what will not pass, or asks for more than a minute, is said at once.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import httpx
import numpy as np
from numpy.typing import NDArray

from omoide.adapters.embedders.unit import unit_rows
from omoide.adapters.thinkers.model.retry import Backoff, wait_seconds
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.errors import EmbedderUnavailable
from omoide.ports.models.embedder import Role

LONGEST_TEXT = 8_000
"""Characters of one text that are sent; models read about that much."""


@dataclass(slots=True)
class OpenAIEmbedder:
    """Asks a server for vectors."""

    base_url: str
    model: str
    dims: int
    api_key: str = field(default="", repr=False)
    sends_dims: bool = False
    """Whether the server is told how many dimensions we want; many know only one size."""
    batch: int = 20
    pause_seconds: float = 2.0
    retries: int = 3
    timeout_seconds: float = 60.0
    sleep: Callable[[float], None] = time.sleep
    dice: random.Random = field(default_factory=random.Random, repr=False)
    tokens_billed: int = field(default=0, init=False)
    """Tokens that the server has counted so far; 0 when it counts none."""

    @property
    def space(self) -> EmbeddingSpace:
        """Return the space of these vectors: the model's own."""
        return EmbeddingSpace(name=f"openai:{self.model}", dims=self.dims, fingerprint=self.model)

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return one unit row per text; raise `EmbedderUnavailable` when the server does not give them."""
        rows: list[NDArray[np.float32]] = []
        headers = {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}
        with httpx.Client(timeout=self.timeout_seconds, headers=headers) as client:
            for start in range(0, len(texts), self.batch):
                if start:
                    self.sleep(self.pause_seconds)
                rows.append(self._ask(client, [_sendable(text) for text in texts[start : start + self.batch]]))
        return np.concatenate(rows) if rows else np.zeros((0, self.dims), np.float32)

    def _ask(self, client: httpx.Client, texts: list[str]) -> NDArray[np.float32]:
        request: dict[str, object] = {"model": self.model, "input": texts, "encoding_format": "float"}
        if self.sends_dims:
            request["dimensions"] = self.dims
        tries = 0
        while True:
            try:
                return self._vectors(self._sent(client, request), count=len(texts))
            except _Failed as failed:
                tries += 1
                wait = self._wait_after(failed, tries=tries)
                if wait is None:
                    raise EmbedderUnavailable(
                        f"the embedding server at {self.base_url} gave no vectors ({failed}); check "
                        "embedding.base_url, embedding.model and the key, or set embedding.provider = builtin"
                    ) from failed
            self.sleep(wait)

    def _sent(self, client: httpx.Client, request: dict[str, object]) -> httpx.Response:
        try:
            response = client.post(f"{self.base_url.rstrip('/')}/embeddings", json=request)
        except httpx.TransportError as exc:
            raise _Failed(type(exc).__name__) from None  # its text may hold the address with a key in it
        if response.is_success:
            return response
        may_pass = response.status_code == httpx.codes.TOO_MANY_REQUESTS or response.is_server_error
        asked = _retry_after(response)
        raise _Failed(f"HTTP {response.status_code}", may_pass=may_pass, asked_seconds=asked)

    def _wait_after(self, failed: "_Failed", *, tries: int) -> float | None:
        if not failed.may_pass:
            return None
        backoff = Backoff(retries=self.retries)
        return wait_seconds(tries, backoff=backoff, dice=self.dice.random(), asked_seconds=failed.asked_seconds)

    def _vectors(self, response: httpx.Response, *, count: int) -> NDArray[np.float32]:
        try:
            data = sorted(response.json()["data"], key=lambda item: item.get("index", 0))
            matrix = np.array([item["embedding"] for item in data], np.float32)
            self.tokens_billed += int((response.json().get("usage") or {}).get("total_tokens") or 0)
        except (ValueError, KeyError, TypeError, AttributeError) as exc:
            raise EmbedderUnavailable(f"the embedding server at {self.base_url} did not answer with vectors") from exc
        if matrix.shape != (count, self.dims) or not np.isfinite(matrix).all():
            raise EmbedderUnavailable(
                f"the embedding server at {self.base_url} gave {matrix.shape} numbers for {count} texts of {self.dims} "
                "dimensions; set embedding.dimensions to what the model gives"
            )
        return unit_rows(matrix)


class _Failed(Exception):
    """The server gave no vectors this time."""

    def __init__(self, problem: str, *, may_pass: bool = True, asked_seconds: float | None = None) -> None:
        super().__init__(problem)
        self.may_pass = may_pass
        self.asked_seconds = asked_seconds


def _sendable(text: str) -> str:
    # An empty text is an error to most servers, a lone surrogate to all.
    return text[:LONGEST_TEXT].encode("utf-8", "replace").decode("utf-8").strip() or "."


def _retry_after(response: httpx.Response) -> float | None:
    try:
        return max(0.0, float(response.headers.get("Retry-After", "")))
    except ValueError:
        return None
