"""Vectors from any server that speaks OpenAI's embeddings API: OpenAI, Ollama, vLLM, LM Studio, llama.cpp …

Twenty texts a call and a pause between calls (NEX APIレート制限対策).  What may pass (429, 5xx, time-outs, broken
connections) is tried again up to three times, each time waiting longer; what will not pass is said at once.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import httpx
import numpy as np
from numpy.typing import NDArray

from omoide.adapters.embedders.unit import unit_rows
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.errors import EmbedderUnavailable
from omoide.ports.models.embedder import Role

LONGEST_TEXT = 8_000
"""Characters of one text that are sent; models read about that much."""
LONGEST_WAIT_SECONDS = 60.0


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
        problem = ""
        for attempt in range(self.retries + 1):
            wait = 0.0
            try:
                response = client.post(f"{self.base_url.rstrip('/')}/embeddings", json=request)
            except httpx.TransportError as exc:
                problem = f"{type(exc).__name__}"
            else:
                if response.is_success:
                    return self._vectors(response, count=len(texts))
                problem = f"HTTP {response.status_code}"
                if response.status_code != httpx.codes.TOO_MANY_REQUESTS and not response.is_server_error:
                    break
                wait = _retry_after(response)
            if attempt < self.retries:
                self.sleep(min(LONGEST_WAIT_SECONDS, max(wait, 2.0**attempt * (1 + self.dice.random()))))
        raise EmbedderUnavailable(
            f"the embedding server at {self.base_url} gave no vectors ({problem}); check embedding.base_url, "
            "embedding.model and the key, or set embedding.provider = builtin"
        )

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


def _sendable(text: str) -> str:
    # An empty text is an error to most servers, a lone surrogate to all.
    return text[:LONGEST_TEXT].encode("utf-8", "replace").decode("utf-8").strip() or "."


def _retry_after(response: httpx.Response) -> float:
    try:
        return max(0.0, float(response.headers.get("Retry-After", "0")))
    except ValueError:
        return 0.0
