"""Which minds leave memory."""

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.upkeep.residency import leaving

minds = st.lists(st.integers(0, 1_000), max_size=30).map(lambda sizes: list(enumerate(sizes)))


def test_the_one_used_least_recently_leaves_first() -> None:
    assert leaving([("aki", 5), ("haru", 5), ("natsu", 5)], total=15, most=10) == ["aki"]


def test_the_one_used_last_stays_however_much_it_holds() -> None:
    assert leaving([("aki", 5), ("haru", 500)], total=505, most=10) == ["aki"]


def test_nobody_leaves_while_there_is_room() -> None:
    assert leaving([("aki", 5), ("haru", 5)], total=10, most=10) == []


@given(held=minds, most=st.integers(0, 20_000))
def test_what_stays_fits_unless_it_is_one_mind_and_nobody_leaves_for_nothing(
    held: list[tuple[int, int]], most: int
) -> None:
    total = sum(size for _, size in held)
    gone = leaving(held, total=total, most=most)
    stays = held[len(gone) :]
    assert gone == [mind for mind, _ in held[: len(gone)]]  # in the order of their last use, without a gap
    assert sum(size for _, size in stays) <= most or len(stays) <= 1
    if gone:  # with the last who left it would not have fitted
        assert sum(size for _, size in held[len(gone) - 1 :]) > most
