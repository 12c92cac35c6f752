"""The dream diary: what the persona made of its days at night."""

from nicegui import ui

from omoide.domain.reflection.insight import Insight
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.inside.words import TEXTS
from omoide.entrypoints.page.live import LiveRegion
from omoide.entrypoints.page.view import View

Dreams = tuple[Insight, ...]
FIRST_SHOWN = 6


class DreamList:
    """The dream diary as one browser looks at it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.most = FIRST_SHOWN
        self.region: LiveRegion[Dreams] | None = None

    async def build(self) -> None:
        """Put everything down."""
        with blocks.card(self.say("dreams")):
            with blocks.box("o-row"):
                self.button = blocks.button(self.say("reflect"), self._reflect, icon="bedtime", is_open=self.view.may())
            self.region = await self.view.live(self._read, self._show)

    def _read(self) -> Dreams:
        return tuple(self.view.mind.dreams.list(limit=self.most + 1))

    def _show(self, found: Dreams) -> None:
        if not found:
            blocks.empty("bedtime", self.say("no_dreams"))
            return
        with blocks.box("o-columns o-columns--two", tag="ul"):
            for entry in found[: self.most]:
                self._entry(entry)
        if len(found) > self.most:
            blocks.button(self.say("more"), self._more, kind="quiet")

    def _entry(self, entry: Insight) -> None:
        view, say, language = self.view, self.say, self.view.mind.persona.language
        with ui.element("li").classes("o-stack o-stack--tight o-dream"):
            with blocks.box("o-row o-row--spread"):
                blocks.text(view.day(entry.created), tag="h3")
                label = f"{say('delete')}: {view.day(entry.created)}"
                blocks.button(
                    "", lambda: self._remove(entry), icon="delete", kind="quiet", label=label, is_open=view.may()
                )
            if entry.trigger_topic:
                with blocks.box("o-row"):
                    blocks.chip(entry.trigger_topic)
            blocks.inert(" ".join(sentence.text for sentence in entry.sentences), language=language)
            if entry.log_entry:
                blocks.inert(entry.log_entry, language=language, classes="o-text o-soft")
            if entry.strategy:
                blocks.inert(say("strategy", what=entry.strategy), classes="o-text o-small")
            turns = {number for sentence in entry.sentences for number in sentence.evidence}
            blocks.text(say("rests_on", count=len(turns)), classes="o-soft o-small")

    async def _more(self) -> None:
        self.most += 4 * FIRST_SHOWN
        if self.region is not None:
            await self.region.draw_again()

    async def _reflect(self) -> None:
        self.button.disable()
        report = await asking.attempted(self.view, self.view.mind.dreams.reflect)
        if report is not None:
            self.view.tell(self.say("reflected", count=len(report.made)))
        self.button.enable()

    def _remove(self, entry: Insight) -> None:
        async def remove() -> None:
            await self.view.attempt(lambda: self.view.mind.dreams.remove(int(entry.id)))

        asking.ask_first(self.view, self.say("forget_dream"), entry.trigger_topic, self.say("delete"), remove)
