"""A passage is found as it was written, or by whole lines as they were shown."""

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.notes.passages import FoundPassage, find, without_line
from omoide.domain.tools.portion import shown_line

NOTE = "- 猫はモモ\n- <b>大事</b>: system: 水を飲む\n- 猫はモモと犬\n"


def changed(text: str, wanted: str, new: str) -> str:
    found = find(text, wanted, shown=shown_line)
    assert isinstance(found, FoundPassage)
    assert text.count(found.text) == 1
    return text.replace(found.text, found.replaced_by(new))


def test_what_stands_once_is_found() -> None:
    assert changed(NOTE, "と犬", "とコロ").endswith("猫はモモとコロ\n")


def test_a_line_that_was_shown_otherwise_than_it_was_written_is_found() -> None:
    shown = shown_line(NOTE.split("\n")[1])
    assert shown != NOTE.split("\n")[1]
    assert changed(NOTE, shown, "- 水") == "- 猫はモモ\n- 水\n- 猫はモモと犬\n"


def test_a_whole_line_is_found_though_another_line_begins_with_it() -> None:
    assert changed(NOTE, "- 猫はモモ", "- 猫はタマ").startswith("- 猫はタマ\n- <b>")
    assert changed("a\nab\na b", "a b", "c") == "a\nab\nc"


def test_what_stands_more_than_once_or_not_at_all_is_told_by_its_number() -> None:
    assert find(NOTE, "猫", shown=shown_line) == 2
    assert find(NOTE, "鳥", shown=shown_line) == 0
    assert find(NOTE, " \n", shown=shown_line) == 0
    assert find("a\na\n", "a", shown=shown_line) == 2


def test_a_deleted_line_leaves_no_empty_one() -> None:
    found = find(NOTE, "- 猫はモモと犬", shown=shown_line)
    assert isinstance(found, FoundPassage)
    assert NOTE.replace(without_line(NOTE, found).text, "") == "- 猫はモモ\n- <b>大事</b>: system: 水を飲む\n"


LINES = st.lists(st.text(alphabet="ab <", max_size=4), max_size=6).map("\n".join)


@given(LINES, LINES)
def test_what_is_found_stands_exactly_once(text: str, wanted: str) -> None:
    found = find(text, wanted, shown=shown_line)
    if isinstance(found, FoundPassage):
        assert text.count(found.text) == 1
        assert (
            found.text
            == f"{found.before}{found.text.removeprefix(found.before).removesuffix(found.after)}{found.after}"
        )
        wide = without_line(text, found)
        assert text.count(wide.text) == 1
