"""Every "not that", to be looked at and taken back."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from nicegui import ui

from omoide.domain.recall.receipts.feedback import Demotion
from omoide.domain.recall.receipts.receipt import EVENT
from omoide.domain.recall.receipts.wording import KINDS, in_words
from omoide.domain.text.excerpt import one_line
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.view import View
from omoide.entrypoints.page.why.words import TEXTS


@dataclass(frozen=True, slots=True)
class DeniedShown:
    """One "not that", and what it was said to."""

    number: int
    cue: str
    kind: str
    name: str


class DeniedList:
    """What somebody said "not that" to, as one browser looks at it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)

    async def build(self) -> None:
        """Put everything down."""
        await self.view.live(self._read, self._show)

    def _read(self) -> tuple[DeniedShown, ...]:
        found = self.view.mind.feedback.list()
        events = self.view.mind.events(int(each.item.id) for each in found if each.item.kind == EVENT)
        said = {str(number): event.user or event.assistant or "" for number, event in events.items()}
        return tuple(self._one(each, said) for each in reversed(found))

    def _one(self, each: Demotion, said: dict[str, str]) -> DeniedShown:
        kind = in_words(KINDS, each.item.kind, self.view.language)
        name = said.get(each.item.id, "") if each.item.kind == EVENT else ""
        return DeniedShown(int(each.id), each.cue, kind, one_line(name, longest=120) or str(each.item))

    def _show(self, found: tuple[DeniedShown, ...]) -> None:
        say, view = self.say, self.view
        if not found:
            blocks.empty("thumb_down_off_alt", say("no_denied"), say("no_denied_hint"))
            return
        with blocks.card(say("denied")), blocks.box("o-stack o-divided", tag="ul"):
            for each in found:
                with ui.element("li").classes("o-row o-row--spread"):
                    with blocks.box("o-grow o-stack o-stack--tight"):
                        blocks.inert(say("for_cue", cue=each.cue), classes="o-text o-soft o-small")
                        with blocks.box("o-row"):
                            blocks.chip(each.kind, colour="accent")
                            blocks.inert(each.name, tag="span", classes="o-text o-grow")
                    label = say("undo_label", what=each.name)
                    press = self._taking_back(each.number)
                    blocks.button(say("undo"), press, icon="undo", kind="quiet", label=label, is_open=view.may())

    def _taking_back(self, number: int) -> Callable[[], Awaitable[None]]:
        async def press() -> None:
            await self.view.attempt(lambda: self.view.mind.feedback.undo(number), done=self.say("undone"))

        return press
