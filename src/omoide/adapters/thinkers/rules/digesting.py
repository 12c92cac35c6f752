"""A write plan by rules alone: modest, but real (SPEC L1, S3).

Only what is said plainly becomes a belief: a wrong belief is worse than none.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from omoide.adapters.thinkers.rules import linking
from omoide.adapters.thinkers.rules.appraisal import appraise
from omoide.adapters.thinkers.rules.sympathy_affect import felt_with
from omoide.asks.appraise_turn import SpokenTurn
from omoide.asks.write_plan import AskWritePlan
from omoide.asks.write_plan_answer import (
    AffectAnswer,
    AnnotationsAnswer,
    EntityAnswer,
    PreferenceUpdateAnswer,
    StateUpdateAnswer,
    WritePlanAnswer,
)
from omoide.domain.beliefs.preference import PreferenceOp
from omoide.domain.beliefs.state import ABOUT, ATTRIBUTE, DUE, SAID_BY, STATUS, USER, VALUE, State, StateKind, folded
from omoide.domain.beliefs.write_plan import breaks_voice
from omoide.domain.events.event import EntityKind, Mention
from omoide.domain.text.language import Language, detect
from omoide.domain.time import moment
from omoide.domain.time.timeline.reading import about_time, expressions
from omoide.domain.understanding.beliefs import names as naming
from omoide.domain.understanding.beliefs.clauses import Sentence, sentences
from omoide.domain.understanding.beliefs.errands import errands, is_done_by, local_iso, same_errand, says_done
from omoide.domain.understanding.beliefs.self_facts import SINGLE, Fact, Known, asks_to_remember, facts
from omoide.domain.understanding.beliefs.tastes import tastes
from omoide.domain.understanding.beliefs.told_beliefs import REASON, errand_told, told

if TYPE_CHECKING:
    from omoide.adapters.thinkers.rules.thinker import Means

OPEN: Final = "open"
SAME_SESSION_SECONDS: Final = 12 * 3600
_MOVING: Final = re.compile(r"引っ越|転居|新居|新しい(?:家|部屋)")
_TOPIC: Final = re.compile(
    r"(?:^|[。!?！？\s])(?:今日|昨日|今朝|昨夜)?(?P<name>[^\s、。!?はがをもの]{1,8})(?:、|は|が|も|の)"
)


def write_plan(ask: AskWritePlan, means: "Means") -> WritePlanAnswer:
    """Return what the turn changes, as far as rules can tell."""
    said = ask.shown.said
    language = detect(said or ask.shown.event.assistant or "", default=means.language)
    names = naming.named(said, language=language)
    reader = _Reader(ask, language, names, _known(ask))
    heard = reader.heard() if ask.shown.is_trusted else []
    return WritePlanAnswer(
        event_annotations=_annotations(ask, names, language),
        state_updates=[update for update in reader.states(heard) if breaks_voice(update.body_text) is None],
        preference_updates=reader.preferences(heard),
        event_affect=_affect(ask, means, language),
        context_updates=linking.context(ask, names=names),
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one turn."""

    ask: AskWritePlan
    language: Language
    names: tuple[Mention, ...]
    known: Known

    def heard(self) -> list[Sentence]:
        named = self.known.people | self.known.pets | self.known.animals
        return sentences(self.ask.shown.said, language=self.language, names=named)

    def preferences(self, heard: list[Sentence]) -> list[PreferenceUpdateAnswer]:
        found = tastes(heard, asked=self.known.asked, language=self.language)
        return [
            PreferenceUpdateAnswer(
                op=taste.op.value,
                domain=taste.domain.value,
                polarity=taste.polarity.value,
                subject=taste.subject[:100],
                confidence=0.6 if taste.op is PreferenceOp.CANDIDATE else 0.9,
                evidence_event_ids=[self.ask.number],
                reason=self._reason("hint" if taste.op is PreferenceOp.CANDIDATE else "taste"),
            )
            for taste in found
            if taste.subject and breaks_voice(taste.subject) is None
        ]

    def states(self, heard: list[Sentence]) -> list[StateUpdateAnswer]:
        updates = self._done(heard)
        finished = {update.state_id for update in updates}
        updates += [one for one in self._errands(heard) if one.state_id is None or one.state_id not in finished]
        for fact in facts(heard, whole=self.ask.shown.said, language=self.language, known=self.known):
            updates += self._fact(fact)
        return updates + self._asked_to_keep(heard, updates)

    def _done(self, heard: list[Sentence]) -> list[StateUpdateAnswer]:
        tasks = self._tasks()
        done = [task for task in tasks if is_done_by(heard, task, language=self.language)]
        if not done and says_done(heard):
            since = self.ask.shown.event.created - SAME_SESSION_SECONDS
            fresh = [task for task in tasks if (task.last_confirmed or 0) >= since]
            done = fresh if len(fresh) == 1 else []
        return [
            self._update(StateKind.TASK, "mark_done", task.body, "done", state=task, confidence=0.8) for task in done
        ]

    def _errands(self, heard: list[Sentence]) -> list[StateUpdateAnswer]:
        now, tz = self.ask.shown.event.created, self.ask.tz
        updates = []
        for errand in errands(heard, now=now, tz=tz, language=self.language):
            known = same_errand(errand, self._tasks())
            payload: dict[str, object] = {ABOUT: USER, SAID_BY: USER, STATUS: OPEN}
            if errand.due is not None:
                payload[DUE] = local_iso(errand.due, tz=tz)
            body = errand_told(errand.title, language=self.language) if known is None else known.body
            updates.append(
                self._update(StateKind.TASK, "upsert", body, "errand", state=known, payload=payload, confidence=0.7)
            )
        return updates

    def _fact(self, fact: Fact) -> list[StateUpdateAnswer]:
        fact = self._dated(fact)
        kind = StateKind.RELATION if fact.is_relation else StateKind.FACT
        before = [
            state
            for state in self.ask.states
            if state.kind is kind
            and state.attribute == fact.attribute
            and state.about == fact.about
            and not state.is_past_at(self.ask.shown.event.created)
        ]
        same = [state for state in before if _says(state, fact)]
        if same:
            return [
                self._update(
                    kind, "upsert", same[0].body, "said", state=same[0], payload={}, confidence=same[0].confidence
                )
            ]
        ends = [state for state in before if fact.is_change or fact.attribute in SINGLE]
        updates = [self._update(kind, "close", state.body, "changed", state=state, confidence=0.8) for state in ends]
        payload: dict[str, object] = {ABOUT: fact.about, SAID_BY: USER, ATTRIBUTE: fact.attribute, VALUE: fact.value}
        body = told(fact, language=self.language)
        reason = "changed" if fact.is_change else "said"
        since = local_iso(self.ask.shown.event.created, tz=self.ask.tz) if fact.is_change or ends else None
        new = self._update(kind, "upsert", body, reason, payload={**payload, **fact.extra}, confidence=0.8, since=since)
        entities = [*new.entities, *self._entity_of(fact)]
        return [*updates, new.model_copy(update={"entities": entities})]

    def _asked_to_keep(self, heard: list[Sentence], updates: list[StateUpdateAnswer]) -> list[StateUpdateAnswer]:
        if not any(asks_to_remember(one) for one in heard) or updates:
            return []
        kept = [one.text for one in heard if not asks_to_remember(one) and not one.is_question]
        value = "".join(kept)[:200]
        named = next((one for one in heard if one.is_of_another), None)
        if len(value) < 8 or not (re.search(r"\d", value) or self.names or named):
            return []
        about = self._whose(value)
        fact = Fact("memo", value)
        payload: dict[str, object] = {ABOUT: about, SAID_BY: USER, ATTRIBUTE: "memo"}
        body = told(fact, language=self.language)
        return [self._update(StateKind.FACT, "upsert", body, "asked", payload=payload, confidence=0.9)]

    def _whose(self, text: str) -> str:
        found = [name for name in sorted(self.known.people | self.known.pets | self.known.animals) if name in text]
        return found[0] if found else (self.known.topic or "")

    def _dated(self, fact: Fact) -> Fact:
        """Return the fact with a birthday that was told as 今日 or 来月8日 written out."""
        if fact.attribute != "birthday":
            return fact
        times = expressions(fact.value, now=self.ask.shown.event.created, tz=self.ask.tz, language=self.language)
        told = [time.start for time in times if time.recurs is None and time.start is not None]
        if not told:  # a month and a day recur, and are written out already
            return fact
        day = moment.day(told[0], tz=self.ask.tz)
        return Fact("birthday", f"{day.month}月{day.day}日", about=fact.about, extra=fact.extra)

    def _entity_of(self, fact: Fact) -> list[EntityAnswer]:
        if fact.about != USER:
            return [EntityAnswer(type="person", name=fact.about, confidence=0.8)]
        if fact.attribute == "pet":
            return [EntityAnswer(type="person", name=fact.value, confidence=0.7)]
        kinds = {"home": EntityKind.PLACE, "employer": EntityKind.ORG}
        kind = kinds.get(fact.attribute)
        return [] if kind is None else [EntityAnswer(type=kind.value, name=fact.value, confidence=0.7)]

    def _update(
        self,
        kind: StateKind,
        op: str,
        body: str,
        reason: str,
        *,
        confidence: float,
        state: State | None = None,
        payload: dict[str, object] | None = None,
        since: str | None = None,
    ) -> StateUpdateAnswer:
        return StateUpdateAnswer.model_validate(
            {
                "kind": kind.value,
                "op": op,
                "state_id": None if state is None else self.ask.state_number(state.id),
                "body_text": body,
                "payload": payload or {},
                "confidence": confidence,
                "valid_from_ts": since,
                "last_confirmed_at": local_iso(self.ask.shown.event.created, tz=self.ask.tz),
                "evidence_event_ids": [self.ask.number],
                "reason": self._reason(reason),
            }
        )

    def _tasks(self) -> list[State]:
        now = self.ask.shown.event.created
        return [
            one for one in self.ask.states if one.kind is StateKind.TASK and not one.is_done and not one.is_past_at(now)
        ]

    def _reason(self, why: str) -> str:
        return REASON[self.language][why]


def _says(state: State, fact: Fact) -> bool:
    held = state.payload.get(VALUE)
    value = folded(fact.value)
    return isinstance(held, str) and (folded(held) == value or value in folded(held))


def _known(ask: AskWritePlan) -> Known:
    people, pets, animals = set(), set(), set()
    for state in ask.states:
        if state.kind is StateKind.RELATION and state.attribute == "pet":
            pets.add(str(state.payload.get(VALUE, "")))
        elif state.about not in ("", USER, "persona"):
            people.add(state.about)
    people |= {name for _, name in naming.kin(ask.shown.said)}
    earlier = [one for one in ask.events if one.id != ask.shown.event.id]
    session = [one for one in earlier if one.session_id == ask.shown.event.session_id]
    for event in (*earlier, ask.shown.event):
        animals |= (
            set(
                re.findall(
                    r"([^\s、。!?はがをのにでと]{1,8})っていう(?:[^\s、。]{0,6})(?:の男の子|の女の子)", event.user
                )
            )
            - pets
        )
        people |= {one.name for one in naming.named(event.user, language=Language.JA) if one.kind is EntityKind.PERSON}
    last = session[-1] if session else None
    return Known(
        people=frozenset(people - {""}),
        pets=frozenset(pets - {""}),
        animals=frozenset(animals - {""}),
        topic=_topic([one.user for one in session[-4:]], pets | animals | people),
        has_moved=any(_MOVING.search(one.user) for one in earlier),
        asked=(last.assistant or "") if last is not None else "",
    )


def _topic(texts: list[str], names: set[str]) -> str:
    """Return who was last named at the head of a sentence."""
    for text in reversed(texts):
        for match in reversed(list(_TOPIC.finditer(text))):
            if match["name"] in names:
                return match["name"]
    return ""


def _annotations(ask: AskWritePlan, names: tuple[Mention, ...], language: Language) -> AnnotationsAnswer:
    found = [EntityAnswer(type=one.kind.value, name=one.name[:100], confidence=one.confidence) for one in names]
    when = about_time(ask.shown.said, now=ask.shown.event.created, tz=ask.tz, language=language)
    if when is None:
        return AnnotationsAnswer(entities=found)
    return AnnotationsAnswer(
        about_start_ts=local_iso(when.start, tz=ask.tz),
        about_end_ts=local_iso(when.end, tz=ask.tz),
        about_year_start=when.year_start,
        about_year_end=when.year_end,
        life_stage=when.life_stage.value,
        about_time_confidence=when.confidence,
        entities=found,
    )


def _affect(ask: AskWritePlan, means: "Means", language: Language) -> AffectAnswer | None:
    if ask.felt is not None:
        return felt_with(ask.shown.said, ask.felt.feeling, intensity=ask.felt.intensity, language=language)
    turn = SpokenTurn(ask.shown.said, ask.shown.event.assistant or "")
    text = turn.user or turn.assistant
    if not text.strip():
        return None
    likenesses = means.likeness.read([text]) if means.likeness is not None else [None]
    [found] = appraise([turn], likenesses=likenesses, default=means.language, weighing=means.weighing)
    return felt_with(ask.shown.said, found.feeling, intensity=found.intensity, language=language)
