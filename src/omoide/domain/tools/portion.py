"""As much of a text as is shown at once, made harmless, with a sign where there is more (SPEC R4, I2)."""

from dataclasses import dataclass
from typing import Final

from omoide.domain.context.harmless import harmless
from omoide.domain.text.language import Language
from omoide.domain.tools.bilingual import Bilingual

MORE: Final = Bilingual("(there is more)", "（続きがあります）")
LINE_ENDS: Final = 0.2
"""In the last so much of a portion it ends with a line, where one ends there."""


@dataclass(frozen=True, slots=True)
class TextPortion:
    """A stretch of a text."""

    text: str
    """As a model is shown it."""
    end: int | None
    """Where it goes on; `None` at the end of the text."""


def portion(whole: str, *, start: int = 0, most: int, language: Language, whole_lines: bool = False) -> TextPortion:
    """Return the next stretch of at most so many characters, with a sign when more follows."""
    end = min(len(whole), start + most)
    if end < len(whole) and whole_lines:
        line = whole.rfind("\n", end - int(most * LINE_ENDS), end)
        end = end if line < 0 else line + 1
    told = shown_lines(whole[start:end])
    if end >= len(whole):
        return TextPortion(told, None)
    return TextPortion(f"{told.rstrip()}{MORE.of(language)}", end)


def shown_lines(text: str) -> str:
    """Return a text with its lines and their indents, none of which a reader could take for markup, a role or a hidden sign."""
    return "\n".join(map(shown_line, text.split("\n")))


def shown_line(line: str) -> str:
    """Return one line as it is shown; its indent stays, where it is made of plain blanks."""
    indent = len(line) - len(line.lstrip(" "))
    return " " * indent + harmless(line)
