"""Sleep: making and updating episodes, how far back they are told, sleeping now, and the morning after.

While somebody puts the persona to sleep, here or in another process, everything that would start another sleep is locked; talk is too.
"""

from collections.abc import Awaitable, Callable, Collection
from typing import Final

from nicegui import ui

from omoide.domain.sleep.sleep_report import SleepReport, StageState
from omoide.domain.sleep.stage import ORDER, SleepStage
from omoide.domain.text.language import Language
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.live import LiveRegion
from omoide.entrypoints.page.sleeping import shown
from omoide.entrypoints.page.sleeping.jobs import JobList
from omoide.entrypoints.page.sleeping.nights import NightList, put_costs
from omoide.entrypoints.page.sleeping.shown import SleepOnPage
from omoide.entrypoints.page.sleeping.words import STAGES, STATES, TEXTS
from omoide.entrypoints.page.view import View
from omoide.entrypoints.page.words import day_told

NAME: Final = "sleep"
EPISODES: Final = (SleepStage.EPISODES, SleepStage.WEEKLY)
LOOKED_EVERY_SECONDS: Final = 0.7
"""While it sleeps: that it wakes is not written, it is only over."""


async def build(view: View) -> None:
    """Put everything down."""
    page = SleepPage(view)
    blocks.heading(page.say("title"), page.say("hint"))
    page.region = await view.live(page.read, page.show, is_announced=True)
    ui.timer(LOOKED_EVERY_SECONDS, page.look)
    await view.live(lambda: view.mind.sleep.morning().text, page.show_morning)
    await NightList(view).build()
    JobList(view).build()
    if view.onlooker.caller.persona is None:  # the bill is that of the whole home
        await put_costs(view)


class SleepPage:
    """Sleep as one browser looks at it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.region: LiveRegion[SleepOnPage] | None = None
        self.is_asleep = False
        self.is_starting = False
        """Somebody has pressed a button, and the sleep is not seen yet."""

    def read(self) -> SleepOnPage:
        """Return how it stands."""
        return shown.read_now(self.view.mind)

    async def look(self) -> None:
        """Look again while it sleeps."""
        if self.region is not None and (self.is_asleep or self.is_starting):
            await self.region.look()

    def show(self, found: SleepOnPage) -> None:
        """Put down the two cards, or how far the sleep is."""
        self.is_asleep = found.is_asleep
        say, is_locked = self.say, found.is_asleep or self.is_starting
        if is_locked:
            blocks.notice(say("asleep"), kind="warm")
        elif found.under_way is not None:
            blocks.notice(say("broken_off"), kind="warm")
        if found.ahead_until is not None:
            blocks.notice(say("ahead", when=self.view.when(found.ahead_until)), kind="warm")
        with blocks.box("o-columns o-columns--two"):
            self._episodes(found, is_locked=is_locked)
            self._sleep(found, is_locked=is_locked)

    def show_morning(self, text: str) -> None:
        """Put down what the persona says after its last sleep."""
        with blocks.card(self.say("morning")):
            blocks.inert(text, language=self.view.mind.persona.language)

    def _episodes(self, found: SleepOnPage, *, is_locked: bool) -> None:
        say, view, may = self.say, self.view, self.view.may()
        with blocks.card(say("episodes"), hint=say("count", count=found.episodes)):
            if found.latest_day is None:
                blocks.text(say("no_episode"), classes="o-soft")
            else:
                day = day_told(found.latest_day, view.language, today=found.latest_day)
                blocks.text(say("latest", day=f"{found.latest_day.year} · {day}"))
            choices = shown.lookback_choices(found.lookback_days, say)
            blocks.choice(say("lookback"), choices, str(found.lookback_days), self._look_back)
            press = self._pressed(EPISODES, early=False)
            blocks.button(say("update"), press, icon="history_edu", kind="main", is_open=may and not is_locked)

    def _sleep(self, found: SleepOnPage, *, is_locked: bool) -> None:
        say, may = self.say, self.view.may()
        with blocks.card(say("sleep"), hint=say("sleep_hint")):
            if found.under_way is not None:
                self._stages(found.under_way)
            with blocks.box("o-row"):
                press = self._pressed(ORDER, early=False)
                blocks.button(say("sleep_now"), press, icon="bedtime", is_open=may and not is_locked)
                press = self._pressed(ORDER, early=True)
                blocks.button(say("early"), press, icon="fast_forward", kind="quiet", is_open=may and not is_locked)

    def _stages(self, report: SleepReport) -> None:
        is_ja = self.view.language is Language.JA
        done = shown.share_done(report)
        blocks.bar(self.say("stages"), done, told=f"{round(100 * done)}%")
        with blocks.box("o-stack o-stack--tight", tag="ul", label=self.say("stages")):
            for stage in report.wanted:
                result = report.result(stage)
                with ui.element("li").classes("o-row o-row--spread o-small"):
                    blocks.text(STAGES[stage][is_ja], tag="span")
                    if result is None:
                        continue
                    told = STATES[result.state][is_ja]
                    if result.state is StageState.UNDER_WAY and result.total:
                        told = self.say("progress", done=str(result.items), total=str(result.total))
                    blocks.text(told, tag="span", classes="o-soft o-number")

    def _pressed(self, stages: Collection[SleepStage], *, early: bool) -> Callable[[], Awaitable[None]]:
        async def press() -> None:
            if self.is_starting or self.is_asleep:
                return
            self.is_starting = True
            if self.region is not None:
                await self.region.draw_again()
            report = await asking.attempted(self.view, lambda: self.view.mind.sleep(stages=stages, early=early))
            self.is_starting = False
            if report is not None:
                self.view.tell(self._told(report, stages))
            if self.region is not None:
                await self.region.draw_again()

        return press

    def _told(self, report: SleepReport, stages: Collection[SleepStage]) -> str:
        if tuple(stages) != EPISODES:
            return self.say("slept")
        days = report.result(SleepStage.EPISODES)
        made = 0 if days is None else days.items
        return self.say("updated", count=made) if made else self.say("nothing_to_tell")

    async def _look_back(self, days: str) -> None:
        await self.view.attempt(lambda: self.view.mind.set("episodes.lookback_days", days), done=self.say("kept"))
