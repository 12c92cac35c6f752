"""What does this event change in what I believe, feel and am talking about? (SPEC S3; 004)

Events and states are shown as numbers 1..n; the answer names those numbers, and parsing turns them back.  The whole plan
is held against the rules here already, so that a model hears what is wrong with it and may mend it once.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from omoide.asks import appraisal_wording
from omoide.asks import write_plan_wording as wording
from omoide.asks.ask import Patience, Prompt, Role, fenced
from omoide.asks.write_plan_answer import (
    AnnotationsAnswer,
    EntityAnswer,
    PreferenceUpdateAnswer,
    StateUpdateAnswer,
    WritePlanAnswer,
)
from omoide.domain.beliefs import plan_changes, showing
from omoide.domain.beliefs.preference import Domain, Polarity, Preference, PreferenceOp, PreferenceUpdate
from omoide.domain.beliefs.state import ABOUT, ATTRIBUTE, SAID_BY, STATUS, USER, VALUE, State, StateId, StateKind
from omoide.domain.beliefs.write_plan import LinkUpdate, Shown, StateOp, StateUpdate, WritePlan
from omoide.domain.events.context_graph import LinkLabel, ThreadMark
from omoide.domain.events.event import CHAT, Annotations, EntityKind, Event, EventId, LifeStage, Mention, of_source
from omoide.domain.feelings.affect import Affect, Vad
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.appraisal import Appraisal, SpokenTurn
from omoide.domain.understanding.worth import Kept, Reason, worth_of
from omoide.errors import InvalidInput

LONGEST_EARLIER: Final = 120
LONGEST_EARLIER_ANSWER: Final = 40
"""Characters shown of an event that was digested before, and of the answer to it."""
LONGEST_LAST_ANSWER: Final = 200
"""Of the last of them: the next turn answers it."""
OPEN: Final = "open"
_IN_THE_BODY: Final = frozenset({SAID_BY, ATTRIBUTE, VALUE})
"""What a payload holds for rules; a model reads it in the body."""


@dataclass(frozen=True, slots=True)
class AskWritePlan:
    """The event that just ended, with what was said before it and what is believed."""

    shown: Shown
    tz: ZoneInfo
    felt: Appraisal | None = None
    """What the turn felt like, where that is known already; no part of the question, so that it is asked alike."""
    talk: SpokenTurn | None = None
    """The turn with what stands before it, where that is known already; no part of the question either."""

    NAME: ClassVar[str] = "write_plan"
    SCHEMA_VERSION: ClassVar[int] = 1
    ROLE: ClassVar[Role] = Role.INTERNAL
    PATIENCE: ClassVar[Patience] = Patience.CAN_WAIT
    SCHEMA: ClassVar[type[BaseModel]] = WritePlanAnswer

    @property
    def events(self) -> list[Event]:
        """Return the events by their numbers, 1 first; in order of time."""
        return self.shown.in_order

    @property
    def states(self) -> list[State]:
        """Return the states by their numbers, 1 first."""
        return list(self.shown.states.values())

    @property
    def number(self) -> int:
        """Return the number of the event itself."""
        return self.event_number(self.shown.event.id)

    def event_number(self, event_id: EventId) -> int:
        """Return the number under which an event is shown."""
        return [event.id for event in self.events].index(event_id) + 1

    def state_number(self, state_id: StateId) -> int:
        """Return the number under which a state is shown."""
        return list(self.shown.states).index(state_id) + 1

    def render(self, *, language: Language, fence: str) -> Prompt:
        """Return the prompt."""
        shown = {
            "events": [self._event(number, event, language) for number, event in enumerate(self.events, start=1)],
            "states": states_json(self.states, self.shown.said, tz=self.tz),
            "preferences": preferences_json(self.shown.preferences, self.shown.said),
        }
        now = _iso(self.shown.event.created, tz=self.tz)
        question = wording.QUESTION[language].format(number=self.number, now=now)
        return Prompt(wording.SYSTEM[language], f"{question}\n\n{fenced(compact(shown), fence=fence)}")

    def parse(self, answer: BaseModel) -> WritePlan:
        """Return the plan of the answer; raise `InvalidInput` for another kind of answer and when a rule is broken."""
        if not isinstance(answer, WritePlanAnswer):
            raise InvalidInput(f"an answer to {self.NAME!r} was expected; got {type(answer).__name__}")
        return self.checked(self.plan(answer))

    def checked(self, plan: WritePlan) -> WritePlan:
        """Return the plan; raise `InvalidInput` with every reason against it when a rule is broken."""
        if reasons := list(plan_changes.faults(plan, self.shown)):
            raise InvalidInput("; ".join(reasons))
        return plan

    def plan(self, answer: WritePlanAnswer) -> WritePlan:
        """Return the answer in the domain's words; raise `InvalidInput` for unknown numbers and unreadable times."""
        affect = answer.event_affect
        return WritePlan(
            annotations=self._annotations(answer.event_annotations),
            states=tuple(self._state_update(update) for update in answer.state_updates),
            preferences=tuple(self._preference_update(update) for update in answer.preference_updates),
            affect=None
            if affect is None
            else Affect(
                Vad(*(getattr(affect.moment_affect_score_vad, axis) for axis in "vad")),
                affect.moment_affect_text,
                tuple(dict.fromkeys(affect.moment_affect_labels)),
                affect.moment_affect_confidence,
            ),
            threads=tuple(ThreadMark(mark.thread_key, mark.confidence) for mark in answer.context_updates.threads),
            links=tuple(
                LinkUpdate(self._event_id(link.to_event_id), LinkLabel(link.label), link.confidence)
                for link in answer.context_updates.links
            ),
        )

    def _annotations(self, answer: AnnotationsAnswer) -> Annotations:
        return Annotations(
            about_start=self._moment(answer.about_start_ts),
            about_end=self._moment(answer.about_end_ts),
            about_year_start=answer.about_year_start,
            about_year_end=answer.about_year_end,
            life_stage=LifeStage(answer.life_stage),
            about_time_confidence=answer.about_time_confidence,
            entities=_mentions(answer.entities),
        )

    def _state_update(self, answer: StateUpdateAnswer) -> StateUpdate:
        return StateUpdate(
            kind=StateKind(answer.kind),
            op=StateOp(answer.op),
            state_id=None if answer.state_id is None else self._state_id(answer.state_id),
            body=answer.body_text,
            entities=_mentions(answer.entities),
            payload=dict(answer.payload),
            confidence=answer.confidence,
            valid_from=self._moment(answer.valid_from_ts),
            valid_to=self._moment(answer.valid_to_ts),
            last_confirmed=self._moment(answer.last_confirmed_at),
            evidence=tuple(self._event_id(number) for number in dict.fromkeys(answer.evidence_event_ids)),
            reason=answer.reason,
            candidate=answer.candidate,
        )

    def _preference_update(self, answer: PreferenceUpdateAnswer) -> PreferenceUpdate:
        return PreferenceUpdate(
            op=PreferenceOp(answer.op),
            domain=Domain(answer.domain),
            polarity=Polarity(answer.polarity),
            subject=answer.subject,
            note=answer.note,
            confidence=answer.confidence,
            evidence=tuple(self._event_id(number) for number in dict.fromkeys(answer.evidence_event_ids)),
            reason=answer.reason,
        )

    def _event_id(self, number: int) -> EventId:
        events = self.events
        if number > len(events):
            raise InvalidInput(f"the answer names event {number}, but only 1 to {len(events)} were shown")
        return events[number - 1].id

    def _state_id(self, number: int) -> StateId:
        states = self.states
        if number > len(states):
            raise InvalidInput(f"the answer names state {number}, but only 1 to {len(states)} were shown")
        return states[number - 1].id

    def _moment(self, stamp: str | None) -> Moment | None:
        return None if stamp is None else moment.parse(stamp, tz=self.tz)

    def _event(self, number: int, event: Event, language: Language) -> dict[str, object]:
        if event.id == self.shown.event.id:
            return event_json(number, event, tz=self.tz, language=language, said=self.shown.said)
        return earlier_json(number, event, tz=self.tz, language=language, is_last=number == self.number - 1)


def compact(shown: Mapping[str, object]) -> str:
    """Return data as JSON without blanks between its parts: every token is paid."""
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))


def event_json(
    number: int,
    event: Event,
    *,
    tz: ZoneInfo,
    language: Language,
    said: str | None = None,
    answered: str | None = None,
    longest_answer: int = appraisal_wording.LONGEST_SHOWN_ASSISTANT,
) -> dict[str, object]:
    """Return an event as it is shown under a number; `said` and `answered` are what is talk, where that is known.

    What the user said is whole; of the answer, which is no evidence, no code, and of a long one its beginning and end.
    """
    answer = (event.assistant or "") if answered is None else answered
    told: dict[str, object] = {"event_id": number, "created_at": _iso(event.created, tz=tz)}
    if event.source != CHAT:
        told["source"] = event.source
    if event.origin is not of_source(event.source):
        told["origin"] = event.origin.value
    told["user_text"] = _talk(event) if said is None else said
    told["assistant_text"] = appraisal_wording.shown(answer, longest=longest_answer, language=language)
    return told | ({"image_summaries": list(event.image_summaries)} if event.image_summaries else {})


def earlier_json(number: int, event: Event, *, tz: ZoneInfo, language: Language, is_last: bool) -> dict[str, object]:
    """Return an event that was digested before: enough of it to know what is spoken of; the last answer is what is answered now."""
    return event_json(
        number,
        event,
        tz=tz,
        language=language,
        said=appraisal_wording.shown(_talk(event), longest=LONGEST_EARLIER, language=language),
        longest_answer=LONGEST_LAST_ANSWER if is_last else LONGEST_EARLIER_ANSWER,
    )


def states_json(states: Sequence[State], said: str, *, tz: ZoneInfo) -> list[dict[str, object]]:
    """Return those of the states that what was said may touch, each under the number it has among all."""
    chosen = showing.worth_showing(states, said)
    return [state_json(number, one, tz=tz) for number, one in enumerate(states, start=1) if one.id in chosen]


def preferences_json(preferences: Sequence[Preference], said: str) -> list[dict[str, object]]:
    """Return the likes and dislikes that are shown."""
    return [preference_json(one) for one in showing.preferences_worth_showing(preferences, said)]


def state_json(number: int, state: State, *, tz: ZoneInfo) -> dict[str, object]:
    """Return a state as it is shown under a number: what tells it from others; what goes without saying is left out."""
    payload = {name: value for name, value in state.payload.items() if name not in _IN_THE_BODY}
    if state.about == USER:
        del payload[ABOUT]
    if payload.get(STATUS) == OPEN:
        del payload[STATUS]
    told = {
        "state_id": number,
        "kind": state.kind.value,
        "body_text": state.body,
        "payload": payload or None,
        "candidate": True if state.candidate else None,
        "valid_from_ts": _day(state.valid_from, tz=tz),
        "valid_to_ts": _iso(state.valid_to, tz=tz),
    }
    return {name: value for name, value in told.items() if value is not None}


def _day(when: Moment | None, *, tz: ZoneInfo) -> str | None:
    return None if when is None else moment.day(when, tz=tz).isoformat()


def _iso(when: Moment | None, *, tz: ZoneInfo) -> str | None:
    return None if when is None else moment.iso_for_model(when, tz=tz)


def _talk(event: Event) -> str:
    """Return what the user said, whole, but without memories that were put into it: those are no evidence."""
    worth = worth_of(event.user, event.assistant or "")
    if isinstance(worth, Kept):
        return worth.user
    return "" if worth.reason is Reason.ECHO else event.user


def preference_json(preference: Preference) -> dict[str, object]:
    """Return a preference as it is shown."""
    return {
        "domain": preference.domain.value,
        "polarity": preference.polarity.value,
        "subject": preference.subject,
        "status": preference.status.value,
    }


def _mentions(entities: list[EntityAnswer]) -> tuple[Mention, ...]:
    return tuple(Mention(EntityKind(one.type), one.name, one.confidence) for one in entities)
