"""What the commands about tools say, in Japanese and English."""

from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "name": ("tool", "ツール"),
    "effect": ("does", "働き"),
    "what": ("what it is for", "用途"),
    "reads": ("reads", "読む"),
    "writes": ("writes", "書く"),
    "edits": ("edits", "書きかえる"),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)
