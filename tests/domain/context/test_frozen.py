"""What a session was shown: blocks are dropped in big steps, changes are told once."""

from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.context.budgeting import Item
from omoide.domain.context.frozen import CHANGES, FrozenPart, ItemMark, TurnBlock, changes, trimmed
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment

PART = FrozenPart(
    day=date(2026, 3, 29),
    budget_tokens=1_000,
    counted_by="estimate",
    language=Language.EN,
    text="…",
    tokens=100,
    since=Moment(0),
    marks=(ItemMark("notepad", "a", "- dentist on Saturday"), ItemMark("notepad", "b")),
)
TITLES = {"notepad": "[notepad]"}


def told(now: list[tuple[str, Item]], blocks: list[TurnBlock]) -> list[Item]:
    return changes(now, PART, blocks, titles=TITLES, language=Language.EN)


def test_it_holds_for_the_same_day_budget_and_way_of_counting() -> None:
    same = {"day": PART.day, "budget_tokens": 1_000, "counted_by": "estimate", "language": Language.EN}
    assert PART.holds_for(**same)  # type: ignore[arg-type]
    for other in (
        {"day": date(2026, 3, 30)}, {"budget_tokens": 999}, {"counted_by": "o200k_base"}, {"language": Language.JA},
    ):  # fmt: skip
        assert not PART.holds_for(**same | other)  # type: ignore[arg-type]


def test_nothing_has_changed_while_everything_is_there_shown_or_not() -> None:
    assert told([("notepad", Item("a", ("dentist on Saturday",))), ("notepad", Item("b", ("milk",)))], []) == []


def test_what_is_new_and_what_is_gone_is_told_and_what_was_never_shown_is_not_missed() -> None:
    new, gone = told([("notepad", Item("c", ("dentist on Sunday",)))], [])
    assert new.forms == ("[notepad] new: dentist on Sunday",)
    assert gone.forms == ("[notepad] no longer: dentist on Saturday",)


def test_a_change_is_told_once_and_its_undoing_is_a_change() -> None:
    now = [("notepad", Item("a", ("dentist on Saturday",))), ("notepad", Item("c", ("milk",)))]
    [new] = told(now, [])
    block = TurnBlock("f", "…", 10, (ItemMark(CHANGES, new.key, "- milk"),))
    assert told(now, [block]) == []
    [undone] = told(now[:1], [block])
    assert "no longer: milk" in undone.forms[0]
    back = replace(block, marks=(ItemMark(CHANGES, undone.key, "-"),))
    assert told(now[:1], [block, back]) == []


@given(st.lists(st.integers(0, 50), max_size=20), st.integers(0, 200))
def test_the_oldest_are_dropped_until_the_rest_fits_and_none_loses_its_place(sizes: list[int], most: int) -> None:
    blocks = [TurnBlock(f"{at}", "x" * size, size) for at, size in enumerate(sizes)]
    kept = trimmed(blocks, most=most)
    assert [block.fingerprint for block in kept] == [block.fingerprint for block in blocks]
    assert sum(block.tokens for block in kept) <= most
    emptied = [at for at, block in enumerate(kept) if block != blocks[at]]
    assert emptied == [at for at in range(len(emptied) and emptied[-1] + 1) if sizes[at]]


def test_of_a_dropped_block_only_what_is_told_once_stays_known() -> None:
    marks = (ItemMark("due", "1", "- the form"), ItemMark("memories", "memory:1", "- a cat"))
    blocks = [TurnBlock("a", "…", 50, marks), TurnBlock("b", "…", 10)]
    assert trimmed(blocks, most=20, told_once=["due"]) == (TurnBlock("a", marks=marks[:1]), blocks[1])
    assert trimmed(blocks, most=20) == (TurnBlock("a"), blocks[1])
