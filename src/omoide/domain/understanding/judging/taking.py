"""Taking: each belief of a reading with whom it is about and what the second look sees in it."""

import math
import re
from dataclasses import dataclass, replace
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.beliefs.preference import Polarity
from omoide.domain.beliefs.state import PERSONA, USER
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.beliefs.dues import due_of
from omoide.domain.understanding.judging import values
from omoide.domain.understanding.judging.features import Circumstances, features, logit
from omoide.domain.understanding.judging.frames import Around, around, frames
from omoide.domain.understanding.judging.referents import Heard, Pointing, heard, referents
from omoide.domain.understanding.judging.whom import (
    BEINGS,
    Talk,
    introduced,
    is_pronoun,
    people,
    plain_name,
    subject_of,
    subject_pronoun,
)
from omoide.domain.understanding.reading import BeliefKind, ReadBelief, Reading

SURELY_NAMED: Final = 0.6
"""From which chance on the reader's word for a name is taken."""
NEARLY_ANOTHER: Final = 0.3
"""From which chance on that somebody else is meant a sentence without a person is not the user's."""
AGAINST: Final = 1.5
DENIED: Final = 2.0
"""Log odds of a taste whose opposite is denied: 「好きになれない」."""
"""What a word of disliking in the clause weighs against the mark of a liking, as evidence; chosen on the training speakers."""
_MUST: Final = re.compile(
    "な(?:い?と(?:いけない|いけません|いかん|あかん|だめ|ダメ|ならない|なりません|まずい)?"
    "|い?ければ(?:いけない|いけません|ならない|なりません)?|くちゃ|きゃ|くては?(?:いけない|いけません|ならない|なりません))"
)
LATELY: Final = 2
"""Texts before the turn in which somebody who was named may still be meant."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A belief as it is taken: about whom, and with its features."""

    belief: ReadBelief
    """Its `about` is who is meant; nobody: empty."""
    features: dict[str, float]
    sentence: str
    clause: str
    trap: float = 0.0
    """How likely a thing of the user is not meant as it stands (a joke, a quote …)."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """Hears one turn in its talk."""

    said: str
    answered: str
    talk: Talk
    now: Moment
    tz: ZoneInfo
    language: Language
    pointing: Pointing | None = None
    """Says who of several is meant; without it, whoever was named last and fits."""

    def taken(self, reading: Reading) -> list[Taken]:
        """Return every belief of the reading, however faint."""
        here = frozenset(one.text for one in reading.names if one.type in BEINGS and one.sure >= SURELY_NAMED)
        talk = replace(self.talk, known=self.talk.known | here)
        turn = None if self.pointing is None or not reading.beliefs else heard(self.said, self.talk, reading)
        return [self._taken(belief, reading, talk, turn) for belief in reading.beliefs if belief.value.strip()]

    def _taken(self, marked: ReadBelief, reading: Reading, talk: Talk, turn: Heard | None) -> Taken:
        place = around(self.said, marked.place)
        belief = owed(marked, self.said) if marked.polarity is None else poled(marked, place.clause)
        meant = self._meant(belief, reading, talk, place, turn)
        within = Circumstances(
            said=self.said,
            answered=self.answered,
            about=meant.about,
            is_resolved=meant.is_resolved,
            meant=meant.chance,
            is_after_someone=any(people(text) for text in talk.before[-LATELY:]),
            is_dated=due_of(place.sentence, now=self.now, tz=self.tz, language=self.language) is not None,
            language=self.language,
            others=tuple(one for one in reading.beliefs if one is not marked),
        )
        found = features(belief, reading, within)
        return Taken(
            replace(values.plain(values.tied(belief), place.clause), about=meant.about),
            found,
            place.sentence,
            place.clause,
            max(reading.traps.values(), default=0.0) if meant.about == USER else 0.0,
        )

    def _meant(self, belief: ReadBelief, reading: Reading, talk: Talk, place: Around, turn: Heard | None) -> "_Meant":
        """Return whom a belief is about."""
        if belief.about == PERSONA:
            return _Meant(PERSONA)
        if belief.about == USER and belief.kind is BeliefKind.TASK:
            return _Meant(USER)  # an errand may be about somebody: 「母は明日が誕生日、電話しなきゃ」
        other = pronoun = ""
        if belief.about == USER:
            if not frames(place.clause)["first"]:  # somebody else's thing is never the user's: 「母はセロリが嫌い」
                pronoun = subject_pronoun(place.clause)
                other = "" if pronoun else subject_of(place.clause, known=talk.known)
            # A Japanese sentence that names no person may go on about whoever was named last.
            is_dropped = self.language is Language.JA and not frames(place.sentence)["first"]
            is_another = is_dropped and belief.chances.get("about.other", 0.0) >= NEARLY_ANOTHER
            if not (other or pronoun) and not (is_another and belief.kind is not BeliefKind.PREFERENCE):
                return _Meant(USER)
        if self.pointing is not None and turn is not None:
            name, chance = self.pointing.likeliest(referents(belief, turn))
            return _Meant(introduced(name, self.said), is_resolved=name != plain_name(belief.about), chance=chance)
        if belief.about == USER:
            last = other or talk.meant(pronoun, said=self.said, at=belief.place[0])
        elif belief.about and not is_pronoun(belief.about) and _is_being(belief.about, reading, talk):
            return _Meant(introduced(plain_name(belief.about), self.said))
        else:
            last = talk.meant(belief.about, said=self.said, at=belief.place[0])
        return _Meant(introduced(last, self.said), is_resolved=True)


@dataclass(frozen=True, slots=True)
class _Meant:
    """Whom a belief is about; nobody: empty."""

    about: str
    is_resolved: bool = False
    """That was concluded from the talk, not read."""
    chance: float = 0.0
    """0..1: how likely it is they, where that was weighed."""


def owed(belief: ReadBelief, said: str) -> ReadBelief:
    """Return an errand with the whole of its "must": 「送らない」 of 「送らないといけない」 would say the opposite."""
    if belief.kind is not BeliefKind.TASK:
        return belief
    first, last = belief.place
    rest = next((must.end() for must in _MUST.finditer(said, first) if must.start() <= last <= must.end()), last)
    return replace(belief, value=said[first:rest], place=(first, rest)) if rest > last else belief


def poled(belief: ReadBelief, clause: str) -> ReadBelief:
    """Return a taste with the polarity that its mark and the words of its clause make likelier together."""
    words = frames(clause)
    score = logit(belief.chances.get("like", 0.5))
    if words["unliked"] != words["undisliked"]:  # a liking that is denied is none, whatever its mark
        score = min(score, -DENIED) if words["unliked"] else max(score, DENIED)
    elif words["dislike"] and not words["like"]:
        score -= AGAINST
    elif words["like"] and not words["dislike"]:
        score += AGAINST / 2  # `just`, `want` and their like are said of dislikes as well
    like = 1 / (1 + math.exp(-score))
    polarity = Polarity.LIKE if score >= 0 else Polarity.DISLIKE
    return replace(belief, polarity=polarity, chances={**belief.chances, "like": like})


def _is_being(word: str, reading: Reading, talk: Talk) -> bool:
    """Tell whether a subject that was marked is somebody: named so, a kin word, or known."""
    plain = plain_name(word)
    named = [one.text for one in reading.names if one.type in (*BEINGS, "org")]
    return bool(people(plain)) or any(one in plain or plain in one for one in (*named, *talk.known))
