"""The part of a mind that grows: what it believes, likes, feels, and is talking about."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from omoide.bootstrap import Wiring
from omoide.domain.beliefs.preference import Preference, PreferenceId, PreferenceRevision, Status
from omoide.domain.beliefs.state import State, StateId, StateKind, StateRevision
from omoide.domain.beliefs.tidy import Tidied
from omoide.domain.events.context_graph import Thread
from omoide.domain.events.event import Event, EventId
from omoide.domain.feelings import mood as moods
from omoide.domain.feelings import persona_emotion
from omoide.domain.feelings.affect import Affect
from omoide.domain.feelings.mood import Mood
from omoide.domain.feelings.persona_emotion import EmotionEntry
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.digestion import Backlog, Digestion
from omoide.errors import EventNotFound, InvalidInput, PreferenceNotFound
from omoide.usecases.events.recent import Message
from omoide.usecases.understanding.digest import DigestReport

if TYPE_CHECKING:
    from omoide.bootstrap.growing import GrowingWiring
    from omoide.entrypoints.library.mind import When


class GrowingMind(ABC):
    """What a mind makes of what happened."""

    _wiring: Wiring
    _persona: Persona

    def digest(
        self,
        *,
        limit: int | None = None,
        retry: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> DigestReport:
        """Make memories, beliefs and feelings of the events that wait, oldest first, now instead of by itself.

        `progress` hears how many of how many are done.  Killed anywhere, the next call goes on.  With `retry`, events whose
        plan was refused are thought about again.
        """
        with self._wiring.work.alone():
            return self._growing.digest(self._persona)(self._persona, limit=limit, retry=retry, progress=progress)

    def digestion(self, event_id: int) -> Digestion | None:
        """Return what became of an event, and why a plan was refused; `None` while it waits."""
        return self._growing.digests.record(self._persona.id, EventId(event_id))

    def digest_status(self) -> Backlog:
        """Return how many events wait, and what became of the others."""
        return self._growing.digests.backlog(self._persona.id)

    def beliefs(
        self,
        *,
        as_of: "When | None" = None,
        known_at: "When | None" = None,
        valid_at: "When | None" = None,
        kind: StateKind | str | None = None,
        about: str | None = None,
        ended: bool = False,
    ) -> list[State]:
        """Return what is believed.

        `known_at`: as it was believed then.  `valid_at`: what was true then, as far as is known now.  `as_of`: what was
        believed then to be true then.  `about`: `user`, `persona` or a name.  With `ended`, also what has passed.
        """
        if as_of is not None and (known_at is not None or valid_at is not None):
            raise InvalidInput("as_of means known_at and valid_at at once; give one or the others")
        known, valid = (self._when(as_of if as_of is not None else given) for given in (known_at, valid_at))
        found = self._growing.beliefs(self._persona, known_at=known, valid_at=valid, ended=ended)
        wanted = None if kind is None else _kind(kind)
        return [
            state
            for state in found
            if (wanted is None or state.kind is wanted) and (about is None or state.about == about)
        ]

    def belief(self, belief_id: int) -> State:
        """Return one belief; raise `BeliefNotFound` when there is none with this id."""
        return self._growing.beliefs.one(self._persona, StateId(belief_id))

    def belief_history(self, belief_id: int) -> list[StateRevision]:
        """Return every step of a belief: before, after, reason and evidence, oldest first."""
        return self._growing.beliefs.history(self._persona, StateId(belief_id))

    def correct(self, belief_id: int, body: str, *, reason: str = "") -> State:
        """Say what is right.  It is kept as an event of its own, and inference does not bring the old back."""
        word = self._growing.owners_word(self._persona)
        return word.correct(self._persona, StateId(belief_id), body, reason=reason)

    def close_belief(self, belief_id: int, *, at: "When | None" = None, wrong: bool = False, reason: str = "") -> State:
        """Say that something is over, or, with `wrong`, that it never was so."""
        word = self._growing.owners_word(self._persona)
        when = self._when(at)
        return word.close(self._persona, StateId(belief_id), at=when, wrong=wrong, reason=reason)

    def preferences(self, *, status: Status | str | None = Status.CONFIRMED) -> list[Preference]:
        """Return likes and dislikes: by default the confirmed ones, which alone may be asserted; `None` for all."""
        found = self._growing.preferences.all(self._persona.id)
        wanted = None if status is None else _status(status)
        return [one for one in found if wanted is None or one.status is wanted]

    def preference_history(self, preference_id: int) -> list[PreferenceRevision]:
        """Return every step of a preference, oldest first."""
        found = self._growing.preferences.history(self._persona.id, PreferenceId(preference_id))
        if not found:
            raise PreferenceNotFound(preference_id)
        return found

    def settle_preference(self, preference_id: int, status: Status | str, *, reason: str = "") -> Preference:
        """Confirm or revoke a like or dislike by the owner's word."""
        word = self._growing.owners_word(self._persona)
        return word.settle(self._persona, PreferenceId(preference_id), _status(status), reason=reason)

    def thread(self, event_id: int) -> Thread:
        """Return what an event was about: the way back to where the talk began, and the flows it belongs to."""
        found = self._wiring.events.get(self._persona.id, [EventId(event_id)])
        if EventId(event_id) not in found:
            raise EventNotFound(event_id)
        return self._growing.follow(self._persona.id, found[EventId(event_id)])

    def mood(self, *, at: "When | None" = None) -> Mood:
        """Return the mood at an instant, by default now: a slow baseline, and the shock that still fades."""
        when = self._when(at)
        instant = self._wiring.clock.now() if when is None else when
        point = self._growing.feelings.mood_point(self._persona.id, until=instant)
        found = moods.at(point, instant, rules=self._growing.mood_rules(self._persona))
        text = self._mood_text(instant) or moods.told(found, language=self._persona.language)
        return replace(found, text=text)

    def affect(self, event_id: int) -> Affect | None:
        """Return what was felt in an event; `None` while it waits."""
        return self._growing.feelings.affects(self._persona.id, [EventId(event_id)]).get(EventId(event_id))

    def emotion_log(self, day: date | str | None = None) -> list[EmotionEntry]:
        """Return the emotions the persona showed on a local day, by default today, oldest first."""
        tz = self._persona.tz
        if day is None:
            day = moment.day(self._wiring.clock.now(), tz=tz)
        elif isinstance(day, str):
            day = moment.day(moment.parse(day, tz=tz), tz=tz)
        since, until = moment.start_of(day, tz=tz), moment.start_of(day + timedelta(days=1), tz=tz)
        return self._growing.feelings.emotions(self._persona.id, since=since, until=until)

    def shown(self, answer: str) -> str:
        """Return an answer as the user may see it: without the persona's emotion tags."""
        return persona_emotion.read(answer).shown

    def history(self, *, session_id: str | None = None, before: int | None = None) -> list[Message]:
        """Return the last chat turns as role/content messages, without the present turn and unfinished ones."""
        present = None if before is None else self._event(before)
        now = self._wiring.clock.now()
        return self._growing.history(self._persona)(self._persona.id, session_id=session_id, before=present, now=now)

    def recent_events(self, event_id: int) -> Sequence[Event]:
        """Return an event and the last ones before it, the same client's first, whole; oldest first."""
        return self._growing.recent(self._persona)(self._persona.id, self._event(event_id))

    def tidy(self) -> Tidied | None:
        """Close exact duplicates now; `None` when nothing was said since the last time."""
        return self._growing.tidy(self._persona)(self._persona, force=True)

    def tidyings(self) -> list[Tidied]:
        """Return what each tidying saw and did, oldest first."""
        return self._growing.tidyings.all(self._persona.id)

    @abstractmethod
    def moment(self, when: "When") -> Moment:
        """Return the moment that is meant, in the persona's local time where no zone is given."""

    def _mood_text(self, instant: Moment) -> str:
        for state in self._growing.belief_store.open(self._persona.id, StateKind.LONG_MOOD, at=instant, limit=1):
            if (state.last_confirmed or instant) <= instant:
                return state.body
            steps = self._growing.belief_store.history(self._persona.id, state.id)
            return next((step.change.after.body for step in reversed(steps) if step.at <= instant), "")
        return ""

    @property
    def _growing(self) -> "GrowingWiring":
        return self._wiring.growing

    def _when(self, when: "When | None") -> Moment | None:
        return None if when is None else self.moment(when)

    def _event(self, event_id: int) -> Event:
        found = self._wiring.events.get(self._persona.id, [EventId(event_id)])
        if EventId(event_id) not in found:
            raise EventNotFound(event_id)
        return found[EventId(event_id)]


def _kind(named: StateKind | str) -> StateKind:
    try:
        return StateKind(named)
    except ValueError as exc:
        known = ", ".join(kind.value for kind in StateKind)
        raise InvalidInput(f"{named!r} is no kind of belief; there are {known}") from exc


def _status(named: Status | str) -> Status:
    try:
        return Status(named)
    except ValueError as exc:
        known = ", ".join(status.value for status in Status)
        raise InvalidInput(f"{named!r} is no status of a preference; there are {known}") from exc
