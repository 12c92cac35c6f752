"""The coarse picture of many vectors: nearly the same numbers, and the same nearest ones after a second look."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from omoide.adapters.index import cachefile, coarse, nearest, resident
from omoide.adapters.index.nearest import nearest_of
from omoide.adapters.index.resident import KINDS, VectorBlock, joined, with_codes
from omoide.domain.recall.passage import PassageKind

EVENT, MEMORY = PassageKind.EVENT, PassageKind.MEMORY
DIMS = 384
TOP = 10


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a block of a thousand rows have its coarse picture, and a second look see a few of them."""
    monkeypatch.setattr(resident, "MANY_ROWS", 1_000)
    monkeypatch.setattr(nearest, "COMPARED_EXACTLY", 256)


def unit(rows: NDArray[np.floating[Any]]) -> NDArray[np.float16]:
    halves: NDArray[np.float16] = (rows / np.linalg.norm(rows, axis=-1, keepdims=True)).astype(np.float16)
    return halves


def block(matrix: NDArray[np.float16], *, a_thing: int = 1, kind: PassageKind = EVENT, first: int = 1) -> VectorBlock:
    """Return a block of vectors, so many to each thing."""
    count = len(matrix)
    return VectorBlock(
        matrix=matrix,
        passage_ids=np.arange(first, first + count),
        item_ids=np.arange(count) // a_thing + 1,
        created=np.zeros(count, np.int64),
        kinds=np.full(count, KINDS.index(kind), np.int8),
        sides=np.arange(count, dtype=np.int8) % 2,
        characters=np.full(count, 300, np.int32),
        alive=np.ones(count, np.bool_),
    )


def uneven(dice: np.random.Generator, rows: int) -> NDArray[np.float16]:
    """Return vectors as encoders make them: they lean one way, few dimensions carry most, and many are near others."""
    middles = dice.standard_normal((rows // 20 + 1, DIMS))
    spread = 1.0 / np.sqrt(1.0 + np.arange(DIMS) / 20)
    near = middles[dice.integers(0, len(middles), rows)] + 0.5 * dice.standard_normal((rows, DIMS))
    return unit((near + 0.3) * spread)


def told(blocks: list[VectorBlock], cue: NDArray[np.float32], kind: PassageKind = EVENT) -> list[int]:
    near = nearest_of(blocks, cue, kind=kind, answer_weight=0.9)
    return [int(item) for item in near.item_ids[np.argsort(-near.cosines, kind="stable")][:TOP]]


def test_the_graph_is_one_product_of_whole_numbers() -> None:
    graph = onnx.load_from_string(coarse._GRAPH).graph
    assert [node.op_type for node in graph.node] == ["MatMulInteger"]
    assert not graph.initializer


@given(seed=st.integers(0, 9_999), rows=st.integers(1, 40), dims=st.integers(1, 400))
@settings(max_examples=25)
def test_products_are_nearly_those_of_the_vectors(seed: int, rows: int, dims: int) -> None:
    dice = np.random.default_rng(seed)
    vectors, cue = unit(dice.standard_normal((rows, dims))), unit(dice.standard_normal(dims)).astype(np.float32)
    codes = coarse.encoded([vectors[:7], vectors[7:]], rows=rows, dims=dims)
    allowed = 0.01 if dims >= 64 else 0.05
    np.testing.assert_allclose(codes.near(cue), vectors.astype(np.float32) @ cue, atol=allowed)


def test_half_precision_is_widened_exactly() -> None:
    every = np.arange(65_536, dtype=np.uint16).view(np.float16)
    finite = every[np.isfinite(every)]
    assert np.array_equal(coarse.widened(finite), finite.astype(np.float32))


def test_no_sum_overflows_where_all_numbers_are_as_large_as_can_be() -> None:
    same = unit(np.ones((3, DIMS)))
    codes = coarse.encoded([same, -same], rows=6, dims=DIMS)
    np.testing.assert_allclose(codes.near(same[0].astype(np.float32)), [1, 1, 1, -1, -1, -1], atol=1e-3)
    assert codes.near(np.zeros(DIMS, np.float32)).tolist() == [0.0] * 6
    assert coarse.encoded([np.zeros((1, DIMS), np.float32)], rows=1, dims=DIMS).near(same[0].astype(np.float32)) == 0.0


def sets() -> Iterator[tuple[str, NDArray[np.float16], int]]:
    dice = np.random.default_rng(7)
    yield "random", unit(dice.standard_normal((4_000, DIMS))), 1
    yield "random, several to a thing", unit(dice.standard_normal((4_000, DIMS))), 8
    yield "uneven", uneven(dice, 4_000), 1
    yield "uneven, several to a thing", uneven(dice, 4_000), 8


@pytest.mark.parametrize(("matrix", "a_thing"), [each[1:] for each in sets()], ids=[each[0] for each in sets()])
def test_the_first_ten_are_those_of_the_whole_comparison(matrix: NDArray[np.float16], a_thing: int) -> None:
    dice = np.random.default_rng(8)
    plain = [block(matrix.astype(np.float32), a_thing=a_thing)]
    coarsely = [with_codes(joined([block(matrix, a_thing=a_thing)]))]
    assert coarsely[0].codes
    asked = [unit(matrix[dice.integers(len(matrix))] + 0.05 * dice.standard_normal(DIMS)) for _ in range(50)]
    asked += [unit(dice.standard_normal(DIMS)) for _ in range(50)]
    cues = [each.astype(np.float32) for each in asked]
    same = [told(plain, cue) == told(coarsely, cue) for cue in cues]
    assert sum(same) >= 0.99 * len(same)
    whole, near = (nearest_of(some, cues[0], kind=EVENT, answer_weight=0.9) for some in (plain, coarsely))
    np.testing.assert_allclose(near.cosines, whole.cosines, atol=0.01)


def test_of_many_equal_ones_all_are_compared_again_or_none() -> None:
    dice = np.random.default_rng(9)
    matrix = np.repeat(uneven(dice, 4), 1_000, axis=0)
    near = nearest_of([with_codes(joined([block(matrix)]))], matrix[0].astype(np.float32), kind=EVENT)
    assert len(np.unique(near.cosines[:1_000])) == 1


def test_kinds_dead_rows_and_what_came_since_are_kept_apart(tmp_path: Path) -> None:
    dice = np.random.default_rng(10)
    events, memories = uneven(dice, 1_500), uneven(dice, 200)
    old = [block(events), block(memories, kind=MEMORY, first=5_000)]
    cachefile.write(tmp_path / "vectors", old, last_id=9, space="space")
    found = cachefile.read(tmp_path / "vectors", space="space")
    assert found is not None
    bulk, last = found
    assert bulk.codes is not None
    assert last == 9
    cue = events[0].astype(np.float32)
    assert told([bulk], cue) == told(old, cue)
    assert told([bulk], memories[3].astype(np.float32), MEMORY)[0] == 4
    held = resident.Resident(bulk)
    anew = block(unit(dice.standard_normal((1, DIMS))))  # passage 1 of the first thing gets another vector
    held.add(anew, last_id=10)
    assert told(held.blocks(), cue)[0] != 1
    assert told(held.blocks(), anew.matrix[0].astype(np.float32))[0] == 1
    for kind in (EVENT, MEMORY):
        some = bulk.groups(kind)
        direction = bulk.leaning(cue)[some.span]
        np.testing.assert_allclose(direction, bulk.matrix[some.span].astype(np.float32) @ cue, atol=1e-5)


def test_the_vectors_of_single_things_are_given_exactly() -> None:
    dice = np.random.default_rng(12)
    matrix = uneven(dice, 1_200)
    plain, coarsely = block(matrix.astype(np.float32), a_thing=3), with_codes(joined([block(matrix, a_thing=3)]))
    for some in (plain, coarsely):
        found = dict(some.things(EVENT, [1, 400, 401, 7]))
        assert sorted(found) == [1, 7, 400]
        assert np.array_equal(found[7].rows, matrix[18:21].astype(np.float32))
        assert found[400].are_answers.tolist() == [True, False, True]
    plain.drop(np.array([19]))
    assert np.array_equal(dict(plain.things(EVENT, [7]))[7].rows, matrix[19:21].astype(np.float32))
    assert not list(plain.things(MEMORY, [7]))


def test_a_file_that_was_cut_off_or_is_of_another_space_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    cachefile.write(path, [block(uneven(np.random.default_rng(11), 1_100))], last_id=1, space="space")
    assert cachefile.read(path, space="another") is None
    whole = path.read_bytes()
    for size in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        assert cachefile.read(path, space="space") is None
    path.write_bytes(whole + b"\0")
    assert cachefile.read(path, space="space") is None
