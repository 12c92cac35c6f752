"""Outputs as readings: several turns decoded at once are read as each alone."""

import json
from typing import Any, Final

import numpy as np
import pytest

from omoide.adapters.readers.builtin import WEIGHTS
from omoide.adapters.readers.decoding import Decoder
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
