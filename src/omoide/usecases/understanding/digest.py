"""Digest: what a turn changes in what the persona believes, feels and is talking about (SPEC S1–S4, G1, A1–A3, E5; 004).

Off the reply's path, oldest event first.  Each event is gathered for, asked about, held against the rules and kept in one
transaction; killed anywhere, the next run goes on with the first event that is not digested.  No step reads the whole past.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from omoide.asks.write_plan import AskWritePlan
from omoide.domain.beliefs import plan_changes as writing
from omoide.domain.beliefs.grounding import names_in
from omoide.domain.beliefs.preference import subject_key
from omoide.domain.beliefs.state import State, StateKind
from omoide.domain.beliefs.write_plan import Changes, RefusedPlan, Shown, WritePlan
from omoide.domain.events.event import CHAT, Event, EventId
from omoide.domain.feelings import mood, persona_emotion
from omoide.domain.feelings.mood import MoodRules
from omoide.domain.feelings.persona_emotion import EmotionEntry
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.understanding.digestion import Digested, Digestion, Outcome, plan_key
from omoide.domain.understanding.worth import Kept, Skipped, worth_of
from omoide.errors import BeliefMoved, Refused, Unavailable
from omoide.ports.beliefs.store import BeliefStore, DigestStore, FeelingStore, PreferenceStore
from omoide.ports.events.store import EventStore
from omoide.ports.memories.store import RecallLog
from omoide.ports.models.thinker import Thinker
from omoide.ports.time.clock import Clock
from omoide.usecases.beliefs.tidy import Tidy
from omoide.usecases.events.recent import RecentEvents

Progress = Callable[[int, int], None]
"""Is told, after each event, how many of how many are done."""

OPEN_TURN_SECONDS: Final = DAY_SECONDS
"""How long an unfinished turn is waited for before it is digested as it stands."""
TRIES: Final = 3
"""How often an event is gathered for anew when its beliefs were changed meanwhile."""
MOST_SHOWN: Final = {StateKind.TASK: 40, StateKind.FACT: 60, StateKind.RELATION: 20, StateKind.SUMMARY: 10}
MOST_NAMED: Final = 20
MOST_PREFERENCES: Final = 60


@dataclass(frozen=True, slots=True)
class DigestReport:
    """What one run did."""

    applied: int = 0
    refused: int = 0
    skipped: int = 0
    waiting: int = 0
    """Events that still wait: no model could be had, or a limit was set."""
    stopped_by: str = ""
    """Why the run ended before its end; empty when it did not."""
    reasons: dict[EventId, tuple[str, ...]] = field(default_factory=dict)
    """Why plans were refused."""


@dataclass(frozen=True, slots=True)
class Digest:
    """Works off the events that are not digested yet."""

    events: EventStore
    beliefs: BeliefStore
    preferences: PreferenceStore
    feelings: FeelingStore
    digests: DigestStore
    recent: RecentEvents
    told: RecallLog
    tidy: Tidy
    thinker: Thinker
    clock: Clock
    mood_rules: MoodRules

    def __call__(
        self, persona: Persona, *, limit: int | None = None, retry: bool = False, progress: Progress | None = None
    ) -> DigestReport:
        """Digest what waits, oldest first; with `retry` also the events whose plan was refused."""
        open_before = Moment(self.clock.now() - OPEN_TURN_SECONDS)
        waiting = self.digests.waiting(persona.id, open_before=open_before, retry=retry)
        todo = waiting if limit is None else waiting[:limit]
        report = DigestReport(waiting=len(waiting))
        try:
            for done, event_id in enumerate(todo, start=1):
                report = _counted(report, self.one(persona, event_id))
                if progress is not None:
                    progress(done, len(todo))
        except Unavailable as exc:
            report = replace(report, stopped_by=str(exc))
        self.digests.settle(persona.id)
        self.tidy(persona)
        return report

    def one(self, persona: Persona, event_id: EventId) -> Digestion:
        """Digest one event; return what became of it."""
        event = self.events.get(persona.id, [event_id])[event_id]
        for _ in range(TRIES - 1):
            try:
                return self._kept(persona, event)
            except BeliefMoved:
                continue
        return self._kept(persona, event)

    def _kept(self, persona: Persona, event: Event) -> Digestion:
        digested = self._digested(persona, event)
        if self.digests.keep(persona.id, digested):
            return digested.record
        return self.digests.record(persona.id, event.id) or digested.record

    def _digested(self, persona: Persona, event: Event) -> Digested:
        worth = self._worth(persona, event)
        if isinstance(worth, Skipped):
            return self._ended(persona, event, Outcome.SKIPPED, reasons=(worth.reason.value,))
        shown = self._shown(persona, event, said=worth.user)
        try:
            answered = self.thinker.answer(AskWritePlan(shown, persona.tz))
        except Refused as exc:
            return self._ended(persona, event, Outcome.REFUSED, reasons=tuple(str(exc).split("; ")))
        decided = writing.changes(answered.value, self._complete(persona, shown, answered.value))
        if isinstance(decided, RefusedPlan):
            return self._ended(persona, event, Outcome.REFUSED, reasons=decided.reasons, by=answered.by)
        return self._felt(persona, event, answered.value, decided, by=answered.by)

    def _worth(self, persona: Persona, event: Event) -> Kept | Skipped:
        """Return what of the turn is talk: what Omoide itself put into it is no evidence when it comes back."""
        injected = self.told.told_in(persona.id, event.session_id) if event.session_id else []
        return worth_of(event.user, event.assistant or "", injected=injected)

    def _shown(self, persona: Persona, event: Event, *, said: str) -> Shown:
        """Gather what the maker of the plan may see: a bounded part of the past, whatever its length."""
        found: dict[int, State] = {}
        for kind, most in MOST_SHOWN.items():
            found |= {state.id: state for state in self.beliefs.open(persona.id, kind, at=event.created, limit=most)}
        moods = self.beliefs.open(persona.id, StateKind.LONG_MOOD, at=event.created, limit=1)
        named = self.beliefs.naming(persona.id, names_in(said), limit=MOST_NAMED)
        found |= {state.id: state for state in (*moods, *named)}
        return Shown(
            event=event,
            said=said,
            events={one.id: one for one in self.recent(persona.id, event)},
            states={found[state_id].id: found[state_id] for state_id in sorted(found)},
            preferences=self.preferences.recent(persona.id, limit=MOST_PREFERENCES),
        )

    def _complete(self, persona: Persona, shown: Shown, plan: WritePlan) -> Shown:
        """Return what was shown with every preference that the plan speaks of, however old."""
        keys = [subject_key(update.subject) for update in plan.preferences]
        known = {one.id: one for one in (*shown.preferences, *self.preferences.matching(persona.id, keys))}
        return replace(shown, preferences=tuple(known.values()))

    def _felt(self, persona: Persona, event: Event, plan: WritePlan, changes: Changes, *, by: str) -> Digested:
        point = None
        if changes.affect is not None:
            before = self.feelings.mood_point(persona.id, until=event.created)
            point = mood.after(before, changes.affect, moment=event.created, rules=self.mood_rules)
        record = Digestion(event.id, Outcome.APPLIED, self.clock.now(), by, plan_key(event.id, plan))
        emotions = self._emotions(persona, event)
        return Digested(record, event.created, event.source == CHAT, changes, point, emotions)

    def _emotions(self, persona: Persona, event: Event) -> tuple[EmotionEntry, ...]:
        spoken = persona_emotion.read(event.assistant or "")
        if not spoken.emotions:
            return ()
        last = self.feelings.last_emotion(persona.id, until=event.created)
        before = None if last is None else last.emotion.category
        return persona_emotion.entries(spoken.emotions, moment=event.created, before=before)

    def _ended(
        self, persona: Persona, event: Event, outcome: Outcome, *, reasons: tuple[str, ...], by: str = ""
    ) -> Digested:
        """Return what is kept of an event without a plan: why, and the emotions the persona showed all the same."""
        record = Digestion(event.id, outcome, self.clock.now(), by, reasons=reasons)
        return Digested(record, event.created, event.source == CHAT, emotions=self._emotions(persona, event))


def _counted(report: DigestReport, record: Digestion) -> DigestReport:
    report = replace(report, waiting=report.waiting - 1)
    match record.outcome:
        case Outcome.APPLIED:
            return replace(report, applied=report.applied + 1)
        case Outcome.SKIPPED:
            return replace(report, skipped=report.skipped + 1)
        case Outcome.REFUSED:
            reasons = {**report.reasons, record.event_id: record.reasons}
            return replace(report, refused=report.refused + 1, reasons=reasons)
