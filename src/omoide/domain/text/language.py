"""Japanese or English: the two languages Omoide speaks of its own accord."""

from enum import StrEnum

from omoide.domain.text.remembered import remembered
from omoide.errors import InvalidInput


class Language(StrEnum):
    """A language in which prompts, rules and user-facing texts exist."""

    JA = "ja"
    EN = "en"


def spoken(named: Language | str) -> Language:
    """Return the language with this name; raise `InvalidInput` for one that Omoide does not speak."""
    try:
        return Language(named)
    except ValueError as exc:
        raise InvalidInput(f"Omoide speaks ja and en; {named!r} is neither") from exc


def counted(count: int, one: str, many: str) -> str:
    """Return an English number with the form of its noun that fits: 1 memory, 2 memories."""
    return f"{count} {one if count == 1 else many}"


def is_japanese(character: str) -> bool:
    """Tell whether the character is kana or a Han character."""
    point = ord(character)
    return (
        0x3041 <= point <= 0x30FF
        or 0x3400 <= point <= 0x4DBF
        or 0x4E00 <= point <= 0x9FFF
        or 0xFF66 <= point <= 0xFF9F
        or 0x20000 <= point <= 0x323AF
        or character in "々〆ヵヶ"
    )


@remembered  # a turn's language is asked for at every step
def detect(text: str, *, default: Language = Language.EN, longest: int = 2000) -> Language:
    """Return the language most of the letters belong to; `default` when there are no letters.

    One Japanese letter carries about as much as three Latin ones, so 「GitHubのActionsが落ちた」 is Japanese.
    """
    japanese = latin = 0
    for character in text[:longest]:
        if is_japanese(character):
            japanese += 1
        elif character.isalpha():
            latin += 1
    if japanese == latin == 0:
        return default
    return Language.JA if japanese * 3 >= latin else Language.EN
