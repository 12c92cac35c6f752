"""What the second look looks at: the reader's chances, the grammar around the value, and who is meant.

Every feature is a number near 0; chances come as their logit, so that the weights add up evidence.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from omoide.domain.beliefs.preference import Polarity
from omoide.domain.beliefs.state import PERSONA, USER
from omoide.domain.feelings.emotion import Valence
from omoide.domain.text.language import Language
from omoide.domain.understanding.judging.frames import Around, around, frames
from omoide.domain.understanding.judging.whom import BEINGS, has_kin_word, people
from omoide.domain.understanding.reading import BeliefKind, BeliefOp, ReadBelief, Reading

TELLING: Final = (BeliefOp.ASSERT, BeliefOp.CORRECT)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known about a belief besides its reading."""

    said: str
    answered: str
    """What the user's words answer."""
    about: str
    """Whom it is taken to be about; nobody: empty."""
    is_resolved: bool
    """That was concluded from the talk, not read."""
    meant: float
    """0..1: how likely it is who is meant, where several were named; 0 where nobody was chosen."""
    is_after_someone: bool
    """Somebody was named shortly before in the talk."""
    is_dated: bool
    """The time grammar finds a time to come in its sentence."""
    language: Language
    others: tuple[ReadBelief, ...]
    """What else is read in the turn."""


def features(belief: ReadBelief, reading: Reading, within: Circumstances) -> dict[str, float]:
    """Return the features of one belief of a reading."""
    place = around(within.said, belief.place)
    found = dict(_read(belief, reading))
    found |= dict(_beside(belief, reading, within.others))
    found |= dict(_person(belief, within, place))
    found |= dict(_somebody(reading, within, place))
    found |= dict(_grammar(belief, within, place))
    return {name: round(value, 4) for name, value in found.items() if value}


def _read(belief: ReadBelief, reading: Reading) -> Iterator[tuple[str, float]]:
    chances = belief.chances
    yield "sure", logit(belief.sure)
    for name in ("least", "most", "attribute"):
        yield name, logit(chances.get(name, belief.sure))
    yield "telling", logit(sum(chances.get(f"op.{op.value}", 0.0) for op in TELLING))
    for op in (BeliefOp.END, BeliefOp.DONE, BeliefOp.CORRECT, BeliefOp.DENY):
        yield f"op.{op.value}", logit(chances.get(f"op.{op.value}", 0.0))
    yield "kind", logit(reading.kinds.get(belief.kind, 0.5))
    for kind in BeliefKind:
        if kind is not belief.kind:
            yield f"kind.{kind.value}", logit(reading.kinds.get(kind, 0.5))
    for trap, chance in reading.traps.items():
        yield f"trap.{trap}", logit(chance)
    yield "intensity", reading.intensity
    yield "positive", reading.valence[Valence.POSITIVE]
    yield f"attribute.{belief.attribute}", 1.0
    yield f"is.{belief.kind.value}", 1.0
    yield "when", float(bool(belief.when))
    if belief.polarity is not None:
        yield "polarity", logit(max(chances.get("like", 0.5), 1 - chances.get("like", 0.5)))
        yield "explicit", logit(belief.explicit)


def _beside(belief: ReadBelief, reading: Reading, others: tuple[ReadBelief, ...]) -> Iterator[tuple[str, float]]:
    """Yield what else is read in the turn: rivals for the same words, and others of the same kind."""
    rivals = [one for one in others if one.place[0] < belief.place[1] and belief.place[0] < one.place[1]]
    for kind in BeliefKind:
        yield f"rival.{kind.value}", max((one.sure for one in rivals if one.kind is kind), default=0.0)
    yield "ending_beside", max((one.sure for one in others if one.op in (BeliefOp.END, BeliefOp.DONE)), default=0.0)
    same = [one for one in others if one.kind is belief.kind]
    yield "others", float(len(same))
    yield "stronger", float(sum(one.sure > belief.sure for one in same))
    named = [one for one in reading.names if one.place[0] < belief.place[1] and belief.place[0] < one.place[1]]
    yield "value_named", float(bool(named))


def _person(belief: ReadBelief, within: Circumstances, place: Around) -> Iterator[tuple[str, float]]:
    is_user = within.about == USER
    whom = within.about if within.about in (USER, PERSONA) else "other"
    yield "whom", logit(belief.chances.get(f"about.{whom}", 0.5))
    for name in ("user", "persona", "other"):
        yield f"about.{name}", logit(belief.chances.get(f"about.{name}", 0.5))
    yield "resolved", float(within.is_resolved)
    yield "user", float(is_user)
    yield "persona", float(within.about == PERSONA)
    yield "after_someone", float(within.is_after_someone)
    yield "beside_someone", float(bool(people(place.sentence)))
    yield "user_beside_someone", float(is_user and bool(people(place.clause)))
    yield "value_is_person", float(not is_user and bool(within.about) and within.about in belief.value)


def _somebody(reading: Reading, within: Circumstances, place: Around) -> Iterator[tuple[str, float]]:
    """Yield what makes it likely that somebody else is the one who is meant: a being, named nearby, the only one."""
    about = within.about
    if about in ("", USER, PERSONA):
        return
    here = [one for one in reading.names if one.text in about or about in one.text]
    yield "other.meant", logit(within.meant) if within.meant else 0.0
    yield "other.named", max((one.sure for one in here if one.type in BEINGS), default=0.0)
    yield "other.thing", max((one.sure for one in here if one.type not in BEINGS), default=0.0)
    yield "other.kin", float(has_kin_word(about))
    yield "other.here", float(about in within.said)
    yield "other.same_sentence", float(about in place.sentence)
    yield "other.same_clause", float(about in place.clause)
    yield "other.names", float(len({one.text for one in reading.names if one.type in BEINGS}))


def _grammar(belief: ReadBelief, within: Circumstances, place: Around) -> Iterator[tuple[str, float]]:
    sentence, clause = frames(place.sentence), frames(place.clause)
    for name, holds in sentence.items():
        yield f"sentence.{name}", float(holds)
    for name, holds in clause.items():
        yield f"clause.{name}", float(holds)
    yield "quoted", float(place.is_quoted)
    yield "asked", float(place.is_asked)
    if within.about == USER:
        yield "user_first", float(sentence["first"])
        yield "user_pronoun", float(sentence["pronoun"])
        yield "user_dropped_after_someone", float(within.is_after_someone and not sentence["first"])
    if belief.polarity is not None:
        mine, other = ("like", "dislike") if belief.polarity is Polarity.LIKE else ("dislike", "like")
        yield "pole_agrees", float(clause[mine] and not clause[other])
        yield "pole_contradicts", float(clause[other] and not clause[mine])
        yield "pole_agrees_in_sentence", float(sentence[mine] and not sentence[other])
        yield "liked", float(belief.polarity is Polarity.LIKE)
    letters = len(belief.value) / (1 if within.language is Language.JA else 3)
    yield "length", math.log(letters + 1)
    yield "share", len(belief.value) / max(1, len(place.clause))
    yield "turn_length", math.log(len(within.said) + 1)
    yield "opens", float(place.sentence_at[0] == 0)
    yield "answers", float(within.answered.rstrip().endswith(("?", "？", "か。", "かな。")))
    yield "dated", float(within.is_dated)
    yield "japanese", float(within.language is Language.JA)


def logit(chance: float) -> float:
    """Return a chance on the scale on which evidence adds up, within ±7."""
    kept = min(max(chance, 1e-3), 1 - 1e-3)
    return math.log(kept / (1 - kept))
