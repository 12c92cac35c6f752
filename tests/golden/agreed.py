"""Prompts that were agreed on, word for word.  `WRITE_GOLDEN=1 pytest tests/golden` writes them anew; read the difference."""

import os
from pathlib import Path
from typing import Any, Final

from omoide.asks.ask import CANONICAL_FENCE, Ask
from omoide.domain.text.language import Language

PROMPTS: Final = Path(__file__).parent / "prompts"


def check_prompt(name: str, ask: Ask[Any], language: Language) -> None:
    """Check that a question is put as it was agreed."""
    prompt = ask.render(language=language, fence=CANONICAL_FENCE)
    rendered = f"{prompt.system}\n\n--- user ---\n\n{prompt.user}\n"
    path = PROMPTS / f"{name}.{language.value}.txt"
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(rendered, encoding="utf-8")
    assert rendered == path.read_text(encoding="utf-8")
