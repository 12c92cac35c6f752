"""Tells a turn as a memory in the first person, at each level (LTM: trigger と content の役割, レベル別の圧縮形式)."""

import re
from typing import Final

from omoide.asks.appraise_turn import SpokenTurn, Telling
from omoide.domain.feelings.emotion import EmotionTag, Feeling, Valence
from omoide.domain.text.language import Language
from omoide.domain.understanding.telling.gist import Embed, gist
from omoide.domain.understanding.telling.keywords import keywords

_QUESTION: Final = re.compile(r"[？?]\s*$|(?:だろうか|でしょうか|ですか|ますか)[。\s]*$|教えて")
_REQUEST: Final = re.compile(
    r"(?:て(?:くれ|ほしい|欲しい|ください|くれない|もらえ)|といて|ておいて|お願い|して)[ねよな。！!？?\s]*$"
    r"|\b(?:please|could you|can you|would you)\b",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(
    r"^(?P<before>[^「\"]{0,8})[「\"](?P<inside>.*)[」\"](?P<after>[^「」\"]{1,24})$", re.DOTALL
)
_FEELING_JA: Final = {
    EmotionTag.JOY: "喜び", EmotionTag.SATISFACTION: "満ち足りた気持ち", EmotionTag.RELIEF: "安堵",
    EmotionTag.EXCITEMENT: "高揚", EmotionTag.GRATITUDE: "感謝", EmotionTag.PRIDE: "誇らしさ", EmotionTag.HOPE: "期待",
    EmotionTag.LOVE: "愛おしさ", EmotionTag.CURIOSITY: "好奇心", EmotionTag.SADNESS: "悲しみ", EmotionTag.ANGER: "怒り",
    EmotionTag.FRUSTRATION: "もどかしさ", EmotionTag.ANXIETY: "不安", EmotionTag.FEAR: "恐れ", EmotionTag.DISGUST: "嫌悪",
    EmotionTag.REGRET: "後悔", EmotionTag.LONELINESS: "寂しさ", EmotionTag.GUILT: "罪悪感",
    EmotionTag.RESIGNATION: "諦め", EmotionTag.NOSTALGIA: "懐かしさ", EmotionTag.SURPRISE: "驚き",
    EmotionTag.CONFUSION: "戸惑い", EmotionTag.DETERMINATION: "決意",
}  # fmt: skip
_FULL_CHARACTERS: Final = 600
_SUMMARY_CHARACTERS: Final = {Language.JA: (90, 110), Language.EN: (150, 220)}
"""Of trigger and content: LTM's 50–200 characters together, and what says as much in English."""


def told(turn: SpokenTurn, *, feeling: Feeling, language: Language, embed: Embed | None = None) -> tuple[Telling, ...]:
    """Return the turn's texts of levels 1, 2 and 3."""
    full = Telling(
        _trigger(turn.user, language=language, longest=_FULL_CHARACTERS, most=8, embed=embed),
        _content(turn.assistant, feeling=feeling, language=language, longest=_FULL_CHARACTERS, most=6, embed=embed),
    )
    first, second = _SUMMARY_CHARACTERS[language]
    summary = Telling(
        _trigger(turn.user, language=language, longest=first, most=1, embed=embed),
        _content(turn.assistant, feeling=feeling, language=language, longest=second, most=1, embed=embed),
    )
    felt = _felt(feeling, language=language)
    trace = trace_of(Telling(turn.user, turn.assistant), language=language)
    return full, summary, Telling(trace.trigger, ", ".join(part for part in (trace.content, felt) if part))


def summary_of(telling: Telling, *, language: Language, embed: Embed | None = None) -> Telling:
    """Return level 2 of a full memory: its most telling sentences, a quotation shortened inside its marks."""
    first, second = _SUMMARY_CHARACTERS[language]
    return Telling(
        _condensed(telling.trigger, language=language, most=2, longest=first, embed=embed),
        _condensed(telling.content, language=language, most=2, longest=second, embed=embed),
    )


def trace_of(telling: Telling, *, language: Language) -> Telling:
    """Return level 3: two or three keywords of each text, comma-separated, those of the trigger not repeated."""
    of_trigger = keywords(telling.trigger, language=language, most=3)
    of_content = [word for word in keywords(telling.content, language=language, most=6) if word not in of_trigger][:2]
    first = ", ".join(of_trigger) or _opening(telling.trigger, language=language)
    return Telling(first, ", ".join(of_content) or _opening(telling.content, language=language))


def _opening(text: str, *, language: Language) -> str:
    """Return what stands for a text without keywords: the beginning of its most telling sentence."""
    return gist(text, language=language, longest=16, most=1).rstrip("。.！!？? ").replace(",", " ")


def _condensed(text: str, *, language: Language, most: int, longest: int, embed: Embed | None) -> str:
    if (quoted := _QUOTED.match(text.strip())) is None:
        return gist(text, language=language, longest=longest, most=most, embed=embed)
    frame = len(quoted["before"]) + len(quoted["after"]) + 2
    inside = gist(quoted["inside"], language=language, longest=max(longest - frame, 20), most=most, embed=embed)
    start, end = ("「", "」") if "「" in text[:9] else ('"', '"')
    return f"{quoted['before']}{start}{inside}{end}{quoted['after']}"


def _trigger(user: str, *, language: Language, longest: int, most: int, embed: Embed | None) -> str:
    short = gist(user, language=language, longest=longest - 12, most=most, embed=embed)
    if not short:
        return "話しかけられた。" if language is Language.JA else "I was spoken to."
    asked = "question" if _QUESTION.search(user) else "request" if _REQUEST.search(user) else "statement"
    if language is Language.JA:
        how = {"question": "聞かれた", "request": "頼まれた", "statement": "言われた"}[asked]
        return f"「{_unquoted(short)}」と{how}。"
    how = {"question": "I was asked", "request": "I was asked for something", "statement": "I was told"}[asked]
    return f'{how}: "{short.replace(chr(34), chr(39))}"'


def _content(
    assistant: str, *, feeling: Feeling, language: Language, longest: int, most: int, embed: Embed | None
) -> str:
    impression = _impression(feeling, language=language)
    room = longest - len(impression) - 12
    short = gist(assistant, language=language, longest=max(room, 20), most=most, embed=embed)
    if not short:
        return impression
    if language is Language.JA:
        return f"私は「{_unquoted(short)}」と答えた。{impression}"
    return f'I answered: "{short.replace(chr(34), chr(39))}" {impression}'


def _unquoted(text: str) -> str:
    return text.replace("「", "『").replace("」", "』").rstrip("。")


def _felt(feeling: Feeling, *, language: Language) -> str:
    """Return the strongest feeling in a word, as the trace keeps it; empty when nothing was felt."""
    if not feeling.tags:
        return ""
    return _FEELING_JA[feeling.tags[0]] if language is Language.JA else feeling.tags[0].value


def _impression(feeling: Feeling, *, language: Language) -> str:
    """Return one sentence on how the other seemed to me."""
    if language is Language.JA:
        named = "と".join(_FEELING_JA[tag] for tag in feeling.tags[:2])
        plain = {Valence.POSITIVE: "相手は明るい様子だった。", Valence.NEGATIVE: "相手はつらそうだった。",
                 Valence.NEUTRAL: "相手は落ち着いていた。"}[feeling.valence]  # fmt: skip
        return f"相手の{named}が伝わってきた。" if named else plain
    named = " and ".join(tag.value for tag in feeling.tags[:2])
    seemed = {Valence.POSITIVE: "in good spirits", Valence.NEGATIVE: "troubled", Valence.NEUTRAL: "calm"}
    return f"I could tell they felt {named}." if named else f"They seemed {seemed[feeling.valence]}."
