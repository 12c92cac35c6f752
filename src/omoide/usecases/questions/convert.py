"""Convert: what was learnt is remembered, FACT in a profile, INSIGHT in the dream diary (SPEC D4, EP6; NEX Phases B and G).

Both are told as a discovery.
Each step is made once however often it is begun: the line is not added twice, the entry and the episode have a slot of their own,
and the question is marked last.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from omoide.asks.convert_question import ConvertQuestion
from omoide.domain.entities.profile_lines import line_key, line_words, told_lines
from omoide.domain.events.event import EventId
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.domain.questions import answering
from omoide.domain.questions.answering import ConvertedAnswer
from omoide.domain.questions.question import Conversion, OpenQuestion, QuestionStatus, converted
from omoide.domain.reflection import insight
from omoide.domain.reflection.insight import InsightSentence, NewInsight
from omoide.errors import QuestionMoved, Refused, Unavailable
from omoide.ports.episodes.store import DayReading
from omoide.ports.models.thinker import Thinker
from omoide.ports.questions.store import QuestionStore
from omoide.ports.reflection.store import DreamDiary
from omoide.usecases.entities.edits import EditEntities
from omoide.usecases.episodes.special import WriteSpecials

BY_RULES = "rules"


@dataclass(frozen=True, slots=True)
class ConversionReport:
    """What became of answers, by the number of the question."""

    facts: tuple[int, ...] = ()
    insights: tuple[int, ...] = ()
    skipped: tuple[int, ...] = ()
    stopped_by: str = field(default="")
    """Why the rest waits for the next night."""


@dataclass(frozen=True, slots=True)
class ConvertAnswers:
    """Remembers what answers teach."""

    store: QuestionStore
    diary: DreamDiary
    entities: EditEntities
    specials: WriteSpecials
    reading: DayReading
    thinker: Callable[[], Thinker]

    def __call__(self, persona: Persona, *, between: Callable[[], None]) -> ConversionReport:
        """Remember every answer that is not remembered yet."""
        done: dict[Conversion, list[int]] = {kind: [] for kind in Conversion}
        why = ""
        for question in self.store.all(persona.id, statuses=[QuestionStatus.RESOLVED]):
            try:
                answer, by = self._decided(persona, question)
            except Unavailable as exc:
                why = str(exc) or type(exc).__name__
                break
            kind = self._remembered(persona, question, answer, by)
            try:
                self.store.change(persona.id, [converted(question, kind)])
            except QuestionMoved:  # somebody reopened or erased it just now
                continue
            done[kind].append(int(question.id))
            between()
        facts, insights, skipped = (
            tuple(done[kind]) for kind in (Conversion.FACT, Conversion.INSIGHT, Conversion.SKIP)
        )
        return ConversionReport(facts, insights, skipped, why)

    def _decided(self, persona: Persona, question: OpenQuestion) -> tuple[ConvertedAnswer, str]:
        if not question.answer:
            return ConvertedAnswer(Conversion.SKIP), BY_RULES
        known = tuple(name for each in self.entities.reading.all(persona) for name in (each.name, *each.aliases))
        stirred = self.reading.stirrings(persona.id, question.answer_evidence).values()
        arousal = max((each.arousal for each in stirred), default=0.0)
        ask = ConvertQuestion(question.topic, question.context, question.answer, question, known, arousal)
        try:
            told = self.thinker().answer(ask)
        except Refused:
            return answering.converted_by_rules(question, known=known, arousal=arousal), BY_RULES
        return told.value, told.by

    def _remembered(self, persona: Persona, question: OpenQuestion, answer: ConvertedAnswer, by: str) -> Conversion:
        evidence = tuple(dict.fromkeys((*question.answer_evidence, *question.evidence)))
        kind = answer.kind
        if kind is Conversion.FACT and not self._written(persona, answer, evidence):
            kind = Conversion.INSIGHT
        if kind is Conversion.INSIGHT:
            self.diary.keep(
                persona.id, self._entry(persona, question, answer, by, evidence), slot=f"question:{question.id}"
            )
        if kind is not Conversion.SKIP:
            self.specials.discovered(
                persona,
                question.topic,
                answer.content,
                at=question.resolved,
                evidence=evidence,
                key=f"question:{question.id}",
            )
        return kind

    def _written(self, persona: Persona, answer: ConvertedAnswer, evidence: tuple[EventId, ...]) -> bool:
        """Write a line into a profile; tell whether it stands there: not when the profile is full, or the name is refused."""
        try:
            found = self.entities.reading.find(persona, answer.entity)
            known = set() if found is None else set(map(line_words, told_lines(found.text)))
            if line_words(answer.content) not in known:
                rests = {line_key(answer.content): evidence} if evidence else {}
                self.entities.append(
                    persona, answer.entity, f"- {answer.content}", author=NoteAuthor.OMOIDE, evidence=rests
                )
        except Refused:
            return False
        return True

    def _entry(
        self,
        persona: Persona,
        question: OpenQuestion,
        answer: ConvertedAnswer,
        by: str,
        evidence: tuple[EventId, ...],
    ) -> NewInsight:
        return NewInsight(
            created=self.entities.clock.now(),
            trigger_topic=insight.answered_topic(question.topic, language=persona.language),
            sentences=(InsightSentence(answer.content, evidence),),
            strategy=answer.strategy,
            log_entry="",
            by=by,
            made_of=evidence,
            question_id=int(question.id),
        )
