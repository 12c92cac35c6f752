"""What was read is told under its attribute, and who somebody is to the user only where a word says so."""

import pytest

from omoide.domain.beliefs.state import StateKind
from omoide.domain.text.language import Language
from omoide.domain.understanding.judging.told_readings import as_read


@pytest.mark.parametrize(
    ("attribute", "value", "about", "kind", "told"),
    [
        ("home", "鎌倉", "user", StateKind.FACT, "あなたの住まい: 鎌倉"),
        ("home", "鎌倉", "母", StateKind.FACT, "母の住まい: 鎌倉"),
        ("errand", "牛乳を買う", "user", StateKind.TASK, "あなたの用事: 牛乳を買う"),
        ("pet", "うちの猫", "モモ", StateKind.RELATION, "モモはあなたのペット（うちの猫）"),
        ("pet", "ペット", "モモ", StateKind.RELATION, "モモはあなたのペット"),
        ("pet", "モモ", "user", StateKind.RELATION, "あなたのペット: モモ"),
        ("other", "隣のベッド", "佐伯さん", StateKind.RELATION, "佐伯さんとあなた: 隣のベッド"),
        ("workplace", "同じ班", "佐伯さん", StateKind.RELATION, "佐伯さんとあなた: 同じ班"),
    ],
)
def test_a_japanese_belief(attribute: str, value: str, about: str, kind: StateKind, told: str) -> None:
    assert as_read(attribute, value, about=about, kind=kind, language=Language.JA) == told


@pytest.mark.parametrize(
    ("attribute", "value", "about", "kind", "told"),
    [
        ("allergy", "penicillin", "Tomasz", StateKind.FACT, "Tomasz’s allergy: penicillin"),
        ("event", "got a job", "user", StateKind.FACT, "What happened to you: got a job"),
        ("event", "got a job", "Ines", StateKind.FACT, "What happened to Ines: got a job"),
        ("value", "keeping promises", "persona", StateKind.FACT, "What matters to me: keeping promises"),
        ("other", "two buckets", "user", StateKind.FACT, "About you: two buckets"),
        ("friend", "Ines", "user", StateKind.RELATION, "Your friend: Ines"),
        ("errand", "buy milk", "user", StateKind.TASK, "Something you have to do: buy milk"),
        ("friend", "old friend", "Priya", StateKind.RELATION, "Priya is your friend (old friend)"),
        ("other", "our lodger", "Tomasz", StateKind.RELATION, "Tomasz and you: our lodger"),
        ("home", "our lodger", "Tomasz", StateKind.RELATION, "Tomasz and you: our lodger"),
    ],
)
def test_an_english_belief(attribute: str, value: str, about: str, kind: StateKind, told: str) -> None:
    assert as_read(attribute, value, about=about, kind=kind, language=Language.EN) == told
