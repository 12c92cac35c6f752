"""The page: the talk, the field to speak into, and what stands beside it."""

from typing import Final

from omoide.domain.context.composition import Context
from omoide.domain.events.event import Event
from omoide.domain.time import moment
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.talk.beside import show_mood, show_recalled
from omoide.entrypoints.page.talk.shown import show_context
from omoide.entrypoints.page.talk.words import TALK
from omoide.entrypoints.page.view import View
from omoide.errors import OmoideError
from omoide.usecases.recall.everything import RecallResult

CLIENT: Final = "page"
SHOWN_TURNS: Final = 40
LONGEST: Final = 20_000
"""Characters that somebody types; more is a document."""
_SENDS: Final = "(e) => { if (e.key === 'Enter' && !e.shiftKey && !e.isComposing) { e.preventDefault(); emit(); } }"
"""The enter key sends, unless it only ends what is being converted to Japanese."""


async def build(view: View) -> None:
    """Put the page down."""
    await TalkPage(view).put_down()


class TalkPage:
    """One talk, as one browser sees it."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._say = view.words(TALK)
        self._name = view.mind.persona.name
        today = moment.day(view.mind.now(), tz=view.mind.persona.tz)
        self._session = f"{CLIENT}-{today.isoformat()}"

    async def put_down(self) -> None:
        """Put everything down."""
        say, view = self._say, self._view
        blocks.heading(say("title"), say("hint", name=self._name))
        with blocks.box("o-columns o-columns--side"):
            with blocks.box("o-stack"):
                with blocks.card(say("today")):
                    await view.live(self._turns, self._show_turns, classes="o-talk", is_announced=True)
                    self._composer()
                self._context_place = blocks.place()
                self._adding()
            with blocks.box("o-stack"):
                await view.live(view.mind.feelings.mood, lambda mood: show_mood(view, mood))
                self._recalled_place = blocks.place()
        self._show_found(None, None)

    def _turns(self) -> list[Event]:
        return self._view.mind.log(session_id=self._session, limit=SHOWN_TURNS)

    def _show_turns(self, turns: list[Event]) -> None:
        if not turns:
            blocks.empty("forum", self._say("none_yet"), self._say("none_yet_hint", name=self._name))
        for each in turns:
            self._bubble(each.user, is_yours=True, when=self._view.when(each.created))
            if each.assistant:
                self._bubble(self._view.mind.feelings.shown(each.assistant), is_yours=False)

    def _bubble(self, words: str, *, is_yours: bool, when: str = "") -> None:
        if not words:
            return
        with blocks.box("o-bubble o-bubble--yours" if is_yours else "o-bubble"):
            blocks.text(self._say("you") if is_yours else self._name, tag="span", classes="o-sr")
            blocks.inert(words, language=self._view.mind.persona.language)
            if when:
                blocks.text(when, tag="span", classes="o-small o-soft")

    def _composer(self) -> None:
        say = self._say
        with blocks.box("o-row"):
            self._words = blocks.field(say("say", name=self._name), is_long=True, most=LONGEST)
            self._words.on("keydown", self._look, js_handler=_SENDS)
            blocks.button(say("look"), self._look, icon="psychology", kind="main")
        blocks.text(say("no_model", name=self._name), classes="o-small o-soft")

    def _adding(self) -> None:
        say, view = self._say, self._view
        with blocks.card(say("add"), hint=say("add_hint")):
            self._yours = blocks.field(say("your_words"), is_long=True, most=LONGEST)
            self._answer = blocks.field(say("answer", name=self._name), is_long=True, most=LONGEST)
            with blocks.box("o-row"):
                blocks.button(say("add"), self._add, icon="add_comment", is_open=view.may())

    async def _look(self) -> None:
        """Show what comes to mind for what was typed, and what a model would be shown; nothing is kept of it."""
        words = (self._words.value or "").strip()
        if not words:
            self._view.tell(self._say("say_first"))
            return
        try:
            found, context = await self._view.ask(lambda: self._found(words))
        except OmoideError as exc:
            self._view.tell(str(exc), is_bad=True)
            return
        self._yours.value = words
        self._show_found(found, context)

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
