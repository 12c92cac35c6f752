"""Tells a turn as a memory in the first person, at each level (LTM: trigger と content の役割, レベル別の圧縮形式).

The trigger is what the other said; the content is what I answered and, where my own words say it, what I felt.  What the
other felt is in the memory's numbers and tags, and no sentence claims it (SPEC M1).  Level 2 says each in one sentence
and without the words around it, so that it is shorter than level 1 even when the turn was a single word; level 3 is
keywords and the tags of the feeling.
"""

import re
from typing import Final

from omoide.domain.feelings.emotion import EmotionTag, Feeling
from omoide.domain.memories.memory import Draft
from omoide.domain.text import shortening
from omoide.domain.text.language import Language
from omoide.domain.understanding.appraisal import SpokenTurn, Telling
from omoide.domain.understanding.feelings.feeling import own_feeling
from omoide.domain.understanding.telling.gist import LEAST_RANKED, Embed, gist, sentences
from omoide.domain.understanding.telling.keywords import keywords

_QUESTION: Final = re.compile(r"[？?]\s*$|(?:だろうか|でしょうか|ですか|ますか)[。\s]*$|教えて")
_REQUEST: Final = re.compile(
    r"(?:て(?:くれ|ほしい|欲しい|ください|くれない|もらえ)|といて|ておいて|お願い|して)[ねよな。！!？?\s]*$"
    r"|\b(?:please|could you|can you|would you)\b",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(
    r"^(?P<before>[^「\"]{0,8})[「\"](?P<inside>.*)[」\"](?P<after>[^「」\"。！？!?\n]{1,24}。?)$", re.DOTALL
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
FEELING_WORDS: Final = frozenset((*_FEELING_JA.values(), *(tag.value for tag in EmotionTag)))
"""What stands in a trace for a feeling, in either language: it tells how something was, not what."""
_FULL_CHARACTERS: Final = 600
_SUMMARY_CHARACTERS: Final = {Language.JA: (90, 110), Language.EN: (150, 220)}
"""Of trigger and content: LTM's 50–200 characters together, and what says as much in English."""
_TRACE_TAGS: Final = 2


_FRAMES: Final = {
    Language.JA: {
        "question": ("「", "」と聞かれた。"),
        "request": ("「", "」と頼まれた。"),
        "statement": ("「", "」と言われた。"),
        "answer": ("私は「", "」と答えた。"),
        "trigger in short": ("「", "」"),
        "answer in short": ("「", "」と答えた"),
    },
    Language.EN: {
        "question": ('I was asked: "', '"'),
        "request": ('I was asked for something: "', '"'),
        "statement": ('I was told: "', '"'),
        "answer": ('I answered: "', '"'),
        "trigger in short": ('"', '"'),
        "answer in short": ('I said: "', '"'),
    },
}
"""The words around what was said; those of level 2 are shorter than any of level 1."""
_WORDLESS: Final = {
    Language.JA: {"trigger": ("話しかけられた。", "話しかけられた"), "answer": ("コードで答えた。", "コードで答えた")},
    Language.EN: {"trigger": ("I was spoken to.", "Spoken to."), "answer": ("I answered with code.", "Gave code.")},
}
"""Levels 1 and 2 of a side that holds no words."""


def told(turn: SpokenTurn, *, feeling: Feeling, language: Language, embed: Embed | None = None) -> tuple[Telling, ...]:
    """Return the turn's texts of levels 1, 2 and 3; each text of level 2 is shorter than that of level 1."""
    longest, longest_answer = _SUMMARY_CHARACTERS[language]
    trigger, short_trigger = _sides(turn.user, "trigger", longest=longest, most=8, language=language, embed=embed)
    answer, short_answer = ("", "")
    if turn.assistant.strip():
        answer, short_answer = _sides(
            turn.assistant, "answer", longest=longest_answer, most=6, language=language, embed=embed
        )
    felt = own_feeling(turn.assistant, language=language)
    full = Telling(trigger, answer + _felt_by_me(felt, language=language))
    return full, Telling(short_trigger, short_answer), _trace(turn, feeling=feeling, language=language)


def weighed_sentences(turn: SpokenTurn) -> list[str]:
    """Return the sentences of a turn whose likeness to each other is asked for when it is told."""
    sides = (sentences(turn.user), sentences(turn.assistant))
    return [part for parts in sides if len(parts) >= LEAST_RANKED for part in parts]


def _sides(
    said: str, side: str, *, longest: int, most: int, language: Language, embed: Embed | None
) -> tuple[str, str]:
    """Return what one side said, at levels 1 and 2."""
    words = _unquoted(gist(said, language=language, longest=_FULL_CHARACTERS, most=most, embed=embed), language)
    if not words:
        return _WORDLESS[language][side]
    full = _framed(words, _kind(said) if side == "trigger" else "answer", language)
    fewer = _unquoted(gist(said, language=language, longest=longest - 12, most=1, embed=embed), language)
    short, bare = (_framed(each, f"{side} in short", language) for each in (fewer, words))
    return full, short if len(short) < len(full) else bare


def _framed(words: str, kind: str, language: Language) -> str:
    before, after = _FRAMES[language][kind]
    return f"{before}{words}{after}"


def _kind(user: str) -> str:
    return "question" if _QUESTION.search(user) else "request" if _REQUEST.search(user) else "statement"


def _unquoted(text: str, language: Language) -> str:
    """Return words that can stand in quotation marks: without the same marks inside."""
    if language is Language.EN:
        return text.replace('"', "'")
    return text.replace("「", "『").replace("」", "』").rstrip("。")


def _felt_by_me(felt: EmotionTag | None, *, language: Language) -> str:
    if felt is None:
        return ""
    return f"{_FEELING_JA[felt]}を感じた。" if language is Language.JA else f" I felt {felt.value}."


def _trace(turn: SpokenTurn, *, feeling: Feeling, language: Language) -> Telling:
    """Return level 3 of a turn; the feeling is the other's, so its tags stand with what the other said."""
    spoken = Telling(*("\n".join(sentences(side)) for side in (turn.user, turn.assistant)))
    words = trace_of(spoken, language=language)
    tags = [_FEELING_JA[tag] if language is Language.JA else tag.value for tag in feeling.tags[:_TRACE_TAGS]]
    return Telling(", ".join(part for part in (words.trigger, *tags) if part), words.content)


def summary_of(telling: Telling, *, language: Language, embed: Embed | None = None) -> Telling:
    """Return level 2 of a full memory: its most telling sentences, a quotation shortened inside its marks.

    It is shorter than the full one, always; only a memory that is nothing but a word stays that word.
    """
    first, second = _SUMMARY_CHARACTERS[language]
    full = Draft(telling.trigger, telling.content)
    for most in (2, 1):
        short = Draft(
            _condensed(telling.trigger, language=language, most=most, longest=first, embed=embed),
            _condensed(telling.content, language=language, most=most, longest=second, embed=embed),
        )
        if (short.trigger or short.content) and shortening.is_shorter(short, than=full):
            return Telling(short.trigger, short.content)
    short = shortening.plainly(full, longest=second)
    return Telling(short.trigger, short.content)


def trace_of(telling: Telling, *, language: Language) -> Telling:
    """Return level 3: two or three keywords of each text, comma-separated, those of the trigger not repeated."""
    of_trigger = keywords(telling.trigger, language=language, most=3)
    of_content = [word for word in keywords(telling.content, language=language, most=6) if word not in of_trigger][:2]
    first = ", ".join(of_trigger) or _opening(telling.trigger, language=language)
    return Telling(first, ", ".join(of_content) or _opening(telling.content, language=language))


def _opening(text: str, *, language: Language) -> str:
    """Return what stands for a text without keywords: the beginning of its most telling sentence."""
    told = gist(text, language=language, longest=16, most=1).rstrip("。.！!？? ").replace(",", " ")
    return told.strip() or text.strip()[:16]


def _condensed(text: str, *, language: Language, most: int, longest: int, embed: Embed | None) -> str:
    if (quoted := _QUOTED.match(text.strip())) is None:
        return gist(text, language=language, longest=longest, most=most, embed=embed)
    frame = len(quoted["before"]) + len(quoted["after"]) + 2
    inside = gist(quoted["inside"], language=language, longest=max(longest - frame, 20), most=most, embed=embed)
    start, end = ("「", "」") if "「" in text[:9] else ('"', '"')
    return f"{quoted['before']}{start}{inside}{end}{quoted['after']}"
