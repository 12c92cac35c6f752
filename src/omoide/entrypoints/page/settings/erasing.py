"""What goes for good: shown first, table by table, then confirmed by a typed word; and what was erased so far."""

from typing import Any, Final

from nicegui import ui

from omoide.domain.erasing.receipt import ErasureReport, Receipt
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.settings import forms
from omoide.entrypoints.page.settings.words import TEXTS
from omoide.entrypoints.page.view import View
from omoide.entrypoints.web.caller import KeyScope

WAYS: Final = ("about", "session", "client", "period", "everything")
FIELDS: Final = {
    "about": ("about_field",),
    "session": ("session_field",),
    "client": ("client_field",),
    "period": ("since", "until"),
    "everything": (),
}
ARGUMENTS: Final = {
    "about_field": "about",
    "session_field": "session_id",
    "client_field": "client_id",
    "since": "since",
    "until": "until",
}
MOST_RECEIPTS: Final = 20


async def build(view: View) -> None:
    """Put everything down."""
    say = view.words(TEXTS)
    if not view.may(KeyScope.ADMIN):
        blocks.notice(say("admin_only"), kind="warm")
        return
    ErasePage(view).build()
    if asking.may_tend_home(view):
        await view.live(
            lambda: tuple(view.home.erasure_receipts())[-MOST_RECEIPTS:], lambda found: put_receipts(view, found)
        )


class ErasePage:
    """An erasure as one browser prepares it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.way = WAYS[0]
        self.fields: dict[str, Any] = {}

    def build(self) -> None:
        """Put down the form and the place where what would go is shown."""
        say = self.say
        with blocks.card(say("erase"), hint=""):
            blocks.text(say("erase_hint"), classes="o-soft")
            ways = {way: say(f"by_{way}") for way in WAYS}
            blocks.choice(say("by"), ways, self.way, self._choose)
            self.form = blocks.place("o-row")
            with blocks.box("o-row"):
                blocks.button(say("preview"), self._preview, icon="visibility", kind="main")
            self.outcome = blocks.place("o-stack")
            self.outcome.props("aria-live=polite")
        self._choose(self.way)

    def _choose(self, way: str) -> None:
        self.way = way if way in WAYS else WAYS[0]
        self.form.clear()
        self.outcome.clear()
        with self.form:
            self.fields = {name: blocks.field(self.say(name)) for name in FIELDS[self.way]}

    def _scope(self) -> dict[str, Any]:
        if self.way == "everything":
            return {"everything": True}
        given = {ARGUMENTS[name]: str(field.value or "").strip() for name, field in self.fields.items()}
        return {name: value for name, value in given.items() if value or self.way != "period"}

    async def _preview(self) -> None:
        scope = self._scope()
        report = await asking.attempted(
            self.view, lambda: self.view.mind.erase(**scope, dry_run=True), scope=KeyScope.ADMIN
        )
        self.outcome.clear()
        if report is None:
            return
        with self.outcome:
            self._show(report, scope)

    def _show(self, report: ErasureReport, scope: dict[str, Any]) -> None:
        say, view = self.say, self.view
        rows = forms.rows_told(report, view.language)
        if not rows:
            blocks.notice(say("nothing_goes"))
            return
        blocks.text(say("would_go", events=report.events), tag="h3")
        if report.redacted:
            blocks.text(say("redacted", count=len(report.redacted)))
        self._table(rows)
        if report.left:
            blocks.inert(f"{say('stays')}: {'、'.join(report.left_in)}", classes="o-text o-small")
        blocks.notice(say("forever"), kind="bad")
        name = view.mind.persona.name
        asking.put_typed(
            say("type_name", word=name),
            name,
            say("do_erase"),
            lambda: self._erase(scope),
            may=view.may(KeyScope.ADMIN),
        )

    def _table(self, rows: tuple[tuple[str, int], ...]) -> None:
        with ui.element("table").classes("o-table"):
            with ui.element("thead"), ui.element("tr"):
                for name in ("table", "rows"):
                    blocks.text(self.say(name), tag="th").props["scope"] = "col"
            with ui.element("tbody"):
                for told, count in rows:
                    with ui.element("tr"):
                        blocks.text(told, tag="td")
                        blocks.text(f"{count:,}", tag="td", classes="o-number")

    async def _erase(self, scope: dict[str, Any]) -> None:
        view, say = self.view, self.say
        report = await asking.attempted(view, lambda: view.mind.erase(**scope), scope=KeyScope.ADMIN)
        if report is None:
            return
        if scope.get("everything"):
            view.go("/")
            return
        self.outcome.clear()
        with self.outcome:
            blocks.notice(say("erased", events=report.events), kind="good")
            told = say("clean") if report.is_clean else say("left_in", places="、".join(report.left_in) or "—")
            blocks.inert(told)


def put_receipts(view: View, found: tuple[Receipt, ...]) -> None:
    """Put down what was erased so far, without its words."""
    say = view.words(TEXTS)
    if not found:
        return
    with blocks.card(say("receipts")), blocks.box("o-stack o-stack--tight", tag="ul"):
        for receipt in reversed(found):
            events = 0 if receipt.report is None else receipt.report.events
            with ui.element("li").classes("o-row"):
                told = say("receipt", number=str(receipt.number), when=view.when(receipt.at), events=events)
                blocks.text(told, tag="span", classes="o-small o-number")
                blocks.chip(receipt.scope)
                blocks.chip(
                    say("sound" if receipt.is_sound else "broken"), colour="good" if receipt.is_sound else "bad"
                )
