"""The last recalls: the cue, what was shown and what not, each candidate with its parts, and "not that"."""

from collections.abc import Awaitable, Callable

from nicegui import ui

from omoide.domain.text.excerpt import one_line
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.live import LiveRegion
from omoide.entrypoints.page.view import View
from omoide.entrypoints.page.why import shown
from omoide.entrypoints.page.why.shown import CandidateOnPage, ReceiptOnPage
from omoide.entrypoints.page.why.words import TEXTS

NAME = "why"
Receipts = tuple[ReceiptOnPage, ...]
LONGEST_CUE = 90
LONGEST_LABEL = 60


class ReceiptList:
    """The recalls as one browser looks at them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.session = view.query.get("session") or None
        self.most = shown.FIRST_SHOWN
        self.opened: set[int] = set()
        """Recalls that somebody has opened: they stay open when something new comes in."""
        self.region: LiveRegion[Receipts] | None = None

    async def build(self) -> None:
        """Put everything down."""
        if self.session is not None:
            with blocks.box("o-row"):
                blocks.chip(self.say("session", id=self.session))
                ui.link(self.say("all_sessions"), self.view.link(NAME)).classes("o-link")
        self.region = await self.view.live(self._read, self._show)

    def _read(self) -> Receipts:
        language = self.view.language
        return shown.read(self.view.mind, limit=self.most + 1, session_id=self.session, language=language)

    def _show(self, found: Receipts) -> None:
        if not found:
            blocks.empty("manage_search", self.say("none"), self.say("none_hint"))
        for number, each in enumerate(found[: self.most]):
            self._receipt(each, is_open=number == 0 or int(each.receipt.id) in self.opened)
        if len(found) > self.most:
            blocks.button(self.say("more"), self._more, kind="quiet")

    async def _more(self) -> None:
        self.most += 3 * shown.FIRST_SHOWN
        if self.region is not None:
            await self.region.draw_again()

    def _receipt(self, each: ReceiptOnPage, *, is_open: bool) -> None:
        receipt, say = each.receipt, self.say
        title = one_line(receipt.cue, longest=LONGEST_CUE) or "—"
        found = say("found", shown=str(len(receipt.shown)), found=str(receipt.found))
        with blocks.details(title, is_open=is_open, chips=(found,)) as element, blocks.box("o-stack"):
            element.on(
                "toggle",
                lambda event: self._toggled(int(receipt.id), bool(event.args)),
                js_handler="(e) => emit(e.target.open)",
            )
            with blocks.box("o-row"):
                blocks.text(self.view.when(receipt.at), tag="span", classes="o-soft o-small")
                blocks.chip(each.asker)
                blocks.chip(say("took", ms=str(max(1, round(receipt.milliseconds)))))
                if receipt.client_id:
                    blocks.chip(say("client", id=receipt.client_id))
                if receipt.session_id:
                    blocks.chip(say("session", id=receipt.session_id))
                    target = self.view.link(NAME, session=receipt.session_id)
                    ui.link(say("only_session"), target).classes("o-link o-small")
            self._candidates([one for one in each.candidates if one.is_shown], receipt.cue)
            rest = [one for one in each.candidates if not one.is_shown]
            if rest:
                with blocks.details(say("not_shown"), chips=(str(len(rest)),)):
                    self._candidates(rest, receipt.cue)

    def _candidates(self, ones: list[CandidateOnPage], cue: str) -> None:
        with blocks.box("o-stack o-divided", tag="ul"):
            for one in ones:
                self._candidate(one, cue)

    def _toggled(self, number: int, is_open: bool) -> None:
        (self.opened.add if is_open else self.opened.discard)(number)

    def _candidate(self, one: CandidateOnPage, cue: str) -> None:
        say, view = self.say, self.view
        with ui.element("li").classes("o-stack o-stack--tight"):
            with blocks.box("o-row"):
                blocks.chip(one.kind, colour="accent")
                blocks.chip(say("strength", score=f"{one.score:.2f}"))
                if one.why_not:
                    blocks.chip(one.why_not, colour="warm")
            if one.text is None:
                blocks.text(say("gone"), classes="o-soft")
            else:
                blocks.inert(one.text, language=view.mind.persona.language)
            with blocks.box("o-parts-of-score"):
                for part in one.parts:
                    blocks.bar(part.name, part.share, told=part.told)
            with blocks.box("o-row"):
                if one.page is not None and one.text is not None:
                    page, query = one.page
                    ui.link(say("look"), view.link(page, **query)).classes("o-link o-small")
                if one.is_shown and one.text is not None:
                    label = say("not_that_label", what=one_line(one.text, longest=LONGEST_LABEL))
                    press = self._denying(one, cue)
                    blocks.button(
                        say("not_that"), press, icon="thumb_down_off_alt", kind="quiet", label=label, is_open=view.may()
                    )

    def _denying(self, one: CandidateOnPage, cue: str) -> Callable[[], Awaitable[None]]:
        async def press() -> None:
            await self.view.attempt(lambda: self.view.mind.not_that(one.item, cue=cue), done=self.say("is_denied"))

        return press
