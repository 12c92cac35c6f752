"""Messages of a framework as turns."""

from omoide.entrypoints.frameworks.turns import SaidTurn, turns_of


def test_what_is_said_is_answered_by_all_that_follows() -> None:
    said = [("system", "x"), ("user", "a"), ("assistant", "b"), ("tool", "y"), ("assistant", "c"), ("user", "d")]
    assert turns_of(said) == [SaidTurn("a", "b\n\nc"), SaidTurn("d", None)]


def test_an_answer_to_what_waited_completes_it_and_one_to_nothing_stands_alone() -> None:
    assert turns_of([("assistant", "b")], waiting="a") == [SaidTurn("a", "b")]
    assert turns_of([("assistant", "b"), ("user", "c")]) == [SaidTurn("", "b"), SaidTurn("c", None)]
    assert turns_of([("user", " "), ("assistant", "")]) == []
