"""Two invented lives, four weeks each, in Japanese and English: for the tour, for trying things out, for tests."""

import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

from omoide.domain.events.event import Turn
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment

NOW = Moment(1_774_850_400)
"""30 March 2026, 06:00 UTC: the day after the last turn."""

_LATER = {Language.JA: "haru_later_ja.json", Language.EN: "june_later_en.json"}
_FILES = {Language.JA: "haru_ja.json", Language.EN: "june_en.json"}


@dataclass(frozen=True, slots=True)
class SampleLife:
    """A persona and what happened to it."""

    name: str
    language: Language
    timezone: str
    turns: tuple[tuple[Turn, str], ...]
    """Each turn with its time, ISO 8601."""


@dataclass(frozen=True, slots=True)
class TourStop:
    """A question of the tour."""

    question: str
    expect: str | None
    """A text that one of the first three recollections holds; `None` when nothing should come to mind."""
    notes: dict[Language, str]


def life(language: Language) -> SampleLife:
    """Return the sample persona that speaks this language."""
    data = _read(_FILES[language])
    persona = data["persona"]
    return SampleLife(persona["name"], Language(persona["language"]), persona["timezone"], _turns(data))


def later(language: Language) -> tuple[tuple[Turn, str], ...]:
    """Return what the sample persona that speaks this language was told in the ten weeks after its first four."""
    return _turns(_read(_LATER[language]))


def tour(language: Language) -> list[TourStop]:
    """Return the questions asked of the sample persona that speaks this language."""
    return [
        TourStop(stop["question"], stop["expect"], {Language.JA: stop["note_ja"], Language.EN: stop["note_en"]})
        for stop in _read("tour.json")[language.value]
    ]


def _turns(data: Any) -> tuple[tuple[Turn, str], ...]:
    return tuple(
        (Turn(user=turn["user"], assistant=turn["assistant"], session_id=turn["session"], source="import"), turn["at"])
        for turn in data["turns"]
    )


def _read(name: str) -> Any:
    return json.loads((resources.files("omoide.sample") / name).read_text(encoding="utf-8"))
