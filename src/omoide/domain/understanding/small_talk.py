"""Small talk: greetings and nods, which say nothing to be searched for and are not worth a model's time."""

import re
import unicodedata
from typing import Final

from omoide.domain.memories.keep_request import asks_to_be_kept
from omoide.domain.understanding.appraisal import SpokenTurn

LONGEST_NOD: Final = 40
"""Characters of an answer to small talk; a longer one says something."""

_NOD: Final = re.compile(
    r"(おはよ(う|ー)?(ございます)?|こんにちは|こんばんは|おやすみ(なさい)?|ただいま|おつかれ(さま)?(です|でした)?|お疲れ(様|さま)?(です|でした)?"
    r"|はい|うん|ええ|了解(です|しました)?|りょ|わかった|分かった|わかりました|なるほど|そうだね|そっか|へえ|ok|okay|k|yes|yep|no"
    r"|sure|got it|i see|thanks|thank you|thx|ありがと(う)?(ございます)?|どうも|hi|hello|hey|good (morning|night|evening)|bye|またね"
    r"|じゃあね)",
    re.IGNORECASE,
)


def is_nod(turn: SpokenTurn) -> bool:
    """Tell whether the turn is a greeting or a nod and nothing more, so that rules may read it."""
    said = unicodedata.normalize("NFKC", turn.user).strip(" \t\n。、.,!?！？~〜ー♪☺")
    short = len(turn.assistant.strip()) <= LONGEST_NOD
    return short and bool(_NOD.fullmatch(said)) and not asks_to_be_kept(turn.user)
