"""Minds under a budget: what is held, what leaves, and that nobody who asks notices."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from bench.minds_of_a_home import name
from bench.synthetic import questions, turns
from hypothesis import given
from hypothesis import strategies as st

from omoide import Omoide
from omoide.adapters.index.residency import OVERHEAD_BYTES, HeldMinds, HeldPart
from omoide.domain.personas.persona import PersonaId
from tests.fakes.embedding import hashing

MINDS, BUDGET_MINDS = 50, 5
AKI, HARU, NATSU = PersonaId(1), PersonaId(2), PersonaId(3)


def room_for(count: int, *, size: int = 100) -> HeldMinds:
    return HeldMinds(most_bytes=count * (size + OVERHEAD_BYTES))


def test_who_is_asked_for_stays_and_who_was_not_leaves() -> None:
    minds = room_for(2)
    part: HeldPart[PersonaId, str] = minds.by_mind(lambda _value: 100)
    part[AKI], part[HARU] = "a", "h"
    assert part.get(AKI) == "a"
    part[NATSU] = "n"
    assert set(part) == {AKI, NATSU}
    assert part.get(HARU) is None


def test_a_mind_leaves_whole_from_everybody_who_holds_something_of_it() -> None:
    minds = room_for(3)
    one: HeldPart[PersonaId, int] = minds.by_mind(lambda _value: 100)
    other: HeldPart[tuple[PersonaId, str], int] = minds.by_mind_and(lambda _value: 100)
    one[AKI], other[AKI, "space"], one[HARU], one[NATSU] = 1, 2, 3, 4
    assert minds.minds == [HARU, NATSU]
    assert (len(one), len(other)) == (2, 0)


def test_what_has_grown_is_weighed_again_and_what_is_dropped_counts_no_more() -> None:
    minds = HeldMinds(most_bytes=10_000)
    part = minds.by_mind(len)
    part[AKI] = b"x" * 100
    part[AKI] = b"x" * 5_000
    assert minds.held_bytes == 5_000 + OVERHEAD_BYTES
    del part[AKI]
    assert (minds.held_bytes, minds.minds) == (0, [])


acts = st.lists(st.tuples(st.sampled_from("gsd"), st.integers(1, 8), st.integers(0, 3_000)), max_size=60)


@given(acts=acts, most=st.integers(1, 12_000))
def test_the_sum_is_always_that_of_what_is_held_and_fits_unless_it_is_one_mind(
    acts: list[tuple[str, int, int]], most: int
) -> None:
    minds = HeldMinds(most_bytes=most)
    part: HeldPart[tuple[PersonaId, int], int] = minds.by_mind_and(lambda size: size)
    for act, number, size in acts:
        key = PersonaId(number % 5), number
        if act == "s":
            part[key] = size
        elif act == "g":
            part.get(key)
        else:
            part.pop(key, None)
        held = sum(part[each] + OVERHEAD_BYTES for each in list(part))
        assert minds.held_bytes == held
        assert held <= most or len(minds.minds) == 1


def test_threads_that_put_and_take_leave_the_sum_right() -> None:
    minds = HeldMinds(most_bytes=20 * 1_000)
    part = minds.by_mind(lambda size: size)
    start = threading.Barrier(4)

    def go(seed: int) -> None:
        start.wait()
        for step in range(2_000):
            mind = PersonaId((seed * 7 + step * 13) % 40)
            part[mind] = 100 + (step * 31 + seed) % 900
            part.get(PersonaId((mind + 1) % 40))
            if step % 17 == 0:
                part.pop(mind, None)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(go, range(4)))
    assert minds.held_bytes == sum(part[each] + OVERHEAD_BYTES for each in list(part)) <= 20 * 1_000


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home of fifty small minds, each of which remembers something else."""
    home = tmp_path_factory.mktemp("many")
    with Omoide.open(home, beside="nowhere", embedder=hashing()) as omoide:
        for number in range(MINDS):
            mind = omoide.persona(name(number))
            mind.observe_many(list(turns(12, seed=number)))
            mind.catch_up()
    return home


def answers(omoide: Omoide, *, threads: int) -> dict[tuple[int, str], list[int]]:
    """Return which turns come to mind in every mind, asked by several at once in an order that mixes minds."""
    asked = [(number, cue) for cue in questions(3, seed=5) for number in range(MINDS)]
    asked += asked[::-1]

    def ask(each: tuple[int, str]) -> tuple[tuple[int, str], list[int]]:
        number, cue = each
        return each, [found.turn.id for found in omoide.mind(name(number)).recall(cue) if found.turn]

    with ThreadPoolExecutor(threads) as asking:
        return dict(asking.map(ask, asked))


def test_fifty_minds_with_room_for_five_answer_as_if_there_were_room_for_all(many: Path) -> None:
    with Omoide.open(many, beside="nowhere", embedder=hashing()) as roomy:
        expected = answers(roomy, threads=1)
        held = roomy._home.foundation.minds
        assert len(held.minds) == MINDS
        of_five = held.held_bytes * BUDGET_MINDS // MINDS
    with Omoide.open(many, beside="nowhere", embedder=hashing()) as cramped:
        cramped._home.foundation.minds._most = of_five
        found = answers(cramped, threads=8)
        assert len(cramped._home.foundation.minds.minds) <= 2 * BUDGET_MINDS
        assert cramped._home.foundation.minds.held_bytes <= of_five
    assert found == expected
    assert any(expected.values())


def test_what_is_new_is_found_in_a_mind_that_had_left(many: Path) -> None:
    with Omoide.open(many, beside="nowhere", embedder=hashing()) as omoide:
        omoide._home.foundation.minds._most = 1
        mind = omoide.mind(name(0))
        mind.recall("猫の名前は？")
        omoide.mind(name(1)).recall("猫の名前は？")
        assert mind.persona.id not in omoide._home.foundation.minds.minds
        kept = mind.observe(user="新しい猫の名前はキナコにした", assistant="いい名前だね")
        assert [found.turn.id for found in mind.recall("猫の名前は？") if found.turn][:1] == [kept.id]
