"""What a reading suggests: candidates for facts, relations, errands and tastes, never beliefs (SPEC S3, S4, X3).

The reader finds far more than is said in so many words, and is often wrong; so what it finds is only supposed until somebody settles it or
it is said plainly.  A thing of somebody else is supposed of them or not at all.  Nothing that is believed is touched.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.beliefs.preference import Domain, PreferenceOp, PreferenceUpdate
from omoide.domain.beliefs.state import (
    ABOUT,
    ATTRIBUTE,
    DUE,
    PERSONA,
    SAID_BY,
    STATUS,
    USER,
    VALUE,
    StateKind,
)
from omoide.domain.beliefs.write_plan import LONGEST_BODY, LONGEST_NAME, Shown, StateOp, StateUpdate
from omoide.domain.events.event import EntityKind, Mention
from omoide.domain.text.language import Language
from omoide.domain.understanding.beliefs.errands import due_of, local_iso
from omoide.domain.understanding.beliefs.told_beliefs import REASON
from omoide.domain.understanding.beliefs.told_readings import as_read
from omoide.domain.understanding.reading import BeliefKind, BeliefOp, ReadBelief, Reading

OPEN: Final = "open"
LONGEST_VALUE: Final = 90
SUPPOSED: Final = {
    BeliefKind.FACT: 0.3,
    BeliefKind.RELATION: 0.3,
    BeliefKind.TASK: 0.35,
    BeliefKind.PREFERENCE: 0.3,
}
"""From which chance on something is supposed; chosen on validation speakers (docs/reader.md)."""
MOST_SURE: Final = 0.75
"""However strongly a value is marked: of those marked most strongly, about so many are right."""

_QUOTED: Final = re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|\"[^\"]*\"|(?<!\w)'[^']{2,}'(?!\w)")
_SENTENCE_END: Final = re.compile(r"[。！？!?\n]|(?<=[a-z])\.(?=\s|$)")
_KINDS: Final = {
    BeliefKind.FACT: StateKind.FACT,
    BeliefKind.RELATION: StateKind.RELATION,
    BeliefKind.TASK: StateKind.TASK,
}


@dataclass(frozen=True, slots=True)
class Suggested:
    """Turns a reading of one turn into what may be supposed."""

    shown: Shown
    tz: ZoneInfo
    language: Language
    reading: Reading
    lately: str
    """Whom the talk was last about besides the user; nobody: empty."""

    def states(self) -> list[StateUpdate]:
        """Return what may be supposed of the user and of those who are named."""
        found: list[StateUpdate] = []
        for belief in self._supposed():
            about = self._about(belief)
            if belief.kind is BeliefKind.TASK and about == USER:
                found.append(self._task(belief))
            elif belief.kind in (BeliefKind.FACT, BeliefKind.RELATION) and about:
                found.append(self._truth(belief, about))
        return found

    def tastes(self) -> list[PreferenceUpdate]:
        """Return what the user may like or dislike."""
        return [
            PreferenceUpdate(
                op=PreferenceOp.CANDIDATE,
                domain=Domain(belief.attribute),
                polarity=belief.polarity,
                subject=belief.value[:LONGEST_NAME],
                note="",
                confidence=_sure(belief),
                evidence=(self.shown.event.id,),
                reason=REASON[self.language]["hint"],
            )
            for belief in self._supposed()
            if belief.kind is BeliefKind.PREFERENCE and belief.about == USER and belief.polarity is not None
        ]

    def _supposed(self) -> list[ReadBelief]:
        """Return the statements that are likely enough, surest first; what is asked or quoted states nothing."""
        likely = [
            one
            for one in self.reading.beliefs
            if one.sure >= SUPPOSED[one.kind] and one.op in (BeliefOp.ASSERT, BeliefOp.CORRECT) and one.value.strip()
        ]
        stated = [one for one in likely if not self._is_asked(one) and not self._is_quoted(one)]
        return sorted(stated, key=lambda one: -one.sure)

    def _about(self, belief: ReadBelief) -> str:
        """Return whom a belief is about; nobody when the turn does not tell, for then it must not be the user."""
        if belief.about in (USER, PERSONA):
            return belief.about
        if belief.about and not is_pronoun(belief.about):
            return belief.about[:LONGEST_NAME]
        return self.lately

    def _truth(self, belief: ReadBelief, about: str) -> StateUpdate:
        kind = _KINDS[belief.kind]
        value = belief.value[:LONGEST_VALUE]
        payload = {ABOUT: about, SAID_BY: USER, ATTRIBUTE: belief.attribute, VALUE: value}
        body = as_read(belief.attribute, value, about=about, kind=kind, language=self.language)
        return replace(self._new(kind, body, belief, payload), entities=_mentioned(about))

    def _task(self, belief: ReadBelief) -> StateUpdate:
        value = belief.value[:LONGEST_VALUE]
        payload: dict[str, object] = {ABOUT: USER, SAID_BY: USER, STATUS: OPEN, VALUE: value}
        due = due_of(self._sentence(belief), now=self.shown.event.created, tz=self.tz, language=self.language)
        if due is not None:
            payload[DUE] = local_iso(due, tz=self.tz)
        body = as_read("errand", value, about=USER, kind=StateKind.TASK, language=self.language)
        return self._new(StateKind.TASK, body, belief, payload)

    def _sentence(self, belief: ReadBelief) -> str:
        """Return the sentence a belief stands in; the whole turn where that does not hold its time words."""
        ends = [match.end() for match in _SENTENCE_END.finditer(self.shown.said)]
        low = max((end for end in ends if end <= belief.place[0]), default=0)
        high = min((end for end in ends if end >= belief.place[1]), default=len(self.shown.said))
        own = self.shown.said[low:high]
        return own if belief.when in own else self.shown.said

    def _is_asked(self, belief: ReadBelief) -> bool:
        end = _SENTENCE_END.search(self.shown.said[belief.place[1] :])
        return end is not None and end[0] in "?？"

    def _is_quoted(self, belief: ReadBelief) -> bool:
        low, high = belief.place
        return any(match.start() <= low and high <= match.end() for match in _QUOTED.finditer(self.shown.said))

    def _new(self, kind: StateKind, body: str, belief: ReadBelief, payload: Mapping[str, object]) -> StateUpdate:
        return StateUpdate(
            kind=kind,
            op=StateOp.UPSERT,
            state_id=None,
            body=body[:LONGEST_BODY],
            entities=(),
            payload=payload,
            confidence=_sure(belief),
            valid_from=None,
            valid_to=None,
            last_confirmed=self.shown.event.created,
            evidence=(self.shown.event.id,),
            reason=REASON[self.language]["hint"],
            candidate=True,
        )


def _sure(belief: ReadBelief) -> float:
    return round(MOST_SURE * belief.sure, 3)


_PRONOUN: Final = re.compile(
    r"^(?:she|he|they|it|her|him|his|hers|them|their|彼女?|あの[人子]|あいつ|こいつ|そいつ|その[人子]|この[人子])(?:'s|’s|が|は|の)?$",
    re.IGNORECASE,
)


def is_pronoun(name: str) -> bool:
    """Tell whether a word points at somebody without naming them."""
    return _PRONOUN.match(name.strip()) is not None


def _mentioned(about: str) -> tuple[Mention, ...]:
    return () if about in (USER, PERSONA) else (Mention(EntityKind.PERSON, about[:LONGEST_NAME], 0.8),)
