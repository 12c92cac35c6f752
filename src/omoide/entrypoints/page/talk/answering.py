"""An answer while it comes: the words so far, until the turn is kept and shown with the others."""

import re
from typing import Final

from nicegui import ui

from omoide.entrypoints.library.session import MindSession
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.talk.words import TALK
from omoide.entrypoints.page.view import View

DRAWN_EVERY_SECONDS: Final = 0.1
_UNFINISHED_TAG: Final = re.compile(r"<[^<>]{0,400}$")


class PendingAnswer:
    """What was just said, and what comes back."""

    def __init__(self, view: View, place: ui.element) -> None:
        self._view = view
        self._say = view.words(TALK)
        self._place = place

    async def fill(self, words: str, talk: MindSession) -> None:
        """Show what was said and each piece of the answer as it comes; raise as `talk.reply` does."""
        pieces: list[str] = []
        thinking = self._say("thinking", name=self._view.mind.persona.name)
        with self._place:
            show_bubble(self._view, words, is_yours=True)
            answer = show_bubble(self._view, thinking, is_yours=False)

        def draw() -> None:
            if answer is not None and pieces:
                answer.text = shown_so_far(self._view, "".join(pieces)) or thinking

        with self._place:
            timer = ui.timer(DRAWN_EVERY_SECONDS, draw)
        try:
            await self._view.ask(lambda: talk.reply(words, heard=pieces.append))
        finally:
            timer.cancel()

    def clear(self) -> None:
        """Leave the place to the next answer."""
        self._place.clear()


def show_bubble(view: View, words: str, *, is_yours: bool, when: str = "") -> "blocks.Inert | None":
    """Show one side of a turn; nothing where nothing was said."""
    if not words:
        return None
    with blocks.box("o-bubble o-bubble--yours" if is_yours else "o-bubble"):
        who = view.words(TALK)("you") if is_yours else view.mind.persona.name
        blocks.text(who, tag="span", classes="o-sr")
        shown = blocks.inert(words, language=view.mind.persona.language)
        if when:
            blocks.text(when, tag="span", classes="o-small o-soft")
    return shown


def shown_so_far(view: View, words: str) -> str:
    """Return an unfinished answer as the user may see it: without the persona's own tags, also one that is only begun."""
    return _UNFINISHED_TAG.sub("", view.mind.feelings.shown(words))
