"""Which of what is held a model is shown beside a talk: what the talk may touch, and no more (SPEC S3, L3; 004).

Every line that is shown is paid for with every question.  Shown are beliefs that share a name or a word with what was said, those of
which one is true at a time, whatever the words (who moves does not name the old town), and the last confirmed of each kind.  What is
left out is still held against the plan: nothing is made twice because it was not seen.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from omoide.domain.beliefs.grounding import marks, names_in
from omoide.domain.beliefs.preference import Preference
from omoide.domain.beliefs.state import ONE_AT_A_TIME, PERSONA, USER, State, StateId, StateKind

_ALWAYS: Final = frozenset({StateKind.LONG_MOOD})


@dataclass(frozen=True, slots=True)
class ShowingRules:
    """How many are shown of each sort."""

    related: int = 20
    """That share a name or a word with what was said; the more of their own words, the sooner."""
    recent: Mapping[StateKind, int] = field(
        default_factory=lambda: {StateKind.TASK: 8, StateKind.FACT: 8, StateKind.RELATION: 4, StateKind.SUMMARY: 1}
    )
    """Last confirmed, of what is asserted."""
    preferences: int = 12


SHOWING: Final = ShowingRules()


def worth_showing(states: Iterable[State], said: str, *, rules: ShowingRules = SHOWING) -> frozenset[StateId]:
    """Return the states that are shown beside what was said."""
    held = sorted(states, key=_newest)
    words, names = marks(said), frozenset(names_in(said)) - {USER, PERSONA}
    shares = {state.id: _share(state, words, names) for state in held}
    related = sorted((one for one in held if shares[one.id]), key=lambda one: -shares[one.id])[: rules.related]
    asserted = [one for one in held if not one.candidate]
    recent = [
        one for kind, most in rules.recent.items() for one in [each for each in asserted if each.kind is kind][:most]
    ]
    lasting = [one for one in asserted if one.kind in _ALWAYS or (one.about == USER and one.attribute in ONE_AT_A_TIME)]
    return frozenset(one.id for one in (*related, *recent, *lasting))


def preferences_worth_showing(
    preferences: Sequence[Preference], said: str, *, rules: ShowingRules = SHOWING
) -> list[Preference]:
    """Return the likes and dislikes that are shown: those spoken of, then the others in their order."""
    words = marks(said)
    spoken_of = [one for one in preferences if marks(one.subject) & words or one.subject in said]
    others = [one for one in preferences if one not in spoken_of]
    chosen = [*spoken_of, *others][: rules.preferences]
    return [one for one in preferences if one in chosen]


def _share(state: State, words: frozenset[str], names: frozenset[str]) -> float:
    """Return how much of a state was spoken of, 0 to 2: the share of its own words, and one more for whom it is about."""
    own = marks(state.value or state.body)
    return len(own & words) / max(1, len(own)) + (state.about in names)


def _newest(state: State) -> tuple[int, int]:
    return -(state.last_confirmed or 0), -state.id
