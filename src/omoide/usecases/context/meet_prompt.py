"""Meet a prompt: the `<memories>` block that a host's prompt is met with (SPEC H1, I3).

What comes to mind; what is due, at its moment and once; beside it what else touches the prompt by word or meaning: tasks that are
open, what the user likes, the day that told of it; and, once in a session and never alone, a mood that is out of the ordinary.  The
host keeps what it was given, so nothing is repeated.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from omoide.domain.beliefs.state import StateKind
from omoide.domain.context.budgeting import SectionDraft, framed
from omoide.domain.context.composition import LeftOutReason
from omoide.domain.context.injection import HEADINGS
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.receipts.receipt import Asker
from omoide.domain.time import moment
from omoide.ports.beliefs.store import BeliefStore
from omoide.ports.time.clock import Clock
from omoide.usecases.context.compose import TURN_TAG, memory_item
from omoide.usecases.context.due_things import DueNow
from omoide.usecases.context.sections import AskedSection, ContextSection, Touching
from omoide.usecases.hosts.capture import place_label
from omoide.usecases.hosts.recall_for_prompt import MEMORIES, Brought, RecallForPrompt, cue_of
from omoide.usecases.recall.receipts.candidates import prompt_candidates
from omoide.usecases.recall.receipts.keep import AskedRecall, KeepReceipt
from omoide.usecases.reminders.due import MOST_TASKS

MEMORIES_SHARE: Final = 0.6
_MEMORY: Final = "memory:"


@dataclass(frozen=True, slots=True)
class MetPrompt:
    """What a prompt is met with."""

    text: str = ""
    """The block; empty when nothing is worth saying."""
    keys: tuple[str, ...] = ()
    """By what all that it shows is known again."""
    brought: Brought = field(default_factory=Brought)
    """The memories among it, for the coming night."""


@dataclass(frozen=True, slots=True)
class MeetPrompt:
    """Finds what a host's prompt is met with."""

    recall: RecallForPrompt
    beliefs: BeliefStore
    beside: tuple[ContextSection, ...]
    """What is told beside memories where it touches the prompt."""
    never_alone: tuple[ContextSection, ...]
    """What is told only where something else is."""
    due: DueNow
    touching: Touching
    clock: Clock
    keep: KeepReceipt | None = None
    """Leaves receipts; `None` where none are wanted."""

    def __call__(
        self,
        persona: Persona,
        prompt: str,
        *,
        session_id: str,
        place: str,
        told: Collection[str] = (),
        all_remembered: bool = False,
        by_words_alone: bool = False,
        most_characters: int,
        asked_by: Asker = Asker.HOOK,
    ) -> MetPrompt:
        """Return the block; what was `told` in the session before is not told again.  `by_words_alone` is the quick way."""
        started = 0.0 if self.keep is None else self.keep.stopwatch()
        shown = [MemoryId(int(key.removeprefix(_MEMORY))) for key in told if key.startswith(_MEMORY)]
        brought = self.recall(
            persona,
            prompt,
            session_id=session_id,
            place=place,
            shown=shown,
            all_remembered=all_remembered,
            by_words_alone=by_words_alone,
        )
        items = [
            memory_item(key, line, at) for at, (key, line) in enumerate(zip(brought.keys, brought.lines, strict=True))
        ]
        drafts = [SectionDraft(MEMORIES, "", tuple(items), int(most_characters * MEMORIES_SHARE))]
        if not by_words_alone:
            drafts += self._beside(persona, prompt, told, brought, session_id=session_id, most=most_characters)
        heading = HEADINGS["recalled"][persona.language]
        made = framed(drafts, tag=TURN_TAG, heading=heading, most=most_characters, count=len)
        keys = tuple(each.item.key if name == MEMORIES else f"{name}:{each.item.key}" for name, each in made.shown)
        kept = [each for each in brought.memories if f"{_MEMORY}{each.id}" in keys]
        if self.keep is not None:
            self.keep(
                persona,
                AskedRecall(cue_of(prompt), asked_by, session_id, place_label(place) if place else ""),
                partial(prompt_candidates, brought.trace, keys),
                milliseconds=1000 * (self.keep.stopwatch() - started),
                found=brought.trace.found,
            )
        return MetPrompt(made.text, keys, replace(brought, memories=tuple(kept)))

    def _beside(
        self, persona: Persona, prompt: str, told: Collection[str], brought: Brought, *, session_id: str, most: int
    ) -> list[SectionDraft]:
        cue = cue_of(prompt)
        if not cue:
            return []
        now = self.clock.now()
        day = moment.day(now, tz=persona.tz)
        states = self.beliefs.open(persona.id, {StateKind.TASK: MOST_TASKS}, at=now)
        remembered = frozenset(each.event_id for each in brought.memories if each.event_id is not None)
        asked = AskedSection(
            persona,
            now,
            day,
            day,
            cue,
            tuple(states),
            session_id=session_id,
            touching=self.touching,
            remembered=remembered,
        )
        asked = replace(asked, due=self.due(asked))
        drafts = [_draft(section, asked, told, most=most) for section in self.beside]
        if not brought.lines and not _is_told(drafts):
            return drafts
        return [*(_draft(section, asked, told, most=most) for section in self.never_alone), *drafts]


def _draft(section: ContextSection, asked: AskedSection, told: Collection[str], *, most: int) -> SectionDraft:
    items = [
        replace(
            item,
            place=float(at),
            unfit=item.unfit or (LeftOutReason.SHOWN_BEFORE if f"{section.name}:{item.key}" in told else None),
        )
        for at, item in enumerate(section.source(asked))
    ]
    return SectionDraft(section.name, "", tuple(items), int(most * section.share))


def _is_told(sections: Sequence[SectionDraft]) -> bool:
    """Tell whether one of the sections has something to say."""
    return any(item.unfit is None for draft in sections for item in draft.items)
