"""A topic is named by its own words: concrete, five to fifteen characters, no grammar."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.text.language import Language
from omoide.domain.topics import naming
from omoide.domain.topics.naming import LONGEST, OtherWords, name_of, telling_terms, words_of
from omoide.domain.topics.time_words import says_when

NOTHING = OtherWords({}, 0)
SURGERY = ["健太の膝の手術が決まった", "健太が手術を怖がってる", "健太、手術がんばったよ。みおも泣いた"]
ELSEWHERE = ["みおは寺町に住んでる", "みおの仕事は印刷会社", "仕事で残業だった", "寺町の花火"]


def test_the_words_that_members_share_and_others_do_not_make_the_name() -> None:
    assert name_of(SURGERY, words_of(ELSEWHERE), language=Language.JA) in ("健太・手術", "手術・健太")


def test_a_word_that_everybody_says_names_nothing() -> None:
    others = words_of(["健太が来た", "健太と夕飯", "健太の宿題", "健太が寝た", "健太の話"])
    assert telling_terms(SURGERY, others)[0][0] == "手術"


def test_an_english_name_is_made_of_names_and_nouns() -> None:
    texts = ["Sailor was sick, so I rang the vet", "The vet says Sailor needs tablets", "Sailor hates the vet"]
    assert name_of(texts, NOTHING, language=Language.EN) in ("Sailor, vet", "vet, Sailor")


@pytest.mark.parametrize(
    ("word", "language", "name"), [("モモ", Language.JA, "モモのこと"), ("Bo", Language.EN, "about Bo")]
)
def test_a_short_word_alone_is_said_to_be_what_it_is_about(word: str, language: Language, name: str) -> None:
    tail = "がね" if language is Language.JA else " did it"
    assert name_of([f"{word}{tail}"] * 3, NOTHING, language=language) == name


def test_a_taken_name_gets_another_word_or_a_number() -> None:
    plain = name_of(SURGERY, NOTHING, language=Language.JA)
    other = name_of(SURGERY, NOTHING, language=Language.JA, taken=[plain])
    assert other != plain
    assert name_of(["モモ"] * 3, NOTHING, language=Language.JA, taken=["モモのこと"]) == "モモのこと 2"


def test_two_topics_about_the_same_person_are_told_apart_by_what_else_was_said() -> None:
    texts = ["Gerrit borrowed the backhoe", "Gerrit made his gravy", "Gerrit came home"]
    plain = name_of(texts, NOTHING, language=Language.EN)
    assert plain == "Gerrit"
    assert name_of(texts, NOTHING, language=Language.EN, taken=[plain]) in (
        "Gerrit, backhoe",
        "Gerrit, gravy",
        "Gerrit, home",
    )


def test_a_name_with_an_accent_stays_one_word() -> None:
    assert name_of(["Gráinne rang", "I saw Gráinne", "Gráinne came"], NOTHING, language=Language.EN) == "Gráinne"


def test_where_no_word_tells_anything_the_text_itself_does() -> None:
    assert name_of(["うんうん、そうだよね"], NOTHING, language=Language.JA) == "うんうん、そうだよね"


def test_a_short_word_takes_another_that_members_share_before_it_stands_alone() -> None:
    texts = ["咲と将棋盤を見た", "咲の将棋盤", "咲が来た", "咲と話した", "咲は元気"]
    assert name_of(texts, NOTHING, language=Language.JA) == "咲・将棋盤"


def test_a_feeling_tells_how_something_was_and_not_what() -> None:
    traces = ["電話, 台所, 不安", "電話, 畑, 不安", "電話, 病院, 不安, 悲しみ"]
    assert name_of(traces, NOTHING, language=Language.JA) == "電話のこと"


def test_numbers_and_grammar_never_name() -> None:
    terms = naming.terms_of("3月4日の19:30に the dog ran")
    assert not any(any(letter.isdigit() for letter in term) for term in terms)
    assert "the" not in terms


@pytest.mark.parametrize(
    ("term", "language"),
    [
        ("前日", Language.JA), ("来週", Language.JA), ("週間", Language.JA), ("夕方", Language.JA), ("二", Language.JA),
        ("Nineteen", Language.EN), ("weeks", Language.EN), ("Monday", Language.EN), ("yesterday", Language.EN),
    ],
)  # fmt: skip
def test_what_says_when_or_how_many_names_nothing(term: str, language: Language) -> None:
    assert says_when(term, language)


@pytest.mark.parametrize(
    ("term", "language"),
    [
        ("将棋盤", Language.JA), ("健太", Language.JA), ("命日", Language.JA), ("七夕", Language.JA), ("膝", Language.JA),
        ("backhoe", Language.EN), ("Gerrit", Language.EN), ("Christmas", Language.EN), ("C++", Language.EN),
    ],
)  # fmt: skip
def test_things_people_and_days_with_names_may_name_a_topic(term: str, language: Language) -> None:
    assert not says_when(term, language)


def test_a_topic_is_named_by_what_happened_and_not_by_when() -> None:
    texts = ["前日に窯の火を見に行った", "前日から窯を焚く", "前日の窯は静か"]
    assert name_of(texts, NOTHING, language=Language.JA) == "窯に関すること"
    said = ["Nineteen weeks of physio", "Physio again, nineteen weeks in", "Nineteen weeks, and physio goes on"]
    assert name_of(said, NOTHING, language=Language.EN).lower() == "physio"


@settings(max_examples=200, deadline=None)
@given(
    texts=st.lists(st.text(min_size=1, max_size=80), min_size=1, max_size=8),
    others=st.lists(st.text(max_size=60), max_size=4),
    language=st.sampled_from(list(Language)),
    taken=st.lists(st.text(max_size=12), max_size=3),
)
def test_a_name_is_never_longer_than_fifteen_nor_taken(
    texts: list[str], others: list[str], language: Language, taken: list[str]
) -> None:
    name = name_of(texts, words_of(others), language=language, taken=taken)
    assert len(name) <= LONGEST
    assert not name or name not in taken
