"""What a server learns gets its vectors beside those who ask; they do not wait for it, and nothing is embedded twice."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.ports.models.embedder import Role
from tests.conftest import NOW
from tests.fakes.embedding import hashing

PATIENCE_SECONDS = 30.0
LEARNT = "港で大きな船を見た"


class Gated:
    """An embedder that stops at one text until it is let on."""

    def __init__(self) -> None:
        self.begun, self.goes_on = threading.Event(), threading.Event()
        self.asked: list[str] = []

    @property
    def space(self) -> EmbeddingSpace:
        return hashing().space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        self.asked += texts
        if role == "passage" and any(LEARNT in text for text in texts):
            self.begun.set()
            assert self.goes_on.wait(PATIENCE_SECONDS)
        return hashing().embed(texts, role=role)


@pytest.fixture
def gated() -> Gated:
    return Gated()


@pytest.fixture
def learning(tmp_path: Path, gated: Gated) -> Iterator[Mind]:
    """A mind that has just learnt something, whose vector is being made beside it."""
    with Omoide.open(tmp_path, clock=SimulatedClock(NOW), embedder=gated, beside="nowhere") as omoide:
        omoide.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = omoide.mind("haru")
        mind.observe(user="猫の名前はモモ", assistant="覚えた", session_id="old")
        mind.catch_up()
        mind.observe(user=LEARNT, assistant="うん", session_id="a")
        mind.catch_up_beside()
        assert gated.begun.wait(PATIENCE_SECONDS)
        yield mind
        gated.goes_on.set()


def waiting(mind: Mind) -> int:
    [status] = [each for each in mind.index_status() if each.is_active]
    return status.pending


def test_the_prompt_of_another_session_does_not_wait_for_it(learning: Mind) -> None:
    context = learning.context([{"role": "user", "content": "猫の名前は？"}], session_id="b")
    assert "モモ" in context.block
    assert waiting(learning) == 1


def test_it_is_found_by_its_words_meanwhile(learning: Mind) -> None:
    context = learning.context([{"role": "user", "content": "港で見た大きな船のこと、覚えてる？"}], session_id="b")
    assert LEARNT in context.block


def test_a_recall_waits_for_it_and_does_not_embed_it_once_more(learning: Mind, gated: Gated) -> None:
    with ThreadPoolExecutor() as pool:
        found = pool.submit(learning.recall, "港で船")
        gated.goes_on.set()
        assert any(LEARNT in hit.text for hit in found.result())
    assert len([each for each in gated.asked if LEARNT in each]) == 1
    assert waiting(learning) == 0


def test_all_that_waits_is_made(learning: Mind, gated: Gated) -> None:
    gated.goes_on.set()
    learning._home.foundation.background.wait()
    assert waiting(learning) == 0
    assert len([each for each in gated.asked if LEARNT in each]) == 1
