"""Endings: what a turn says is done, over, corrected or not so, found again among what is held (SPEC S1, S2).

What was read is matched by the things that it and an open errand, belief or candidate both name, or by an attribute of which one is
true at a time.  That something was done or called off names no thing: 「取りやめ」 and 「取りに行く」 have but a verb in common.
A guess ends guesses; what is asserted ends only where reading and words are both strong.  An errand also ends where all of its own words
stand in a sentence that says so outright.  Much of what ends was never spoken of before (「煙草、やめて今日で10日」): what is
read so surely is handed on, to be supposed to be over.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from omoide.domain.beliefs.preference import PreferenceOp, PreferenceUpdate, Status, subject_key
from omoide.domain.beliefs.state import ONE_AT_A_TIME, USER, State, StateKind, folded
from omoide.domain.beliefs.write_plan import Shown, StateOp, StateUpdate
from omoide.domain.text.language import Language
from omoide.domain.text.remembered import remembered
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.beliefs.errands import telling
from omoide.domain.understanding.beliefs.told_beliefs import REASON
from omoide.domain.understanding.judging.carried_out import own_verb, told_verb
from omoide.domain.understanding.judging.frames import PATTERNS, frames, sentences
from omoide.domain.understanding.judging.taking import Taken
from omoide.domain.understanding.judging.whom import people
from omoide.domain.understanding.reading import BeliefKind, BeliefOp, ReadBelief
from omoide.domain.understanding.telling.keywords import common_words

OVER: Final = 0.45
"""How likely it must be that something is done or over, for something held to be looked for, or"""
OVER_IN_WORDS: Final = 0.25
"""where the clause itself has a word for it."""
SURE: Final = 0.35
"""How strongly the value must be marked for something that is asserted to end."""
ALIKE: Final = 0.5
"""Share of the telling words, of what is held or of the value, that both must have."""
NEVER_HELD: Final = 0.3
"""How strongly something must be marked, and as over or done, to be supposed to be so though nobody spoke of it before, or"""
NEVER_HELD_IN_WORDS: Final = 0.2
"""where the sentence itself has a word for it, or speaks of what was.  Above these bounds more than half are right."""
BY_WORDS: Final = 0.7
"""How sure it is that an errand is over whose words all stand beside a word for that."""
OPEN_STILL: Final = ("question", "supposed", "duty", "hearsay")
"""Sentences that say nothing of what has happened."""
OVER_WORDS: Final = ("ended", "finished", "called_off", "done", "past")
ENDS: Final = {
    StateKind.TASK: (BeliefOp.DONE, BeliefOp.END),
    StateKind.FACT: (BeliefOp.END, BeliefOp.DENY),
    StateKind.RELATION: (BeliefOp.END, BeliefOp.DENY),
}
"""What ends a state of each kind."""


@dataclass(frozen=True, slots=True)
class Endings:
    """Finds what one turn ends."""

    shown: Shown
    language: Language
    taken: tuple[Taken, ...]

    def updates(self) -> list[StateUpdate]:
        """Return the endings, each state at most once."""
        found: dict[int, StateUpdate] = {}
        for one in sorted(self.taken, key=lambda taken: -taken.belief.sure):
            match = self._corrected(one) or self._match(one)
            if match is not None and match.id not in found:
                found[match.id] = self._ended(match, one)
        for state, op in self._in_words():
            if state.id not in found or found[state.id].candidate:  # a faint mark takes nothing from plain words
                found[state.id] = self._over(state, op, sure=BY_WORDS, is_faint=False)
        return list(found.values())

    def never_held(self) -> list[Taken]:
        """Return what is told as over or done and was not held, one a sentence, the surest."""
        found: dict[str, Taken] = {}
        for one in sorted(self.taken, key=lambda taken: -over_by_mark(taken.belief)):
            words = frames(one.sentence)
            least = NEVER_HELD_IN_WORDS if any(words[name] for name in OVER_WORDS) else NEVER_HELD
            is_told = over_by_mark(one.belief) >= least and not any(words[name] for name in OPEN_STILL)
            if one.belief.kind is BeliefKind.PREFERENCE or not is_told:
                continue
            if self._corrected(one) is None and self._match(one) is None:
                found.setdefault(one.sentence, one)
        return list(found.values())

    def _in_words(self) -> Iterator[tuple[State, StateOp]]:
        """Yield the errands whose own words all stand in a sentence that says it is done or called off, whatever was read of it."""
        tasks = [state for state in self._held() if state.kind is StateKind.TASK]
        for sentence in sentences(self.shown.said) if tasks else ():
            meant = [state for state in tasks if _is_told_over(state, sentence)]
            if meant:
                most = max(meant, key=lambda state: len(telling(_words_of(state))))
                yield most, StateOp.CLOSE if frames(sentence)["called_off"] else StateOp.MARK_DONE

    def tastes(self) -> list[PreferenceUpdate]:
        """Return the likes and dislikes that are over."""
        return [
            update
            for one in self.taken
            if one.belief.kind is BeliefKind.PREFERENCE
            and one.belief.about == USER
            and one.belief.op in (BeliefOp.END, BeliefOp.DENY)
            and _chance(one.belief, one.belief.op) >= OVER
            for update in self._revoked(one.belief)
        ]

    def _match(self, one: Taken) -> State | None:
        """Return what is meant: the likest in words, else the one thing of an attribute of which one is true at a time."""
        belief, words = one.belief, frames(one.sentence)
        if belief.kind is BeliefKind.PREFERENCE or words["question"] or words["supposed"]:
            return None
        held = [state for state in self._held() if _is_over(state, belief, words)]
        near = [state for state in held if _is_same_one(state, belief)]
        best = max(near, key=lambda state: _likeness(state, one), default=None)
        if best is not None and _likeness(best, one) >= ALIKE:
            return best
        same = [state for state in held if state.attribute == belief.attribute and state.kind is not StateKind.TASK]
        alone = [state for state in same if _is_same_one(state, belief) and state.attribute in ONE_AT_A_TIME]
        bound = [state for state in same if state.kind is StateKind.RELATION and not _is_of_another(state, one)]
        return next((some[0] for some in (alone, bound) if len(some) == 1), None)

    def _corrected(self, one: Taken) -> State | None:
        """Return what a correction takes back: the other value of the same attribute about the same one.

        Of plans, habits and the like there are many: there the other value must be named.
        """
        belief = one.belief
        if belief.op is not BeliefOp.CORRECT or belief.chances.get("op.correct", 0.0) < OVER:
            return None
        spoken_of = things(self.shown.said)
        other = [
            state
            for state in self._held()
            if state.attribute == belief.attribute
            and _is_same_one(state, belief)
            and folded(belief.value) not in folded(_words_of(state))
            and (state.attribute in ONE_AT_A_TIME or things(_words_of(state)) & spoken_of)
        ]
        return other[0] if len(other) == 1 else None

    def _held(self) -> list[State]:
        return [
            state
            for state in self.shown.states.values()
            if state.kind in ENDS
            and not state.is_done
            and not state.is_past_at(self._now)
            and (state.valid_from is None or state.valid_from <= self._now)
            and state.settled is None
        ]

    def _ended(self, state: State, one: Taken) -> StateUpdate:
        is_done = state.kind is StateKind.TASK and _chance(one.belief, BeliefOp.DONE) >= _chance(
            one.belief, BeliefOp.END
        )
        op = StateOp.MARK_DONE if is_done else StateOp.CLOSE
        return self._over(state, op, sure=one.belief.sure, is_faint=one.belief.sure < SURE)

    def _over(self, state: State, op: StateOp, *, sure: float, is_faint: bool) -> StateUpdate:
        return StateUpdate(
            kind=state.kind,
            op=op,
            state_id=state.id,
            body=state.body,
            entities=(),
            payload={},
            confidence=round(sure, 3),
            valid_from=None,
            valid_to=None,
            last_confirmed=self._now,
            evidence=(self.shown.event.id,),
            reason=REASON[self.language]["done" if op is StateOp.MARK_DONE else "changed"],
            candidate=is_faint,
        )

    def _revoked(self, belief: ReadBelief) -> list[PreferenceUpdate]:
        key = subject_key(belief.value)
        held = [one for one in self.shown.preferences if one.status is not Status.REVOKED and one.settled is None]
        return [
            PreferenceUpdate(
                op=PreferenceOp.REVOKE,
                domain=one.domain,
                polarity=one.polarity,
                subject=one.subject,
                note="",
                confidence=round(belief.sure, 3),
                evidence=(self.shown.event.id,),
                reason=REASON[self.language]["changed"],
            )
            for one in held
            if key and (key in one.key or one.key in key)
        ]

    @property
    def _now(self) -> Moment:
        return self.shown.event.created


def over_by_mark(belief: ReadBelief) -> float:
    """Return how strongly a value is marked, as something that is over or done."""
    return belief.sure * _chance(belief, belief.op) if belief.op in (BeliefOp.END, BeliefOp.DONE) else 0.0


def _chance(belief: ReadBelief, op: BeliefOp) -> float:
    return belief.chances.get(f"op.{op.value}", 0.0)


def _is_over(state: State, belief: ReadBelief, words: Mapping[str, bool]) -> bool:
    """Tell whether a belief says that a state of this kind is done or over: by its mark, or by mark and words together."""
    over = sum(_chance(belief, op) for op in ENDS[state.kind])
    return over >= OVER or (over >= OVER_IN_WORDS and (words["done"] or words["ended"]))


def _is_same_one(state: State, belief: ReadBelief) -> bool:
    return state.kind is StateKind.TASK or state.about == belief.about


def _is_of_another(state: State, one: Taken) -> bool:
    """Tell whether the clause names somebody, and not the one whom a relation binds."""
    named = [person.name for person in people(one.clause)]
    return bool(named) and not any(name in state.about or state.about in name for name in named)


def _likeness(state: State, one: Taken) -> float:
    """Return the share of the things that tell this state from others that the value speaks of, or the other way round."""
    wanted, mine, around = things(_words_of(state)), things(one.belief.value), things(one.clause)
    return len(wanted & (mine | around)) / max(1, min(len(wanted), len(mine or around)))


def _is_told_over(state: State, sentence: str) -> bool:
    """Tell whether a sentence holds all of an errand's words, says that it is over, and does not ask, suppose or report it."""
    errand = _words_of(state)
    said, verb = telling(sentence), telling(own_verb(errand))
    if not telling(errand) - verb <= said:
        return False
    told = told_verb(errand, sentence)
    if not (told or verb <= said) or not things(errand) - (verb if told else frozenset()):
        return False
    words = frames(sentence.replace(told, " ") if told else sentence)  # "Told the landlord" is no hearsay
    is_over = words["called_off"] or ((bool(told) or words["finished"]) and not words["negated"])
    return is_over and not any(words[name] for name in OPEN_STILL)


def _words_of(state: State) -> str:
    return state.value or state.body


_ENDING_WORDS: Final = ("finished", "called_off", "done")
_STEM: Final = re.compile(r"(?<![\u3400-\u9fff々])[\u3400-\u9fff](?=[\u3041-\u3096])(?![はがをにのもとへやでか、])")
"""A kanji by itself with its ending: a verb or an adjective.  行く, 取りに and 出した are said of anything."""


@remembered  # what is held is asked for turn after turn
def things(text: str) -> frozenset[str]:
    """Return the words of a text that name a thing: neither what becomes of it nor a verb or a word that is said of anything."""
    for name in _ENDING_WORDS:
        text = PATTERNS[name].sub(" ", text)
    return telling(_STEM.sub(" ", text)) - common_words(Language.EN)
