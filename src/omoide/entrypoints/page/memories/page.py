"""The table of memories, with its filters and what can be done to many at once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from nicegui import ui

from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Memory
from omoide.domain.text.language import Language
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.asking import ticked
from omoide.entrypoints.page.charts import keyed
from omoide.entrypoints.page.live import LiveRegion
from omoide.entrypoints.page.memories import acts, one
from omoide.entrypoints.page.memories.query import ORDERS, pages_of, query_of
from omoide.entrypoints.page.memories.shown import named
from omoide.entrypoints.page.memories.words import CATEGORIES, LEVELS, TEXTS, level_told
from omoide.entrypoints.page.view import View
from omoide.ports.memories.browsing import MemoryPage

NAME: Final = "memories"
LONGEST_ROW: Final = 120


async def build(view: View) -> None:
    """Put down the table, or the one memory that the address names."""
    if label := view.query.get("id", ""):
        await one.build(view, label)
    else:
        await MemoryTable(view).build()


class MemoryTable:
    """The table as one browser has it: filter, page, and what is chosen."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = view.words(TEXTS)
        self.query = query_of(view.query)
        self.chosen: dict[str, Memory] = {}
        self.on_page: tuple[Memory, ...] = ()
        self.region: LiveRegion[MemoryPage] | None = None
        self.bar: ui.element | None = None

    async def build(self) -> None:
        """Put everything down."""
        blocks.heading(self.say("title"), self.say("hint"))
        categories = await self.view.ask(self.view.mind.memories.categories)
        with blocks.card(label=self.say("title")):
            self._filters(categories)
            self.bar = ui.element("div").classes("o-row").props("role=status")
            self.region = await self.view.live(self._read, self._show, classes="o-stack")
        self._show_bar()

    def _read(self) -> MemoryPage:
        found = self.view.mind.memories.page(**self.query.given)
        last = pages_of(found.total)
        if self.query.page > last:  # what the last page showed may be gone since
            self.query = replace(self.query, page=last)
            found = self.view.mind.memories.page(**self.query.given)
        return found

    async def _asked(self, **changes: Any) -> None:
        """Show other memories, and let the address say which."""
        self.query = replace(self.query, **{"page": 1, **changes})
        ui.navigate.history.replace(self.view.link(NAME, **self.query.address))
        if self.region is not None:
            await self.region.draw_again()

    def _filters(self, categories: Sequence[str]) -> None:
        say, query, is_ja = self.say, self.query, self.view.language is Language.JA
        with blocks.box("o-filters", label=say("filters")):
            sought = blocks.field(say("search"), value=query.containing).props("type=search clearable debounce=400")
            sought.on_value_change(lambda event: self._asked(containing=str(event.value or "")))
            levels = {"0": say("any")} | {str(int(level)): level_told(level, self.view.language) for level in LEVELS}
            blocks.choice(say("level"), levels, str(query.level), lambda chosen: self._asked(level=int(chosen)))
            kinds = {"": say("any")} | {each: keyed(CATEGORIES, each, is_ja=is_ja) for each in categories}
            blocks.choice(say("category"), kinds, query.category, lambda chosen: self._asked(category=chosen))
            orders = {name: say(name) for name in ORDERS}
            blocks.choice(say("order"), orders, query.order, lambda chosen: self._asked(order=chosen))
            ticked(say("protected_only"), query.is_protected, lambda on: self._asked(is_protected=on))

    def _show(self, page: MemoryPage) -> None:
        self.on_page = page.memories
        say = self.say
        if not page.memories:
            blocks.empty("auto_stories", say("none"), say("none_hint"))
            return
        with blocks.box("o-row o-row--spread"):
            blocks.text(say("found", count=page.total), classes="o-soft o-small o-number")
            ticked(say("choose_page"), all(each.label in self.chosen for each in page.memories), self._choose_page)
        with ui.element("table").classes("o-table o-table--memories"):
            blocks.text(say("title"), tag="caption", classes="o-sr")
            with ui.element("thead"), ui.element("tr"):
                for name in ("memory", "when", "level", "left", "recalled"):
                    blocks.text(say(name), tag="th").props["scope"] = "col"
            with ui.element("tbody"):
                for memory in page.memories:
                    self._row(memory)
        self._pager(page.total)

    def _row(self, memory: Memory) -> None:
        view, say = self.view, self.say
        with ui.element("tr"):
            with ui.element("td").classes("o-cell--first"), blocks.box("o-row o-row--top"):
                ticked(
                    say("choose", id=memory.label),
                    memory.label in self.chosen,
                    lambda on, memory=memory: self._choose(memory, on),
                    is_label_shown=False,
                )
                with blocks.box("o-grow o-stack o-stack--tight"):
                    with ui.link(target=view.link(NAME, id=memory.label)).classes("o-link"):
                        blocks.inert(
                            named(memory, longest=LONGEST_ROW), tag="span", language=view.mind.persona.language
                        )
                    self._marks(memory)
            blocks.text(view.day(memory.created), tag="td").props["data-name"] = say("when")
            blocks.text(level_told(memory.current_level, view.language), tag="td").props["data-name"] = say("level")
            with ui.element("td").classes("o-cell--bar") as cell:
                cell.props["data-name"] = say("left")
                blocks.bar(
                    "", memory.retention_score, most=100, told=f"{memory.retention_score:.0f}", colour=_colour(memory)
                )
            blocks.text(str(memory.recall_count), tag="td", classes="o-number").props["data-name"] = say("recalled")

    def _marks(self, memory: Memory) -> None:
        if not memory.protected and memory.current_level is not Level.ARCHIVE:
            return
        with blocks.box("o-row"):
            if memory.protected:
                blocks.chip(self.say("protected"), colour="good")
            if memory.current_level is Level.ARCHIVE:
                blocks.chip(self.say("archived"))

    def _pager(self, total: int) -> None:
        pages, page, say = pages_of(total), self.query.page, self.say
        with blocks.box("o-row o-pager", tag="nav", label=say("pages", page=str(page), pages=str(pages))):
            blocks.button(
                "", lambda: self._asked(page=page - 1), icon="chevron_left", label=say("before"), is_open=page > 1
            )
            blocks.text(say("pages", page=str(page), pages=str(pages)), classes="o-number o-small")
            blocks.button(
                "", lambda: self._asked(page=page + 1), icon="chevron_right", label=say("after"), is_open=page < pages
            )

    def _choose(self, memory: Memory, on: bool) -> None:
        if on:
            self.chosen[memory.label] = memory
        else:
            self.chosen.pop(memory.label, None)
        self._show_bar()

    async def _choose_page(self, on: bool) -> None:
        for memory in self.on_page:
            self._choose(memory, on)
        if self.region is not None:
            await self.region.draw_again()

    def _show_bar(self) -> None:
        if self.bar is None:
            return
        self.bar.clear()
        self.bar.set_visibility(bool(self.chosen))
        if not self.chosen:
            return
        may, say = self.view.may(), self.say
        with self.bar:
            blocks.text(say("chosen", count=str(len(self.chosen))), classes="o-number")
            for act, icon in (
                ("protect", "shield"),
                ("release", "remove_moderator"),
                ("archive", "inventory_2"),
                ("restore", "unarchive"),
            ):
                blocks.button(say(act), lambda act=act: self._do(act), icon=icon, is_open=may)
            blocks.button(say("erase"), self._erase, icon="delete", kind="danger", is_open=may)
            blocks.button(say("choose_none"), self._done, kind="quiet")

    async def _do(self, act: str) -> None:
        await acts.do(self.view, act, list(self.chosen), after=self._done)

    def _erase(self) -> None:
        acts.ask_to_erase(self.view, list(self.chosen.values()), after=self._done)

    async def _done(self) -> None:
        self.chosen.clear()
        self._show_bar()
        if self.region is not None:
            await self.region.draw_again()


def _colour(memory: Memory) -> blocks.Colour:
    return "good" if memory.protected else "" if memory.current_level <= Level.SUMMARY else "warm"
