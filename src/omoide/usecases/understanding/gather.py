"""Gathering: what whoever digests a turn may see: a bounded part of the past, whatever its length (SPEC S3; 004)."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Final

from omoide.asks.digest_turns import DigestTurns, PortionTurn
from omoide.domain.beliefs import showing
from omoide.domain.beliefs.grounding import names_in
from omoide.domain.beliefs.preference import subject_key
from omoide.domain.beliefs.state import UNKEPT, State, StateId
from omoide.domain.beliefs.write_plan import Shown, WritePlan
from omoide.domain.context.shown import shown_event
from omoide.domain.events.context_graph import is_earlier
from omoide.domain.events.event import Event
from omoide.domain.personas.persona import Persona
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.worth import Kept, Skipped, worth_of
from omoide.ports.beliefs.store import BeliefChanges, BeliefStore, PreferenceStore
from omoide.ports.recall.recall_log import RecallLog
from omoide.usecases.events.recent import RecentEvents
from omoide.usecases.understanding.held import HeldStates

MOST_NAMED: Final = 20
MOST_UNSHOWN: Final = 500
"""States that a plan is held against without their having been shown."""
MOST_PREFERENCES: Final = 60
LEAST_EARLIER: Final = 3
"""Events before a portion that a model is shown, however many the portion holds."""


@dataclass(frozen=True, slots=True)
class Gather:
    """Looks up what a turn is held against."""

    beliefs: BeliefStore
    preferences: PreferenceStore
    recent: RecentEvents
    told: RecallLog
    changes: BeliefChanges
    at_one_moment: Callable[[], AbstractContextManager[None]] = nullcontext
    """Inside it many questions to the stores cost hardly more than one."""

    def worths(self, persona: Persona, events: Sequence[Event]) -> list[Kept | Skipped]:
        """Return what of each turn is talk: what Omoide itself put into it is no evidence when it comes back.

        What came to mind was told to the persona alone.  A user whose words are like it has said them: they may well be what
        called it up, and its newer version.
        """
        told = {
            session_id: [*self.told.told_in(persona.id, session_id), *self.told.shown_in(persona.id, session_id)]
            for session_id in {event.session_id for event in events}
        }
        return [worth_of(event.user, event.assistant or "", told=told[event.session_id]) for event in events]

    def before(self, event: Event, *, recent: Sequence[Event]) -> SpokenTurn | None:
        """Return what was said last before a turn, in its session, of what was said lately."""
        earlier = [one for one in recent if one.id != event.id and is_earlier(one, event)]
        same = [one for one in earlier if one.session_id == event.session_id and one.client_id == event.client_id]
        return SpokenTurn(same[-1].user, same[-1].assistant or "") if same else None

    def held(self, persona: Persona) -> HeldStates:
        """Return what the persona holds open, for as long as a portion takes."""
        return HeldStates(self.beliefs, self.changes, persona.id)

    def shown(
        self,
        persona: Persona,
        event: Event,
        *,
        held: HeldStates,
        said: str,
        recent: Sequence[Event],
        portion: DigestTurns | None = None,
    ) -> Shown:
        """Return what the maker of one turn's plan may name; with `portion` also what was shown of it there, as it is now."""
        with self.at_one_moment():
            states = self._states(persona, said, held.at(event.created))
            preferences = self.preferences.recent(persona.id, limit=MOST_PREFERENCES)
            if portion is not None:
                states = {**self.beliefs.get(persona.id, [state.id for state in portion.states]), **states}
        events = {one.id: one for one in recent}
        if portion is not None:
            events |= {one.id: one for one in portion.events if is_earlier(one, event)}
        return Shown(
            event=shown_event(event),
            said=said,
            events=events,
            states={state_id: states[state_id] for state_id in sorted(states)},
            preferences=preferences,
        )

    def portion(self, persona: Persona, turns: Sequence[PortionTurn]) -> DigestTurns:
        """Return the question about a session's turns together; its context is looked up, and paid for, once.

        Of what was said before as much is shown as makes up the usual number of events, and always a little; of what is held what
        the turns may touch.
        """
        first, last = turns[0].event, turns[-1].event
        own = {turn.event.id for turn in turns}
        earlier = [one for one in self.recent(persona.id, first) if one.id not in own]
        earlier = earlier[-max(LEAST_EARLIER, self.recent.count - len(turns)) :]
        said = "\n".join(turn.said for turn in turns)
        states = self._states(persona, said, self.held(persona).at(last.created))
        shown = showing.worth_showing(states.values(), said)
        preferences = self.preferences.recent(persona.id, limit=MOST_PREFERENCES)
        return DigestTurns(
            turns=tuple(turns),
            earlier=tuple(earlier),
            states=tuple(states[state_id] for state_id in sorted(shown)),
            preferences=tuple(showing.preferences_worth_showing(preferences, said)),
            tz=persona.tz,
        )

    def complete(self, persona: Persona, shown: Shown, plan: WritePlan) -> Shown:
        """Return what was shown with every preference that the plan speaks of, and the owner's word about the same, however old."""
        keys = [subject_key(update.subject) for update in plan.preferences]
        known = {one.id: one for one in (*shown.preferences, *self.preferences.matching(persona.id, keys))}
        claims = [State(UNKEPT, update.kind, update.body, update.payload) for update in plan.states]
        unshown = self.beliefs.alike(persona.id, claims, limit=MOST_UNSHOWN)
        return replace(shown, preferences=tuple(known.values()), unshown=tuple(unshown))

    def _states(self, persona: Persona, said: str, held: Sequence[State]) -> Mapping[StateId, State]:
        named = self.beliefs.naming(persona.id, names_in(said), limit=MOST_NAMED)
        return {state.id: state for state in (*held, *named)}
