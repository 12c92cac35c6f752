"""What a person reads as the reason of a match."""

from omoide.domain.recall.shared_words import says_the_same, shared_words
from omoide.domain.text.tokens import document_tokens


def shared(cue: str, text: str) -> tuple[str, ...]:
    return shared_words(cue, set(document_tokens(text)))


def test_character_pairs_become_the_word_they_were() -> None:
    assert shared("アコーディオンのレッスンは何曜日？", "アコーディオンを買った") == ("アコーディオン",)


def test_english_words_are_shown_as_they_were_asked() -> None:
    assert shared("Which gardens did we visit?", "We visited the garden") == ("gardens", "we", "visit")


def test_kana_and_width_do_not_matter() -> None:
    assert shared("ﾓﾓは元気？", "もも、今日も元気") == ("モモ", "元気")


def test_nothing_in_common_is_nothing() -> None:
    assert shared("猫", "the dog") == ()
    assert shared("", "猫") == ()


def test_the_cue_over_again_is_known_whatever_its_marks_and_capitals() -> None:
    assert says_the_same("do you remember my cat", "Do you remember my cat?")
    assert says_the_same("猫の名前は、何？", "猫の名前は何")
    assert not says_the_same("Do you remember my cat? She is called Biscuit.", "Do you remember my cat?")
    assert not says_the_same("？", "！")
    assert not says_the_same("", "")
