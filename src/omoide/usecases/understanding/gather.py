"""Gathering: what whoever digests a turn may see: a bounded part of the past, whatever its length (SPEC S3; 004)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from omoide.asks.digest_turns import DigestTurns, PortionTurn
from omoide.domain.beliefs.grounding import names_in
from omoide.domain.beliefs.preference import subject_key
from omoide.domain.beliefs.state import UNKEPT, State, StateId, StateKind
from omoide.domain.beliefs.write_plan import Shown, WritePlan
from omoide.domain.context.shown import shown_event
from omoide.domain.events.context_graph import is_earlier
from omoide.domain.events.event import Event
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.worth import Kept, Skipped, worth_of
from omoide.ports.beliefs.store import BeliefStore, PreferenceStore
from omoide.ports.recall.recall_log import RecallLog
from omoide.usecases.events.recent import RecentEvents

MOST_SHOWN: Final = {
    StateKind.TASK: 40,
    StateKind.FACT: 60,
    StateKind.RELATION: 20,
    StateKind.SUMMARY: 10,
    StateKind.LONG_MOOD: 1,
}
MOST_SUPPOSED: Final = {StateKind.TASK: 10, StateKind.FACT: 20, StateKind.RELATION: 10}
"""Candidates that are shown: enough to be said again or cleared up, and never in the place of what is known."""
MOST_NAMED: Final = 20
MOST_UNSHOWN: Final = 500
"""States that a plan is held against without their having been shown."""
MOST_PREFERENCES: Final = 60


@dataclass(frozen=True, slots=True)
class Gather:
    """Looks up what a turn is held against."""

    beliefs: BeliefStore
    preferences: PreferenceStore
    recent: RecentEvents
    told: RecallLog

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

    def before(self, persona: Persona, event: Event) -> SpokenTurn | None:
        """Return what was said last before a turn, in its session."""
        earlier = [one for one in self.recent(persona.id, event) if one.id != event.id and is_earlier(one, event)]
        same = [one for one in earlier if one.session_id == event.session_id and one.client_id == event.client_id]
        return SpokenTurn(same[-1].user, same[-1].assistant or "") if same else None

    def shown(self, persona: Persona, event: Event, *, said: str, portion: DigestTurns | None = None) -> Shown:
        """Return what the maker of one turn's plan may name; with `portion` also what was shown of it there, as it is now."""
        states = self._states(persona, said, at=event.created)
        events = {one.id: one for one in self.recent(persona.id, event)}
        if portion is not None:
            states = {**self.beliefs.get(persona.id, [state.id for state in portion.states]), **states}
            events |= {one.id: one for one in portion.events if is_earlier(one, event)}
        return Shown(
            event=shown_event(event),
            said=said,
            events=events,
            states={state_id: states[state_id] for state_id in sorted(states)},
            preferences=self.preferences.recent(persona.id, limit=MOST_PREFERENCES),
        )

    def portion(self, persona: Persona, turns: Sequence[PortionTurn]) -> DigestTurns:
        """Return the question about a session's turns together; its context is looked up, and paid for, once."""
        first, last = turns[0].event, turns[-1].event
        own = {turn.event.id for turn in turns}
        earlier = [one for one in self.recent(persona.id, first) if one.id not in own]
        states = self._states(persona, "\n".join(turn.said for turn in turns), at=last.created)
        preferences = self.preferences.recent(persona.id, limit=MOST_PREFERENCES)
        ordered = tuple(states[state_id] for state_id in sorted(states))
        return DigestTurns(tuple(turns), tuple(earlier), ordered, tuple(preferences), persona.tz)

    def complete(self, persona: Persona, shown: Shown, plan: WritePlan) -> Shown:
        """Return what was shown with every preference that the plan speaks of, and the owner's word about the same, however old."""
        keys = [subject_key(update.subject) for update in plan.preferences]
        known = {one.id: one for one in (*shown.preferences, *self.preferences.matching(persona.id, keys))}
        claims = [State(UNKEPT, update.kind, update.body, update.payload) for update in plan.states]
        unshown = self.beliefs.alike(persona.id, claims, limit=MOST_UNSHOWN)
        return replace(shown, preferences=tuple(known.values()), unshown=tuple(unshown))

    def _states(self, persona: Persona, said: str, *, at: Moment) -> Mapping[StateId, State]:
        open_now = self.beliefs.open(persona.id, MOST_SHOWN, at=at)
        supposed = self.beliefs.open(persona.id, MOST_SUPPOSED, at=at, candidates=True)
        named = self.beliefs.naming(persona.id, names_in(said), limit=MOST_NAMED)
        return {state.id: state for state in (*open_now, *supposed, *named)}
