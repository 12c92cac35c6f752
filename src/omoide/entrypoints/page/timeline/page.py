"""The page: what is looked for, and the days."""

from collections.abc import Callable
from datetime import date
from typing import Final

from nicegui import ui

from omoide.domain.episodes.episode import Episode, EpisodeKind
from omoide.domain.events.event import Event
from omoide.domain.feelings.emotion import EmotionTag
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.timeline import finding
from omoide.entrypoints.page.timeline.days import show_episodes, show_turns
from omoide.entrypoints.page.timeline.finding import BY_MEANING, BY_WORDS, Sought
from omoide.entrypoints.page.timeline.words import FEELINGS, TIMELINE
from omoide.entrypoints.page.view import View
from omoide.errors import OmoideError

PAGE: Final = 20
UNTOLD: Final = 60
LONGEST: Final = 400


async def build(view: View) -> None:
    """Put the page down."""
    await TimelinePage(view).put_down()


class TimelinePage:
    """The timeline as one browser sees it."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._say = view.words(TIMELINE)
        self._how, self._feeling = BY_MEANING, ""
        self._sought = Sought()
        self._shown = 0

    async def put_down(self) -> None:
        """Put everything down."""
        view, say = self._view, self._say
        blocks.heading(say("title"), say("hint", name=view.mind.persona.name))
        self._form()
        if view.query.get("day") or view.query.get("q"):
            self._from.value = self._to.value = view.query.get("day", "")
            self._words.value = view.query.get("q", "")
            self._sought = self._asked() or self._sought
        self._first = await view.live(self._read_first, self._show_first)
        self._rest = blocks.place()
        with blocks.box("o-row"):
            self._more = blocks.button(say("more"), self._show_more, icon="expand_more")
        self._shown = PAGE
        await self._offer_more()

    def _form(self) -> None:
        say, view = self._say, self._view
        ways = {BY_MEANING: say("by_meaning"), BY_WORDS: say("by_words")}
        felt = {"": say("any_feeling")} | {tag.value: view.words(FEELINGS)(tag.value) for tag in EmotionTag}
        with blocks.card(say("find")), blocks.box("o-finding"):
            self._words = blocks.field(say("what"), most=LONGEST)
            self._words.on("keydown.enter", self._search)
            blocks.choice(say("how"), ways, self._how, lambda chosen: setattr(self, "_how", chosen))
            self._from = self._date(say("from"))
            self._to = self._date(say("to"))
            blocks.choice(say("feeling"), felt, "", lambda chosen: setattr(self, "_feeling", chosen))
            self._moving = ui.checkbox(say("moving_only"))
            with blocks.box("o-row"):
                blocks.button(say("search"), self._search, icon="search", kind="main")
                blocks.button(say("clear"), self._clear, kind="quiet")

    @staticmethod
    def _date(label: str) -> ui.input:
        with ui.element("label").classes("o-field"):
            blocks.text(label, tag="span")
            made = ui.input().props("type=date outlined dense")
            made.props["aria-label"] = label
        return made

    def _asked(self) -> Sought | None:
        """Return what the fields ask for; `None`, and say so, where a day is none."""
        try:
            first, last = (date.fromisoformat(each.value) if each.value else None for each in (self._from, self._to))
            sought = Sought(
                words=(self._words.value or "").strip(),
                how=self._how,
                first=first,
                last=last,
                feeling=EmotionTag(self._feeling) if self._feeling else None,
                is_moving=bool(self._moving.value),
            )
            _ = sought.span
        except ValueError:
            self._view.tell(self._say("wrong_day"), is_bad=True)
            return None
        except OmoideError as exc:
            self._view.tell(str(exc), is_bad=True)
            return None
        return sought

    async def _search(self) -> None:
        if (sought := self._asked()) is not None:
            await self._begin(sought)

    async def _clear(self) -> None:
        self._words.value = self._from.value = self._to.value = ""
        self._moving.value = False
        await self._begin(Sought())

    async def _begin(self, sought: Sought) -> None:
        self._sought, self._shown = sought, PAGE
        self._rest.clear()
        await self._first.draw_again()
        await self._offer_more()

    def _read_first(self) -> tuple[list[Episode], list[Event]]:
        mind, sought = self._view.mind, self._sought
        if sought.is_for_turns:
            return [], finding.turns(mind, sought, limit=PAGE)
        days = finding.days(mind, sought, offset=0, limit=PAGE)
        if sought != Sought():
            return days, []
        newest = next((each for each in days if each.kind in (EpisodeKind.DAY, EpisodeKind.WEEK)), None)
        return days, finding.untold(mind, newest, limit=UNTOLD)

    def _show_first(self, found: tuple[list[Episode], list[Event]]) -> None:
        say = self._say
        days, turns = found
        if self._sought.is_for_turns:
            with blocks.card(say("found"), hint=say("found_hint", count=len(turns))):
                self._show_found(turns)
            return
        if turns:
            with blocks.card(say("untold"), hint=say("untold_hint"), classes="o-day"):
                show_turns(self._view, turns)
        if not days and not turns:
            self._show_nothing()
        show_episodes(self._view, days)

    def _show_found(self, turns: list[Event]) -> None:
        if not turns:
            blocks.empty("search_off", self._say("none_found"), self._say("none_found_hint"))
        show_turns(self._view, turns)

    def _show_nothing(self) -> None:
        is_search = self._sought != Sought()
        key, icon = ("none_found", "search_off") if is_search else ("no_days", "calendar_month")
        with blocks.card(label=self._say(key)):
            blocks.empty(icon, self._say(key), self._say(f"{key}_hint"))

    async def _show_more(self) -> None:
        """Show the next page of days, or more of what was found."""
        mind, sought, shown = self._view.mind, self._sought, self._shown
        self._shown += PAGE
        try:
            if sought.is_for_turns:
                found = await self._view.ask(lambda: finding.turns(mind, sought, limit=shown + PAGE))
                self._put_rest(lambda: show_turns(self._view, found[shown:]))
            else:
                days = await self._view.ask(lambda: finding.days(mind, sought, offset=shown, limit=PAGE))
                self._put_rest(lambda: show_episodes(self._view, days))
        except OmoideError as exc:
            self._view.tell(str(exc), is_bad=True)
        await self._offer_more()

    def _put_rest(self, show: Callable[[], None]) -> None:
        with self._rest:
            if self._sought.is_for_turns:
                with blocks.card(label=self._say("found")):
                    show()
            else:
                show()

    async def _offer_more(self) -> None:
        """Show the button only where there is more."""
        mind, sought, shown = self._view.mind, self._sought, self._shown
        if sought.is_for_turns:
            is_there = len(await self._view.ask(lambda: finding.turns(mind, sought, limit=shown + 1))) > shown
        else:
            is_there = bool(await self._view.ask(lambda: finding.days(mind, sought, offset=shown, limit=1)))
        self._more.set_visibility(is_there)
