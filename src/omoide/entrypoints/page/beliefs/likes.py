"""Likes and dislikes: what waits for the owner's word, what is confirmed, what was revoked."""

from nicegui import ui

from omoide.domain.beliefs.preference import Domain, Preference, Status
from omoide.domain.text.language import Language
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.beliefs import shown
from omoide.entrypoints.page.beliefs.words import DOMAINS, POLARITIES, STATUSES, TEXTS
from omoide.entrypoints.page.view import View

Likes = tuple[tuple[Domain, tuple[Preference, ...]], ...]


class LikeList:
    """Likes and dislikes as one browser looks at them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.is_ja = view.language is Language.JA

    async def build(self) -> None:
        """Put everything down."""
        await self.view.live(self._read, self._show)

    def _read(self) -> Likes:
        return shown.likes_by_domain(self.view.mind.preferences.all(status=None))

    def _show(self, likes: Likes) -> None:
        if not likes:
            blocks.empty("favorite_border", self.say("no_likes"), self.say("no_likes_hint"))
        for domain, ones in likes:
            with (
                blocks.card(DOMAINS[domain][self.is_ja], hint=str(len(ones))),
                blocks.box("o-stack o-divided", tag="ul"),
            ):
                for one in ones:
                    self._line(one)

    def _line(self, one: Preference) -> None:
        say, view, may = self.say, self.view, self.view.may()
        colour: blocks.Colour = {Status.CANDIDATE: "warm", Status.CONFIRMED: "good", Status.REVOKED: "bad"}[one.status]  # type: ignore[assignment]
        with ui.element("li").classes("o-row o-row--spread"):
            with blocks.box("o-grow o-stack o-stack--tight"):
                blocks.inert(one.subject, language=view.mind.persona.language)
                if one.note:
                    blocks.inert(one.note, classes="o-text o-soft o-small")
                with blocks.box("o-row"):
                    blocks.chip(POLARITIES[one.polarity][self.is_ja], colour="accent")
                    blocks.chip(STATUSES[one.status][self.is_ja], colour=colour)
                    blocks.chip(say("sure", percent=str(round(100 * one.confidence))))
            with blocks.box("o-row"):
                if one.status is not Status.CONFIRMED:
                    self._button(one, "confirm", "check", "confirmed", may=may)
                if one.status is not Status.REVOKED:
                    self._button(one, "revoke", "close", "revoked", may=may)

    def _button(self, one: Preference, act: str, icon: str, done: str, *, may: bool) -> None:
        async def press() -> None:
            likes = self.view.mind.preferences
            settle = likes.confirm if act == "confirm" else likes.revoke
            await self.view.attempt(lambda: settle(int(one.id)), done=self.say(done))

        label = self.say(f"{act}_label", body=one.subject)
        blocks.button(self.say(act), press, icon=icon, kind="quiet", label=label, is_open=may)
