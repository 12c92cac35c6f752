"""What the persona would like to know: looked at, marked as answered, deleted, added."""

from nicegui import ui

from omoide.domain.questions.question import OpenQuestion, QuestionStatus
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.inside.words import QUESTION_STATES, TEXTS
from omoide.entrypoints.page.live import LiveRegion
from omoide.entrypoints.page.view import View
from omoide.entrypoints.page.words import day_told

Questions = tuple[OpenQuestion, ...]
LONGEST_LABEL = 60


class QuestionList:
    """The questions as one browser looks at them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.is_ended = False
        self.region: LiveRegion[Questions] | None = None

    async def build(self) -> None:
        """Put everything down."""
        with blocks.card(self.say("questions")):
            with blocks.box("o-row o-row--spread"):
                asking.ticked(self.say("ended_too"), self.is_ended, self._ended)
                blocks.button(self.say("add_question"), self._add, icon="add", is_open=self.view.may())
            self.region = await self.view.live(self._read, self._show)

    async def _ended(self, on: bool) -> None:
        self.is_ended = on
        if self.region is not None:
            await self.region.draw_again()

    def _read(self) -> Questions:
        return tuple(self.view.mind.questions.list(ended=self.is_ended))

    def _show(self, found: Questions) -> None:
        if not found:
            blocks.empty("help_outline", self.say("no_questions"))
            return
        with blocks.box("o-stack o-divided", tag="ul"):
            for each in found:
                self._line(each)

    def _line(self, each: OpenQuestion) -> None:
        say, view, is_ja = self.say, self.view, self.view.language is Language.JA
        with ui.element("li").classes("o-stack o-stack--tight"):
            blocks.inert(each.topic, language=view.mind.persona.language)
            if each.context:
                blocks.inert(each.context, classes="o-text o-soft o-small")
            if each.answer:
                blocks.inert(f"→ {each.answer}", classes="o-text o-small")
            with blocks.box("o-row"):
                if not each.is_open:
                    blocks.chip(QUESTION_STATES[each.status][is_ja], colour="good")
                blocks.chip(say("pulls", value=f"{each.priority:.1f}"))
                blocks.chip(say("from_day", day=day_told(each.source_date, view.language, today=each.source_date)))
            with blocks.box("o-row"):
                if each.is_open:
                    self._button(each, "resolve", "check", lambda: self._resolve(each))
                elif each.status in (QuestionStatus.RESOLVED, QuestionStatus.FADED):
                    self._button(each, "reopen", "undo", lambda: self._do("reopen", each))
                self._button(each, "delete", "delete", lambda: self._do("delete", each))

    def _button(self, each: OpenQuestion, name: str, icon: str, act: object) -> None:
        label = self.say(f"{name}_label", what=one_line(each.topic, longest=LONGEST_LABEL))
        blocks.button(self.say(name), act, icon=icon, kind="quiet", label=label, is_open=self.view.may())  # type: ignore[arg-type]

    async def _do(self, act: str, each: OpenQuestion) -> None:
        questions = self.view.mind.questions
        if act == "delete":
            await self.view.attempt(lambda: questions.delete(int(each.id)), done=self.say("deleted"))
        else:
            await self.view.attempt(lambda: questions.reopen(int(each.id)))

    def _resolve(self, each: OpenQuestion) -> None:
        async def resolve(answer: str) -> None:
            questions = self.view.mind.questions
            await self.view.attempt(lambda: questions.resolve(int(each.id), answer=answer), done=self.say("resolved"))

        asking.ask_words(self.view, self.say("resolve_title"), self.say("answer"), self.say("resolve"), resolve)

    def _add(self) -> None:
        async def add(topic: str) -> None:
            await self.view.attempt(lambda: self.view.mind.questions.add(topic), done=self.say("added"))

        asking.ask_words(self.view, self.say("add_question"), self.say("topic"), self.say("add_question"), add)
