"""One text in Japanese and English."""

from dataclasses import dataclass

from omoide.domain.text.language import Language


@dataclass(frozen=True, slots=True)
class Bilingual:
    """The same, said in both languages."""

    en: str
    ja: str

    def of(self, language: Language) -> str:
        """Return it in a language."""
        return self.ja if language is Language.JA else self.en

    def filled(self, **values: object) -> "Bilingual":
        """Return it with values put in."""
        return Bilingual(self.en.format(**values), self.ja.format(**values))

    def __add__(self, other: "Bilingual") -> "Bilingual":
        """Return both, one behind the other."""
        return Bilingual(self.en + other.en, self.ja + other.ja)


def same(text: str) -> Bilingual:
    """Return a text that is the same in both."""
    return Bilingual(text, text)
