"""A mood in words: how it is now, and how it has been of late (SPEC A2; GHO 5-1 「最近ずっとどんより」)."""

from typing import Final

from omoide.domain.feelings.mood import Mood
from omoide.domain.text.language import Language

NOTICEABLE: Final = 0.2
"""Of what is felt: below this it is calm."""
STRONG: Final = 0.55
LATELY: Final = 0.12
"""Of the baseline's valence: below this there is nothing to say about these days."""
LATELY_STRONG: Final = 0.3
_NOW: Final = {
    Language.JA: {
        (2, 1): "うれしさがあふれて、じっとしていられない。",
        (2, 0): "心から満たされて、とても明るい気持ちでいる。",
        (2, -1): "深く満ち足りて、静かな幸せの中にいる。",
        (1, 1): "うれしくて、気持ちが弾んでいる。",
        (1, 0): "穏やかで、明るい気持ちでいる。",
        (1, -1): "ほっとして、やわらいだ気持ちでいる。",
        (0, 1): "少し気持ちが高ぶっている。",
        (0, 0): "静かに落ち着いている。",
        (0, -1): "とても静かな気持ちでいる。",
        (-1, 1): "落ち着かず、つらい気持ちが続いている。",
        (-1, 0): "どこか沈んだ気持ちでいる。",
        (-1, -1): "静かに沈んで、元気が出ないでいる。",
        (-2, 1): "胸が張り裂けそうで、気持ちがひどく乱れている。",
        (-2, 0): "深く沈んで、胸の痛みが消えない。",
        (-2, -1): "悲しみに沈みこんで、動く力も出ない。",
    },
    Language.EN: {
        (2, 1): "I am brimming with joy and cannot keep still.",
        (2, 0): "I am deeply glad, and everything looks bright.",
        (2, -1): "I am quietly and wholly happy.",
        (1, 1): "I am happy and lively.",
        (1, 0): "I am in a gentle, bright mood.",
        (1, -1): "I feel relieved and soft.",
        (0, 1): "I am a little stirred.",
        (0, 0): "I am calm and settled.",
        (0, -1): "I am very quiet inside.",
        (-1, 1): "I am uneasy, and it hurts.",
        (-1, 0): "I feel somewhat low.",
        (-1, -1): "I am quietly down and without energy.",
        (-2, 1): "I am torn apart and cannot find any peace.",
        (-2, 0): "I am deeply sad, and the ache does not leave me.",
        (-2, -1): "I have sunk into sorrow and have no strength to move.",
    },
}
IN_CONTROL: Final = 0.15
"""Dominance from which what hurts and stirs is anger rather than grief or fear."""
_ANGRY: Final = {
    Language.JA: {-1: "いら立って、気持ちがおさまらない。", -2: "怒りがおさまらず、気持ちが荒れている。"},
    Language.EN: {-1: "I am irritated and cannot let it go.", -2: "I am angry, and it does not calm down."},
}
_FOR_NOW: Final = {Language.JA: "今は", Language.EN: "For now, "}
_LATELY: Final = {
    Language.JA: {
        2: "最近ずっと、晴れやかな日が続いている。",
        1: "このところ、少し明るい気持ちの日が続いている。",
        -1: "このところ、気持ちが少し沈みがちだ。",
        -2: "最近ずっと、どんよりした気持ちが続いている。",
    },
    Language.EN: {
        2: "These days have been bright all along.",
        1: "These days have been a little brighter than usual.",
        -1: "I have been a little low of late.",
        -2: "It has been gloomy for days on end.",
    },
}


def region(mood: Mood) -> tuple[int, int, int]:
    """Return where a mood lies: valence −2..2 and arousal −1..1 of what is felt, and −2..2 of these days."""
    felt = mood.felt
    return (
        _step(felt.v, NOTICEABLE, STRONG),
        max(-1, min(1, _step(felt.a, NOTICEABLE, STRONG))),
        _step(mood.baseline.v, LATELY, LATELY_STRONG),
    )


def told(mood: Mood, *, language: Language) -> str:
    """Return the mood in words: of these days where they have a colour, then of now."""
    valence, arousal, lately = region(mood)
    is_anger = valence < 0 < arousal and mood.felt.d >= IN_CONTROL
    now = _ANGRY[language][valence] if is_anger else _NOW[language][valence, arousal]
    if not lately:
        return now
    now = now if valence * lately > 0 else _FOR_NOW[language] + now
    return f"{_LATELY[language][lately]}{' ' if language is Language.EN else ''}{now}"


def still_fits(then: Mood, now: Mood) -> bool:
    """Tell whether words found for one mood may stand for another: now and of late it is of the same colour, and as strong."""
    return (region(then)[0], region(then)[2]) == (region(now)[0], region(now)[2])


def _step(value: float, noticeable: float, strong: float) -> int:
    size = 0 if abs(value) < noticeable else 1 if abs(value) < strong else 2
    return size if value > 0 else -size
