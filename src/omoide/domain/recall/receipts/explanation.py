"""A receipt in words: why something came to mind, and why the rest was not shown (SPEC R6, X7)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.recall.receipts.receipt import ItemRef, RecallCandidate, RecallReceipt
from omoide.domain.recall.receipts.wording import ASKERS, FATES, KINDS, PARTS, SAID_IN_NUMBERS, in_words
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language, counted
from omoide.domain.time import moment

LONGEST_SHOWN: Final = 80
"""Characters by which something that came to mind is named."""
MOST_WORDS: Final = 6
AROUND: Final = ("words_around", "meaning_around")


@dataclass(frozen=True, slots=True)
class RecallExplanation:
    """Why something came to mind, or did not."""

    language: Language
    tz: ZoneInfo
    receipt: RecallReceipt | None = None
    """The recall it came to mind in; `None` where none is kept."""
    about: RecallCandidate | None = None
    """The one thing that was asked about; `None` when the whole recall was."""
    texts: Mapping[ItemRef, str] = field(default_factory=dict)
    """What those things say, as far as they are still there."""

    @property
    def lines(self) -> list[str]:
        """Return the explanation, a sentence or two on each line."""
        if self.about is not None:
            fate = "" if self.about.is_shown else _not_shown_for(self.about.fate, self.language)
            head = [] if self.receipt is None else [heading(self.receipt, self.language, self.tz)]
            return [*head, self._named(self.about) + reasons(self.about, self.language) + fate]
        return [] if self.receipt is None else list(self._of_all(self.receipt))

    @property
    def text(self) -> str:
        """Return the explanation as one text."""
        return "\n".join(self.lines)

    def __str__(self) -> str:
        """Return the explanation as one text."""
        return self.text

    def _of_all(self, receipt: RecallReceipt) -> Iterator[str]:
        is_ja = self.language is Language.JA
        yield heading(receipt, self.language, self.tz)
        yield counts(receipt, self.language)
        for place, each in enumerate(receipt.shown, start=1):
            number = f"{place}番目は、" if is_ja else f"{place}. "
            yield number + self._named(each) + reasons(each, self.language)
        for fate, group in groupby(_by_fate(receipt.not_shown), key=lambda each: each.fate):
            why = in_words(FATES, fate, self.language)
            names = [self._short(each) for each in group]
            yield (
                f"{why}見せなかったもの: {'、'.join(names)}。" if is_ja else f"Not shown, as {why}: {'; '.join(names)}."
            )

    def _named(self, candidate: RecallCandidate) -> str:
        said = self._short(candidate)
        return f"{said}。" if self.language is Language.JA else f"{said}. "

    def _short(self, candidate: RecallCandidate) -> str:
        item, is_ja = candidate.item, self.language is Language.JA
        kind = in_words(KINDS, item.kind, self.language)
        known = self.texts.get(item)
        if known is None:
            return f"{kind}{item.id}" if is_ja else f"{kind} {item.id}"
        said = one_line(known, longest=LONGEST_SHOWN)
        return f"{kind}{item.id}「{said}」" if is_ja else f'{kind} {item.id} "{said}"'


def heading(receipt: RecallReceipt, language: Language, tz: ZoneInfo) -> str:
    """Return which recall it was: its number, when, who asked, and the cue."""
    when = moment.local(receipt.at, tz=tz)
    asker = in_words(ASKERS, receipt.asked_by, language)
    cue = one_line(receipt.cue, longest=LONGEST_SHOWN)
    if language is Language.JA:
        where = "、".join(
            part
            for part in (
                receipt.session_id and f"会話 {receipt.session_id}",
                receipt.client_id and f"クライアント {receipt.client_id}",
            )
            if part
        )
        number = f"想起{receipt.id}。" if receipt.id else ""
        time = f"{when.year}年{when.month}月{when.day}日{when.hour}時{when.minute}分"
        return f"{number}{time}、{asker}から{f'（{where}）' if where else ''}。きっかけは「{cue}」。"
    where = ", ".join(
        part
        for part in (
            receipt.session_id and f"session {receipt.session_id}",
            receipt.client_id and f"client {receipt.client_id}",
        )
        if part
    )
    number = f"Recall {receipt.id}, " if receipt.id else "Recall "
    return f'{number}{when:%Y-%m-%d %H:%M}, by {asker}{f" ({where})" if where else ""}. The cue: "{cue}".'


def counts(receipt: RecallReceipt, language: Language) -> str:
    """Return how much was found, how much of it was shown, and how long that took."""
    shown, took = len(receipt.shown), max(1, round(receipt.milliseconds))
    if language is Language.JA:
        told = f"{receipt.found}件を見つけ、{shown}件を見せました" if shown else _nothing_ja(receipt)
        return f"{told}。かかった時間は{took}ミリ秒。"
    told = f"{receipt.found} found, {shown} shown" if shown else _nothing_en(receipt)
    return f"{told}. It took {counted(took, 'millisecond', 'milliseconds')}."


def reasons(candidate: RecallCandidate, language: Language) -> str:
    """Return why something came to mind, in a sentence."""
    is_ja = language is Language.JA
    told = [_part(name, value, candidate.words, language) for name, value in _telling(candidate.parts)]
    if not told:
        return "問いに触れているため。" if is_ja else "It touches the cue."
    if is_ja:
        return f"強さ{candidate.score:.2f}。思い出した理由は、{'、'.join(told)}。"
    return f"Strength {candidate.score:.2f}, because: {'; '.join(told)}."


def _telling(parts: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    told = dict(parts)
    around = sum(told.pop(name, 0.0) for name in AROUND)
    told["around"] = around
    for name, words in PARTS.items():
        value = told.get(name, 0.0)
        if value >= words.least:
            yield name, value


def _part(name: str, value: float, words: Sequence[str], language: Language) -> str:
    is_ja = language is Language.JA
    told = PARTS[name].told(language)
    if name == "words" and words:
        quoted = words[:MOST_WORDS]
        told = f"「{'」「'.join(quoted)}」が重なる" if is_ja else "shares " + ", ".join(quoted)
    number = f"{value:.0f}" if name in SAID_IN_NUMBERS else f"{value:.2f}"
    return f"{told}（{number}）" if is_ja else f"{told} ({number})"


def _not_shown_for(fate: str, language: Language) -> str:
    why = in_words(FATES, fate, language)
    return f"{why}、見せませんでした。" if language is Language.JA else f" It was not shown: {why}."


def _nothing_ja(receipt: RecallReceipt) -> str:
    if receipt.plan is not None and receipt.plan.get("search") is False:
        return "あいさつや相づちなので、何も探しませんでした"
    return f"{receipt.found}件を見つけましたが、何も見せませんでした" if receipt.found else "何も見つかりませんでした"


def _nothing_en(receipt: RecallReceipt) -> str:
    if receipt.plan is not None and receipt.plan.get("search") is False:
        return "A greeting or a nod: nothing was looked for"
    return f"{receipt.found} found, nothing shown" if receipt.found else "Nothing was found"


def _by_fate(candidates: Sequence[RecallCandidate]) -> list[RecallCandidate]:
    first = {each.fate: place for place, each in reversed(list(enumerate(candidates)))}
    return sorted(candidates, key=lambda each: first[each.fate])
