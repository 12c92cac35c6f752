import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.events.roster import LONGEST_PAUSE_SECONDS, Ints, Roster, extended, roster


def ints(*values: int) -> Ints:
    return np.array(values, dtype=np.int64)


def made(sessions: list[int], created: list[int] | None = None) -> Roster:
    count = len(sessions)
    return roster(ids=np.arange(10, 10 + count), created=ints(*(created or range(count))), sessions=ints(*sessions))


def test_neighbours_are_the_turns_of_the_same_session_even_when_sessions_interleave() -> None:
    known = made([1, 2, 1, 2, 1])
    assert known.before.tolist() == [5, 5, 0, 1, 2, 5]
    assert known.after.tolist() == [2, 3, 4, 5, 5, 5]


def test_a_long_pause_parts_neighbours() -> None:
    known = made([1, 1, 1], [0, LONGEST_PAUSE_SECONDS, 2 * LONGEST_PAUSE_SECONDS + 1])
    assert known.before.tolist() == [3, 0, 3, 3]


@given(st.lists(st.integers(0, 3), max_size=30))
def test_after_and_before_undo_each_other(sessions: list[int]) -> None:
    known = made(sessions)
    for at in range(len(known)):
        if (following := known.after[at]) < len(known):
            assert known.before[following] == at
            assert known.sessions[following] == known.sessions[at]


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2 * LONGEST_PAUSE_SECONDS)), max_size=30),
    st.lists(st.integers(0, 80), max_size=4),
)
def test_a_roster_that_grew_is_the_one_that_was_made_at_once(turns: list[tuple[int, int]], steps: list[int]) -> None:
    many = [*turns, *((number % 5, number * 600) for number in range(sum(steps)))]
    sessions, created = [session for session, _ in many], [at for _, at in many]
    whole, grown = made(sessions, created), made(sessions[: len(turns)], created[: len(turns)])
    for step in steps:
        new = slice(len(grown), len(grown) + step)
        grown = extended(grown, ids=whole.ids[new], created=whole.created[new], sessions=whole.sessions[new])
    for column in Roster.__slots__:
        assert getattr(grown, column).tolist() == getattr(whole, column).tolist(), column


def test_positions_leave_out_strangers_and_repetitions() -> None:
    assert made([1, 1, 1]).positions(ints(3, 10, 10, 12, 99)).tolist() == [0, 2]
    assert made([]).positions(ints(1, 2)).tolist() == []
    assert made([1]).positions(ints()).tolist() == []


@given(st.sets(st.integers(0, 12)), st.lists(st.integers(0, 14)).map(sorted))
def test_positions_are_those_of_the_ids_whether_or_not_some_are_missing_between(
    held: set[int], wanted: list[int]
) -> None:
    ids = sorted(held)
    known = roster(ids=ints(*ids), created=ints(*ids), sessions=ints(*ids))
    assert known.positions(ints(*wanted)).tolist() == [at for at, event_id in enumerate(ids) if event_id in wanted]
