"""The owner's own wording: files `prompts/<ask>.<language>.md` in the data home replace a prompt's instructions.

Only the instructions can be replaced; the data that an ask shows, and the fence around it, stay as they are.  Since the
wording is part of an answer's key, changing it asks anew.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel

from omoide.asks.ask import Prompt
from omoide.asks.ask import shape as ask_shape
from omoide.domain.text.language import Language
from omoide.errors import InvalidSetting

LONGEST_INSTRUCTIONS = 60_000
"""Characters."""

_SHAPE = {
    Language.JA: "次のJSON Schemaに従うJSONオブジェクトを1つだけ返してください。",
    Language.EN: "Answer with exactly one JSON object that follows this JSON Schema:",
}


@dataclass(frozen=True, slots=True)
class Prompts:
    """Where the owner's wording is looked for; nowhere when there is no directory."""

    directory: Path | None = None

    def path(self, ask: str, *, language: Language) -> Path | None:
        """Return the file that would replace the instructions of this ask."""
        return None if self.directory is None else self.directory / f"{ask}.{language}.md"

    def applied(self, prompt: Prompt, *, ask: str, language: Language, schema: type[BaseModel]) -> Prompt:
        """Return the prompt with the owner's instructions, if there are any; the answer's shape is always in them."""
        path = self.path(ask, language=language)
        if path is None or not path.is_file():
            return prompt
        system = _instructions(path)
        if any(name not in system for name in schema.model_fields):
            shape = json.dumps(ask_shape(schema), ensure_ascii=False)
            system = f"{system}\n\n{_SHAPE[language]}\n{shape}"
        return replace(prompt, system=system)


BUILT_IN = Prompts()


def _instructions(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8-sig").strip()
    except (OSError, UnicodeDecodeError) as exc:
        raise InvalidSetting(f"the prompt {path.name} is not readable UTF-8 text; save it again or remove it") from exc
    if not text:
        raise InvalidSetting(f"the prompt {path.name} is empty; write the instructions or remove the file")
    if len(text) > LONGEST_INSTRUCTIONS:
        raise InvalidSetting(
            f"the prompt {path.name} has {len(text):,} characters; at most {LONGEST_INSTRUCTIONS:,} go with each call"
        )
    return text
