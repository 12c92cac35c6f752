"""What was put into which prompt of which client."""

from nicegui import ui

from omoide.entrypoints.library.prompts import PromptedSession, PromptedTalk
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.view import View
from omoide.entrypoints.page.why.words import TEXTS

NAME = "why"
MOST_SESSIONS = 40


class PromptList:
    """Talks and what they were shown, as one browser looks at them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)

    async def build(self) -> None:
        """Put down all talks, or the one that the address names."""
        view = self.view
        if session := view.query.get("session", ""):
            ui.link(f"‹ {self.say('back')}", view.link(NAME, part="prompts")).classes("o-link")
            await view.live(lambda: view.mind.prompts.get(session), self._show_talk)
        else:
            await view.live(lambda: tuple(view.mind.prompts.sessions(limit=MOST_SESSIONS)), self._show)

    def _show(self, found: tuple[PromptedSession, ...]) -> None:
        say, view = self.say, self.view
        if not found:
            days = view.mind.configuration.settings.context.keep_days
            blocks.empty("input", say("no_prompts"), say("no_prompts_hint", days=str(days)))
            return
        with blocks.card(say("prompts")), blocks.box("o-stack o-divided", tag="ul"):
            for each in found:
                with ui.element("li").classes("o-stack o-stack--tight"):
                    with ui.link(target=view.link(NAME, part="prompts", session=each.session_id)).classes("o-link"):
                        blocks.inert(each.session_id, tag="span")
                    with blocks.box("o-row"):
                        blocks.text(view.when(each.used), tag="span", classes="o-soft o-small")
                        for client in each.clients or (say("no_client"),):
                            blocks.chip(client, colour="accent")
                        blocks.chip(say("turns", count=each.turns))
                        blocks.chip(say("tokens", count=f"{each.tokens:,}"))

    def _show_talk(self, talk: PromptedTalk) -> None:
        say = self.say
        with blocks.card(say("session", id=talk.session_id)):
            with blocks.details(say("constant"), chips=(say("tokens", count=f"{talk.constant_tokens:,}"),)):
                blocks.inert(talk.constant or "—", classes="o-text o-text--clipped o-small")
            for turn in talk.turns:
                with blocks.box("o-stack o-stack--tight o-step"):
                    blocks.inert(say("not_kept") if turn.said is None else turn.said, classes="o-text")
                    with blocks.details(
                        say("before_turn"), is_open=True, chips=(say("tokens", count=f"{turn.tokens:,}"),)
                    ):
                        blocks.inert(turn.text, classes="o-text o-text--clipped o-small")
