"""Special episodes, written by their events: a goal achieved, something found out, a bond confirmed (SPEC EP6; NEX Phases E–G)."""

from dataclasses import dataclass
from typing import Final

from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.feelings.persona_emotion import EmotionCategory
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language
from omoide.errors import InvalidInput

AROUSALS: Final = {EpisodeKind.ACHIEVEMENT: 0.8, EpisodeKind.DISCOVERY: 0.6, EpisodeKind.BONDING: 0.7}
LONGEST: Final = 300
_EMOTIONS_JA: Final = {
    EmotionCategory.ANXIOUS: "不安",
    EmotionCategory.PROTECTIVE: "庇護欲",
    EmotionCategory.CONTENTMENT: "安心",
    EmotionCategory.JOY: "喜び",
}


@dataclass(frozen=True, slots=True)
class SpecialMoment:
    """What happened, in words, and NEX's own field about it."""

    kind: EpisodeKind
    text: str
    details: tuple[tuple[str, str], ...]

    @property
    def arousal(self) -> float:
        """Return how much it stirs, 0..1."""
        return AROUSALS[self.kind]


def achievement(goal: str, *, goal_id: str, note: str = "", language: Language) -> SpecialMoment:
    """Return the moment in which a goal was reached."""
    what, more = _said(goal, "a goal"), one_line(note, longest=LONGEST)
    if language is Language.JA:
        text = f"【達成】目標「{what}」を達成した。{more}"
    else:
        text = f"[Achievement] I reached the goal “{what}”. {more}".strip()
    return SpecialMoment(EpisodeKind.ACHIEVEMENT, text, (("goal_id", goal_id),))


def discovery(topic: str, content: str, *, language: Language) -> SpecialMoment:
    """Return the moment in which a question found its answer."""
    what, found = _said(topic, "a topic"), _said(content, "what was found out")
    if language is Language.JA:
        text = f"【発見】「{what}」について新たな発見: {found}"
    else:
        text = f"[Discovery] Something new about “{what}”: {found}"
    return SpecialMoment(EpisodeKind.DISCOVERY, text, (("source_question", what),))


def bonding(emotion_change: str, *, language: Language) -> SpecialMoment:
    """Return the moment in which a bond was confirmed: `anxious→contentment`."""
    before, _, after = (EmotionCategory(part) if part != "→" else part for part in emotion_change.partition("→"))
    if language is Language.JA:
        change = f"{_EMOTIONS_JA[EmotionCategory(before)]}から{_EMOTIONS_JA[EmotionCategory(after)]}へ"
        text = f"【絆確認】{change}。関係性が安定し、絆を確認した。"
    else:
        text = f"[Bond] From {before} to {after}: things are steady between us, and the bond is confirmed."
    return SpecialMoment(EpisodeKind.BONDING, text, (("emotion_change", emotion_change),))


def _said(text: str, what: str) -> str:
    said = one_line(text, longest=LONGEST)
    if not said:
        raise InvalidInput(f"this episode needs {what}; nothing was given")
    return said
