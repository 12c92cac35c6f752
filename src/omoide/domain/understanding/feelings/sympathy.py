"""What the persona feels with a turn: numbers from the appraisal, told in its own words (SPEC A1)."""

from typing import Final

from omoide.domain.beliefs.write_plan import breaks_voice
from omoide.domain.feelings.affect import Affect, Vad
from omoide.domain.feelings.emotion import EmotionTag, Feeling, Valence
from omoide.domain.text.language import Language

LONGEST_QUOTE: Final = 60
_DOMINANCE: Final = {
    EmotionTag.PRIDE: 0.6,
    EmotionTag.DETERMINATION: 0.6,
    EmotionTag.SATISFACTION: 0.4,
    EmotionTag.JOY: 0.3,
    EmotionTag.ANGER: 0.3,
    EmotionTag.EXCITEMENT: 0.3,
    EmotionTag.RELIEF: 0.2,
    EmotionTag.HOPE: 0.2,
    EmotionTag.SADNESS: -0.4,
    EmotionTag.ANXIETY: -0.5,
    EmotionTag.FEAR: -0.6,
    EmotionTag.RESIGNATION: -0.5,
    EmotionTag.LONELINESS: -0.4,
    EmotionTag.GUILT: -0.4,
    EmotionTag.CONFUSION: -0.4,
    EmotionTag.REGRET: -0.3,
    EmotionTag.FRUSTRATION: -0.2,
}
_LABELS: Final = {
    EmotionTag.JOY: "喜び",
    EmotionTag.SATISFACTION: "満足",
    EmotionTag.RELIEF: "安堵",
    EmotionTag.EXCITEMENT: "高揚",
    EmotionTag.GRATITUDE: "感謝",
    EmotionTag.PRIDE: "誇らしさ",
    EmotionTag.HOPE: "希望",
    EmotionTag.LOVE: "愛しさ",
    EmotionTag.CURIOSITY: "興味",
    EmotionTag.SADNESS: "悲しみ",
    EmotionTag.ANGER: "怒り",
    EmotionTag.FRUSTRATION: "もどかしさ",
    EmotionTag.ANXIETY: "不安",
    EmotionTag.FEAR: "怖さ",
    EmotionTag.DISGUST: "嫌悪",
    EmotionTag.REGRET: "後悔",
    EmotionTag.LONELINESS: "寂しさ",
    EmotionTag.GUILT: "申し訳なさ",
    EmotionTag.RESIGNATION: "諦め",
    EmotionTag.NOSTALGIA: "懐かしさ",
    EmotionTag.SURPRISE: "驚き",
    EmotionTag.CONFUSION: "戸惑い",
    EmotionTag.DETERMINATION: "決意",
}
_TOLD: Final = {
    Language.JA: {
        Valence.POSITIVE: "その明るさが私にも移って、聞いているだけで心が温かくなった。もう少しこの話を一緒に味わっていたい。",
        Valence.NEGATIVE: "そのつらさが私にも伝わってきて、胸が重くなった。急がずに、まずはそばで聞いていたいと思う。",
        Valence.NEUTRAL: "大きく揺れることはなく、落ち着いた気持ちで聞いていた。こういう何気ない話も、私は大切にしたい。",
    },
    Language.EN: {
        Valence.POSITIVE: "Your brightness reached me too, and listening warmed me. I would like to stay with it a little longer.",
        Valence.NEGATIVE: "I could feel how heavy that is for you, and it weighs on me too. First of all I want to listen, without hurry.",
        Valence.NEUTRAL: "Nothing shook me; I listened with a quiet mind. I want to treasure plain talk like this as well.",
    },
}
_HEARD: Final = {Language.JA: "あなたが「{quote}」と話してくれた。", Language.EN: "You told me: “{quote}” "}
_HEARD_BARE: Final = {Language.JA: "あなたが今のことを話してくれた。", Language.EN: "You told me how things are. "}


def felt_with(said: str, feeling: Feeling, *, intensity: int, language: Language) -> Affect:
    """Return the persona's own feeling about what was said; sympathy is a little weaker than the feeling itself."""
    strength = intensity / 100
    sign = {Valence.POSITIVE: 1.0, Valence.NEGATIVE: -1.0, Valence.NEUTRAL: 0.0}[feeling.valence]
    pulls = [_DOMINANCE[tag] for tag in feeling.tags if tag in _DOMINANCE]
    names = [_LABELS[tag] if language is Language.JA else tag.value for tag in feeling.tags[:3]]
    return Affect(
        vad=Vad(
            v=round(sign * min(1.0, 0.15 + 0.8 * strength), 3),
            a=round(max(-1.0, min(1.0, feeling.arousal / 50 - 1)), 3),
            d=round(sum(pulls) / len(pulls) if pulls else 0.0, 3),
        ),
        text=_text(said, feeling.valence, language),
        labels=tuple(dict.fromkeys(names)),
        confidence=0.5 if feeling.tags else 0.3,
    )


def _text(said: str, valence: Valence, language: Language) -> str:
    quote = " ".join(said.split())
    quote = quote if len(quote) <= LONGEST_QUOTE else quote[: LONGEST_QUOTE - 1] + "…"
    usable = quote and breaks_voice(quote) is None and "「" not in quote
    heard = _HEARD[language].format(quote=quote) if usable else _HEARD_BARE[language]
    return heard + _TOLD[language][valence]
