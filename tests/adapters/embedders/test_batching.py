"""Texts computed together: each once, within the bound, and at the least cost."""

from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from omoide.adapters.embedders.batching import CALL_IDS, MOST_IDS, batches

LENGTHS = st.lists(st.integers(2, 300), max_size=9)


def cost(lengths: Sequence[int], groups: Sequence[Sequence[int]]) -> int:
    return sum(max(lengths[i] for i in group) * len(group) + CALL_IDS for group in groups)


def partitions(places: list[int]) -> Iterator[list[list[int]]]:
    """Yield every way to cut an order into stretches."""
    if not places:
        yield []
    for size in range(1, len(places) + 1):
        for rest in partitions(places[size:]):
            yield [places[:size], *rest]


def fits(lengths: Sequence[int], groups: Sequence[Sequence[int]]) -> bool:
    return all(len(group) == 1 or max(lengths[i] for i in group) * len(group) <= MOST_IDS for group in groups)


def test_texts_computed_together_stay_within_the_bound_and_a_longer_one_is_computed_alone() -> None:
    lengths = [3, 256, 17, 4, 120, 90, 2] * 200
    groups = batches(lengths)
    assert sorted(i for group in groups for i in group) == list(range(len(lengths)))
    assert fits(lengths, groups)


@given(LENGTHS)
def test_no_other_way_to_compute_them_costs_less(lengths: list[int]) -> None:
    groups = batches(lengths)
    assert sorted(i for group in groups for i in group) == list(range(len(lengths)))
    assert fits(lengths, groups)
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    assert cost(lengths, groups) == min(cost(lengths, other) for other in partitions(order) if fits(lengths, other))


def test_texts_of_one_length_are_padded_by_nothing() -> None:
    assert batches([20, 48, 20, 48, 20, 48]) == [[0, 2, 4], [1, 3, 5]]
