"""Who is meant: the person last named who fits, and nobody where nobody was named."""

from dataclasses import replace

import pytest

from omoide.domain.beliefs.preference import Polarity
from omoide.domain.understanding.judging.whom import (
    Talk,
    has_kin_word,
    introduced,
    is_pronoun,
    people,
    plain_name,
    subject_of,
    subject_pronoun,
)
from omoide.domain.understanding.reading import BeliefKind
from tests.domain.understanding.judging.readings import CALM, listener, stated


@pytest.mark.parametrize("word", ["she", "He", "her", "She's", "彼", "彼女", "あの人", "あいつ", "その子は"])
def test_a_pronoun_names_nobody(word: str) -> None:
    assert is_pronoun(word)


@pytest.mark.parametrize("word", ["母", "Sheila", "Herbert", "中村さん"])
def test_a_name_is_no_pronoun(word: str) -> None:
    assert not is_pronoun(word)


@pytest.mark.parametrize("name", ["妹", "お父さん", "my uncle", "Grandma"])
def test_who_is_called_by_what_they_are_to_the_speaker_has_a_kin_word(name: str) -> None:
    assert has_kin_word(name)


@pytest.mark.parametrize("name", ["Bariga", "中村さん", "ポチ", "Rotterdam", ""])
def test_a_name_or_a_place_is_no_kin_word(name: str) -> None:
    assert not has_kin_word(name)


@pytest.mark.parametrize(
    ("before", "word", "said", "meant"),
    [
        (("My brother came, and my mum rang.", "Nice."), "she", "She's 79.", "mum"),
        (("My mum rang, and my brother came.", "Nice."), "she", "She's 79.", "mum"),
        (("妹と会った", "いいね。"), "彼女", "彼女、看護師になった", "妹"),
        (("妹と会った", "いいね。"), "", "看護師になった", "妹"),
        (("妹と会った", "お父さんは？"), "", "もう退職してる", "お父さん"),
        (("I saw Priya yesterday.", "How is she?"), "she", "She's a nurse now.", "Priya"),
        (("It rained.", "Oh."), "she", "She's a nurse now.", ""),
        ((), "彼", "彼は医者", ""),
    ],
)
def test_a_pronoun_or_a_dropped_subject_is_who_was_last_named_and_fits(
    before: tuple[str, ...], word: str, said: str, meant: str
) -> None:
    assert Talk(before).meant(word, said=said, at=len(said)) == meant


def test_who_is_named_in_the_same_breath_goes_before_who_was_named_earlier() -> None:
    said = "父が入院して、肺炎だって"
    assert Talk(("母と話した",)).meant("", said=said, at=said.index("肺炎")) == "父"


@pytest.mark.parametrize(
    ("clause", "who"),
    [
        ("母はセロリが嫌い", "母"),
        ("my mum hates celery", "mum"),
        ("母とセロリを食べた", ""),
        ("I had lunch with mum", ""),
        ("中村さんって釣りするんだ", "中村さん"),
    ],
)
def test_a_subject_is_somebody_who_does_or_is_something(clause: str, who: str) -> None:
    assert subject_of(clause) == who


@pytest.mark.parametrize(
    ("clause", "pronoun"),
    [
        ("She hates lilies", "She"),
        ("and he's got a boat", "he"),
        ("because she said so", "she"),
        ("彼は医者", "彼"),
        ("彼女も来る", "彼女"),
        ("I saw her", ""),
        ("my brother says he is tired", ""),
        ("Sheila hates lilies", ""),
        ("彼岸花が咲いた", ""),
        ("", ""),
    ],
)
def test_a_pronoun_is_the_subject_where_it_opens_the_clause(clause: str, pronoun: str) -> None:
    assert subject_pronoun(clause) == pronoun


@pytest.mark.parametrize(
    ("said", "value", "who"),
    [
        ("She hates lilies", "lilies", "aunt"),
        ("She hates lilies and I hate roses", "roses", "user"),
        ("彼女は百合が苦手", "百合", "叔母"),
    ],
)
def test_what_she_does_is_never_the_user_s(said: str, value: str, who: str) -> None:
    belief = stated(said, value)
    before = ("My aunt came.",) if said.isascii() else ("叔母が来た",)
    [taken] = listener(said, before=before).taken(replace(CALM, beliefs=(belief,)))
    assert taken.belief.about == who


@pytest.mark.parametrize(
    ("word", "said", "name"),
    [
        ("娘", "娘の澪は十六歳", "澪"),
        ("brother", "my little brother Micah is nine", "Micah"),
        ("brother", "Micah is my brother", "Micah"),
        ("brother", "my brother is nine", "brother"),
        ("母", "母の日は忙しい", "母"),
    ],
)
def test_a_kin_word_that_is_introduced_by_name_is_that_name(word: str, said: str, name: str) -> None:
    assert introduced(word, said) == name


def test_weekdays_and_sentence_openers_are_nobody() -> None:
    assert people("On Monday we flew. Everything went well. The Christmas party is on Friday.") == []


def test_a_name_stands_without_whose_it_is() -> None:
    assert [plain_name(word) for word in ("my brother’s", "うちの子", "Jo")] == ["brother", "子", "Jo"]


@pytest.mark.parametrize(
    ("said", "before", "chance", "who"),
    [
        ("来月から図書館で働く", ("姉と話した",), 0.4, "姉"),
        ("来月から図書館で働く", ("ひさしぶり",), 0.4, ""),
        ("来月から図書館で働く", ("姉と話した",), 0.1, "user"),
        ("わたし、来月から図書館で働く", ("姉と話した",), 0.4, "user"),
        ("わたしは来月から図書館で働く", ("姉と話した",), 0.4, "user"),
        ("Starting at the library next month", ("I met my sister",), 0.4, "user"),
    ],
)
def test_a_japanese_clause_without_a_person_that_may_well_be_another_s_is_never_the_user_s(
    said: str, before: tuple[str, ...], chance: float, who: str
) -> None:
    value = "library" if said.isascii() else "図書館で働く"
    belief = stated(said, value, chances={"about.other": chance})
    [taken] = listener(said, before=before).taken(replace(CALM, beliefs=(belief,)))
    assert taken.belief.about == who


def test_an_errand_or_a_taste_stays_the_user_s() -> None:
    said = "来月から図書館に行く"
    for kind, polarity in ((BeliefKind.TASK, None), (BeliefKind.PREFERENCE, Polarity.LIKE)):
        belief = stated(said, "図書館", kind=kind, polarity=polarity, chances={"about.other": 0.4})
        [taken] = listener(said, before=("姉と話した",)).taken(replace(CALM, beliefs=(belief,)))
        assert taken.belief.about == "user"
