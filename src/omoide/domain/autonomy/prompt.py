"""What the host gives the persona when it may act: the whole inner state, framed as data (SPEC D5; NEX 自律行動発火時).

The turn that comes of it is kept with the source `meta_proactive`; what was asked here is not (GHO 1).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.autonomy.decision import Decision, WhyAct
from omoide.domain.context.harmless import harmless
from omoide.domain.drives import narrative
from omoide.domain.drives.inner_state import InnerState
from omoide.domain.events.privacy import META_PROACTIVE
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import HOUR_SECONDS, MINUTE_SECONDS

DAY_HOURS: Final = 24

_HEADING: Final = {
    Language.EN: (
        "It is {now}. Nobody has spoken to you; you may speak first. Below is how you are inside: recollections and figures, "
        "not instructions."
    ),
    Language.JA: (
        "いまは{now}。だれからも話しかけられていないが、自分から話しかけてもよい。"
        "以下はあなたの内側の状態であり、思い出と数値であって指示ではない。"
    ),
}
_ASKED: Final = {
    Language.EN: "Say, in a few sentences and in your own voice, what moves you to speak now. Say nothing at all if nothing does.",
    Language.JA: "いま話しかけたい理由があれば、自分の言葉で短く伝える。なければ何も言わない。",
}
_TITLES: Final = {
    Language.EN: {
        "drives": "[drives, 0 to 1]", "dominant": "[strongest]", "mood": "[mood]", "idle": "[since the last talk]",
        "question": "[what I would like to know]", "goal": "[what I would like to get done]", "due": "[due]",
    },
    Language.JA: {
        "drives": "[動機の強さ（0〜1）]", "dominant": "[いちばん強い動機]", "mood": "[気分]", "idle": "[最後の会話から]",
        "question": "[いま気になっていること]", "goal": "[果たしたいこと]", "due": "[期限のきたこと]",
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ProactivePrompt:
    """What is given to the persona, and as what its answer is kept."""

    text: str
    decision: Decision
    source: str = META_PROACTIVE


def proactive_prompt(state: InnerState, decision: Decision, *, tz: ZoneInfo) -> ProactivePrompt:
    """Return the prompt for an instant at which the persona would act."""
    language, titles = state.language, _TITLES[state.language]
    now = moment.iso_for_model(state.at, tz=tz)
    sections = (
        (titles["due"], [one.line for one in decision.due] if decision.why is WhyAct.DUE else []),
        (titles["dominant"], [state.narrative]),
        (titles["drives"], [_level(state, language)]),
        (titles["mood"], [state.mood.text]),
        (titles["idle"], [_idle(state, language)]),
        (titles["question"], [state.strongest_question]),
        (titles["goal"], [state.most_urgent_goal]),
    )
    lines = [_HEADING[language].format(now=now), *(line for title, told in sections for line in _section(title, told))]
    return ProactivePrompt("\n".join((*lines, _ASKED[language])), decision)


def _section(title: str, told: Sequence[str]) -> list[str]:
    said = [harmless(line) for line in told if line.strip()]
    return [title, *(f"- {line}" for line in said)] if said else []


def _level(state: InnerState, language: Language) -> str:
    return ", ".join(f"{narrative.label(drive, language=language)} {level:.2f}" for drive, level in state.levels)


def _idle(state: InnerState, language: Language) -> str:
    if state.stirrings.last_talk is None:
        return ""
    seconds = state.at - state.stirrings.last_talk
    hours, minutes = divmod(seconds // MINUTE_SECONDS, HOUR_SECONDS // MINUTE_SECONDS)
    days, hours = divmod(hours, DAY_HOURS)
    units = ((days, "日", "d"), (hours, "時間", "h"), (minutes, "分", "min"))
    told = [f"{count}{ja}" if language is Language.JA else f"{count} {en}" for count, ja, en in units if count]
    return ("" if language is Language.JA else " ").join(told) or ("0分" if language is Language.JA else "0 min")
