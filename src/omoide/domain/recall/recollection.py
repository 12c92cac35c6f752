"""What comes to mind: an event, how strongly, and why (SPEC R6)."""

from dataclasses import dataclass

from omoide.domain.events.event import Event, EventId
from omoide.domain.recall.relevance import TAIL_SHARE
from omoide.domain.text.language import Language


@dataclass(frozen=True, slots=True)
class Why:
    """Every part of a recollection's score.  `total` is the sum of the ten weighted parts above it."""

    words: float
    """The cue's words that the turn itself holds, each by its rarity."""
    words_around: float
    """Those that the turns around it hold."""
    meaning: float
    meaning_around: float
    speaker: float
    """The cue names who said it."""
    time: float
    """It lies near a time that the cue names."""
    recency: float
    """The cue asks how things are now, and this was said lately."""
    advice: float
    """The cue asks for advice, and this tells of a taste, a limit or a habit that it should heed."""
    repeated: float
    """0 or less: pages of the same session stand before it."""
    held: float
    """What it gained because it holds in the stead of another."""
    total: float
    cosine: float | None
    """-1..1: how near turn and cue are in meaning; `None` while the turn has no vector."""
    coverage: float
    """0..1: the share of the cue's words found here or around."""
    matched: tuple[str, ...]
    """The parts of the cue that the turn holds."""
    nearness: float
    """0..1: the cosine, on the scale of its embedding space."""
    misattribution: float
    """0..1: how far the cue seems to be about what someone else said."""
    relevance: float
    """0..1: `coverage` and `nearness` together, less `misattribution`."""
    floor: float
    """What the `relevance` of one of the first few must reach for anything to come to mind."""
    answerable: float | None
    """0..1: the chance that what was found answers the cue at all; `None` where that was never learnt for the space."""
    share_of_best: float
    """0..1: its total beside that of the best; a recollection below `TAIL_SHARE` is left out."""

    @property
    def is_tail(self) -> bool:
        """Tell whether it is so much weaker than the best that it is not worth saying."""
        return self.share_of_best < TAIL_SHARE

    def sentence(self, language: Language) -> str:
        """Return the reasons in words."""
        return _SENTENCES[language](self)

    def __str__(self) -> str:
        """Return the reasons in English."""
        return self.sentence(Language.EN)


@dataclass(frozen=True, slots=True)
class Recollection:
    """An event that answers a cue, with the turns around it."""

    event: Event
    score: float
    """0..1: how relevant what was found is to the cue, times how strong this one is beside the best; in their order."""
    why: Why
    before: tuple[Event, ...] = ()
    """The turns just before it in its session, in order of time."""
    after: tuple[Event, ...] = ()
    outdated_by: EventId | None = None
    """A newer turn that says how it is since; `None` while nothing is known against it."""

    @property
    def text(self) -> str:
        """Return what was said."""
        return self.event.text


def _english(why: Why) -> str:
    parts = [] if why.cosine is None else [f"similar in meaning ({why.cosine:.2f})"]
    if why.matched:
        parts.append(f"shares {', '.join(why.matched[:6])} ({why.words:.2f})")
    if why.words_around + why.meaning_around > 0.05:
        parts.append(f"supported by the turns around it ({why.words_around + why.meaning_around:.2f})")
    if why.speaker > 0.01:
        parts.append(f"said by someone you named ({why.speaker:.2f})")
    if why.time > 0.01:
        parts.append(f"near the time you named ({why.time:.2f})")
    if why.recency > 0.01:
        parts.append(f"said lately ({why.recency:.2f})")
    if why.advice > 0.05:
        parts.append(f"tells what advice should heed ({why.advice:.2f})")
    return "; ".join(parts) or "nothing but its place in the conversation"


def _japanese(why: Why) -> str:
    parts = [] if why.cosine is None else [f"意味が近い（{why.cosine:.2f}）"]
    if why.matched:
        parts.append(f"「{'」「'.join(why.matched[:6])}」が一致（{why.words:.2f}）")
    if why.words_around + why.meaning_around > 0.05:
        parts.append(f"前後の会話にも手がかり（{why.words_around + why.meaning_around:.2f}）")
    if why.speaker > 0.01:
        parts.append(f"名指しされた人の発言（{why.speaker:.2f}）")
    if why.time > 0.01:
        parts.append(f"言われた時期に近い（{why.time:.2f}）")
    if why.recency > 0.01:
        parts.append(f"最近の話（{why.recency:.2f}）")
    if why.advice > 0.05:
        parts.append(f"相談のとき踏まえたい好みや事情（{why.advice:.2f}）")
    return "、".join(parts) or "会話の中の位置のみ"


_SENTENCES = {Language.EN: _english, Language.JA: _japanese}
