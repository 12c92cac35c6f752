"""What changed, line by line: nothing is left out and nothing made up."""

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.notes.diff import DiffHunk, DiffLine, DiffMark, hunks, lines

paper = st.lists(st.sampled_from(["犬\n", "猫\n", "\n", "a b\n", "\r\n", "\u2028x\n"]), max_size=25).map("".join)
texts = st.tuples(paper, st.sampled_from(["", "終", "end"])).map("".join)


def side(found: list[DiffHunk], leaves_out: DiffMark) -> str:
    return "".join(line.text for hunk in found for line in hunk.lines if line.mark is not leaves_out)


@given(old=texts, new=texts)
def test_with_all_lines_around_it_a_diff_holds_both_texts(old: str, new: str) -> None:
    found = hunks(old, new, context=1000)
    if old == new:
        assert found == []
    else:
        assert side(found, DiffMark.NEW) == old
        assert side(found, DiffMark.GONE) == new


@given(old=texts, new=texts, context=st.integers(0, 4))
def test_put_in_place_the_hunks_make_the_new_text(old: str, new: str, context: int) -> None:
    before, made, at = lines(old), list[str](), 0
    for hunk in hunks(old, new, context=context):
        start = hunk.old_start - 1
        made += before[at:start]
        assert hunk.new_start == len(made) + 1
        made += [line.text for line in hunk.lines if line.mark is not DiffMark.GONE]
        at = start + sum(line.mark is not DiffMark.NEW for line in hunk.lines)
    assert "".join(made + before[at:]) == new


@given(text=texts)
def test_lines_joined_are_the_text(text: str) -> None:
    assert "".join(lines(text)) == text


def test_one_line_changed_in_the_middle_is_shown_with_what_stands_around_it() -> None:
    old = "".join(f"{number}\n" for number in range(100))
    [hunk] = hunks(old, old.replace("50\n", "五十\n"), context=1)
    assert hunk.old_start == hunk.new_start == 50
    assert hunk.lines == (
        DiffLine(DiffMark.SAME, "49\n"),
        DiffLine(DiffMark.GONE, "50\n"),
        DiffLine(DiffMark.NEW, "五十\n"),
        DiffLine(DiffMark.SAME, "51\n"),
    )
