"""Nights and sleeps as they were, taking the last night back, and what thinking has cost."""

from nicegui import ui

from omoide.domain.memories.memory import Cause
from omoide.domain.nights.night_report import Change, NightReport
from omoide.domain.sleep.sleep_report import SleepReport, StageState
from omoide.domain.text.language import Language
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.memories.words import CAUSES, level_told
from omoide.entrypoints.page.sleeping import shown
from omoide.entrypoints.page.sleeping.shown import NightsShown, money
from omoide.entrypoints.page.sleeping.words import STAGES, STATES, TEXTS
from omoide.entrypoints.page.view import View
from omoide.usecases.models.account import Bill

MOST_CHANGES = 40


class NightList:
    """The nights as one browser looks at them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.is_ja = view.language is Language.JA

    async def build(self) -> None:
        """Put everything down."""
        await self.view.live(lambda: shown.read_nights(self.view.mind), self._show, classes="o-columns o-columns--two")

    def _show(self, found: NightsShown) -> None:
        say = self.say
        with blocks.card(say("nights")):
            if not found.nights:
                blocks.empty("nights_stay", say("no_nights"))
            last = next((report for report in found.nights if not report.undone), None)
            if last is not None:
                with blocks.box("o-row"):
                    blocks.button(
                        say("undo"), lambda: self._undo(last), icon="undo", kind="danger", is_open=self.view.may()
                    )
            for report in found.nights:
                self._night(report)
        with blocks.card(say("sleeps")):
            if not found.sleeps:
                blocks.empty("bedtime", say("no_sleeps"))
            for sleep in found.sleeps:
                self._sleep(sleep)

    def _night(self, report: NightReport) -> None:
        say, view = self.say, self.view
        marks = (say("undone"),) if report.undone else ()
        chips = (say("memories", count=report.memories), *marks)
        with blocks.details(view.when(report.until), chips=chips), blocks.box("o-stack o-stack--tight"):
            if report.nights > 1:
                blocks.text(say("nights_caught_up", count=report.nights), classes="o-small")
            with blocks.box("o-row"):
                for told in shown.counts_told(report, view.language):
                    blocks.chip(told)
            if report.changes:
                blocks.text(say("changes"), tag="h3")
            with blocks.box("o-stack o-stack--tight", tag="ul"):
                for change in report.changes[:MOST_CHANGES]:
                    self._change(change, is_undone=report.undone)

    def _change(self, change: Change, *, is_undone: bool) -> None:
        view, language = self.view, self.view.language
        with ui.element("li").classes("o-row o-small"):
            ui.link(change.label, view.link("memories", id=change.label)).classes("o-link")
            if change.cause is Cause.DELETED and not is_undone:
                label = self.say("restore_label", id=change.label)
                blocks.button(
                    self.say("restore"),
                    lambda: self._restore(change.label),
                    kind="quiet",
                    label=label,
                    is_open=view.may(),
                )
                return
            blocks.text(f"{level_told(change.before, language)} → {level_told(change.after, language)}", tag="span")
            blocks.text(CAUSES[change.cause][self.is_ja], tag="span", classes="o-soft")

    async def _restore(self, label: str) -> None:
        await self.view.attempt(lambda: self.view.mind.memories.restore(label), done=self.say("restored", id=label))

    def _undo(self, report: NightReport) -> None:
        async def undo() -> None:
            view = self.view
            back = await asking.attempted(view, view.mind.memories.undo_sleep)
            if back is not None:
                view.tell(self.say("was_undone", when=view.when(back)))

        what = self.say("undo_what", when=self.view.when(report.until))
        asking.ask_first(self.view, self.say("undo_title"), what, self.say("undo"), undo)

    def _sleep(self, report: SleepReport) -> None:
        say = self.say
        chips = (say("by_itself" if report.by_itself else "by_hand"), say("seconds", value=f"{report.seconds:.1f}"))
        costs = (money(report.nano_usd),) if report.nano_usd else ()
        with (
            blocks.details(self.view.when(report.began), chips=(*chips, *costs)),
            blocks.box("o-stack o-stack--tight", tag="ul"),
        ):
            for result in report.results:
                with ui.element("li").classes("o-row o-row--spread o-small"):
                    blocks.text(STAGES[result.stage][self.is_ja], tag="span")
                    told = str(result.items) if result.state is StageState.DONE else STATES[result.state][self.is_ja]
                    blocks.text(told, tag="span", classes="o-soft o-number")


async def put_costs(view: View) -> None:
    """Put down what thinking has cost, and how much it may."""
    say = view.words(TEXTS)

    def show(bill: Bill) -> None:
        with blocks.card(say("costs")):
            if not bill.total.calls:
                blocks.text(say("by_rules"), classes="o-soft")
            with ui.element("dl").classes("o-facts"):
                for name, value in _costs(bill, say("no_cap")):
                    blocks.text(say(name), tag="dt")
                    blocks.text(value, tag="dd", classes="o-number")
            if bill.total.unpriced_calls:
                blocks.notice(say("unpriced", count=bill.total.unpriced_calls), kind="warm")
            if bill.by_purpose:
                _purposes(bill, view)

    await view.live(view.home.models.bill, show)


def _costs(bill: Bill, no_cap: str) -> list[tuple[str, str]]:
    caps = [no_cap if cap is None else f"${cap:,.2f}" for cap in (bill.caps.daily_usd, bill.caps.monthly_usd)]
    ahead = [] if bill.forecast_nano_usd is None else [("forecast", money(bill.forecast_nano_usd))]
    return [
        ("today", money(bill.today.nano_usd)),
        ("this_month", money(bill.total.nano_usd)),
        *ahead,
        ("cap_day", caps[0]),
        ("cap_month", caps[1]),
    ]


def _purposes(bill: Bill, view: View) -> None:
    say = view.words(TEXTS)
    with blocks.box("o-table-wrap"), ui.element("table").classes("o-table"):
        with ui.element("thead"), ui.element("tr"):
            for name in ("purpose", "number", "amount"):
                blocks.text(say(name), tag="th").props["scope"] = "col"
        with ui.element("tbody"):
            for line in bill.by_purpose:
                with ui.element("tr"):
                    blocks.text(line.name, tag="td")
                    blocks.text(str(line.calls), tag="td", classes="o-number")
                    blocks.text(money(line.nano_usd), tag="td", classes="o-number")
