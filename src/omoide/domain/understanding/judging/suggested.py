"""What a reading lets one believe or suppose: facts, relations, errands and tastes (SPEC S3, S4, X3).

The reader finds far more than is said in so many words, and is often wrong.  The second look says how likely each thing is: above its
kind's bound it is asserted, below it a candidate with that chance, and what is hardly likely is left alone.  A thing of somebody else is
theirs or nobody's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.beliefs.preference import Domain, PreferenceOp, PreferenceUpdate
from omoide.domain.beliefs.state import (
    ABOUT,
    ATTRIBUTE,
    DUE,
    OVER,
    PERSONA,
    SAID_BY,
    STATUS,
    USER,
    VALUE,
    State,
    StateKind,
)
from omoide.domain.beliefs.write_plan import LONGEST_BODY, LONGEST_NAME, Shown, StateOp, StateUpdate
from omoide.domain.events.event import EntityKind, Mention
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.beliefs.dues import Speaking, due_for
from omoide.domain.understanding.beliefs.errands import Errand, local_iso, same_errand
from omoide.domain.understanding.beliefs.told_beliefs import REASON
from omoide.domain.understanding.judging.agreement import Agreement, may_be_asserted, surely
from omoide.domain.understanding.judging.endings import over_by_mark
from omoide.domain.understanding.judging.features import TELLING
from omoide.domain.understanding.judging.frames import around
from omoide.domain.understanding.judging.taking import Taken
from omoide.domain.understanding.judging.told_readings import as_read, over_told
from omoide.domain.understanding.reading import BeliefKind, ReadBelief, Reading

OPEN: Final = "open"
LONGEST_VALUE: Final = 90
UNREAL: Final = ("hypothetical", "quote", "fiction")
"""Turns in which nothing is said of the user, however it is worded."""
LIKELY_TRAP: Final = 0.5
KINDS: Final = {
    BeliefKind.FACT: StateKind.FACT,
    BeliefKind.RELATION: StateKind.RELATION,
    BeliefKind.TASK: StateKind.TASK,
}


@dataclass(frozen=True, slots=True)
class Likely:
    """A belief that was read, with its chance and whether that is enough to assert it."""

    taken: Taken
    chance: float
    is_asserted: bool

    @property
    def belief(self) -> ReadBelief:
        """Return the belief."""
        return self.taken.belief


@dataclass(frozen=True)
class Suggested:
    """Turns what was taken from one turn into beliefs and candidates."""

    shown: Shown
    tz: ZoneInfo
    language: Language
    reading: Reading
    taken: tuple[Taken, ...]
    agreement: Agreement

    def states(self) -> list[StateUpdate]:
        """Return what is believed or supposed of the user and of those who are named, likeliest first."""
        found: list[StateUpdate] = []
        for likely in self.likely:
            belief = likely.belief
            if belief.kind is BeliefKind.TASK and belief.about == USER:
                found.append(self._task(likely))
            elif belief.kind in (BeliefKind.FACT, BeliefKind.RELATION) and belief.about:
                found.append(self._truth(likely))
        return found

    def past(self, over: Sequence[Taken]) -> list[StateUpdate]:
        """Return what is supposed to be over, of what is told so and nobody spoke of before: past from its first moment on."""
        said = [one for one in over if is_said(one.belief, self.reading, self.shown.said)]
        return [self._over(one) for one in said if one.belief.about not in ("", PERSONA)]

    def tastes(self) -> list[PreferenceUpdate]:
        """Return what the user likes and dislikes, or may."""
        return [
            self._taste(likely)
            for likely in self.likely
            if likely.belief.kind is BeliefKind.PREFERENCE and likely.belief.about == USER
        ]

    @cached_property
    def likely(self) -> list[Likely]:
        """Return the statements that are likely enough, likeliest first; what is asked or quoted states nothing."""
        found = [
            self._judged(one)
            for one in self.taken
            if one.belief.op in TELLING and is_said(one.belief, self.reading, self.shown.said)
        ]
        kept = [one for one in found if one.chance >= self.agreement.of(one.belief.kind).supposed]
        return _one_a_sentence(sorted(kept, key=lambda one: -one.chance))

    def _judged(self, taken: Taken) -> Likely:
        look = self.agreement.of(taken.belief.kind)
        chance = look.chance(taken.features)
        is_asserted = surely(chance, trap=taken.trap) >= look.asserted and may_be_asserted(taken.belief)
        return Likely(taken, chance, is_asserted)

    def _truth(self, likely: Likely) -> StateUpdate:
        belief = likely.belief
        kind, about, value = KINDS[belief.kind], belief.about[:LONGEST_NAME], belief.value[:LONGEST_VALUE]
        payload = {ABOUT: about, SAID_BY: USER, ATTRIBUTE: belief.attribute, VALUE: value}
        body = as_read(belief.attribute, value, about=about, kind=kind, language=self.language)
        return replace(self._new(kind, body, likely, payload), entities=_mentioned(about))

    def _over(self, taken: Taken) -> StateUpdate:
        guess = self._truth(Likely(taken, over_by_mark(taken.belief), is_asserted=False))
        value, about = str(guess.payload[VALUE]), str(guess.payload[ABOUT])
        body = over_told(value, about=about, language=self.language)[:LONGEST_BODY]
        return replace(guess, body=body, payload={**guess.payload, STATUS: OVER}, valid_to=self.shown.event.created)

    def _task(self, likely: Likely) -> StateUpdate:
        value = likely.belief.value[:LONGEST_VALUE]
        payload: dict[str, object] = {ABOUT: USER, SAID_BY: USER, STATUS: OPEN, VALUE: value}
        due = self._due(likely)
        if due is not None:
            payload[DUE] = local_iso(due, tz=self.tz)
        known = same_errand(Errand(value, due), self._open_tasks())
        body = as_read("errand", value, about=USER, kind=StateKind.TASK, language=self.language)
        new = self._new(StateKind.TASK, body if known is None else known.body, likely, payload)
        return replace(new, state_id=known.id) if known is not None and likely.is_asserted else new

    def _due(self, likely: Likely) -> Moment | None:
        """Return by when an errand is due: by its own time words, else by the nearest around it."""
        said, place = self.shown.said, likely.belief.place
        near = around(said, place)
        return due_for(
            said,
            place,
            when=likely.belief.when,
            parts=(near.clause_at, near.sentence_at, (0, len(said))),
            speaking=Speaking(self.shown.event.created, self.tz, self.language),
        )

    def _open_tasks(self) -> list[State]:
        tasks = [one for one in self.shown.states.values() if one.kind is StateKind.TASK and not one.is_done]
        return [one for one in tasks if not one.is_past_at(self.shown.event.created)]

    def _taste(self, likely: Likely) -> PreferenceUpdate:
        belief = likely.belief
        if belief.polarity is None:
            raise AssertionError("a taste was read without its polarity")
        return PreferenceUpdate(
            op=PreferenceOp.CONFIRM if likely.is_asserted else PreferenceOp.CANDIDATE,
            domain=Domain(belief.attribute),
            polarity=belief.polarity,
            subject=belief.value[:LONGEST_NAME],
            note="",
            confidence=round(likely.chance, 3),
            evidence=(self.shown.event.id,),
            reason=REASON[self.language]["taste" if likely.is_asserted else "hint"],
        )

    def _new(self, kind: StateKind, body: str, likely: Likely, payload: Mapping[str, object]) -> StateUpdate:
        why = ("errand" if kind is StateKind.TASK else "said") if likely.is_asserted else "hint"
        return StateUpdate(
            kind=kind,
            op=StateOp.UPSERT,
            state_id=None,
            body=body[:LONGEST_BODY],
            entities=(),
            payload=payload,
            confidence=round(likely.chance, 3),
            valid_from=None,
            valid_to=None,
            last_confirmed=self.shown.event.created,
            evidence=(self.shown.event.id,),
            reason=REASON[self.language][why],
            candidate=not likely.is_asserted,
        )


def is_said(belief: ReadBelief, reading: Reading, said: str) -> bool:
    """Tell whether a turn says a thing: it is not asked, quoted, made up, or nothing but the time words of something else."""
    place = around(said, belief.place)
    if place.is_asked or place.is_quoted or (belief.kind is BeliefKind.TASK and belief.value in belief.when):
        return False
    return belief.about != USER or all(reading.traps.get(trap, 0.0) < LIKELY_TRAP for trap in UNREAL)


def _one_a_sentence(found: list[Likely]) -> list[Likely]:
    """Return the same with one asserted belief of a kind a sentence: a second errand is often how to do the first."""
    seen: set[tuple[BeliefKind, str]] = set()
    kept: list[Likely] = []
    for one in found:
        key = one.belief.kind, one.taken.sentence
        kept.append(replace(one, is_asserted=one.is_asserted and key not in seen))
        if one.is_asserted:
            seen.add(key)
    return kept


def _mentioned(about: str) -> tuple[Mention, ...]:
    return () if about in (USER, PERSONA) else (Mention(EntityKind.PERSON, about, 0.8),)
