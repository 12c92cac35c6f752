"""What leaves for a terminal is shown, never obeyed."""

import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.text.printable import escaped, label, printable

OVERRIDES = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
HOSTILE = st.text(
    st.one_of(st.characters(), st.characters(categories=["Cc", "Cf"]), st.sampled_from(OVERRIDES + "\x9b"))
)


def obeyed(text: str) -> set[str]:
    """Return the characters of a text that a terminal would obey."""
    return {each for each in text if unicodedata.category(each) in ("Cc", "Cs") or each in OVERRIDES}


@given(HOSTILE)
def test_nothing_a_terminal_obeys_is_left_but_line_breaks_and_tabs(text: str) -> None:
    assert obeyed(printable(text)) <= {"\n", "\t"}
    assert obeyed(label(text)) == set()


@given(HOSTILE)
def test_text_is_shown_as_it_was_but_for_those_characters(text: str) -> None:
    kept = [each for each in text if not obeyed(each)]
    assert [each for each in printable(text) if each not in "\n\t\ufffd"] == [each for each in kept if each != "\ufffd"]


@given(st.dictionaries(HOSTILE, HOSTILE))
def test_json_says_every_character_and_holds_none_that_is_obeyed(data: dict[str, str]) -> None:
    told = escaped(json.dumps(data, ensure_ascii=False, indent=2))
    assert obeyed(told) <= {"\n"}
    assert json.loads(told) == data


def test_families_and_right_to_left_words_stay_whole() -> None:
    for text in ("👨‍👩‍👧‍👦 👍🏽", "שלום\u200e!", "می‌خواهم", "一行目\n二行目\t終わり"):
        assert printable(text) == text


def test_a_label_never_passes_for_a_line_of_its_own() -> None:
    assert label("s1]\n#99  2026-01-01  [root") == "s1]\ufffd#99  2026-01-01  [root"
    assert label("s1\u2028#99") == "s1\ufffd#99"
