"""What the encoder is measured beside: its own fp32 form and its teacher, both written by `tools.encoder.export`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.embedders import builtin
from omoide.adapters.embedders.batching import batches


class Fp32:
    """The student before quantisation: the packaged tokenizers, another ONNX file."""

    def __init__(self, path: Path) -> None:
        packaged = builtin.BuiltinEmbedder()._opened()  # noqa: SLF001 (the same reading of text is the point)
        self._model = builtin._Model(_session(path), packaged.vocabulary)  # noqa: SLF001

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text."""
        rows = [self._model.ids(text) for text in texts]
        vectors = np.empty((len(rows), builtin.DIMS), np.float32)
        for some in batches([len(row) for row in rows]):
            vectors[some] = self._model.vectors([rows[i] for i in some])
        return vectors


class Teacher:
    """all-MiniLM-L6-v2 as it is, with its own tokenizer for every language."""

    def __init__(self, folder: Path) -> None:
        from tokenizers import Tokenizer

        self._session = _session(folder / "teacher.onnx")
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer_en.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(builtin.LONGEST_IDS)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text."""
        rows = [self._tokenizer.encode(text).ids for text in texts]
        vectors = np.empty((len(rows), builtin.DIMS), np.float32)
        for some in batches([len(row) for row in rows]):
            lengths = np.array([len(rows[i]) for i in some], np.int64)
            ids = np.zeros((len(some), int(lengths.max())), np.int64)
            for at, i in enumerate(some):
                ids[at, : len(rows[i])] = rows[i]
            [vectors[some]] = self._session.run(["vectors"], {"ids": ids, "lengths": lengths})
        return vectors


def _session(path: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
