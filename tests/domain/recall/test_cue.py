import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.recall.cue import (
    MOST_TERMS,
    asks_for_anything,
    asks_of_present,
    asks_of_talk,
    is_across_languages,
    query_terms,
)
from omoide.domain.text.tokens import document_tokens


def weights(text: str) -> dict[str, float]:
    return {term.token: term.weight for term in query_terms(text)}


@given(st.text(max_size=300))
def test_every_term_of_a_cue_is_a_token_of_the_same_text_or_asks_who_spoke(text: str) -> None:
    terms = query_terms(text)
    assert {term.token for term in terms if not term.is_speaker} <= set(document_tokens(text))
    assert len({term.token for term in terms}) == len(terms) <= MOST_TERMS


@pytest.mark.parametrize("text", ["田中", "猫だ", "右足", "猫", "え", "🎉", "C++", "issue-123", "it", "って"])
def test_the_shortest_cue_still_has_a_term(text: str) -> None:
    assert [term for term in query_terms(text) if not term.is_speaker]


def test_grammar_is_left_out_when_the_cue_says_more() -> None:
    assert "what" not in weights("What did the cat eat?")
    assert "って" not in weights("おこげって何だっけ")
    assert set(weights("What is that")) == {"what", "is", "that"}


def test_katakana_and_ideographs_count_more_than_pairs_with_hiragana() -> None:
    found = weights("モモの体重は")
    assert found["もも"] == found["体重"] == 1.0
    assert found["の体"] < 1.0


def test_a_word_of_the_cue_may_be_the_name_of_a_speaker() -> None:
    assert "by:carolin" in weights("When did Caroline move?")
    assert "by:田中" in weights("田中さんは何と言った？")


def test_a_pasted_page_is_asked_by_its_beginning() -> None:
    assert len(query_terms("".join(chr(0x4E00 + n) for n in range(5_000)))) == MOST_TERMS


@pytest.mark.parametrize("text", ["今どこに住んでる？", "Where do I live now?", "まだ続けてる？", "latest weight"])
def test_some_cues_ask_how_things_are_now(text: str) -> None:
    assert asks_of_present(text)


@pytest.mark.parametrize("text", ["今年の夏どこ行った？", "今日は何した", "いました", "I know him", "nowhere"])
def test_other_cues_only_look_as_if_they_did(text: str) -> None:
    assert not asks_of_present(text)


@pytest.mark.parametrize(
    ("cue", "texts", "is_across"),
    [
        ("Where did my earring turn up?", ["イヤリング、見つかった！", "どこで落としたんやろ"], True),
        ("時計はどこにあった？", ["My watch is still ticking"], True),
        ("Where did my earring turn up?", ["イヤリング、見つかった！", "I lost an earring"], False),
        ("時計はどこにあった？", [], False),
    ],
)
def test_a_cue_is_across_languages_when_all_that_was_found_is_in_another(
    cue: str, texts: list[str], is_across: bool
) -> None:
    assert is_across_languages(cue, texts) is is_across


@pytest.mark.parametrize(
    "text",
    ["に何話した？", "のこと覚えてる？", "は何してた？", "What did I tell you ?", "what happened", "?"],
)
def test_a_cue_may_ask_for_nothing_in_particular(text: str) -> None:
    assert asks_for_anything(text)


@pytest.mark.parametrize(
    "text",
    [
        "に猫の話した？",
        "は寒かった",
        "の合言葉は？",
        "What did Ben tell you?",
        "what did I cook",
        "Łódź",
        "🎂?",
        "も一日！",
        "は",
        "",
    ],
)
def test_a_cue_that_names_something_asks_for_it(text: str) -> None:
    assert not asks_for_anything(text)


@given(st.integers(1, 600), st.sampled_from(["して", "なんか", "ていた", "っ", "した"]))
def test_a_long_cue_of_such_words_is_read_in_one_pass(times: int, word: str) -> None:
    assert not asks_for_anything(word * times + "猫？")


@pytest.mark.parametrize(
    "text",
    [
        "did we talk about the dentist in October?",
        "What did I say about the hall?",
        "have I ever told you about my uncle",
        "did I mention the wedding?",
        "10月に歯医者の話した？",
        "犬の話ってしたっけ",
        "引っ越しについて何て言ってたかな",
        "妹のこと話したっけ？",
    ],
)
def test_who_asks_for_the_talk_about_something(text: str) -> None:
    assert asks_of_talk(text)


@pytest.mark.parametrize(
    "text",
    [
        "what is the wifi password?",
        "did I tell you where I parked?",
        "what did Marta say?",
        "tell me about yourself",
        "歯医者いつだっけ？",
        "桃太郎ってどんな話？",
        "母は何て言ってた？",
        "",
    ],
)
def test_who_asks_for_what_was_said_itself_wants_an_answer(text: str) -> None:
    assert not asks_of_talk(text)
