"""What a turn changes in the states: errands and that they are done, facts, and what is to be remembered.

What was so before and is contradicted ends; what is merely said again is confirmed.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.beliefs.state import (
    ABOUT,
    ATTRIBUTE,
    DUE,
    ONE_AT_A_TIME,
    SAID_BY,
    STATUS,
    USER,
    VALUE,
    State,
    StateKind,
    folded,
)
from omoide.domain.beliefs.write_plan import LONGEST_BODY, LONGEST_NAME, Shown, StateOp, StateUpdate
from omoide.domain.events.event import EntityKind, Mention
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.domain.time.timeline.reading import expressions
from omoide.domain.understanding.beliefs.clauses import Sentence
from omoide.domain.understanding.beliefs.errands import (
    Errand,
    done_by,
    errands,
    local_iso,
    same_errand,
    says_done,
)
from omoide.domain.understanding.beliefs.self_facts import Fact, Known, asks_to_remember, facts
from omoide.domain.understanding.beliefs.told_beliefs import REASON, errand_told, told

OPEN: Final = "open"
SAME_SESSION_SECONDS: Final = 12 * 3600
LONGEST_MEMO: Final = 200
SHORTEST_MEMO: Final = 8
SAID: Final = 0.8
"""How sure something is that was said in so many words."""
_PLACED: Final = {"home": EntityKind.PLACE, "employer": EntityKind.ORG}


@dataclass(frozen=True, slots=True)
class StateReader:
    """Reads the states' changes out of one turn."""

    shown: Shown
    tz: ZoneInfo
    language: Language
    names: Sequence[Mention]
    known: Known

    def updates(self, heard: list[Sentence]) -> list[StateUpdate]:
        """Return what the sentences change, in the order in which it is to be done."""
        found = self._done(heard)
        finished = {update.state_id for update in found}
        found += [one for one in self._errands(heard) if one.state_id is None or one.state_id not in finished]
        for fact in facts(heard, whole=self.shown.said, language=self.language, known=self.known):
            found += self._fact(self._dated(fact))
        return found or self._asked_to_keep(heard)

    def _done(self, heard: list[Sentence]) -> list[StateUpdate]:
        tasks = self._tasks()
        done = done_by(heard, tasks, language=self.language)
        if not done and says_done(heard):
            since = self._now - SAME_SESSION_SECONDS
            fresh = [task for task in tasks if (task.last_confirmed or 0) >= since]
            done = fresh if len(fresh) == 1 else []
        return [self._of(task, StateOp.MARK_DONE, "done", confidence=0.8) for task in done]

    def _errands(self, heard: list[Sentence]) -> list[StateUpdate]:
        found = errands(heard, now=self._now, tz=self.tz, language=self.language)
        return [self._errand(errand) for errand in found]

    def _errand(self, errand: Errand) -> StateUpdate:
        known = same_errand(errand, self._tasks())
        payload: dict[str, object] = {ABOUT: USER, SAID_BY: USER, STATUS: OPEN}
        if errand.due is not None:
            payload[DUE] = local_iso(errand.due, tz=self.tz)
        if known is not None:
            return replace(self._of(known, StateOp.UPSERT, "errand", confidence=0.7), payload=payload)
        body = errand_told(errand.title, language=self.language)
        return self._new(StateKind.TASK, body, "errand", payload=payload, confidence=0.7)

    def _fact(self, fact: Fact) -> list[StateUpdate]:
        before = self._held_before(fact)
        for state in before:
            if _says(state, fact):
                return [self._of(state, StateOp.UPSERT, "said", confidence=max(SAID, state.confidence))]
        ends = before if fact.is_change or fact.attribute in ONE_AT_A_TIME else []
        new = self._new(
            _kind(fact),
            told(fact, language=self.language),
            "changed" if fact.is_change else "said",
            payload={ABOUT: fact.about, SAID_BY: USER, ATTRIBUTE: fact.attribute, VALUE: fact.value, **fact.extra},
            confidence=SAID,
            since=self._now if fact.is_change or ends else None,
        )
        closed = [self._of(state, StateOp.CLOSE, "changed", confidence=SAID) for state in ends]
        return [*closed, replace(new, entities=_mentioned(fact))]

    def _held_before(self, fact: Fact) -> list[State]:
        return [
            state
            for state in self.shown.states.values()
            if state.kind is _kind(fact)
            and state.attribute == fact.attribute
            and state.about == fact.about
            and not state.is_past_at(self._now)
        ]

    def _asked_to_keep(self, heard: list[Sentence]) -> list[StateUpdate]:
        """Return what the user asked to remember, where nothing else was found in it and it names something."""
        if not any(asks_to_remember(one) for one in heard):
            return []
        value = "".join(one.text for one in heard if not asks_to_remember(one) and not one.is_question)[:LONGEST_MEMO]
        is_particular = re.search(r"\d", value) or self.names or any(one.is_of_another for one in heard)
        if len(value) < SHORTEST_MEMO or not is_particular:
            return []
        payload = {ABOUT: self._whose(value), SAID_BY: USER, ATTRIBUTE: "memo"}
        body = told(Fact("memo", value), language=self.language)
        return [self._new(StateKind.FACT, body, "asked", payload=payload, confidence=0.9)]

    def _whose(self, text: str) -> str:
        found = [name for name in sorted(self.known.people | self.known.pets) if name in text]
        return found[0] if found else (self.known.topic or "")

    def _dated(self, fact: Fact) -> Fact:
        """Return the fact with a birthday that was told as 今日 or 来月8日 written out."""
        if fact.attribute != "birthday":
            return fact
        times = expressions(fact.value, now=self._now, tz=self.tz, language=self.language)
        named = [time.start for time in times if time.recurs is None and time.start is not None]
        if not named:  # a month and a day recur, and are written out already
            return fact
        day = moment.day(named[0], tz=self.tz)
        return Fact("birthday", f"{day.month}月{day.day}日", about=fact.about, extra=fact.extra)

    def _of(self, state: State, op: StateOp, why: str, *, confidence: float) -> StateUpdate:
        """Return a change of something believed already."""
        new = self._new(state.kind, state.body, why, payload={}, confidence=confidence)
        return replace(new, op=op, state_id=state.id)

    def _new(
        self,
        kind: StateKind,
        body: str,
        why: str,
        *,
        payload: Mapping[str, object],
        confidence: float,
        since: Moment | None = None,
    ) -> StateUpdate:
        return StateUpdate(
            kind=kind,
            op=StateOp.UPSERT,
            state_id=None,
            body=body[:LONGEST_BODY],
            entities=(),
            payload=payload,
            confidence=confidence,
            valid_from=since,
            valid_to=None,
            last_confirmed=self._now,
            evidence=(self.shown.event.id,),
            reason=REASON[self.language][why],
        )

    @property
    def _now(self) -> Moment:
        return self.shown.event.created

    def _tasks(self) -> list[State]:
        tasks = [one for one in self.shown.states.values() if one.kind is StateKind.TASK and not one.is_done]
        return [one for one in tasks if not one.is_past_at(self._now)]


def _kind(fact: Fact) -> StateKind:
    return StateKind.RELATION if fact.is_relation else StateKind.FACT


def _says(state: State, fact: Fact) -> bool:
    held = state.payload.get(VALUE)
    value = folded(fact.value)
    return isinstance(held, str) and (folded(held) == value or value in folded(held))


def _mentioned(fact: Fact) -> tuple[Mention, ...]:
    """Return whom, or which place or organisation, a fact names."""
    if fact.about != USER:
        return (Mention(EntityKind.PERSON, fact.about[:LONGEST_NAME], 0.8),)
    if fact.attribute == "pet":
        return (Mention(EntityKind.PERSON, fact.value[:LONGEST_NAME], 0.7),)
    kind = _PLACED.get(fact.attribute)
    return () if kind is None else (Mention(kind, fact.value[:LONGEST_NAME], 0.7),)
