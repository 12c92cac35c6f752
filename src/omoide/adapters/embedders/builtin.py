"""The built-in Japanese + English encoder: one int8 ONNX file that comes with the package (docs/encoder.md).

Text is put in NFKC form and cut into pieces (`vocabulary`).  At most 256 ids are read: what lies beyond is cut off, and of a long text
only the first 4,096 characters are looked at, so a megabyte costs no more than a page.
A text's vector does not depend, beyond rounding, on the texts embedded with it.
"""

import hashlib
import json
import re
import threading
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.embedders.batching import batches
from omoide.adapters.embedders.vocabulary import CLS, SEP, Vocabulary, open_vocabulary
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.errors import EmbedderUnavailable
from omoide.ports.models.embedder import Role

WEIGHTS = Path(__file__).parent / "weights"
DIMS = 384
LONGEST_IDS = 256
LONGEST_CHARACTERS = 4096

_UNREADABLE = re.compile("[\x00\ud800-\udfff]")


class BuiltinEmbedder:
    """Embeds Japanese and English text without a network.

    Constructing it is cheap; the files are read and checked against their hashes at the first `embed`.  Safe to share by threads.
    """

    def __init__(self, *, threads: int = 1, folder: Path = WEIGHTS) -> None:
        self._threads = threads
        self._folder = folder
        self._lock = threading.Lock()
        self._model: _Model | None = None
        self._space: EmbeddingSpace | None = None

    @property
    def space(self) -> EmbeddingSpace:
        """Return the space of these weights; raise `EmbedderUnavailable` when they are not there."""
        if self._space is None:
            fingerprint = hashlib.sha256(json.dumps(_hashes(self._folder), sort_keys=True).encode()).hexdigest()
            self._space = EmbeddingSpace(name="omoide-ja-en", dims=DIMS, fingerprint=fingerprint)
        return self._space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return one unit row per text.  Both roles are embedded alike: questions were learnt as they are asked."""
        del role
        model = self._opened()
        rows = [model.ids(text) for text in texts]
        vectors = np.empty((len(rows), DIMS), np.float32)
        for some in batches([len(row) for row in rows]):
            vectors[some] = model.vectors([rows[i] for i in some])
        return vectors

    def _opened(self) -> "_Model":
        if self._model is None:
            with self._lock:
                if self._model is None:
                    self._model = _open(self._folder, threads=self._threads)
        return self._model


@dataclass(frozen=True, slots=True)
class _Model:
    """The opened session and its vocabulary."""

    session: Any
    vocabulary: Vocabulary

    def ids(self, text: str) -> list[int]:
        """Return the ids of `text` between the marks of beginning and end, at most `LONGEST_IDS` in all."""
        # A cut before the normal form keeps a megabyte cheap; NFKC can lengthen a text, so it is cut once more.
        text = _UNREADABLE.sub(" ", text[:LONGEST_CHARACTERS])
        text = unicodedata.normalize("NFKC", text)[:LONGEST_CHARACTERS]
        found = [CLS]
        for _, pieces in self.vocabulary.runs(text):
            found += pieces.ids
            if len(found) >= LONGEST_IDS:
                break
        return [*found[: LONGEST_IDS - 1], SEP]

    def vectors(self, rows: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """Return the vectors of these rows of ids."""
        lengths = np.array([len(row) for row in rows], np.int64)
        ids = np.zeros((len(rows), int(lengths.max())), np.int64)
        for i, row in enumerate(rows):
            ids[i, : len(row)] = row
        [vectors] = self.session.run(["vectors"], {"ids": ids, "lengths": lengths})
        result: NDArray[np.float32] = vectors
        return result


@cache
def verified(folder: Path) -> Mapping[str, str]:
    """Return the hash of each file once all were found to be the released ones; they are read once a process."""
    hashes = _hashes(folder)
    for name, expected in hashes.items():
        _check(folder / name, expected)
    return hashes


def _hashes(folder: Path) -> dict[str, str]:
    """Return the hash each file must have."""
    try:
        known: dict[str, str] = json.loads((folder / "sha256.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as exc:
        raise EmbedderUnavailable(f"the built-in encoder's files are not in {folder}; reinstall the package") from exc
    return known


def _check(path: Path, expected: str) -> None:
    """Raise when a file is missing or not the one that was released.  It is hashed from disk: a copy in memory would double the cost."""
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as exc:
        raise EmbedderUnavailable(
            f"the built-in encoder's {path.name} cannot be read in {path.parent}; reinstall the package"
        ) from exc
    if found != expected:
        raise EmbedderUnavailable(
            f"the built-in encoder's {path.name} in {path.parent} is damaged (its SHA-256 differs); reinstall the package"
        )


def _open(folder: Path, *, threads: int) -> _Model:
    import onnxruntime

    verified(folder)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    # The files are the ones that were shipped, so whatever goes wrong from here on is no mistake of the owner's.
    session = onnxruntime.InferenceSession(str(folder / "encoder.onnx"), options, providers=["CPUExecutionProvider"])
    return _Model(session, open_vocabulary(folder))
