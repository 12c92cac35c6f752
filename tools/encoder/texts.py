"""All training texts as one flat table of ids on the GPU, and encoding by text number."""

import os
from collections.abc import Iterator, Sequence
from multiprocessing import get_context

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from tools.encoder.network import Encoder
from tools.encoder.pieces import ENGLISH_ROWS, UNK, Pieces

_pieces: Pieces | None = None


def load_pieces(english: str, japanese: str) -> Pieces:
    """Return the two tokenizers of these files as one."""
    return Pieces(Tokenizer.from_file(english), Tokenizer.from_file(japanese))


def _start(english: str, japanese: str) -> None:
    global _pieces  # noqa: PLW0603 (one per worker process)
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    _pieces = load_pieces(english, japanese)


def _ids(texts: Sequence[str]) -> list[list[int]]:
    assert _pieces is not None
    return [_pieces.ids(text) for text in texts]


def tokenise(texts: Sequence[str], *, files: tuple[str, str]) -> list[list[int]]:
    """Return the ids of every text, on all cores."""
    parts = [texts[i : i + 4000] for i in range(0, len(texts), 4000)]
    with get_context("fork").Pool(initializer=_start, initargs=files) as pool:
        return [row for part in pool.imap(_ids, parts) for row in part]


def groups(sizes: NDArray[np.int64], *, most: int = 131_072) -> Iterator[tuple[int, int]]:
    """Yield the bounds of groups of rising `sizes`: of like length, so that little is computed for nothing."""
    start = 0
    for at in range(1, len(sizes) + 1):
        if at == len(sizes) or sizes[at] > 1.4 * sizes[start] + 6 or (at + 1 - start) * sizes[at] > most:
            yield start, at
            start = at


class Texts:
    """Numbers texts; later holds their ids on the device."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        """Return the number of this text, the same each time."""
        return self._numbers.setdefault(text, len(self._numbers))

    def close(self, *, files: tuple[str, str], device: str) -> None:
        """Tokenise everything numbered so far and move it to the device."""
        rows = tokenise(list(self._numbers), files=files)
        self.lengths: NDArray[np.int64] = np.array([len(r) for r in rows])
        starts = np.concatenate([[0], np.cumsum(self.lengths)[:-1]])
        flat = np.fromiter((i for row in rows for i in row), np.int32, int(self.lengths.sum()))
        self.device, self._starts = device, torch.from_numpy(starts).to(device)
        self._flat, self._lengths = torch.from_numpy(flat).to(device), torch.from_numpy(self.lengths).to(device)

    def encode(self, net: Encoder, numbers: NDArray[np.int64], *, drop: float = 0.0) -> torch.Tensor:
        """Return one vector per number; texts of like length are computed together.  `drop` hides that share of Japanese ids."""
        order = np.argsort(self.lengths[numbers], kind="stable")
        sizes = self.lengths[numbers[order]]
        sorted_numbers = torch.from_numpy(numbers[order]).to(self.device, non_blocking=True)
        made = []
        with torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.device == "cuda"):
            for start, stop in groups(sizes):
                part = sorted_numbers[start:stop]
                places = torch.arange(int(sizes[stop - 1]), device=self.device)
                lengths = self._lengths[part]
                spots = (self._starts[part][:, None] + places).clamp(max=len(self._flat) - 1)
                ids = torch.where(places < lengths[:, None], self._flat[spots].long(), 0)
                if drop:
                    ids = torch.where(
                        (ids >= ENGLISH_ROWS) & (torch.rand(ids.shape, device=self.device) < drop), UNK, ids
                    )
                made.append(net(ids, lengths))
        back = torch.from_numpy(np.argsort(order, kind="stable")).to(self.device, non_blocking=True)
        return torch.cat(made)[back]

    def encode_all(self, net: Encoder, numbers: NDArray[np.int64]) -> torch.Tensor:
        """Return vectors without gradients and without dropout, in half precision."""
        training = net.training
        net.eval()
        with torch.no_grad():
            made = [self.encode(net, numbers[i : i + 16384]).half() for i in range(0, len(numbers), 16384)]
        net.train(training)
        return torch.cat(made)
