"""Outputs as readings: several turns decoded at once are read as each alone."""

import json
from typing import Any, Final

import numpy as np
import pytest

from omoide.adapters.readers.builtin import WEIGHTS
from omoide.adapters.readers.decoding import Decoder, trimmed
from omoide.adapters.readers.pieces import WordPiece

ABOUT: Final[dict[str, Any]] = json.loads((WEIGHTS / "reader.json").read_text(encoding="utf-8"))
DECODER: Final = Decoder(ABOUT["turn"], ABOUT["piece"])
TEXT: Final = "妹は、来週 London へ引っ越す。たぶんね。"
SAID: Final = [WordPiece(0, at, at + 1) for at in range(len(TEXT)) if not TEXT[at].isspace()]


@pytest.mark.parametrize("seed", range(8))
def test_turns_decoded_together_are_read_as_each_alone(seed: int) -> None:
    dice = np.random.default_rng(seed)
    widths = [sum(map(len, ABOUT[part].values())) for part in ("turn", "piece")]
    turn = dice.normal(0, 2, (3, widths[0])).astype(np.float32)
    piece = dice.normal(0, 2, (3, len(SAID) + 5, widths[1])).astype(np.float32)
    out = DECODER.outputs(turn, piece)
    for number in range(3):
        low, high = number, number + len(SAID)
        alone = DECODER.reading(turn[number], piece[number, low:high], SAID, TEXT)
        assert DECODER.read(out.of(number, low, high), SAID, TEXT) == alone
        assert alone.beliefs
        assert alone.names


@pytest.mark.parametrize(
    ("text", "marked", "kept"),
    [
        ("妹は大阪に住んでる。", "大阪に住ん", "大阪に住んでる"),
        ("薬を飲んでいます", "薬を飲ん", "薬を飲んでいます"),
        ("車に乗っている", "車に乗っ", "車に乗っている"),
        ("本を読んだ。", "本を読ん", "本を読んだ"),
        ("町工場で働いてる", "町工場で働い", "町工場で働いてる"),
        ("会社を辞めました", "会社を辞め", "会社を辞めました"),
        ("煙草、やめて十日", "煙草、やめ", "煙草、やめて"),
        ("朝食を食べたら出る", "朝食を食べ", "朝食を食べ"),
        ("みかんでいいよ", "みかん", "みかん"),
        ("パンだけ買う", "パン", "パン"),
        ("妹は、看護師", "、看護師", "看護師"),
        ("the sea, again", "the sea,", "the sea"),
    ],
)
def test_no_value_ends_in_the_middle_of_a_verb_or_with_a_mark(text: str, marked: str, kept: str) -> None:
    low = text.index(marked)
    assert text[slice(*trimmed(low, low + len(marked), text))] == kept
