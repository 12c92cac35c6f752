"""Receipts as values for the page: each candidate with its parts as bars, and in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from omoide.domain.recall.receipts.receipt import MEMORY, ItemRef, RecallCandidate, RecallReceipt
from omoide.domain.recall.receipts.wording import ASKERS, FATES, KINDS, PARTS, SAID_IN_NUMBERS, in_words
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language
from omoide.entrypoints.library.mind import Mind

LONGEST_NAMED: Final = 160
FIRST_SHOWN: Final = 10
_AROUND: Final = frozenset({"words_around", "meaning_around"})
_PERCENT: Final = 100.0


@dataclass(frozen=True, slots=True)
class PartBar:
    """One part of a score."""

    name: str
    share: float
    """0..1: how long the bar is, beside the other parts of this recall."""
    told: str


@dataclass(frozen=True, slots=True)
class CandidateOnPage:
    """Something that was found."""

    item: ItemRef
    kind: str
    text: str | None
    """What it says; `None` when it is gone."""
    score: float
    parts: tuple[PartBar, ...]
    words: tuple[str, ...]
    is_shown: bool
    why_not: str

    @property
    def page(self) -> tuple[str, dict[str, str]] | None:
        """Return on which page it can be looked at."""
        if self.item.kind == MEMORY:
            return "memories", {"id": self.item.id}
        return None


@dataclass(frozen=True, slots=True)
class ReceiptOnPage:
    """One recall."""

    receipt: RecallReceipt
    asker: str
    candidates: tuple[CandidateOnPage, ...]


def read(mind: Mind, *, limit: int, session_id: str | None, language: Language) -> tuple[ReceiptOnPage, ...]:
    """Return the last recalls with what each of them found, as far as it is still there."""
    found = mind.recalls(limit=limit, session_id=session_id)
    return tuple(receipt_shown(receipt, mind.why(int(receipt.id)).texts, language=language) for receipt in found)


def receipt_shown(receipt: RecallReceipt, texts: Mapping[ItemRef, str], *, language: Language) -> ReceiptOnPage:
    """Return one recall as the page shows it."""
    most = _most(receipt)
    told = tuple(_candidate(each, texts, most, language) for each in receipt.candidates)
    return ReceiptOnPage(receipt, in_words(ASKERS, receipt.asked_by, language), told)


def _candidate(
    each: RecallCandidate, texts: Mapping[ItemRef, str], most: Mapping[str, float], language: Language
) -> CandidateOnPage:
    known = texts.get(each.item)
    return CandidateOnPage(
        item=each.item,
        kind=in_words(KINDS, each.item.kind, language),
        text=None if known is None else one_line(known, longest=LONGEST_NAMED),
        score=each.score,
        parts=tuple(_bars(each, most, language)),
        words=each.words,
        is_shown=each.is_shown,
        why_not="" if each.is_shown else in_words(FATES, each.fate, language),
    )


def _bars(each: RecallCandidate, most: Mapping[str, float], language: Language) -> list[PartBar]:
    parts = _joined(each)
    return [
        PartBar(
            words.told(language),
            parts[name] / most[name] if most.get(name, 0) > 0 else 0.0,
            f"{parts[name]:.0f}" if name in SAID_IN_NUMBERS else f"{parts[name]:.2f}",
        )
        for name, words in PARTS.items()
        if parts.get(name, 0.0) >= words.least
    ]


def _joined(each: RecallCandidate) -> dict[str, float]:
    """Return the parts with what lies around a turn as one, as it is told in words."""
    parts = {name: value for name, value in each.parts.items() if name not in _AROUND}
    return parts | {"around": sum(each.parts.get(name, 0.0) for name in _AROUND)}


def _most(receipt: RecallReceipt) -> dict[str, float]:
    """Return the longest each bar can be: shares of one by nature; what is counted, beside the highest count of this recall."""
    most: dict[str, float] = {}
    for each in receipt.candidates:
        for name, value in _joined(each).items():
            most[name] = max(most.get(name, 0.0), value, _PERCENT if name == "retention" else 1.0)
    return most
