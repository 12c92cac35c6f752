"""Understood: what rules and reading together make of a turn, each thing once.

Rules speak for what is said in so many words.  An errand that only the rules see is supposed until the reader sees it too; everything
else that they say stands, and what was read is added to it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.beliefs.preference import PreferenceUpdate, subject_key
from omoide.domain.beliefs.state import DUE, VALUE, StateKind, folded
from omoide.domain.beliefs.write_plan import LONGEST_NAME, Shown, StateOp, StateUpdate, breaks_voice
from omoide.domain.events.event import EntityKind, Mention
from omoide.domain.text.language import Language
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.beliefs.self_facts import Known
from omoide.domain.understanding.beliefs.told_beliefs import REASON
from omoide.domain.understanding.judging.agreement import Agreement
from omoide.domain.understanding.judging.endings import Endings
from omoide.domain.understanding.judging.suggested import Suggested
from omoide.domain.understanding.judging.taking import Hearing, Taken
from omoide.domain.understanding.judging.whom import Talk
from omoide.domain.understanding.means import Judge
from omoide.domain.understanding.reading import BeliefKind, Reading

TURNS_BEFORE: Final = 4
"""Turns of the session in which somebody who is meant is looked for."""
AGREES: Final = 0.3
"""From which chance on an errand that was read agrees with what a rule found."""
ONLY_BY_RULE: Final = 0.4
"""How sure an errand is that only a rule sees."""
NAMED: Final = 0.7
"""From which chance on a name that was read is kept."""
_ENTITIES: Final = {"animal": EntityKind.PERSON, **{kind.value: kind for kind in EntityKind}}


@dataclass(frozen=True)
class Understood:
    """Joins rules and reading for one turn."""

    shown: Shown
    turn: SpokenTurn
    tz: ZoneInfo
    language: Language
    reading: Reading
    known: Known
    judge: Judge | None

    def states(self, said: Sequence[StateUpdate]) -> list[StateUpdate]:
        """Return the changes of states: what was said, what ends, and what is read besides."""
        ends = self._endings.updates()
        touched = {update.state_id for update in said}
        found = [*self._agreeing(said), *(update for update in ends if update.state_id not in touched)]
        gone = {update.state_id for update in ends}
        over = self._suggested.past(self._endings.never_held())
        more = [one for one in self._suggested.states() if one.state_id is None or one.state_id not in touched | gone]
        return [*found, *besides(found, [*over, *more])]

    def tastes(self, said: Sequence[PreferenceUpdate]) -> list[PreferenceUpdate]:
        """Return the changes of likes and dislikes."""
        found = [*said, *self._endings.tastes()]
        return [*found, *also(found, self._suggested.tastes())]

    def names(self, found: Sequence[Mention]) -> tuple[Mention, ...]:
        """Return who and what is named: as read, and what the rules know besides."""
        read = [
            Mention(_ENTITIES[one.type], one.text.strip()[:LONGEST_NAME], round(one.sure, 3))
            for one in self.reading.names
            if one.sure >= NAMED and one.text.strip()
        ]
        once = {one.name: one for one in reversed(read)}
        more = [one for one in found if not any(one.name in name or name in one.name for name in once)]
        return (*reversed(once.values()), *more)

    def _agreeing(self, said: Sequence[StateUpdate]) -> list[StateUpdate]:
        """Return what the rules say; an errand that nobody read is only supposed, one that is read surely is told as it was read."""
        tasks = [one for one in self._suggested.likely if one.belief.kind is BeliefKind.TASK]
        found: list[StateUpdate] = []
        for update in said:
            if update.kind is not StateKind.TASK or update.op is not StateOp.UPSERT or update.state_id is not None:
                found.append(update)
                continue
            seen = [one for one in tasks if one.chance >= AGREES and folded(one.belief.value) in folded(update.body)]
            if not seen:
                hint = REASON[self.language]["hint"]
                found.append(replace(update, candidate=True, confidence=ONLY_BY_RULE, reason=hint))
            elif not any(one.is_asserted for one in seen):
                found.append(update)
        return found

    @cached_property
    def _agreement(self) -> Agreement:
        return Agreement() if self.judge is None else self.judge()

    @cached_property
    def _taken(self) -> tuple[Taken, ...]:
        here = self.shown.event
        earlier = [one for one in self.shown.in_order if one.id != here.id and one.session_id == here.session_id]
        texts = [text for one in earlier[-TURNS_BEFORE:] for text in (one.user, one.assistant or "")]
        talk = Talk(tuple(texts), self.known.people | self.known.pets)
        pointing = self._agreement.pointing
        listener = Hearing(self.shown.said, self.turn.before, talk, here.created, self.tz, self.language, pointing)
        return tuple(listener.taken(self.reading))

    @cached_property
    def _suggested(self) -> Suggested:
        return Suggested(self.shown, self.tz, self.language, self.reading, self._taken, self._agreement)

    @cached_property
    def _endings(self) -> Endings:
        return Endings(self.shown, self.language, self._taken)


def besides(said: Sequence[StateUpdate], read: Sequence[StateUpdate]) -> list[StateUpdate]:
    """Return what was read besides what was said in so many words, each value once.

    What is to come is no errand that is done: "The MOT is booked for the ninth".
    """
    over = [one for one in said if one.op in (StateOp.MARK_DONE, StateOp.CLOSE)]
    told, ended = _values(one for one in said if one not in over), _values(over)
    found: list[StateUpdate] = []
    for update in read:
        value = folded(str(update.payload[VALUE]))
        if not any(value in one or one in value for one in (told if DUE in update.payload else told | ended) if one):
            told.add(value)
            found.append(update)
    return found


def _values(updates: Iterable[StateUpdate]) -> set[str]:
    return {folded(text) for one in updates for text in (str(one.payload.get(VALUE, one.body)), one.body)}


def also(said: Sequence[PreferenceUpdate], read: Sequence[PreferenceUpdate]) -> list[PreferenceUpdate]:
    """Return what is liked or disliked besides what was said plainly, each subject once."""
    told = {subject_key(one.subject) for one in said}
    found: list[PreferenceUpdate] = []
    for update in read:
        key = subject_key(update.subject)
        if key and breaks_voice(update.subject) is None and not any(key in one or one in key for one in told if one):
            told.add(key)
            found.append(update)
    return found
