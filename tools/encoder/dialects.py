"""Puts casual Japanese statements in the speech of a region, and leaves out the speaker, as people do who chat.

Plain replacements on the written form: enough that an ending, a negation or a filler of Kansai, Hokuriku, Chugoku or Kyushu is met in
training beside the standard one.  No attempt at a whole dialect is made.
"""

import re

import numpy as np

STEM = r"(?<![しい])([かさなまらわべけせてねめれえげ])ない(?![くかけ])"
Rules = tuple[tuple[re.Pattern[str], str], ...]


def _rules(*pairs: tuple[str, str]) -> Rules:
    return tuple((re.compile(pattern), other) for pattern, other in pairs)


KANSAI = _rules(
    (r"てしまった|ちゃった", "てもうた"),
    (r"(?<=[てで])いる|てる$", "る"),
    (STEM, r"\1へん"),
    (r"なんだよね|んだよね", "やんな"),
    (r"だけど", "やけど"),
    (r"だから", "やから"),
    (r"だった", "やった"),
    (r"んだ(?=$|よ|ね|わ)", "んや"),
    (r"だよ$", "やで"),
    (r"とても|すごく|非常に", "めっちゃ"),
)
WEST = _rules(
    (r"てしまった|ちゃった", "てしもた"),
    (r"ていた|てた$", "とった"),
    (r"ている|てる(?=$|よ|ん|し|わ|け)", "とる"),
    (r"でいた", "どった"),
    (r"でいる", "どる"),
    (STEM, r"\1ん"),
    (r"だけど", "やけど"),
    (r"だから", "やから"),
    (r"だった", "やった"),
    (r"んだよね", "んよね"),
    (r"んだ(?=$|よ|ね|わ)", "んや"),
    (r"だし$", "やし"),
    (r"とても|非常に", "すごい"),
)
CHUGOKU = _rules(
    (r"ていた|てた$", "とった"),
    (r"ている|てる(?=$|よ|ん|し|わ|け)", "とる"),
    (STEM, r"\1ん"),
    (r"だから", "じゃけん"),
    (r"だけど", "じゃけど"),
    (r"だった", "じゃった"),
    (r"んだ(?=$|よ|ね|わ)", "んじゃ"),
    (r"だよ$", "じゃよ"),
    (r"とても|すごく|非常に", "ぶち"),
)
KYUSHU = _rules(
    (r"ていた|てた$", "とった"),
    (r"ている|てる(?=$|よ|ん|し|わ|け)", "とう"),
    (STEM, r"\1ん"),
    (r"だから", "やけん"),
    (r"だけど", "ばってん"),
    (r"だった", "やった"),
    (r"んだよね", "とよね"),
    (r"だよ$", "ばい"),
    (r"とても|すごく|非常に", "ばり"),
)
REGIONS = (KANSAI, WEST, WEST, CHUGOKU, KYUSHU)
SPEAKER = re.compile(r"^(?:私|わたし|僕|ぼく|俺|おれ)(?:[はがも]、?|、|(?![のにをとらへた達自]))")
SELVES = ("わたし", "うち", "僕", "俺", "自分", "あたし")


def as_said(text: str, dice: np.random.Generator) -> str:
    """Return the text as somebody of some region may say it: half of the time in its words, half of the time without the speaker."""
    if dice.random() < 0.5:
        for pattern, other in REGIONS[int(dice.integers(len(REGIONS)))]:
            text = pattern.sub(other, text)
    if dice.random() < 0.5:
        return SPEAKER.sub("", text) or text
    return text.replace("私", SELVES[int(dice.integers(len(SELVES)))]) if dice.random() < 0.3 else text
