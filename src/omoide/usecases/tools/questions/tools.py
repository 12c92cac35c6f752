"""`list_open_questions`, `add_open_question`, `resolve_open_question`: what the persona would like to know (SPEC D4, T1).

A question is resolved at night or by a tool, never by the way (NEX ツールによる明示的解決); what was learnt the next night remembers.
What was asked before is not asked twice: it is shown as it stands, with its answer where there is one.
"""

from dataclasses import dataclass
from typing import Final

from omoide.domain.drives.drive import DriveRules
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.questions import ranking
from omoide.domain.questions.question import OpenQuestion, QuestionStatus
from omoide.domain.tools.definition import SETTLES
from omoide.errors import QuestionClosed, QuestionKnown, QuestionNotFound
from omoide.usecases.questions.edits import EditQuestions
from omoide.usecases.tools.questions.fields import (
    QUESTIONS_A_PAGE,
    QuestionAddInput,
    QuestionListInput,
    QuestionListOutput,
    QuestionOutput,
    QuestionResolveInput,
    shown_question,
)
from omoide.usecases.tools.tool import RECORDS, Tool, ToolCaller, tool

_PERSONA: Final = NoteAuthor.PERSONA
_ANSWERED: Final = (QuestionStatus.RESOLVED, QuestionStatus.CONVERTED)


@dataclass(frozen=True, slots=True)
class QuestionTools:
    """Knows what the persona would like to know."""

    edit: EditQuestions
    drives: DriveRules

    def tools(self) -> tuple[Tool, ...]:
        """Return the three tools."""
        return (
            tool(
                "list_open_questions",
                title=("List open questions", "未解決の問いの一覧"),
                description=(
                    "List what you would like to know and nobody has told you yet: what pulls most comes first.",
                    "まだ聞けていない、自分の気になっていること（未解決の問い）の一覧。強く気になるものから順に。",
                ),
                announces=("Looked at the open questions", "未解決の問いを確かめました"),
                takes=QuestionListInput,
                gives=QuestionListOutput,
                run=self.list_questions,
            ),
            tool(
                "add_open_question",
                title=("Keep an open question", "問いを立てる"),
                description=(
                    "Keep something you would like to know later: what talk left open, how something went. If it was asked "
                    "before, that one is shown as it stands.",
                    "あとで知りたいこと（会話で残されたこと、その後どうなったか）を、未解決の問いとして残す。"
                    "同じ問いがすでにあれば、それを示す。",
                ),
                announces=("Kept an open question", "問いを立てました"),
                takes=QuestionAddInput,
                gives=QuestionOutput,
                run=self.add,
                effect=SETTLES,
            ),
            tool(
                "resolve_open_question",
                title=("Resolve an open question", "問いを解決する"),
                description=(
                    "Say that one of your open questions is answered, and how: when you have really learnt it. The next night "
                    "remembers it.",
                    "未解決の問いの答えが本当に分かったとき、答えを添えて解決済みにする。学んだことは次の夜に記憶になる。",
                ),
                announces=("Resolved an open question", "問いを解決しました"),
                takes=QuestionResolveInput,
                gives=QuestionOutput,
                run=self.resolve,
                effect=SETTLES,
            ),
        )

    def list_questions(self, caller: ToolCaller, asked: QuestionListInput) -> QuestionListOutput:
        """Return a page of questions; deleted ones have no words."""
        statuses = [each for each in QuestionStatus if each is not QuestionStatus.DELETED]
        every = self.edit.store.all(caller.persona.id, statuses=statuses if asked.ended else [QuestionStatus.OPEN])
        pulling = ranking.strongest_first(every, now=self.edit.clock.now(), drives=self.drives)
        over = sorted((each for each in every if not each.is_open), key=lambda each: (-(each.resolved or 0), -each.id))
        wanted = [*pulling, *over]
        start = (asked.page - 1) * QUESTIONS_A_PAGE
        return QuestionListOutput(
            found=tuple(map(shown_question, wanted[start : start + QUESTIONS_A_PAGE])),
            total=len(wanted),
            frame=RECORDS.of(caller.language),
            next_page=asked.page + 1 if start + QUESTIONS_A_PAGE < len(wanted) else None,
        )

    def add(self, caller: ToolCaller, asked: QuestionAddInput) -> QuestionOutput:
        """Keep a question; one that was let go is taken up again, one that the owner deleted is not."""
        persona = caller.persona
        try:
            made = self.edit.add(
                persona, asked.topic, context=asked.context or "", priority=asked.priority, by=_PERSONA
            )
        except QuestionKnown as known:
            found = self.edit.store.named(persona.id, str(known.number))
            if found.status is QuestionStatus.DELETED:
                raise
            if found.status is not QuestionStatus.FADED:
                return _output(caller, found, changed=False)
            made = self.edit.reopen(persona, str(known.number))
        return _output(caller, made)

    def resolve(self, caller: ToolCaller, asked: QuestionResolveInput) -> QuestionOutput:
        """Mark a question as answered."""
        persona, name = caller.persona, str(asked.id)
        try:
            return _output(caller, self.edit.resolve(persona, name, answer=asked.answer, by=_PERSONA))
        except QuestionClosed:
            found = self.edit.store.named(persona.id, name)
            if found.status is QuestionStatus.DELETED:
                raise QuestionNotFound(name) from None
            if found.status not in _ANSWERED:
                raise
            return _output(caller, found, changed=False)


def _output(caller: ToolCaller, question: OpenQuestion, *, changed: bool = True) -> QuestionOutput:
    return QuestionOutput(changed=changed, now=shown_question(question), frame=RECORDS.of(caller.language))
