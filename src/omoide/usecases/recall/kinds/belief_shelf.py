"""Beliefs, likes and dislikes: what is asserted now, and never what is only supposed."""

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.beliefs.preference import Preference, Status
from omoide.domain.beliefs.state import State, StateId, StateKind, Target
from omoide.domain.context.wording import liking
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.kinds.recallable import Recallable
from omoide.domain.recall.passage import PREFERENCE_ITEMS, PassageKind, number_of, version_item
from omoide.domain.time.moment import EARLIEST, Moment
from omoide.ports.beliefs.store import BeliefStore, PreferenceStore
from omoide.ports.recall.shelf import BeliefEvidence, ShelfMarks, ShelvedText


@dataclass(frozen=True, slots=True)
class BeliefShelf:
    """What is believed."""

    beliefs: BeliefStore
    preferences: PreferenceStore
    evidence: BeliefEvidence
    marks: ShelfMarks

    @property
    def kinds(self) -> frozenset[RecollectionKind]:
        """Return what sorts of things it holds."""
        return frozenset({RecollectionKind.BELIEF, RecollectionKind.PREFERENCE})

    @property
    def passages(self) -> PassageKind:
        """Return the passages by which they are found."""
        return PassageKind.BELIEF

    def mark(self, persona: Persona) -> str:
        """Return something that is another when a belief or a preference has changed, or is told in another language."""
        return f"{self.marks.mark(persona.id, self.passages)}:{persona.language}"

    def all(self, persona: Persona) -> list[ShelvedText]:
        """Return every belief that has not ended for good, and every confirmed preference."""
        states = [each for each in self.beliefs.known(persona.id, at=None) if _may_be_told(each)]
        liked = [each for each in self.preferences.all(persona.id) if each.status is Status.CONFIRMED]
        return [
            *(ShelvedText(_item(each), _at(each) or EARLIEST, each.body) for each in states if each.valid_to is None),
            *(ShelvedText(_liked_item(each), each.last_confirmed or EARLIEST, _told(each, persona)) for each in liked),
        ]

    def get(self, persona: Persona, item_ids: Sequence[int], *, now: Moment) -> dict[int, Recallable]:
        """Return those that hold now."""
        state_ids = [StateId(number_of(each)) for each in item_ids if each < PREFERENCE_ITEMS]
        states = self.beliefs.get(persona.id, state_ids) if state_ids else {}
        told = [each for each in states.values() if _may_be_told(each) and each.is_valid_at(now)]
        told = [each for each in told if _item(each) in item_ids]
        behind = self.evidence.evidence(persona.id, Target.STATE, [each.id for each in told]) if told else {}
        found = {_item(each): _believed(each, behind.get(each.id, ())) for each in told}
        if any(each >= PREFERENCE_ITEMS for each in item_ids):
            found |= self._liked(persona, item_ids)
        return found

    def belief_text(self, persona: Persona, number: int) -> str | None:
        """Return how a belief reads; `None` for one that may not be told."""
        state = self.beliefs.get(persona.id, [StateId(number)]).get(StateId(number))
        return state.body if state is not None and _may_be_told(state) else None

    def preference_text(self, persona: Persona, number: int) -> str | None:
        """Return how a like or dislike reads; `None` for one that may not be told."""
        known = [each for each in self.preferences.all(persona.id) if each.status is Status.CONFIRMED]
        return next((_told(each, persona) for each in known if int(each.id) == number), None)

    def _liked(self, persona: Persona, item_ids: Sequence[int]) -> dict[int, Recallable]:
        known = [each for each in self.preferences.all(persona.id) if each.status is Status.CONFIRMED]
        told = [each for each in known if _liked_item(each) in item_ids]
        behind = self.evidence.evidence(persona.id, Target.PREFERENCE, [each.id for each in told]) if told else {}
        return {
            _liked_item(each): Recallable(
                RecollectionKind.PREFERENCE,
                int(each.id),
                f"preference {each.id}",
                _told(each, persona),
                each.last_confirmed,
                each,
                evidence=behind.get(each.id, ()),
            )
            for each in told
        }


def _item(state: State) -> int:
    return version_item(int(state.id), state.version)


def _liked_item(preference: Preference) -> int:
    return PREFERENCE_ITEMS + version_item(int(preference.id), preference.version)


def _believed(state: State, evidence: tuple[EventId, ...]) -> Recallable:
    label = f"belief {state.id}"
    return Recallable(RecollectionKind.BELIEF, int(state.id), label, state.body, _at(state), state, evidence=evidence)


def _may_be_told(state: State) -> bool:
    return not state.candidate and state.kind is not StateKind.LONG_MOOD


def _at(state: State) -> Moment | None:
    return state.last_confirmed if state.last_confirmed is not None else state.valid_from


def _told(preference: Preference, persona: Persona) -> str:
    return liking(
        preference.domain.value,
        preference.polarity.value,
        preference.subject,
        note=preference.note,
        language=persona.language,
    )
