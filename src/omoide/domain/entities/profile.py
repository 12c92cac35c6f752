"""A profile as it is read: its own text, and below it what is believed now, each with its dates (SPEC EN1; NEX 4 データ構造).

Nothing is added to what was written and what is believed: what nobody dated has no date.
"""

from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.beliefs.state import State
from omoide.domain.entities.entity import Entity
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language
from omoide.domain.time import moment

LONGEST_BELIEF: Final = 300
_HEADINGS: Final = {Language.JA: "## いま信じていること", Language.EN: "## What is believed now"}
_SINCE: Final = {Language.JA: "{day}から", Language.EN: "since {day}"}
_CONFIRMED: Final = {Language.JA: "{day}に確認", Language.EN: "last confirmed {day}"}
_ALIASES: Final = {Language.JA: "別名: ", Language.EN: "Aliases: "}
_SEPARATORS: Final = {Language.JA: "、", Language.EN: ", "}
_BRACKETS: Final = {Language.JA: ("（", "）"), Language.EN: (" (", ")")}


@dataclass(frozen=True, slots=True)
class EntityProfile:
    """An entity with what is believed of it now."""

    entity: Entity
    beliefs: tuple[State, ...]

    def markdown(self, *, language: Language, tz: ZoneInfo) -> str:
        """Return the whole profile, under the heading that Nexus Ark's files have."""
        entity = self.entity
        head = [f"# Entity Memory: {entity.name}", f"Created: {moment.local(entity.created, tz=tz):%Y-%m-%d %H:%M:%S}"]
        if entity.aliases:
            head.append(_ALIASES[language] + _SEPARATORS[language].join(entity.aliases))
        parts = ["\n".join(head), entity.text.strip("\n")]
        if self.beliefs:
            lines = [belief_line(state, language=language, tz=tz) for state in self.beliefs]
            parts.append("\n".join((_HEADINGS[language], *lines)))
        return "\n\n".join(part for part in parts if part) + "\n"


def belief_line(state: State, *, language: Language, tz: ZoneInfo) -> str:
    """Return one belief as a line with its dates."""
    dated = [
        form[language].format(day=moment.day(when, tz=tz).isoformat())
        for form, when in ((_SINCE, state.valid_from), (_CONFIRMED, state.last_confirmed))
        if when is not None
    ]
    opening, closing = _BRACKETS[language]
    body = one_line(state.body, longest=LONGEST_BELIEF)
    return f"- {body}{opening}{_SEPARATORS[language].join(dated)}{closing}" if dated else f"- {body}"
