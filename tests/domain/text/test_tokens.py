import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.text.tokens import LONGEST_TOKEN, TOKEN_SIGNS, document_tokens, fold_kana, word_tokens

any_text = st.text(st.characters(codec=None), max_size=200)  # lone surrogates and NUL included


@pytest.mark.parametrize("word", ["田中", "猫だ", "右足", "猫", "三国"])
def test_two_character_words_and_single_ideographs_are_tokens_of_the_sentence_that_holds_them(word: str) -> None:
    assert word in document_tokens(f"きのう{word}の話をした")


@pytest.mark.parametrize(
    ("one", "other"),
    [("ﾓﾓ", "もも"), ("モモ", "もも"), ("ＡＢＣ", "abc"), ("ｶﾞﾁｬ", "がちゃ"), ("Café", "cafe"), ("１２３", "123")],
)
def test_different_ways_of_writing_one_word_give_the_same_tokens(one: str, other: str) -> None:
    assert document_tokens(one) == document_tokens(other)


@pytest.mark.parametrize(
    "name", ["foo_bar", "v1.2.3", "user@example.com", "issue-123", "C++", "C#", "2025-10-26", "10:30", "3.14", "AT&T"]
)
def test_names_and_numbers_with_signs_are_kept_whole(name: str) -> None:
    assert name.lower() in document_tokens(f"see {name}, please")
    assert name.lower() in document_tokens(f"それは{name}です")


def test_the_parts_of_a_name_with_signs_are_found_too() -> None:
    assert {"foo_bar", "foo", "bar"} <= set(document_tokens("foo_bar"))


@pytest.mark.parametrize(
    ("one", "other"),
    [("running", "runs"), ("went", "go"), ("children", "child"), ("Caroline's", "Caroline"), ("don’t", "dont")],
)
def test_forms_of_an_english_word_are_one_token(one: str, other: str) -> None:
    assert word_tokens(one.lower().replace("’", "'")) == word_tokens(other.lower())


def test_thousands_separators_do_not_cut_a_number() -> None:
    assert "68000" in document_tokens("家賃は68,000円")


def test_emoji_are_tokens_without_their_modifiers_and_a_flag_is_one() -> None:
    assert document_tokens("やった🎉👍🏽🇯🇵") == ["やっ", "った", "🎉", "👍", "🇯🇵"]


def test_who_speaks_is_a_token_of_its_own() -> None:
    assert document_tokens("Caroline: hi")[0] == "by:carolin"
    assert document_tokens("佐伯 美緒：やあ")[:2] == ["by:佐伯", "by:美緒"]
    assert not any(token.startswith("by:") for token in document_tokens("see https://example.com now"))


def test_one_kana_alone_is_a_token_but_not_every_kana_of_a_sentence() -> None:
    assert document_tokens("え") == ["え"]
    assert "え" not in document_tokens("ええっと")


@pytest.mark.parametrize("text", ["", " \n\t", "\x00", "\ud800", "。、！？", "---"])
def test_text_without_words_has_no_tokens(text: str) -> None:
    assert document_tokens(text) == []


@given(any_text)
def test_tokens_of_any_text_are_distinct_short_and_hold_no_blank(text: str) -> None:
    found = document_tokens(text)
    assert len(found) == len(set(found))
    assert all(0 < len(token) <= LONGEST_TOKEN + len("by:") for token in found)
    assert not any(character.isspace() or character == "\x00" for token in found for character in token)


@given(any_text)
def test_full_text_search_in_sqlite_sees_exactly_our_tokens(text: str) -> None:
    tokens = document_tokens(text)
    database = sqlite3.connect(":memory:")
    database.execute(
        f"""CREATE VIRTUAL TABLE kept USING fts5(t, content='', detail=none, tokenize="ascii tokenchars '{TOKEN_SIGNS}'")"""
    )
    database.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(kept, row)")
    database.execute("INSERT INTO kept (rowid, t) VALUES (1, ?)", (" ".join(tokens),))
    assert {row[0] for row in database.execute("SELECT term FROM vocabulary")} == set(tokens)
    database.close()


@given(st.text(st.characters(min_codepoint=0x3041, max_codepoint=0x30FF), max_size=50))
def test_folding_kana_twice_changes_nothing_more(text: str) -> None:
    assert fold_kana(fold_kana(text)) == fold_kana(text)


def test_a_megabyte_of_one_word_or_of_sentences_is_read_to_its_end() -> None:
    assert document_tokens("a" * 1_000_000) == ["a" * LONGEST_TOKEN]
    assert "最後" in document_tokens("今日は猫と遊んだ。" * 100_000 + "最後")
