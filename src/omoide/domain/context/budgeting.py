"""What of each section is shown within a budget: shares that flow on, and shorter forms before anything is left out.

Every section has a share of its own; what it leaves over the next ones may use, and in the end again the first.  Within a section
everything is first told in its shortest form, the most important first, and then at more length as far as there is room: a day
that is told in one sentence is better than a gap.  Whatever is asked, the whole is never longer than the budget.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from omoide.domain.context.composition import LeftOut, LeftOutReason, SectionShown
from omoide.domain.context.harmless import harmless
from omoide.domain.context.token_count import Count
from omoide.domain.text.excerpt import one_line

FEWEST_OF_A_CUT: Final = 12
"""Characters below which the beginning of a text tells nothing."""
LONGEST_NAMED: Final = 60
"""Characters by which something that was left out is named."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that may be shown."""

    key: str
    """By what it is known again within its section."""
    forms: tuple[str, ...]
    """What it says, from the fullest to the shortest form."""
    marks: str = ""
    """What stands before it: `[2026-01-18][L1]`."""
    place: float = 0.0
    """Where it stands among those shown, from low to high; items come from the most important on."""
    unfit: LeftOutReason | None = None
    """Why it is not to be shown, whatever room there is."""
    may_be_cut: bool = False
    """Whether its beginning is worth showing where even its shortest form has no room."""

    def line(self, form: str) -> str:
        """Return it as it is shown: on one line, with nothing in it that could be taken for markup."""
        told = harmless(form)
        return f"- {harmless(self.marks)} {told}" if self.marks else f"- {told}"


@dataclass(frozen=True, slots=True)
class SectionDraft:
    """What a section would show, and how much room is its own."""

    name: str
    title: str
    """The line above it; none where it is empty."""
    items: tuple[Item, ...]
    own: int
    """Tokens."""


@dataclass(frozen=True, slots=True)
class ShownItem:
    """An item as it was shown."""

    item: Item
    line: str
    form: int
    """Which of its forms; one past the last for one that was cut."""
    tokens: int


@dataclass(frozen=True, slots=True)
class FittedSection:
    """What of a section is shown."""

    draft: SectionDraft
    shown: tuple[ShownItem, ...] = ()
    """In order of importance."""

    @property
    def lines(self) -> list[str]:
        """Return what it shows, its title first; nothing when it shows nothing."""
        told = [each.line for each in sorted(self.shown, key=lambda each: each.item.place)]
        return [self.draft.title, *told] if told and self.draft.title else told

    @property
    def report(self) -> SectionShown:
        """Return how much it shows."""
        return SectionShown(self.draft.name, sum(each.tokens for each in self.shown), len(self.shown))

    @property
    def left_out(self) -> list[LeftOut]:
        """Return what it does not show, or not in full, and why."""
        known = {each.item.key: each for each in self.shown}
        return [
            LeftOut(self.draft.name, item.key, one_line(item.forms[0], longest=LONGEST_NAMED), reason)
            for item in self.draft.items
            if item.forms and (reason := _reason(item, known.get(item.key))) is not None
        ]


def _reason(item: Item, shown: ShownItem | None) -> LeftOutReason | None:
    if shown is None:
        return item.unfit or LeftOutReason.OVER_BUDGET
    return LeftOutReason.SHORTENED if shown.form else None


@dataclass(slots=True)
class _Filling:
    """A section while it is filled."""

    draft: SectionDraft
    count: Count
    shown: dict[int, ShownItem] = field(default_factory=dict)

    def fill(self, most: int) -> int:
        """Show as much as this many tokens allow; return how many are left."""
        left = most
        for number, item in self._fit():
            if number not in self.shown:
                left -= self._put(number, item, len(item.forms) - 1, most=left)
        for number, item in self._fit():
            if number in self.shown:
                left -= self._lengthen(number, item, most=left)
        return left

    def cut(self, most: int) -> int:
        """Show the beginning of the first thing that had no room at all; return how many tokens are left."""
        for number, item in self._fit():
            if number not in self.shown and item.may_be_cut:
                return most - self._cut(number, item, most=most)
        return most

    def fitted(self) -> FittedSection:
        """Return what it shows."""
        return FittedSection(self.draft, tuple(self.shown[number] for number in sorted(self.shown)))

    def _fit(self) -> list[tuple[int, Item]]:
        return [(number, item) for number, item in enumerate(self.draft.items) if item.unfit is None and item.forms]

    def _title(self) -> int:
        return 0 if self.shown or not self.draft.title else self.count(self.draft.title + "\n")

    def _put(self, number: int, item: Item, form: int, *, most: int) -> int:
        line = item.line(item.forms[form])
        tokens = self.count(line + "\n")
        cost = tokens + self._title()
        if cost > most:
            return 0
        self.shown[number] = ShownItem(item, line, form, tokens)
        return cost

    def _lengthen(self, number: int, item: Item, *, most: int) -> int:
        before = self.shown[number]
        for form in range(before.form):
            line = item.line(item.forms[form])
            tokens = self.count(line + "\n")
            if tokens - before.tokens <= most:
                self.shown[number] = ShownItem(item, line, form, tokens)
                return tokens - before.tokens
        return 0

    def _cut(self, number: int, item: Item, *, most: int) -> int:
        text, low, high = item.forms[-1], FEWEST_OF_A_CUT - 1, len(item.forms[-1])
        short = replace(item, forms=(*item.forms, ""))
        while low + 1 < high:
            middle = (low + high) // 2
            fits = self.count(item.line(text[:middle] + "…") + "\n") + self._title() <= most
            low, high = (middle, high) if fits else (low, middle)
        if low < FEWEST_OF_A_CUT:
            return 0
        cut = replace(short, forms=(*item.forms, text[:low].rstrip() + "…"))
        return self._put(number, cut, len(cut.forms) - 1, most=most)


def fitted(sections: Sequence[SectionDraft], *, most: int, count: Count) -> list[FittedSection]:
    """Return what each section shows, together at most so many tokens, if lines count for themselves."""
    filling = [_Filling(draft, count) for draft in sections]
    left, carried = most, 0
    for each in filling:
        allowed = min(left, each.draft.own + carried)
        carried = each.fill(max(0, allowed))
        left -= max(0, allowed) - carried
    for each in filling:
        left = each.fill(left)
    for each in filling:
        left = each.cut(left)
    return [each.fitted() for each in filling]


def without_last(sections: Sequence[FittedSection]) -> list[FittedSection]:
    """Return the sections without the least important thing that they show; the same when they show nothing."""
    changed = list(sections)
    for number in range(len(changed) - 1, -1, -1):
        if changed[number].shown:
            changed[number] = replace(changed[number], shown=changed[number].shown[:-1])
            break
    return changed


@dataclass(frozen=True, slots=True)
class FramedText:
    """Sections as one block of text, and how many tokens it takes."""

    text: str = ""
    tokens: int = 0
    sections: tuple[FittedSection, ...] = ()

    @property
    def shown(self) -> list[tuple[str, ShownItem]]:
        """Return everything that it shows, each with the name of its section."""
        return [(section.draft.name, each) for section in self.sections for each in section.shown]


def framed(drafts: Sequence[SectionDraft], *, tag: str, heading: str, most: int, count: Count) -> FramedText:
    """Return the sections in one block under its heading, within the budget whatever they hold; nothing for nothing."""
    opening, closing = f"<{tag}>\n{heading}\n", f"</{tag}>"
    chosen = fitted(drafts, most=max(0, most - count(opening + closing)), count=count)
    while True:
        lines = [line for section in chosen for line in section.lines]
        if not lines:
            return FramedText(sections=tuple(chosen))
        text = opening + "".join(f"{line}\n" for line in lines) + closing
        tokens = count(text)
        if tokens <= most:
            return FramedText(text, tokens, tuple(chosen))
        chosen = without_last(chosen)  # lines seldom take more together than alone; then one must go
