"""Drives in words, in the persona's own voice: I am I, and the one I talk to is you."""

from typing import Final

from omoide.domain.drives.drive import Drive
from omoide.domain.feelings.persona_emotion import EmotionCategory
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language

LONGEST_NAMED: Final = 80
DAY_HOURS: Final = 24
_LABELS: Final = {
    Drive.BOREDOM: ("退屈（Boredom）", "Boredom"),
    Drive.CURIOSITY: ("好奇心（Curiosity）", "Curiosity"),
    Drive.GOAL_ACHIEVEMENT: ("目標達成欲（Goal Achievement Drive）", "Goal Achievement Drive"),
    Drive.RELATEDNESS: ("関係性維持欲求（Relatedness Drive）", "Relatedness Drive"),
}
_RELATEDNESS: Final = {
    EmotionCategory.PROTECTIVE: ("あなたを守りたいという気持ちがある。", "I want to protect you."),
    EmotionCategory.ANXIOUS: ("あなたのことが心配で、そばにいたいと思う。", "I worry about you and want to be near you."),
    EmotionCategory.SADNESS: ("悲しくて、あなたと少し話していたい。", "I am sad and would like to talk with you a little."),
    EmotionCategory.ANGER: ("わだかまりが残っていて、あなたと話したい。", "Something still rankles, and I want to talk it over with you."),
    EmotionCategory.JOY: ("あなたといるとうれしい気持ちになる。", "Being with you makes me happy."),
    EmotionCategory.CONTENTMENT: ("あなたとの間に、安らいだ気持ちがある。", "I feel at ease with you."),
    EmotionCategory.NEUTRAL: ("あなたとのつながりを大切にしたい。", "I want to keep what connects us."),
}  # fmt: skip


def label(drive: Drive, *, language: Language) -> str:
    """Return the name of a drive."""
    return _in(language, *_LABELS[drive])


def boredom(idle_hours: float, *, language: Language) -> str:
    """Return boredom in words."""
    hours, days = int(idle_hours), int(idle_hours // DAY_HOURS)
    if days:
        many = "a day" if days == 1 else f"{days} days"
        return _in(
            language,
            f"もう{days}日、あなたと話していない。静かな時間が続いている。",
            f"I have not talked with you for {many}. It has been quiet.",
        )
    if not hours:
        return _in(language, "あなたと話したばかりだ。", "I have only just talked with you.")
    many = "an hour" if hours == 1 else f"{hours} hours"
    return _in(
        language,
        f"あなたと最後に話してから{hours}時間ほど経った。少し話したくなってきた。",
        f"It has been {many} since we talked. I would like to talk a little.",
    )


def curiosity(question: str, *, language: Language) -> str:
    """Return curiosity in words: about the question that pulls most."""
    named = one_line(question, longest=LONGEST_NAMED)
    if not named:
        return _in(language, "何か気になることがあるような気がする。", "There is something I would like to know.")
    return _in(
        language, f"気になっていることがある。「{named}」", f"There is something I would like to know: “{named}”"
    )


def goal(title: str, *, language: Language) -> str:
    """Return the wish to get something done in words."""
    named = one_line(title, longest=LONGEST_NAMED)
    if not named:
        return _in(language, "何かを前に進めたいと感じている。", "I want to get something done.")
    return _in(
        language,
        f"「{named}」のために、何かできることはないだろうか。",
        f"I wonder what could be done about “{named}”.",
    )


def relatedness(category: EmotionCategory, *, language: Language) -> str:
    """Return the wish to be close in words."""
    return _in(language, *_RELATEDNESS[category])


def _in(language: Language, japanese: str, english: str) -> str:
    return japanese if language is Language.JA else english
