"""Digest: a turn becomes a memory, and changes what the persona believes, feels and is talking about.

(SPEC S1–S4, M1–M3, M10, G1, A1–A3, E5, E7; 004, LTM 記憶生成)

Off the reply's path, oldest event first, in portions of one session.  Each event is held against the rules and kept in one
transaction: its memory or the reason why there is none, its plan's changes, the record.  Killed anywhere, the next run
goes on with the first event that still waits, and no answer is paid twice.  No step reads the whole past.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Final

from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.digest_turns import DigestTurns, PortionTurn
from omoide.asks.together import PORTIONS, PortionRules, shown_length
from omoide.asks.write_plan import AskWritePlan
from omoide.domain.beliefs import plan_changes
from omoide.domain.beliefs.write_plan import Changes, RefusedPlan, WritePlan
from omoide.domain.events.event import CHAT, Event, EventId
from omoide.domain.feelings import mood, persona_emotion
from omoide.domain.feelings.gravity import gravity, gravity_of
from omoide.domain.feelings.mood import MoodRules
from omoide.domain.feelings.persona_emotion import EmotionEntry
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.understanding.appraisal import Appraisal, SpokenTurn
from omoide.domain.understanding.digestion import Digested, Digestion, Outcome, plan_key
from omoide.domain.understanding.worth import Kept, Skipped
from omoide.errors import BeliefMoved, Refused, Unavailable
from omoide.ports.events.store import EventStore
from omoide.ports.feelings.store import FeelingStore
from omoide.ports.memories.store import MemoryStore, NewMemory, NoMemory
from omoide.ports.models.thinker import Answered, PortionThinker, Thinker, answers
from omoide.ports.time.clock import Clock
from omoide.ports.understanding.store import DigestStore, TurnStanding
from omoide.usecases.beliefs.tidy import Tidy
from omoide.usecases.episodes.resonate import Resonate
from omoide.usecases.memories.manual_edits import Protect
from omoide.usecases.understanding.digest_report import DigestedTurn, DigestReport, added, counted
from omoide.usecases.understanding.gather import Gather
from omoide.usecases.understanding.held import HeldStates
from omoide.usecases.understanding.remember import Felt, Remember

Progress = Callable[[int, int], None]
"""Is told, after each event, how many of how many are done."""
Appraised = Answered[Appraisal] | Refused | Unavailable

OPEN_TURN_SECONDS: Final = DAY_SECONDS
"""How long an unfinished turn is waited for before it is digested as it stands."""
TRIES: Final = 3
"""How often an event is gathered for anew when its beliefs were changed meanwhile."""
WINDOW: Final = 40
"""How many of the oldest events are looked at for a portion of one session."""
REFUSED: Final = "refused"
"""Why a turn makes no memory when whoever appraises turns will never answer about this one."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """One event of a portion, and what has been made of it so far."""

    event: Event
    worth: Kept | Skipped
    standing: TurnStanding
    before: SpokenTurn | None = None
    """The turn before it in its talk."""
    recent: tuple[Event, ...] = ()
    """The event and what was said lately before it, as it is shown."""

    @property
    def said(self) -> str:
        return self.worth.user if isinstance(self.worth, Kept) else ""

    @property
    def wants_memory(self) -> bool:
        return isinstance(self.worth, Kept) and not self.standing.is_remembered

    @property
    def wants_plan(self) -> bool:
        known = self.standing.record
        return isinstance(self.worth, Kept) and (known is None or known.outcome is Outcome.REFUSED)

    @property
    def talk(self) -> SpokenTurn:
        own = spoken(self.worth)
        return own if self.before is None else replace(own, before=self.before.assistant, said_before=self.before.user)

    @property
    def question(self) -> AppraiseTurn:
        return AppraiseTurn(self.talk)


@dataclass(frozen=True, slots=True)
class _Ready:
    """A portion whose turns have been read."""

    turns: Sequence[_Turn]
    asked: DigestTurns | None
    """What a model was asked about them together."""
    felt: Mapping[EventId, Appraised]
    memories: Mapping[EventId, NewMemory]


@dataclass(frozen=True, slots=True)
class Digest:
    """Works off the events that wait."""

    events: EventStore
    feelings: FeelingStore
    digests: DigestStore
    memories: MemoryStore
    gather: Gather
    remember: Remember
    protect: Protect
    tidy: Tidy
    resonate: Resonate
    thinker: Thinker
    clock: Clock
    mood_rules: MoodRules
    portions: PortionRules = PORTIONS
    """How much a model is asked about at once."""
    read_together: int = 16
    """Turns that are read at once where no model is asked: more are quicker, fewer let others go first sooner."""
    read_ahead: int = 64
    """The same where somebody waits for all of them: several portions are read at once, and digested one after the other."""
    gather_seconds: int = 0
    """How long a session must be quiet before a model is asked about a portion that is not full, when nobody asked for it."""

    def __call__(
        self, persona: Persona, *, limit: int | None = None, retry: bool = False, progress: Progress | None = None
    ) -> DigestReport:
        """Digest what waits, oldest first; with `retry` also the events whose plan was refused."""
        if retry:
            self.digests.reopen(persona.id)
        self.protect.settle(persona)
        waiting = self.digests.count(persona.id, open_before=self._open_before())
        total = waiting if limit is None else min(limit, waiting)
        report = DigestReport()
        while report.done < total and not report.stopped_by:
            done = report.done
            told = (lambda turns, done=done: progress(done + turns, total)) if progress else None
            step = self.portion(persona, most=total - done, progress=told)
            report = added(report, step)
            if not step.done:
                break
        return replace(report, waiting=max(0, waiting - report.done))

    def portion(
        self,
        persona: Persona,
        *,
        most: int | None = None,
        patient: bool = False,
        progress: Callable[[int], None] | None = None,
    ) -> DigestReport:
        """Digest the oldest turns that wait, of one session; `progress` is told, after each, how many are done.

        Where `most` are wanted and no model is asked, those of the next sessions are read with them, and digested after them.
        What it costs depends on the portion alone, however much waits.  A run that nothing waits for writes nothing.
        `patient`: where a model is asked about a portion together, a session that goes on is left until its portion is full.
        """
        self.protect.settle(persona)
        portions = self._next(persona, most=self._most if most is None else most, patient=patient)
        report, held = DigestReport(), self.gather.held(persona)
        try:
            ready = self._ready(persona, portions) if portions else []
        except Unavailable as exc:
            return _stopped(report, exc)
        for number, some in enumerate(ready):
            if number:
                self.protect.settle(persona)
            report = self._worked_off(persona, some, report, held=held, progress=progress)
            if report.stopped_by:
                break
        return report

    def _worked_off(
        self,
        persona: Persona,
        ready: _Ready,
        report: DigestReport,
        *,
        held: HeldStates,
        progress: Callable[[int], None] | None,
    ) -> DigestReport:
        """Digest the turns of one portion; return the report with them."""
        before = report.done
        try:
            for turn in self._digested(persona, ready, held=held):
                report = counted(report, turn)
                if progress is not None:
                    progress(report.done)
        except Unavailable as exc:
            report = _stopped(report, exc)
        if report.done > before:
            self.tidy(persona)
        return report

    def is_waiting(self, persona: Persona, *, patient: bool = False) -> bool:
        """Tell whether there is anything to digest; `patient`: that need not wait for the rest of its talk."""
        if patient and self._gathers:
            return bool(self._next(persona, most=1, patient=True))
        return bool(self.digests.waiting(persona.id, open_before=self._open_before(), limit=1))

    def questions(self, persona: Persona, *, limit: int = 10_000) -> list[AppraiseTurn]:
        """Return what would be asked about the memories of the turns that wait; nothing is asked or changed."""
        ids = self.digests.waiting(persona.id, open_before=self._open_before(), limit=limit)
        found = self.events.get(persona.id, ids)
        turns = self._turns(persona, [found[event_id] for event_id in ids if event_id in found])
        return [turn.question for turn in turns if turn.wants_memory]

    def _open_before(self) -> Moment:
        return Moment(self.clock.now() - OPEN_TURN_SECONDS)

    @property
    def _asks_a_model(self) -> bool:
        return isinstance(self.thinker, PortionThinker) and self.thinker.asks_together

    @property
    def _most(self) -> int:
        return self.portions.most_turns if self._asks_a_model else self.read_together

    @property
    def _gathers(self) -> bool:
        """Tell whether it pays to wait for a portion: only a model is cheaper asked about many turns at once."""
        return self._asks_a_model and self.gather_seconds > 0

    def _next(self, persona: Persona, *, most: int, patient: bool = False) -> list[list[Event]]:
        """Return the portions that come next: one, or as many as are read ahead."""
        ahead = 0 if self._asks_a_model else max(0, min(most, self.read_ahead) - self._most)
        ids = self.digests.waiting(persona.id, open_before=self._open_before(), limit=WINDOW + ahead)
        found = self.events.get(persona.id, ids)
        waiting = [found[event_id] for event_id in ids if event_id in found]
        portions: list[list[Event]] = []
        taken = 0
        while taken <= ahead and (some := self._portion_of(waiting[:WINDOW], patient=patient)[: most - taken]):
            portions.append(some)
            taken += len(some)
            gone = {event.id for event in some}
            waiting = [event for event in waiting if event.id not in gone]
        return portions

    def _portion_of(self, waiting: Sequence[Event], *, patient: bool) -> list[Event]:
        """Return the oldest event that waits, and those of its session that may go with it."""
        talks: dict[tuple[str, str], list[Event]] = {}
        for event in waiting:
            talks.setdefault(_talk(event), []).append(event)
        quiet_since = self.clock.now() - self.gather_seconds
        for talk in talks.values():
            together = self._together(talk)
            is_full = len(together) < len(talk) or len(together) >= self._most
            if not (patient and self._gathers) or is_full or talk[-1].created <= quiet_since:
                return together
        return []

    def _together(self, talk: Sequence[Event]) -> list[Event]:
        """Return as many of a session's turns, from the oldest, as one portion holds; at least one."""
        size, count = 0, 0
        for event in talk:
            size += shown_length(event.user, event.assistant or "")
            if count and (count >= self._most or size > self.portions.most_characters):
                break
            count += 1
        return list(talk[:count])

    def _turns(self, persona: Persona, events: Sequence[Event]) -> list[_Turn]:
        """Return what is known of each event; all of it is looked up at one moment."""
        with self.gather.at_one_moment():
            standing = self.digests.standing(persona.id, [event.id for event in events])
            worths = self.gather.worths(persona, events)
            recents = self.gather.recent.of_each(persona.id, events)
        befores = self._befores(events, worths, recents)
        return [
            _Turn(event, worth, standing[event.id], before, tuple(recents[event.id]))
            for event, worth, before in zip(events, worths, befores, strict=True)
        ]

    def _befores(
        self, events: Sequence[Event], worths: Sequence[Kept | Skipped], recents: Mapping[EventId, Sequence[Event]]
    ) -> list[SpokenTurn | None]:
        """Return the turn before each: of a portion the one before it, of its first the last one that was digested."""
        found: list[SpokenTurn | None] = []
        for number, event in enumerate(events):
            if number and _talk(events[number - 1]) == _talk(event):
                found.append(spoken(worths[number - 1]))
            else:
                found.append(self.gather.before(event, recent=recents[event.id]))
        return found

    def _ready(self, persona: Persona, portions: Sequence[Sequence[Event]]) -> list[_Ready]:
        """Return the portions with what was felt and is remembered in them: nothing of it depends on what other turns change."""
        known = [self._turns(persona, events) for events in portions]
        asked = [self._prepared(persona, turns) for turns in known]
        every = [turn for turns in known for turn in turns]
        felt = self._felt(every)
        memories = self._memories(persona, every, felt)
        return [_Ready(turns, portion, felt, memories) for turns, portion in zip(known, asked, strict=True)]

    def _digested(self, persona: Persona, ready: _Ready, *, held: HeldStates) -> Iterator[DigestedTurn]:
        """Digest the turns in order; a later one is held against what the earlier ones changed."""
        for turn in ready.turns:
            appraised = ready.felt.get(turn.event.id)
            if isinstance(appraised, Unavailable):
                raise appraised
            new = ready.memories.get(turn.event.id)
            yield self._one(persona, turn, appraised, new, portion=ready.asked, held=held)

    def _prepared(self, persona: Persona, turns: Sequence[_Turn]) -> DigestTurns | None:
        """Ask about the portion together where a model answers; return what it was shown."""
        asked = [PortionTurn(turn.event, turn.talk, turn.wants_memory) for turn in turns if turn.wants_plan]
        if not asked or not isinstance(self.thinker, PortionThinker) or not self.thinker.asks_together:
            return None
        portion = self.gather.portion(persona, asked)
        self.thinker.prepare(portion)
        return portion

    def _felt(self, turns: Sequence[_Turn]) -> dict[EventId, Appraised]:
        wanted = [turn for turn in turns if turn.wants_memory]
        outcomes = answers(self.thinker, [turn.question for turn in wanted])
        return {turn.event.id: outcome for turn, outcome in zip(wanted, outcomes, strict=True)}

    def _memories(
        self, persona: Persona, turns: Sequence[_Turn], felt: dict[EventId, Appraised]
    ) -> dict[EventId, NewMemory]:
        told: list[Felt] = []
        for turn in turns:
            appraised = felt.get(turn.event.id)
            if isinstance(appraised, Unavailable):
                break
            if isinstance(appraised, Answered):
                told.append(Felt(turn.event, turn.said, appraised))
        return {each.event.id: new for each, new in zip(told, self.remember(persona, told), strict=True)}

    def _one(
        self,
        persona: Persona,
        turn: _Turn,
        appraised: Answered[Appraisal] | Refused | None,
        new: NewMemory | None,
        *,
        portion: DigestTurns | None,
        held: HeldStates,
    ) -> DigestedTurn:
        memory = new if new is not None else _no_memory(turn)
        space = None if new is None else self.remember.space
        felt = appraised.value if isinstance(appraised, Answered) else None
        self.resonate(persona, turn.event)  # it counts once, so that a kill before the event is kept loses nothing

        def kept() -> Digested:
            digested = self._planned(persona, turn, felt, portion=portion, held=held)
            self.digests.keep(persona.id, digested, memory=memory, space=space)
            return digested

        digested = _tried(kept, anew=held.forget)
        if new is not None and new.impression.protected:
            self._protect(persona, turn.event.id)
        return DigestedTurn(digested.record, is_remembered=new is not None)

    def _protect(self, persona: Persona, event_id: EventId) -> None:
        memory = self.memories.of_event(persona.id, event_id)
        if memory is not None and not memory.protected:
            self.protect(persona, memory)

    def _planned(
        self,
        persona: Persona,
        turn: _Turn,
        felt: Appraisal | None,
        *,
        portion: DigestTurns | None,
        held: HeldStates,
    ) -> Digested:
        event, known = turn.event, turn.standing.record
        if isinstance(turn.worth, Skipped):
            return self._ended(persona, event, Outcome.SKIPPED, reasons=(turn.worth.reason.value,))
        if known is not None and known.outcome is not Outcome.REFUSED:
            return Digested(known, event.created, event.source == CHAT)
        with nullcontext() if self._asks_a_model else self.gather.at_one_moment():
            return self._thought(persona, turn, felt, portion=portion, held=held)

    def _thought(
        self, persona: Persona, turn: _Turn, felt: Appraisal | None, *, portion: DigestTurns | None, held: HeldStates
    ) -> Digested:
        """Return what becomes of a turn that is to have a plan; while a model is waited for, no reading is kept open."""
        event = turn.event
        shown = self.gather.shown(persona, event, held=held, said=turn.said, recent=turn.recent, portion=portion)
        try:
            answered = self.thinker.answer(AskWritePlan(shown, persona.tz, felt, turn.talk))
        except Refused as exc:
            return self._ended(persona, event, Outcome.REFUSED, reasons=tuple(str(exc).split("; ")))
        with self.gather.at_one_moment():
            decided = plan_changes.changes(answered.value, self.gather.complete(persona, shown, answered.value))
            if isinstance(decided, RefusedPlan):
                return self._ended(persona, event, Outcome.REFUSED, reasons=decided.reasons, by=answered.by)
            weighed = self._weighed(persona, event, decided, felt)
            return self._applied(persona, event, answered.value, weighed, answered.by)

    def _weighed(self, persona: Persona, event: Event, changes: Changes, felt: Appraisal | None) -> Changes:
        """Return the changes with how grave the moment was, by what the turn is remembered as."""
        if changes.affect is None:
            return changes
        memory = self.memories.of_event(persona.id, event.id) if felt is None else None
        if felt is not None:
            weight = gravity(intensity=felt.intensity, feeling=felt.feeling, category=felt.category)
        elif memory is not None:
            intensity = memory.emotional_intensity
            weight = gravity(intensity=intensity, feeling=memory.feeling, category=memory.category)
        else:
            weight = gravity_of(changes.affect.vad)
        return replace(changes, affect=replace(changes.affect, gravity=weight))

    def _applied(self, persona: Persona, event: Event, plan: WritePlan, changes: Changes, by: str) -> Digested:
        step = None
        if changes.affect is not None:
            trail = self.feelings.mood_trail(persona.id, until=event.created, before=event.id)
            step = mood.step(trail, changes.affect, moment=event.created, rules=self.mood_rules)
        record = Digestion(event.id, Outcome.APPLIED, self.clock.now(), by, plan_key(event.id, plan))
        emotions = self._emotions(persona, event)
        return Digested(record, event.created, event.source == CHAT, changes, step, emotions)

    def _emotions(self, persona: Persona, event: Event) -> tuple[EmotionEntry, ...]:
        spoken_of = persona_emotion.read(event.assistant or "")
        if not spoken_of.emotions:
            return ()
        last = self.feelings.last_emotion(persona.id, until=event.created)
        before = None if last is None else last.emotion.category
        return persona_emotion.entries(spoken_of.emotions, moment=event.created, before=before)

    def _ended(
        self, persona: Persona, event: Event, outcome: Outcome, *, reasons: tuple[str, ...], by: str = ""
    ) -> Digested:
        """Return what is kept of an event without a plan: why, and the emotions the persona showed all the same."""
        record = Digestion(event.id, outcome, self.clock.now(), by, reasons=reasons)
        return Digested(record, event.created, event.source == CHAT, emotions=self._emotions(persona, event))


def _stopped(report: DigestReport, why: Unavailable) -> DigestReport:
    return replace(report, stopped_by=str(why) or type(why).__name__)


def spoken(worth: Kept | Skipped) -> SpokenTurn:
    """Return what of a turn is talk, on both sides."""
    return SpokenTurn(worth.user, worth.assistant) if isinstance(worth, Kept) else SpokenTurn("")


def _tried(keep: Callable[[], Digested], *, anew: Callable[[], None]) -> Digested:
    for _ in range(TRIES - 1):
        try:
            return keep()
        except BeliefMoved:
            anew()
    return keep()


def _talk(event: Event) -> tuple[str, str]:
    """Return what turns that go together have in common: the session, or the client where there is none."""
    return event.session_id, "" if event.session_id else event.client_id


def _no_memory(turn: _Turn) -> NoMemory | None:
    """Return why the turn makes no memory; `None` when it has made one before."""
    if turn.standing.is_remembered:
        return None
    return NoMemory(turn.worth.reason.value if isinstance(turn.worth, Skipped) else REFUSED)
