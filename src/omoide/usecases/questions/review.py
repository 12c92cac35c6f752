"""Review: one night's look at questions (SPEC D4; NEX 睡眠時の振り返り).

First what later talk answered, then what talk left open, then what is let go, then what was learnt is remembered.  Rules look at tasks,
heavy words and names; a model, where one is set, reads the talk of the days that were not looked through yet.  Each step is kept by
itself and known again: broken off anywhere, the next run goes on, and a second one changes nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from omoide.asks.review_talk import ReviewTalk
from omoide.domain.drives.drive import DriveRules
from omoide.domain.events.event import EventId
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.domain.questions import noticing, ranking
from omoide.domain.questions.noticing import topic_slot
from omoide.domain.questions.question import Answer, NewQuestion, OpenQuestion, QuestionStatus, resolved
from omoide.domain.questions.ranking import QuestionRules
from omoide.domain.questions.review import AskedTopic, TalkReview, TalkTurn
from omoide.domain.time import moment
from omoide.errors import QuestionMoved, Refused, Unavailable
from omoide.ports.models.thinker import Thinker
from omoide.ports.questions.store import QuestionStore
from omoide.usecases.questions.convert import ConversionReport, ConvertAnswers
from omoide.usecases.questions.notice import NoticeQuestions
from omoide.usecases.reflection.talk import ReadTalk, TalkedTurn

MOST_DAYS: Final = 3
"""Days that a night looks through, the newest: a model is not paid for years at once."""
MOST_TURNS: Final = 120
"""Of a day, those that stirred most."""


@dataclass(frozen=True, slots=True)
class QuestionReport:
    """What a run did, by the numbers of questions."""

    resolved: tuple[int, ...] = ()
    raised: tuple[int, ...] = ()
    faded: tuple[int, ...] = ()
    learnt: ConversionReport = field(default_factory=ConversionReport)
    looked_through: tuple[date, ...] = ()
    stopped_by: str = ""
    """Why days were left for the next night."""

    @property
    def moved(self) -> int:
        """Return how many moves of questions there were."""
        learnt = (*self.learnt.facts, *self.learnt.insights, *self.learnt.skipped)
        return len(self.resolved) + len(self.raised) + len(self.faded) + len(learnt)

    @property
    def is_empty(self) -> bool:
        """Tell whether no question moved."""
        return not self.moved


@dataclass(frozen=True, slots=True)
class ReviewQuestions:
    """Looks at questions, at night or by hand."""

    store: QuestionStore
    notice: NoticeQuestions
    talk: ReadTalk
    convert: ConvertAnswers
    thinker: Callable[[], Thinker]
    rules: QuestionRules
    drives: DriveRules

    def __call__(self, persona: Persona, *, between: Callable[[], None] | None = None) -> QuestionReport:
        """Answer, ask, let go, remember."""
        after = between or _nothing
        answers = self.notice.answered(persona, self._open(persona))
        report = QuestionReport(resolved=self._resolved(persona, answers))
        report = replace(report, raised=self._noticed(persona))
        after()
        report = self._looked_through(persona, report, after)
        report = replace(report, faded=self._let_go(persona))
        return replace(report, learnt=self.convert(persona, between=after))

    def _looked_through(self, persona: Persona, report: QuestionReport, between: Callable[[], None]) -> QuestionReport:
        last = self.store.looked_through(persona.id)
        days = [(day, mine) for day, mine in self.talk.days(persona).items() if last is None or day > last]
        most = self.rules.most_a_night
        for day, stamps in days[-MOST_DAYS:]:
            asked = self._open(persona)
            turns = _shown(self.talk(persona, stamps))
            try:
                review = self._reviewed(day, turns, asked)
            except Unavailable as exc:
                return replace(report, stopped_by=str(exc) or type(exc).__name__)
            answers = [
                (asked[each.question - 1], Answer(each.answer, NoteAuthor.PERSONA, _events(turns, each.turns)))
                for each in review.answered
            ]
            report = replace(
                report,
                resolved=(*report.resolved, *self._resolved(persona, answers)),
                raised=(*report.raised, *self._raised(persona, self._of_review(day, turns, review), most)),
                looked_through=(*report.looked_through, day),
            )
            self.store.note_looked_through(persona.id, day)
            between()
        return report

    def _reviewed(self, day: date, turns: Sequence[TalkedTurn], asked: Sequence[OpenQuestion]) -> TalkReview:
        """Return what whoever is asked reads out of a day; nothing where a model will not say."""
        if not turns:
            return TalkReview()
        ask = ReviewTalk(
            day,
            tuple(TalkTurn(turn.user, turn.assistant) for turn in turns),
            tuple(AskedTopic(each.topic, each.context) for each in asked),
        )
        try:
            return self.thinker().answer(ask).value
        except Refused:
            return TalkReview()

    def _of_review(self, day: date, turns: Sequence[TalkedTurn], review: TalkReview) -> list[NewQuestion]:
        return [
            NewQuestion(
                key=topic_slot(each.topic),
                topic=each.topic,
                context=each.context,
                priority=each.priority,
                source_date=day,
                created=self.talk.clock.now(),
                author=NoteAuthor.PERSONA,
                evidence=_events(turns, each.turns),
            )
            for each in review.raised
        ]

    def _resolved(self, persona: Persona, answers: Sequence[tuple[OpenQuestion, Answer]]) -> tuple[int, ...]:
        now, done = self.talk.clock.now(), list[int]()
        for question, answer in answers:
            try:
                self.store.change(persona.id, [resolved(question, answer, at=now)])
            except QuestionMoved:  # somebody else answered it, or a turn was erased
                continue
            done.append(int(question.id))
        return tuple(done)

    def _noticed(self, persona: Persona) -> tuple[int, ...]:
        asked, today = self.store.all(persona.id), moment.day(self.talk.clock.now(), tz=persona.tz)
        most = noticing.left_of_the_night(asked, today=today, tz=persona.tz, most=self.rules.most_a_night)
        return self._raised(persona, self.notice.raised(persona, known=[each.key for each in asked]), most)

    def _raised(self, persona: Persona, found: Sequence[NewQuestion], most: int) -> tuple[int, ...]:
        known = [each.key for each in self.store.all(persona.id)]
        chosen = noticing.chosen(found, known=known, most=most)
        kept = [self.store.add(persona.id, each) for each in chosen]
        return tuple(int(each.id) for each in kept if each is not None)

    def _let_go(self, persona: Persona) -> tuple[int, ...]:
        now = self.talk.clock.now()
        weakest = ranking.let_go(self._open(persona), now=now, rules=self.rules, drives=self.drives)
        try:
            return tuple(int(each.id) for each in self.store.change(persona.id, weakest))
        except QuestionMoved:
            return ()

    def _open(self, persona: Persona) -> list[OpenQuestion]:
        return self.store.all(persona.id, statuses=[QuestionStatus.OPEN])


def _shown(turns: Sequence[TalkedTurn]) -> list[TalkedTurn]:
    """Return the turns of a day that are shown: of many, those that stirred most, in order."""
    ranked = sorted(turns, key=lambda turn: -(0.0 if turn.stirring is None else turn.stirring.arousal))
    kept = {turn.event.id for turn in ranked[:MOST_TURNS]}
    return [turn for turn in turns if turn.event.id in kept]


def _events(turns: Sequence[TalkedTurn], numbers: Sequence[int]) -> tuple[EventId, ...]:
    return tuple(turns[number - 1].event.id for number in numbers)


def _nothing() -> None:
    """Wait for nobody."""
