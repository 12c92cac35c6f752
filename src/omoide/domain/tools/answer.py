"""What a tool gives back: data for the model, and an announcement for the log (SPEC T2; NEX UI表示での生データ除外).

What was found goes to the model only.  The log keeps one line: which tool was used and how many things it found, never their text.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, is_dataclass
from enum import StrEnum
from typing import Final

from omoide.domain.text.language import Language
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.definition import ToolDefinition
from omoide.domain.tools.failure import ToolFailure
from omoide.domain.tools.fields import fields_of
from omoide.domain.tools.schema import JsonObject

FOUND: Final = "found"
"""The field of a result whose length is announced."""
APPLIED: Final = "applied"
"""The field of a result that says whether a plan was carried out."""
SIGN: Final = "🛠️"
_COUNT: Final = Bilingual(" ({count} found)", "（{count}件）")
_FAILED: Final = Bilingual("{title}: that did not work", "「{title}」はできませんでした")


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What became of a call."""

    tool: str
    data: JsonObject
    """For the model: what was found, or `{"error": …}`."""
    announced: Bilingual
    """For the log, in both languages."""
    language: Language
    is_error: bool = False

    @property
    def announcement(self) -> str:
        """Return the line for the log, in the persona's language."""
        return self.announced.of(self.language)

    @property
    def text(self) -> str:
        """Return the data as JSON: the content of a tool's message."""
        return json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))


def done(tool: ToolDefinition, result: object, *, language: Language) -> ToolAnswer:
    """Return what a tool found or did."""
    found = getattr(result, FOUND, None)
    count = _COUNT.filled(count=len(found)) if isinstance(found, Sequence) else Bilingual("", "")
    what = (tool.announces_applied if getattr(result, APPLIED, False) else None) or tool.announces
    said = Bilingual(f"{SIGN} ", f"{SIGN} ") + what + count
    return ToolAnswer(tool.name, as_data(result), said, language)


def failed(title: Bilingual, failure: ToolFailure, *, tool: str, language: Language) -> ToolAnswer:
    """Return that a call came to nothing."""
    said = Bilingual(f"{SIGN} {_FAILED.en.format(title=title.en)}", f"{SIGN} {_FAILED.ja.format(title=title.ja)}")
    return ToolAnswer(tool, failure.data(language), said, language, is_error=True)


def as_data(result: object) -> JsonObject:
    """Return a result as JSON holds it; what there is nothing of is left out."""
    pairs = ((each.name, getattr(result, each.name)) for each in fields_of(type(result)))
    return {name: _data(value) for name, value in pairs if value is not None}


def _data(value: object) -> object:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [_data(each) for each in value]
    return as_data(value) if is_dataclass(value) else value
