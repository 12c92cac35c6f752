"""What comes to mind: a thing of some kind, how strongly, and why (SPEC R0, R6)."""

from dataclasses import dataclass

from omoide.domain.events.event import Event, EventId
from omoide.domain.memories.memory import Memory
from omoide.domain.recall.intent import Intent
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.kinds.recallable import Recallable
from omoide.domain.recall.relevance import TAIL_SHARE
from omoide.domain.text.language import Language
from omoide.errors import NotATurn


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
    intent: Intent | None = None
    """What the cue is after, where that decides: `composite` is made with its weights.  `None` for what was said."""
    arousal: float | None = None
    """0..1: how much the thing stirred."""
    decay: float | None = None
    """0..1: how new it is, 1 for now."""
    composite: float | None = None
    """NEX's three-term score, lower is better: the order among episodes, insights and diary."""
    retention: float | None = None
    """0..100: what of the memory is left."""
    resonance: float | None = None
    """0..1: how the memory's feeling answers to the session's."""
    priority: float | None = None
    """LTM's priority: the order among memories."""

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
    """Something that answers a cue.  A memory, its event and its episode are one."""

    turn: Event | None
    """The turn behind it, with the turns around it; `None` where no single turn is."""
    score: float
    """0..1: how relevant it is to the cue, on one scale for all kinds; never rising from first to last."""
    why: Why
    before: tuple[Event, ...] = ()
    """The turns just before it in its session, in order of time."""
    after: tuple[Event, ...] = ()
    outdated_by: EventId | None = None
    """A newer turn that says how it is since; `None` while nothing is known against it."""
    kind: RecollectionKind = RecollectionKind.EVENT
    """By what it is told."""
    memory: Memory | None = None
    """The memory of the turn, or one that was made of none."""
    thing: Recallable | None = None
    """What it is where it is neither a turn nor a memory."""
    beside: tuple[Recallable, ...] = ()
    """What else was found that rests on the same turn: a belief, a told day."""
    stands_for: "tuple[Recollection, ...]" = ()
    """Of a told day: those of its turns that would have been listed."""
    near_only: bool = False
    """Nothing that was said reads as an answer to the cue, and this only comes near it."""
    is_moving: bool = False
    """★: it stirred more than most."""
    is_new: bool = False
    """🆕: it is of these days."""

    @property
    def event(self) -> Event:
        """Return the turn behind it; raise `NotATurn` where no single one is: `turn` and `events` say so without."""
        if self.turn is None:
            raise NotATurn(self.key)
        return self.turn

    @property
    def events(self) -> tuple[Event, ...]:
        """Return every turn it is known to show: its own, or those that a told day stands for."""
        own = () if self.turn is None else (self.turn,)
        return own + tuple(event for each in self.stands_for for event in each.events)

    @property
    def text(self) -> str:
        """Return what it says: the thing, the memory as far as it has faded, or what was said."""
        if self.thing is not None:
            return self.thing.text
        if self.memory is not None:
            return self.memory.text
        return "" if self.turn is None else self.turn.text

    @property
    def key(self) -> str:
        """Return by what it is known again: `event:12`, `memory:7`, `belief:3` …"""
        if self.thing is not None:
            return self.thing.key
        if self.memory is not None:
            return f"{RecollectionKind.MEMORY}:{self.memory.id}"
        return f"{RecollectionKind.EVENT}:{'' if self.turn is None else self.turn.id}"


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
