"""Sentences with values put in; in English a number brings its noun along in the right form."""

from collections.abc import Mapping

from omoide.domain.text.language import Language


class Counted(int):
    """A number that knows its noun: `{count:memory|memories}` becomes `1 memory` or `2 memories`."""

    def __format__(self, form: str) -> str:
        """Return the number, with the noun that fits when two are given."""
        if "|" not in form:
            return int(self).__format__(form)
        one, many = form.split("|")
        return f"{int(self)} {one if self == 1 else many}"


def told(pair: tuple[str, str], language: Language, values: Mapping[str, object]) -> str:
    """Return the sentence, English or Japanese, with its values put in."""
    given = {name: Counted(value) if type(value) is int else value for name, value in values.items()}
    return pair[1 if language is Language.JA else 0].format(**given)
