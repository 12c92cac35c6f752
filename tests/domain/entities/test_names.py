"""When two names are one."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.entities.entity import LONGEST_NAME, MOST_ALIASES, checked_aliases, checked_entity_name
from omoide.domain.entities.names import is_same, name_key
from omoide.errors import InvalidInput

NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Co", "Cn", "Zl", "Zp"]), max_size=40)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("みお", "ミオ"),
        ("ﾐｵ", "みお"),
        ("美緒さん", "美緒"),
        ("みおちゃん", "ミオ"),
        ("Ｍｉｏ", "mio"),
        ("MIO", "Mio"),
        ("José", "jose"),
        ("Jose\u0301", "José"),
        ("田中 太郎", "田中　太郎"),
        ("ジョン・スミス", "ジョンスミス"),
        ("Mr. Tanaka", "tanaka"),
        ("母さん", "母"),
    ],
)
def test_width_case_kana_blanks_and_politeness_make_no_other_name(one: str, other: str) -> None:
    assert is_same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("美緒", "みお"),  # how a name is read is said by an alias
        ("田中先生", "田中さん"),
        ("田中部長", "田中"),
        ("ニッサン", "ニッ"),
        ("さん", ""),
        ("がく", "かく"),
        ("C++", "C"),
        ("Ann", "Anne"),
        ("Dr. Smith", "Smith"),
    ],
)
def test_what_tells_two_apart_stays(one: str, other: str) -> None:
    assert not is_same(one, other)


@given(name=NAMES)
def test_the_form_of_a_name_does_not_depend_on_width_or_case(name: str) -> None:
    assert name_key(unicodedata.normalize("NFKC", name)) == name_key(name)
    assert not name_key(name).isspace()


@given(name=NAMES)
def test_a_name_that_can_be_kept_is_one_line_of_bounded_length(name: str) -> None:
    try:
        shown = checked_entity_name(name)
    except InvalidInput:
        return
    assert 0 < len(shown) <= LONGEST_NAME
    assert shown.splitlines() == [shown]
    assert name_key(shown) == name_key(name)
    assert checked_entity_name(shown) == shown


@pytest.mark.parametrize("name", ["", " ", "　", "・", "a\nb", "a\x00", "\x1b[2J", "あ" * 101, "a\u2028b", "\ud800"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput):
        checked_entity_name(name)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/", "C:\\Windows", "~/.ssh", "con", ".", "a/../b", "%2e%2e"])
def test_a_name_may_look_like_a_path_and_is_only_a_name(name: str) -> None:
    assert checked_entity_name(name) == name


def test_other_names_stand_once_and_never_beside_themselves() -> None:
    assert checked_aliases("美緒", ["みお", "ミオ", "美緒さん", "Mio"]) == ("みお", "Mio")
    with pytest.raises(InvalidInput, match=f"at most {MOST_ALIASES}"):
        checked_aliases("x", [f"name {number}" for number in range(MOST_ALIASES + 1)])
