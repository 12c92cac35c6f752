"""What the persona wants to reach: looked at, noted, reached, given up, added."""

from nicegui import ui

from omoide.domain.goals.goal import HIGHEST, LOWEST, MIDDLE, Goal, GoalStatus, GoalTerm
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.inside.words import TERMS, TEXTS
from omoide.entrypoints.page.live import LiveRegion
from omoide.entrypoints.page.view import View

Goals = tuple[Goal, ...]
LONGEST_LABEL = 60


class GoalList:
    """The goals as one browser looks at them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.is_ja = view.language is Language.JA
        self.is_ended = False
        self.region: LiveRegion[Goals] | None = None

    async def build(self) -> None:
        """Put everything down."""
        with blocks.card(self.say("goals")):
            with blocks.box("o-row o-row--spread"):
                asking.ticked(self.say("ended_too"), self.is_ended, self._ended)
                blocks.button(self.say("add_goal"), self._add, icon="add", is_open=self.view.may())
            self.region = await self.view.live(self._read, self._show)

    async def _ended(self, on: bool) -> None:
        self.is_ended = on
        if self.region is not None:
            await self.region.draw_again()

    def _read(self) -> Goals:
        return tuple(self.view.mind.goals.list(ended=self.is_ended))

    def _show(self, found: Goals) -> None:
        if not found:
            blocks.empty("flag", self.say("no_goals"))
            return
        with blocks.box("o-stack o-divided", tag="ul"):
            for goal in found:
                self._line(goal)

    def _line(self, goal: Goal) -> None:
        say = self.say
        with ui.element("li").classes("o-stack o-stack--tight"):
            blocks.inert(goal.text, language=self.view.mind.persona.language)
            with blocks.box("o-row"):
                blocks.chip(TERMS[goal.term][self.is_ja], colour="accent")
                blocks.chip(f"{say('priority')} {goal.priority}")
                if goal.status is GoalStatus.COMPLETED:
                    blocks.chip(say("was_completed"), colour="good")
                if goal.status is GoalStatus.ABANDONED:
                    blocks.chip(say("was_abandoned"))
            for note in goal.notes[-3:]:
                blocks.inert(f"{self.view.day(note.at)}  {note.text}", classes="o-text o-soft o-small")
            if goal.reason:
                blocks.inert(goal.reason, classes="o-text o-soft o-small")
            with blocks.box("o-row"):
                self._buttons(goal)

    def _buttons(self, goal: Goal) -> None:
        goals, say = self.view.mind.goals, self.say
        if goal.is_active:
            self._asking(goal, "note", "edit_note", "progress", lambda text: goals.note(goal.label, text))
            self._asking(
                goal,
                "complete",
                "check",
                "progress",
                lambda text: goals.complete(goal.label, note=text),
                done=say("completed"),
            )
            self._asking(
                goal,
                "abandon",
                "close",
                "why",
                lambda text: goals.abandon(goal.label, reason=text),
                done=say("abandoned"),
            )
        elif goal.status is GoalStatus.ABANDONED:
            self._button(goal, "reopen", "undo", lambda: self.view.attempt(lambda: goals.reopen(goal.label)))
        self._button(goal, "delete", "delete", lambda: self._remove(goal))

    def _button(self, goal: Goal, name: str, icon: str, act: object) -> None:
        label = self.say(f"{name}_label", what=one_line(goal.text, longest=LONGEST_LABEL))
        blocks.button(self.say(name), act, icon=icon, kind="quiet", label=label, is_open=self.view.may())  # type: ignore[arg-type]

    def _asking(self, goal: Goal, name: str, icon: str, field: str, act: object, *, done: str = "") -> None:
        async def press(text: str) -> None:
            await self.view.attempt(lambda: act(text), done=done)  # type: ignore[operator]

        title = self.say(name)
        self._button(goal, name, icon, lambda: asking.ask_words(self.view, title, self.say(field), title, press))

    def _remove(self, goal: Goal) -> None:
        async def remove() -> None:
            await self.view.attempt(lambda: self.view.mind.goals.remove(goal.label))

        asking.ask_first(self.view, self.say("remove_title"), goal.text, self.say("delete"), remove)

    def _add(self) -> None:
        view, say = self.view, self.say
        chosen = {"term": GoalTerm.SHORT.value, "priority": str(MIDDLE)}
        with view.window(say("add_goal")) as window:
            text = blocks.field(say("goal"), is_long=True, most=300)
            terms = {term.value: TERMS[term][self.is_ja] for term in GoalTerm}
            blocks.choice(say("term"), terms, chosen["term"], lambda value: chosen.update(term=value))
            priorities = {str(value): str(value) for value in range(HIGHEST, LOWEST + 1)}
            blocks.choice(say("priority"), priorities, chosen["priority"], lambda value: chosen.update(priority=value))

            async def add() -> None:
                words, term, priority = str(text.value or ""), chosen["term"], int(chosen["priority"])
                if await view.attempt(
                    lambda: view.mind.goals.add(words, term=term, priority=priority), done=say("added")
                ):
                    window.value = False

            blocks.button(say("add_goal"), add, kind="main", is_open=view.may())
