"""A text that was embedded a moment ago, or is being embedded just now, is not embedded again."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from omoide.adapters.embedders.recent import RecentEmbedder
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.errors import EmbedderUnavailable
from omoide.ports.models.embedder import Role
from tests.fakes.embedding import hashing

PATIENCE_SECONDS = 30.0


class Gated:
    """An embedder that begins, and goes on when it is let."""

    def __init__(self, *, fails: bool = False) -> None:
        self.asked: list[str] = []
        self.begun, self.goes_on = threading.Event(), threading.Event()
        self.fails = fails

    @property
    def space(self) -> EmbeddingSpace:
        return hashing().space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        self.asked += texts
        self.begun.set()
        assert self.goes_on.wait(PATIENCE_SECONDS)
        if self.fails:
            raise EmbedderUnavailable("not now")
        return hashing().embed(texts, role=role)


def test_two_who_ask_for_the_same_at_once_have_it_embedded_once() -> None:
    behind = Gated()
    recent = RecentEmbedder(behind)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(recent.embed, ["港", "船"], role="query")
        assert behind.begun.wait(PATIENCE_SECONDS)
        second = pool.submit(recent.embed, ["船", "港"], role="query")
        behind.goes_on.set()
        np.testing.assert_array_equal(first.result(), second.result()[::-1])
    assert sorted(behind.asked) == ["港", "船"]
    np.testing.assert_array_equal(recent.embed(["港"], role="query"), hashing().embed(["港"], role="query"))
    assert sorted(behind.asked) == ["港", "船"]


def test_whoever_waits_hears_that_it_failed_and_the_next_tries_again() -> None:
    behind = Gated(fails=True)
    recent = RecentEmbedder(behind)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(recent.embed, ["港"])
        assert behind.begun.wait(PATIENCE_SECONDS)
        second = pool.submit(recent.embed, ["港"])
        behind.goes_on.set()
        for each in (first, second):
            with pytest.raises(EmbedderUnavailable):
                each.result()
    behind.fails = False
    assert recent.embed(["港"]).shape == (1, hashing().space.dims)
