"""A diary's days, and the months that go into its archives."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.notes import diary
from omoide.domain.notes.period import checked_period, month_of
from omoide.errors import InvalidInput

MARCH = date(2026, 3, 29)
days = st.dates(date(2025, 10, 1), date(2026, 4, 30))
pages = st.lists(
    st.tuples(days, st.sampled_from(["雨。\n", "散歩した。\n\n", "", "- 2025-01-01 と書いた\n"])), max_size=12
).map(lambda kept: "".join(f"## {day.isoformat()}\n{said}" for day, said in kept))
texts = st.tuples(st.sampled_from(["", "はじめに\n", "no heading"]), pages, st.sampled_from(["", "続き"])).map("".join)


@given(text=texts)
def test_joined_the_days_are_the_diary(text: str) -> None:
    assert "".join(entry.text for entry in diary.entries(text)) == text


@given(text=texts, today=days)
def test_every_day_stands_in_one_place_after_archiving(text: str, today: date) -> None:
    split = diary.archived(text, before=today)
    after = [entry for part in (split.kept, *split.moved.values()) for entry in diary.entries(part)]
    assert sorted((str(e.day), e.text.strip()) for e in after) == sorted(
        (str(e.day), e.text.strip()) for e in diary.entries(text)
    )
    assert all(entry.day is None or month_of(entry.day) >= month_of(today) for entry in diary.entries(split.kept))
    for month, part in split.moved.items():
        assert {month_of(entry.day) for entry in diary.entries(part) if entry.day} == {month}
    assert list(split.moved) == sorted(split.moved)


@given(text=texts, today=days, room=st.integers(0, 200))
def test_no_more_goes_than_room_is_needed_for(text: str, today: date, room: int) -> None:
    split = diary.archived(text, before=today, until_below=room)
    whole = diary.archived(text, before=today)
    assert list(split.moved) == list(whole.moved)[: len(split.moved)]
    if len(text) < room:
        assert split.kept == text
    elif split.moved != whole.moved:
        assert len(split.kept) <= room


def test_what_is_added_stands_below_the_heading_of_its_day() -> None:
    first = diary.with_entry("", day=MARCH, added="雨だった。")
    assert first == "## 2026-03-29\n雨だった。\n"
    assert diary.with_entry(first, day=MARCH, added="\n虹を見た。\n") == "## 2026-03-29\n雨だった。\n虹を見た。\n"
    later = diary.with_entry("前書き", day=MARCH, added="雨だった。")
    assert later == "前書き\n\n## 2026-03-29\n雨だった。\n"
    assert diary.with_entry("", day=MARCH, added="## 2026-03-01\n遅れて書く。") == "## 2026-03-01\n遅れて書く。\n"


@pytest.mark.parametrize(
    "heading", ["## 2026-03-29", "### 2026年3月29日（日）", "【2026/03/29】", "[2026-3-29] 夜", "#2026-03-29 雨"]
)
def test_a_heading_names_its_day(heading: str) -> None:
    assert [entry.day for entry in diary.entries(f"{heading}\n雨。\n")] == [MARCH]


@pytest.mark.parametrize("line", ["2026-03-29 was long.", "- 2026-03-29", "## 2026-13-40", "## 2026-03-299", "##"])
def test_a_date_in_a_sentence_is_no_heading(line: str) -> None:
    assert [entry.day for entry in diary.entries(f"{line}\n")] == [None]


@pytest.mark.parametrize(
    ("given", "kept"),
    [("2026", "2026"), (" 2026-03 ", "2026-03"), ("2025-11～2026-02", "2025-11~2026-02"), ("2024-02-29", "2024-02-29")],
)
def test_a_period_is_kept_in_one_form(given: str, kept: str) -> None:
    assert checked_period(given) == kept


@pytest.mark.parametrize(
    "given", ["", "2026-3", "2026-13", "2026-02-30", "2026~2025", "../2026", "a~b", "2026~2027~2028", "２０２６"]
)
def test_what_is_no_period_is_refused(given: str) -> None:
    with pytest.raises(InvalidInput, match="no period"):
        checked_period(given)
