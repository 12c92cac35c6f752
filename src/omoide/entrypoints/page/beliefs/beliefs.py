"""What is believed, grouped by subject, each with its evidence; and the owner's word on it."""

from typing import Final

from nicegui import ui

from omoide.domain.beliefs.state import PERSONA, USER, State
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.beliefs import shown
from omoide.entrypoints.page.beliefs.shown import BeliefGroup, BeliefStep
from omoide.entrypoints.page.beliefs.words import KINDS, ORIGINS, TEXTS
from omoide.entrypoints.page.live import LiveRegion
from omoide.entrypoints.page.view import View
from omoide.entrypoints.page.words import Said

FIRST_SHOWN: Final = 20
"""Of each subject; more are put down when they are asked for."""
LONGEST_LABEL: Final = 60
Groups = tuple[BeliefGroup, ...]


class BeliefList:
    """The beliefs as one browser looks at them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.containing = view.query.get("q", "")
        self.is_ended = False
        self.is_supposed = True
        self.opened: dict[str, int] = {}
        """How many of a subject are shown."""
        self.region: LiveRegion[Groups] | None = None

    async def build(self) -> None:
        """Put everything down."""
        say = self.say
        with blocks.box("o-filters"):
            field = blocks.field(say("search"), value=self.containing).props("type=search clearable debounce=400")
            field.on_value_change(lambda event: self._asked(containing=str(event.value or "")))
            asking.ticked(say("supposed_too"), self.is_supposed, lambda on: self._asked(is_supposed=on))
            asking.ticked(say("ended"), self.is_ended, lambda on: self._asked(is_ended=on))
        self.region = await self.view.live(self._read, self._show)

    async def _asked(self, **changes: object) -> None:
        for name, value in changes.items():
            setattr(self, name, value)
        await self._again()

    async def _again(self) -> None:
        if self.region is not None:
            await self.region.draw_again()

    def _read(self) -> Groups:
        found = self.view.mind.beliefs.all(ended=self.is_ended, candidates=self.is_supposed)
        return shown.grouped(found, containing=self.containing)

    def _show(self, groups: Groups) -> None:
        if not groups:
            blocks.empty("psychology", self.say("none"), self.say("none_hint"))
        for group in groups:
            name = subject_told(group.about, self.say)
            with blocks.card(name, hint=str(len(group.states))):
                most = self.opened.get(group.about, FIRST_SHOWN)
                with blocks.box("o-stack o-divided", tag="ul"):
                    for state in group.states[:most]:
                        BeliefLine(self.view, state).put()
                if len(group.states) > most:
                    self._more(group, most)

    def _more(self, group: BeliefGroup, most: int) -> None:
        async def more() -> None:
            self.opened[group.about] = most + 10 * FIRST_SHOWN
            await self._again()

        blocks.button(self.say("more", count=str(len(group.states) - most)), more, kind="quiet")


class BeliefLine:
    """One belief and what can be done about it."""

    def __init__(self, view: View, state: State) -> None:
        self.view = view
        self.state = state
        self.say = view.words(TEXTS)
        self.short = one_line(state.body, longest=LONGEST_LABEL)

    def put(self) -> None:
        """Put it down."""
        state, may = self.state, self.view.may()
        with ui.element("li").classes("o-stack o-stack--tight"):
            blocks.inert(state.body, language=self.view.mind.persona.language)
            with blocks.box("o-row"):
                self._chips()
            with blocks.box("o-row"):
                self._button("evidence", "search", self._why, may=True)
                if state.valid_to is None:
                    if state.settled is None:
                        self._button("confirm", "check", self._confirm, may=may)
                    self._button("correct", "edit", self._correct, may=may)
                    self._button("strike", "close", self._strike, may=may)

    def _chips(self) -> None:
        state, say, view = self.state, self.say, self.view
        blocks.chip(KINDS[state.kind][view.language is Language.JA])
        blocks.chip(say("sure", percent=str(round(100 * state.confidence))))
        if state.candidate:
            blocks.chip(say("supposed"), colour="warm")
        if state.settled is not None:
            blocks.chip(say("settled"), colour="good")
        if state.valid_from is not None:
            blocks.chip(say("since", day=view.day(state.valid_from)))
        if state.valid_to is not None:
            blocks.chip(say("until", day=view.day(state.valid_to)), colour="bad")

    def _button(self, name: str, icon: str, act: object, *, may: bool) -> None:
        label = self.say(f"{name}_label", body=self.short)
        blocks.button(self.say(name), act, icon=icon, kind="quiet", label=label, is_open=may)  # type: ignore[arg-type]

    async def _why(self) -> None:
        found = await self.view.ask(lambda: shown.evidence(self.view.mind, int(self.state.id)))
        with self.view.window(self.say("evidence_of")):
            blocks.inert(self.state.body, language=self.view.mind.persona.language)
            for step in found:
                put_step(self.view, step)

    async def _confirm(self) -> None:
        await self.view.attempt(lambda: self.view.mind.beliefs.confirm(int(self.state.id)), done=self.say("confirmed"))

    def _correct(self) -> None:
        async def correct(body: str) -> None:
            view = self.view
            await view.attempt(lambda: view.mind.beliefs.correct(int(self.state.id), body), done=self.say("corrected"))

        title, field = self.say("correct_title"), self.say("correct_field")
        asking.ask_words(self.view, title, field, self.say("correct"), correct, value=self.state.body)

    def _strike(self) -> None:
        async def strike() -> None:
            view = self.view
            await view.attempt(lambda: view.mind.beliefs.strike_out(int(self.state.id)), done=self.say("struck"))

        what = self.say("strike_what", body=self.state.body)
        asking.ask_first(self.view, self.say("strike_title"), what, self.say("strike"), strike)


def put_step(view: View, step: BeliefStep) -> None:
    """Put down one step of a belief with the turns it rests on."""
    say, is_ja = view.words(TEXTS), view.language is Language.JA
    origin = next((words[is_ja] for kind, words in ORIGINS.items() if kind.value == step.origin), step.origin)
    with blocks.box("o-stack o-stack--tight o-step"):
        blocks.text(
            say("step", number=str(step.number), when=view.when(step.at), origin=origin), classes="o-soft o-small"
        )
        blocks.inert(step.body)
        if step.before and step.before != step.body:
            blocks.inert(say("was", body=step.before), classes="o-text o-soft o-small")
        if step.reason:
            blocks.inert(step.reason, classes="o-text o-soft o-small")
        if not step.turns:
            blocks.text(say("no_evidence"), classes="o-soft o-small")
        for number, event in step.turns:
            if event is None:
                blocks.text(say("turn_gone"), classes="o-soft o-small")
                continue
            with blocks.details(say("turn", number=str(number), when=view.when(event.created)), is_open=True):
                blocks.inert(f"{say('user')}: {event.user}", classes="o-text o-text--clipped o-small")
                if event.assistant:
                    blocks.inert(
                        f"{say('assistant')}: {event.assistant}", classes="o-text o-text--clipped o-small o-soft"
                    )


def subject_told(about: str, say: Said) -> str:
    """Return whom beliefs are about, for people."""
    return {USER: say("about_user"), PERSONA: say("about_persona"), "": say("about_nobody")}.get(about, about)
