"""A local folder with an ONNX model and its tokenizer, as Hugging Face lays them out.

Read: `model.onnx` or `onnx/model.onnx`, `tokenizer.json`, and where they are there `1_Pooling/config.json` (mean or
first token), `sentence_bert_config.json` (longest input) and `config_sentence_transformers.json` (texts put before a
query or passage, as E5 wants).  Nothing is downloaded.
"""

import hashlib
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.embedders.unit import unit_rows
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.errors import EmbedderUnavailable
from omoide.ports.models.embedder import Role

if TYPE_CHECKING:
    import onnxruntime
    from tokenizers import Tokenizer

BATCH = 16
LONGEST_TEXT = 20_000
_WEIGHTS = ("model.onnx", "onnx/model.onnx")


class DirectoryEmbedder:
    """Runs the model in a folder."""

    def __init__(self, path: Path, *, threads: int = 1) -> None:
        self._path = path
        self._threads = threads
        self._weights = _existing(path, _WEIGHTS)
        self._lock = threading.Lock()
        self._loaded: tuple[onnxruntime.InferenceSession, Tokenizer] | None = None
        self._pooling = _config(path / "1_Pooling" / "config.json")
        self._prompts = _config(path / "config_sentence_transformers.json").get("prompts") or {}
        self._longest = int(_config(path / "sentence_bert_config.json").get("max_seq_length") or 512)
        self._space: EmbeddingSpace | None = None

    @property
    def space(self) -> EmbeddingSpace:
        """Return the space of these vectors: the folder's name and the weights' hash."""
        if self._space is None:
            with self._weights.open("rb") as file:
                fingerprint = hashlib.file_digest(file, "sha256").hexdigest()
            dims = self._embed([""], prefix="").shape[1]
            self._space = EmbeddingSpace(name=f"directory:{self._path.name}", dims=dims, fingerprint=fingerprint)
        return self._space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return one unit row per text."""
        prefix = str(self._prompts.get(role) or (self._prompts.get("document") if role == "passage" else "") or "")
        rows = [self._embed(texts[at : at + BATCH], prefix=prefix) for at in range(0, len(texts), BATCH)]
        return np.concatenate(rows) if rows else np.zeros((0, self.space.dims), np.float32)

    def _embed(self, texts: Sequence[str], *, prefix: str) -> NDArray[np.float32]:
        session, tokenizer = self._load()
        encoded = tokenizer.encode_batch(
            [prefix + text[:LONGEST_TEXT].encode("utf-8", "replace").decode("utf-8") for text in texts]
        )
        given = {
            "input_ids": np.array([row.ids for row in encoded], np.int64),
            "attention_mask": np.array([row.attention_mask for row in encoded], np.int64),
            "token_type_ids": np.array([row.type_ids for row in encoded], np.int64),
        }
        wanted = {node.name for node in session.get_inputs()}
        (hidden, *_) = session.run(None, {name: array for name, array in given.items() if name in wanted})
        return unit_rows(self._pooled(np.asarray(hidden, np.float32), given["attention_mask"]))

    def _pooled(self, hidden: NDArray[np.float32], mask: NDArray[np.int64]) -> NDArray[np.float32]:
        if hidden.ndim == 2:
            return hidden
        if self._pooling.get("pooling_mode_cls_token"):
            return hidden[:, 0]
        weights = mask[:, :, None].astype(np.float32)
        pooled: NDArray[np.float32] = (hidden * weights).sum(1) / np.maximum(weights.sum(1), 1e-9)
        return pooled

    def _load(self) -> "tuple[onnxruntime.InferenceSession, Tokenizer]":
        with self._lock:
            if self._loaded is None:
                self._loaded = self._opened()
            return self._loaded

    def _opened(self) -> "tuple[onnxruntime.InferenceSession, Tokenizer]":
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = self._threads
        try:
            session = onnxruntime.InferenceSession(str(self._weights), options, providers=["CPUExecutionProvider"])
            tokenizer = Tokenizer.from_file(str(_existing(self._path, ("tokenizer.json",))))
        except EmbedderUnavailable:
            raise
        except Exception as exc:  # both libraries raise bare exceptions for a file they cannot read
            raise EmbedderUnavailable(f"the model in {self._path} cannot be loaded: {exc}") from exc
        tokenizer.enable_truncation(self._longest)
        tokenizer.enable_padding()
        return session, tokenizer


def _existing(path: Path, names: tuple[str, ...]) -> Path:
    for name in names:
        if (path / name).is_file():
            return path / name
    raise EmbedderUnavailable(
        f"no {' or '.join(names)} in {path}; point embedding.path at a folder with an ONNX model and its "
        "tokenizer.json (for a Hugging Face model: optimum-cli export onnx)"
    )


def _config(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
