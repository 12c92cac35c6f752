"""A turn is erased while something is being made of it: what was made is dropped quietly, and nothing comes back."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from omoide import Omoide, SimulatedClock
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.errors import OmoideError, StoreUnavailable
from omoide.ports.models.embedder import Role
from tests import warm
from tests.fakes.embedding import hashing
from tests.files_holding import holding


class InterruptedEmbedder:
    """Embeds as the hashing one does, after something else has happened."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        self._meanwhile: list[Callable[[], object]] = [meanwhile]

    @property
    def space(self) -> EmbeddingSpace:
        return hashing().space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        while self._meanwhile:
            self._meanwhile.pop()()
        return hashing().embed(texts, role=role)


@pytest.fixture
def told(opened: Callable[..., Omoide]) -> Omoide:
    """A home with two sessions that nothing has been made of yet."""
    home = opened()
    mind = home.persona("haru")
    mind.observe(user="My therapist is called Quillfeather.", assistant="I see.", session_id="s1")
    mind.observe(user="抹茶が好き。", assistant="うん。", session_id="s2")
    return home


def interrupted(told: Omoide, clock: SimulatedClock, meanwhile: Callable[[], object]) -> Omoide:
    return Omoide.open(told.home, clock=clock, embedder=InterruptedEmbedder(meanwhile), beside="nowhere")


def test_vectors_of_a_turn_that_is_erased_meanwhile_are_dropped(told: Omoide, clock: SimulatedClock) -> None:
    with interrupted(told, clock, lambda: told.mind("haru").erase(session_id="s1")) as other:
        assert other.mind("haru").catch_up() > 0
        assert [status.pending for status in other.mind("haru").index_status()] == [0]
    assert told.problems() == []
    assert holding(told.home, ["Quillfeather"]) == []


def test_a_memory_of_a_turn_that_is_erased_meanwhile_is_dropped(told: Omoide, clock: SimulatedClock) -> None:
    with interrupted(told, clock, lambda: told.mind("haru").erase(session_id="s1")) as other:
        mind = other.mind("haru")
        mind.digest()
        assert [memory.session_id for memory in mind.memories.all()] == ["s2"]
        assert mind.digest_status().waiting == 0
    assert told.problems() == []
    assert holding(told.home, ["Quillfeather"]) == []


def test_a_persona_that_is_erased_meanwhile_is_told_so(told: Omoide, clock: SimulatedClock) -> None:
    mind = told.mind("haru")
    with interrupted(told, clock, lambda: told.mind("haru").erase(everything=True)) as other:
        other.mind("haru").digest()
    with pytest.raises(StoreUnavailable, match="erased meanwhile"):
        mind.observe(user="Are you there?")
    assert told.problems() == []


@pytest.mark.slow
def test_sessions_are_erased_while_others_are_taken_in_and_digested(tmp_path: Path, clock: SimulatedClock) -> None:
    trouble: list[BaseException] = []

    def work(home: Omoide) -> None:
        try:
            mind = home.mind("haru")
            for number in range(20):
                mind.observe(
                    user=f"Quillfeather said {number} things to me", assistant="ok", session_id=f"s{number % 4}"
                )
                mind.settle()
        except BaseException as exc:  # noqa: BLE001 - the thread tells the test
            trouble.append(exc)

    with (
        Omoide.open(tmp_path / "h", clock=clock, embedder=hashing(), beside="nowhere") as one,
        Omoide.open(tmp_path / "h", clock=clock, embedder=hashing(), beside="nowhere") as other,
    ):
        mind = one.persona("haru")
        worker = threading.Thread(target=work, args=(other,))
        worker.start()
        erased = 0
        while worker.is_alive():
            try:
                erased += mind.erase(session_id=f"s{erased % 4}").events
            except OmoideError:
                continue
        worker.join()
        assert trouble == []
        assert one.problems() == []
        for number in range(4):
            if mind.log(session_id=f"s{number}"):
                erased += mind.erase(session_id=f"s{number}").events
        assert erased == 20
    assert holding(tmp_path / "h", ["Quillfeather"]) == []


ELSEWHERE = """
import sys
from omoide import Omoide
with Omoide.open(sys.argv[1], beside="nowhere") as home:
    home.add_persona(sys.argv[2], language="ja")
    print([persona.name for persona in home.personas()])
"""


def test_whoever_erased_and_other_processes_go_on_seeing_each_other(
    told: Omoide, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    told.mind("haru").erase(session_id="s1")
    for number, name in enumerate(("one", "two")):
        ended = warm.start("-c", ELSEWHERE, str(told.home), name)
        printed, _ = ended.communicate(timeout=120)
        told.add_persona(f"own-{number}")
        seen = [persona.name for persona in told.personas()]
        assert name in seen
        assert all(each in printed for each in seen if each.startswith("own-") and each != f"own-{number}")
    with Omoide.open(told.home, embedder=hashing(), beside="nowhere") as again:
        assert [persona.name for persona in again.personas()] == ["haru", "one", "own-0", "two", "own-1"]
