"""Settings as values for the page: which control, which value, and whose it is; and what an erasure would remove, by table."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from omoide.config import text
from omoide.config.configuration import Configuration, SettingEntry
from omoide.config.keys import headings, keys
from omoide.config.layers import Layer
from omoide.domain.erasing.receipt import ErasureReport
from omoide.domain.text.language import Language
from omoide.domain.text.tokens import normalised
from omoide.entrypoints.page.charts import keyed
from omoide.entrypoints.page.settings.words import TABLES

MOST_SHOWN: Final = 60
SWITCH: Final = ("true", "false")


@dataclass(frozen=True, slots=True)
class SettingShown:
    """One setting."""

    key: str
    about: str
    value: str
    default: str
    allowed: str
    choices: tuple[str, ...]
    """What can be chosen; nothing where a text is typed."""
    origin: Layer
    is_whole_home: bool
    """A persona cannot have its own value."""

    @property
    def is_own(self) -> bool:
        """Tell whether the value is this persona's own."""
        return self.origin is Layer.PERSONA


def sections() -> tuple[str, ...]:
    """Return the sections, in the order of the tree."""
    return tuple(dict.fromkeys(key.section.partition(".")[0] for key in keys()))


def section_told(name: str, *, general: str, language: Language) -> str:
    """Return what a section is for."""
    heading = headings().get(name)
    if heading is None:
        return name or general
    return f"{name} · {heading.ja if language is Language.JA else heading.en}"


def shown(
    configuration: Configuration, *, section: str, containing: str = "", changed_only: bool = False, language: Language
) -> tuple[SettingShown, ...]:
    """Return the settings of a section; with words to look for, those of all sections that hold them."""
    sought = normalised(containing).strip()
    found = [
        _setting(entry, language)
        for entry in configuration.entries()
        if (sought or entry.key.section.partition(".")[0] == section)
        and (not changed_only or entry.origin.layer is not Layer.DEFAULT)
    ]
    held = [each for each in found if sought in normalised(f"{each.key} {each.about}")]
    return tuple(held[:MOST_SHOWN])


def _setting(entry: SettingEntry, language: Language) -> SettingShown:
    key = entry.key
    choices = SWITCH if key.type == "bool" else tuple(str(choice) for choice in key.choices)
    if choices and key.may_be_none:
        choices = (*choices, "none")
    return SettingShown(
        key=key.name,
        about=key.ja if language is Language.JA else key.en,
        value=text.write(entry.value),
        default=text.write(key.default),
        allowed=key.allowed,
        choices=choices,
        origin=entry.origin.layer,
        is_whole_home=key.whole_home,
    )


def rows_told(report: ErasureReport, language: Language) -> tuple[tuple[str, int], ...]:
    """Return what would go or went, by what it is, the most first; tables that nobody but us knows stand as they are called."""
    is_ja = language is Language.JA
    named = [(keyed(TABLES, table, is_ja=is_ja), count) for table, count in report.rows if count]
    return tuple(sorted(named, key=lambda one: (-one[1], one[0])))


def size_told(sizes: Iterable[int]) -> str:
    """Return so many bytes for people."""
    size = float(sum(sizes))
    for unit in ("B", "KB", "MB", "GB"):
        if size < 1024 or unit == "GB":
            return f"{size:.0f} {unit}" if unit in ("B", "KB") else f"{size:.1f} {unit}"
        size /= 1024
    raise AssertionError
