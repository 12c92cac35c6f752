"""Receipts of recalls: what they hold, and how they are told."""

from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.recall.receipts import wording
from omoide.domain.recall.receipts.explanation import RecallExplanation, counts, reasons
from omoide.domain.recall.receipts.receipt import (
    MOST_CANDIDATES,
    Asker,
    Fate,
    ItemRef,
    RecallCandidate,
    RecallId,
    RecallReceipt,
    bounded,
    item_ref,
    without_items,
)
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

TOKYO = ZoneInfo("Asia/Tokyo")
CAT, DOG, TEA = (ItemRef("event", str(number)) for number in (1, 2, 3))
RECEIPT = RecallReceipt(
    cue="猫の名前は？",
    at=Moment(1_774_742_400),
    asked_by=Asker.HOOK,
    candidates=(
        RecallCandidate(CAT, 0.9, Fate.SHOWN, {"words": 0.5, "meaning": 0.4, "words_around": 0.1}, ("猫", "名前")),
        RecallCandidate(DOG, 0.6, Fate.IN_CONVERSATION),
        RecallCandidate(TEA, 0.1, Fate.WEAK, {"meaning": 0.1}),
    ),
    found=7,
    milliseconds=12.4,
    session_id="s2",
    client_id="garden",
    id=RecallId(4),
)
TEXTS = {CAT: "うちの猫の名前はモモだよ", DOG: "犬も飼いたい"}


def told(language: Language) -> str:
    return RecallExplanation(language, TOKYO, RECEIPT, texts=TEXTS).text


def test_in_japanese_it_can_be_read_aloud() -> None:
    assert told(Language.JA) == (
        "想起4。2026年3月29日9時0分、ホストへの入力から（会話 s2、クライアント garden）。きっかけは「猫の名前は？」。\n"
        "7件を見つけ、1件を見せました。かかった時間は12ミリ秒。\n"
        "1番目は、出来事1「うちの猫の名前はモモだよ」。"
        "強さ0.90。思い出した理由は、意味が近い（0.40）、「猫」「名前」が重なる（0.50）、前後の会話にも手がかりがある（0.10）。\n"
        "いまの会話にすでに出ているため見せなかったもの: 出来事2「犬も飼いたい」。\n"
        "いちばん強いものよりずっと弱いため見せなかったもの: 出来事3。"
    )


def test_in_english_too() -> None:
    assert told(Language.EN) == (
        'Recall 4, 2026-03-29 09:00, by a prompt of a host (session s2, client garden). The cue: "猫の名前は？".\n'
        "7 found, 1 shown. It took 12 milliseconds.\n"
        '1. event 1 "うちの猫の名前はモモだよ". Strength 0.90, because: near in meaning (0.40); shares 猫, 名前 (0.50); '
        "the turns around it speak of it too (0.10).\n"
        'Not shown, as the conversation itself still shows it: event 2 "犬も飼いたい".\n'
        "Not shown, as it is much weaker than the best: event 3."
    )


def test_one_thing_is_explained_alone() -> None:
    about = RecallExplanation(Language.JA, TOKYO, None, RECEIPT.candidates[1], TEXTS)
    assert about.lines == [
        "出来事2「犬も飼いたい」。問いに触れているため。いまの会話にすでに出ているため、見せませんでした。"
    ]


def test_when_nothing_was_shown_it_says_so() -> None:
    silent = RecallReceipt("おはよう", Moment(0), Asker.CLI, plan={"search": False})
    empty = RecallReceipt("何か", Moment(0), Asker.CLI)
    assert counts(silent, Language.JA).startswith("あいさつや相づちなので、何も探しませんでした")
    assert counts(empty, Language.EN).startswith("Nothing was found")
    below = RecallReceipt("何か", Moment(0), Asker.CLI, (RecallCandidate(CAT, 0.1, Fate.BELOW_FLOOR),), found=1)
    assert "何も見せませんでした" in counts(below, Language.JA)


@pytest.mark.parametrize("language", Language)
def test_every_fate_and_asker_has_words(language: Language) -> None:
    for fate in set(Fate) - {Fate.SHOWN}:
        assert wording.in_words(wording.FATES, fate, language) != fate
    for asker in Asker:
        assert wording.in_words(wording.ASKERS, asker, language) != asker
    assert wording.in_words(wording.KINDS, "dream", language) == "dream"


def test_an_unknown_part_or_fate_of_a_newer_version_is_no_trouble() -> None:
    newer = RecallCandidate(ItemRef("dream", "7"), 0.5, "dreamt_away", {"moonlight": 0.5, "meaning": 0.2})
    assert reasons(newer, Language.EN) == "Strength 0.50, because: near in meaning (0.20)."
    receipt = RecallReceipt("x", Moment(0), "oracle", (newer,), found=1)
    assert "dreamt_away" in RecallExplanation(Language.EN, TOKYO, receipt).text


@settings(max_examples=40)
@given(st.lists(st.sampled_from([Fate.SHOWN, Fate.WEAK, Fate.DEMOTED]), max_size=40), st.integers(1, 25))
def test_what_was_shown_is_kept_first_and_the_number_is_bounded(fates: list[Fate], most: int) -> None:
    found = tuple(RecallCandidate(ItemRef("event", str(at)), 1.0, fate) for at, fate in enumerate(fates))
    kept = bounded(RecallReceipt("x", Moment(0), "cli", found), most=most)
    assert len(kept.candidates) == min(most, len(found))
    assert kept.found == len(found)
    assert kept.shown == tuple(each for each in found if each.is_shown)[:most]
    assert bounded(kept, most=most) == kept
    assert MOST_CANDIDATES == 20


def test_what_is_gone_is_taken_out() -> None:
    left = without_items(RECEIPT, {"event": frozenset({"2"}), "memory": frozenset({"1"})})
    assert [each.item for each in left.candidates] == [CAT, TEA]
    assert without_items(RECEIPT, {"memory": frozenset({"1"})}) is RECEIPT


@pytest.mark.parametrize(
    ("name", "item"),
    [
        ("12", ("event", "12")),
        ("#12", ("event", "12")),
        (" event:012 ", ("event", "12")),
        ("topic:tea", ("topic", "tea")),
    ],
)
def test_names_of_items_are_read(name: str, item: tuple[str, str]) -> None:
    assert item_ref(name) == ItemRef(*item)


@pytest.mark.parametrize("name", ["", "cat", "event:", ":3", "event:x", "memory:x", "#"])
def test_what_names_nothing_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="event:12"):
        item_ref(name)
