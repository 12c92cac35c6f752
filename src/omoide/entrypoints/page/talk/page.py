"""The page: the talk, the field to speak into, and what stands beside it."""

from typing import Final

from nicegui import ui

from omoide.domain.context.composition import Context
from omoide.domain.events.event import Event
from omoide.domain.time import moment
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.talk.answering import PendingAnswer, show_bubble
from omoide.entrypoints.page.talk.beside import show_mood, show_recalled
from omoide.entrypoints.page.talk.shown import show_context
from omoide.entrypoints.page.talk.words import TALK
from omoide.entrypoints.page.view import View
from omoide.entrypoints.web.caller import KeyScope
from omoide.errors import OmoideError
from omoide.usecases.recall.everything import RecallResult

CLIENT: Final = "page"
SHOWN_TURNS: Final = 40
LONGEST: Final = 20_000
"""Characters that somebody types; more is a document."""
ASLEEP_EVERY_SECONDS: Final = 1.5
_SENDS: Final = "(e) => { if (e.key === 'Enter' && !e.shiftKey && !e.isComposing) { e.preventDefault(); emit(); } }"
"""The enter key sends, unless it only ends what is being converted to Japanese."""


async def build(view: View) -> None:
    """Put the page down."""
    today = moment.day(view.mind.now(), tz=view.mind.persona.tz)
    session = f"{CLIENT}-{today.isoformat()}"
    speaker = await view.ask(lambda: view.mind.session(session).speaker)
    await TalkPage(view, session=session, speaker=speaker).put_down()


class TalkPage:
    """One talk, as one browser sees it: answered by a model, or, without one, looked into."""

    def __init__(self, view: View, *, session: str, speaker: str) -> None:
        self._view = view
        self._say = view.words(TALK)
        self._name = view.mind.persona.name
        self._session = session
        self._speaker = speaker
        self._may = view.may()

    async def put_down(self) -> None:
        """Put everything down."""
        say, view = self._say, self._view
        blocks.heading(say("title"), say("hint", name=self._name))
        with blocks.box("o-columns o-columns--side"):
            with blocks.box("o-stack"):
                with blocks.card(say("today")):
                    self._turns_shown = await view.live(
                        self._turns, self._show_turns, classes="o-talk", is_announced=True
                    )
                    self._pending = PendingAnswer(view, blocks.place("o-talk"))
                    self._composer()
                self._context_place = blocks.place()
                self._adding()
            with blocks.box("o-stack"):
                await view.live(view.mind.feelings.mood, lambda mood: show_mood(view, mood))
                self._recalled_place = blocks.place()
        self._show_found(None, None)
        ui.timer(ASLEEP_EVERY_SECONDS, self._look_whether_asleep)

    def _turns(self) -> list[Event]:
        return self._view.mind.log(session_id=self._session, limit=SHOWN_TURNS)

    def _show_turns(self, turns: list[Event]) -> None:
        if not turns:
            blocks.empty("forum", self._say("none_yet"), self._say("none_yet_hint", name=self._name))
        for each in turns:
            show_bubble(self._view, each.user, is_yours=True, when=self._view.when(each.created))
            show_bubble(self._view, self._view.mind.feelings.shown(each.assistant or ""), is_yours=False)

    def _composer(self) -> None:
        say = self._say
        with blocks.box("o-row"):
            self._words = blocks.field(say("say", name=self._name), is_long=True, most=LONGEST)
            self._words.on("keydown", self._spoken, js_handler=_SENDS)
            if self._speaker:
                self._send = blocks.button(say("send"), self._spoken, icon="send", kind="main", is_open=self._may)
            else:
                self._send = blocks.button(say("look"), self._spoken, icon="psychology", kind="main")
        told = (
            say("answered_by", name=self._name, model=self._speaker)
            if self._speaker
            else say("no_model", name=self._name)
        )
        self._state = blocks.text(told, classes="o-small o-soft")
        self._asleep = blocks.place()

    def _adding(self) -> None:
        """Put down the form by which a turn is added as it was, with whatever answer."""
        say = self._say
        with blocks.card(say("add"), hint=say("add_hint")):
            self._yours = blocks.field(say("your_words"), is_long=True, most=LONGEST)
            self._answer = blocks.field(say("answer", name=self._name), is_long=True, most=LONGEST)
            with blocks.box("o-row"):
                blocks.button(say("add"), self._add, icon="add_comment", is_open=self._may)

    async def _look_whether_asleep(self) -> None:
        """Lock the talk while the persona sleeps."""
        is_asleep = await self._view.ask(self._view.mind.sleep.is_asleep)
        if is_asleep == bool(self._asleep.default_slot.children):
            return
        self._asleep.clear()
        self._send.set_enabled(not is_asleep and (self._may or not self._speaker))
        if is_asleep:
            with self._asleep:
                blocks.notice(self._say("asleep", name=self._name), kind="warm")

    async def _spoken(self) -> None:
        """Answer what was typed, or, without a model, show what would be shown for it; then what came to mind."""
        words = (self._words.value or "").strip()
        if not words:
            self._view.tell(self._say("say_first"))
            return
        if not self._send.enabled:
            return
        try:
            found, context = await self._view.ask(lambda: self._found(words))
            self._show_found(found, context)
            if self._speaker:
                self._view.onlooker.caller.require(KeyScope.WRITE, persona=self._name)
                await self._answered(words)
            else:
                self._yours.value = words
        except OmoideError as exc:
            self._view.tell(str(exc), is_bad=True)

    async def _answered(self, words: str) -> None:
        self._send.disable()
        self._words.value = ""
        try:
            await self._pending.fill(words, self._view.mind.session(self._session, client_id=CLIENT))
        finally:
            self._send.enable()
            await self._turns_shown.draw_again()
            self._pending.clear()

    def _found(self, words: str) -> tuple[RecallResult, Context]:
        mind = self._view.mind
        return mind.recalled(words, strengthen=False), mind.context(words, preview=True)

    def _show_found(self, found: RecallResult | None, context: Context | None) -> None:
        for place in (self._recalled_place, self._context_place):
            place.clear()
        with self._recalled_place:
            show_recalled(self._view, found)
        with self._context_place:
            show_context(self._view, context)

    async def _add(self) -> None:
        yours, answer = (self._yours.value or "").strip(), (self._answer.value or "").strip()
        if not yours:
            self._view.tell(self._say("say_first"))
            return
        mind, session = self._view.mind, self._session
        if await self._view.attempt(
            lambda: mind.observe(user=yours, assistant=answer or None, session_id=session, client_id=CLIENT),
            done=self._say("added"),
        ):
            self._yours.value = self._answer.value = self._words.value = ""
