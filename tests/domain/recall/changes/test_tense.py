import pytest

from omoide.domain.recall.changes.tense import Tense, asks_whether_it_was, tense_of


@pytest.mark.parametrize(
    "cue",
    ["Where did I live before Lisbon?", "What was the original date?", "Which gym did I use to go to?",
     "前はどこに住んでた？", "最初の担当は誰だった？", "昔、何を飼ってたっけ"],
)  # fmt: skip
def test_a_cue_about_the_past_is_known(cue: str) -> None:
    assert tense_of(cue) is Tense.PAST


@pytest.mark.parametrize(
    "cue",
    ["Do I still play chess?", "Am I going or not?", "What became of the shed?", "いま何時に開くの？", "結局どこにした？",
     "あの話、どうなったんだっけ", "祖母の具合は？"],
)  # fmt: skip
def test_a_cue_that_says_now_or_asks_for_the_outcome_is_about_now(cue: str) -> None:
    assert tense_of(cue) is Tense.NOW


@pytest.mark.parametrize(
    "cue",
    ["Where do I live?", "What's my rent?", "Who lives upstairs?", "how old is Tariq", "家賃いくらだっけ", "担当の先生は誰？",
     "卵って食べられる？", "I had a bad night. Where do I work?"],
)  # fmt: skip
def test_a_cue_that_asks_how_something_is_wants_the_last_answer(cue: str) -> None:
    assert tense_of(cue) is Tense.STATE


@pytest.mark.parametrize(
    "cue",
    ["What did she cook?", "When was the flood?", "I am so tired today.", "The shop is closed", "昨日は何を食べた？", "疲れた",
     "夏に一緒に行ったのは誰？", "駅前の名前の長いカフェに行った", "Is it cold? I went home.", ""],
)  # fmt: skip
def test_what_happened_and_what_is_only_told_leaves_the_time_open(cue: str) -> None:
    assert tense_of(cue) is Tense.OPEN


@pytest.mark.parametrize(
    "cue",
    ["Did I post the card?", "have I rung the vet yet?", "Oh wait, was the tax paid?", "保険って更新したっけ？", "カードは出した？"],
)  # fmt: skip
def test_a_cue_that_asks_whether_something_was_done_is_known(cue: str) -> None:
    assert asks_whether_it_was(cue)


@pytest.mark.parametrize(
    "cue",
    ["When did I post the card?", "Did it, at last.", "Where do I live?", "いつ更新したっけ？", "カードを出した", "何を出した？", ""],
)  # fmt: skip
def test_a_cue_that_asks_for_something_else_or_only_tells_does_not(cue: str) -> None:
    assert not asks_whether_it_was(cue)
