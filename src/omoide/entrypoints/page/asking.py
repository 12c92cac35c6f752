"""Asking whoever looks: boxes to tick, windows with a field, a word to be typed before something goes for good; and doing it then."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from nicegui import ui

from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.live import LiveRegion
from omoide.entrypoints.page.view import View
from omoide.entrypoints.web.caller import KeyScope
from omoide.errors import OmoideError

SOON_SECONDS = 0.05
DoneT = TypeVar("DoneT")
Act = Callable[[], Awaitable[None]]


async def attempted(
    view: View, action: Callable[[], DoneT], *, scope: KeyScope = KeyScope.WRITE, whole_home: bool = False
) -> DoneT | None:
    """Return what an action gives, if whoever looks may do it; say what is wrong and return `None` where it failed.

    What concerns the `whole_home` is not for whoever may open one mind alone.  The action must give something other than `None`.
    """
    try:
        view.onlooker.caller.require(scope, persona=None if whole_home else view.mind.persona.name)
        return await view.ask(action)
    except OmoideError as exc:
        view.tell(str(exc), is_bad=True)
        return None


def may_tend_home(view: View) -> bool:
    """Tell whether whoever looks may do what concerns every persona."""
    return view.onlooker.caller.persona is None and view.may(KeyScope.ADMIN)


def later(
    view: View, read: Callable[[], DoneT], show: Callable[[DoneT], None], *, classes: str = "o-stack"
) -> LiveRegion[DoneT]:
    """Put down a region, as `view.live` does, that is read once the page is there: for what takes its time."""
    with blocks.box(classes) as place, blocks.box("o-loading"):
        ui.spinner().props("aria-hidden=true")
    region = LiveRegion(place, read, show, failed=lambda why: blocks.notice(why, kind="bad"))
    view.watch.add(region)
    ui.timer(SOON_SECONDS, region.look, once=True)
    return region


def put_typed(asked: str, word: str, act_name: str, act: Act, *, may: bool) -> None:
    """Put down a field and a button that opens only when the word stands in the field, letter by letter."""
    field = blocks.field(asked)

    def is_typed() -> bool:
        return (field.value or "").strip() == word

    async def go() -> None:
        if is_typed():
            button.disable()
            await act()

    with blocks.box("o-row"):
        button = blocks.button(act_name, go, icon="delete_forever", kind="danger", is_open=False)
    field.on_value_change(lambda: button.set_enabled(is_typed() and may))
    field.on("keydown.enter", go)


def ask_words(
    view: View,
    title: str,
    label: str,
    act_name: str,
    act: Callable[[str], Awaitable[None]],
    *,
    value: str = "",
    is_long: bool = True,
) -> None:
    """Open a window with one field; what stands in it is handed on when the button is pressed."""
    with view.window(title) as window:
        field = blocks.field(label, value=value, is_long=is_long)
        field.props("autofocus")

        async def go() -> None:
            await act(str(field.value or "").strip())
            window.value = False

        with blocks.box("o-row"):
            blocks.button(act_name, go, kind="main", is_open=view.may())
            blocks.button(view.say("cancel"), window.close, kind="quiet")
        if not is_long:
            field.on("keydown.enter", go)


def ask_first(view: View, title: str, what: str, act_name: str, act: Act) -> None:
    """Open a window that says what would happen, and does it when that is confirmed."""
    with view.window(title) as window:
        blocks.inert(what)

        async def go() -> None:
            await act()
            window.value = False

        with blocks.box("o-row"):
            blocks.button(act_name, go, kind="danger", is_open=view.may())
            blocks.button(view.say("cancel"), window.close, kind="quiet")


def put_parts(view: View, page: str, parts: dict[str, str], chosen: str, label: str) -> None:
    """Put down links to the parts of a page, the present one marked."""
    with blocks.box("o-parts", tag="nav", label=label):
        for name, words in parts.items():
            link = ui.link(words, view.link(page, part=name)).classes("o-part")
            if name == chosen:
                link.props["aria-current"] = "page"


def ticked(label: str, on: bool, act: Any, *, is_label_shown: bool = True) -> None:
    """Put down a box to tick: the browser's own."""
    with ui.element("label").classes("o-tick"):
        box = ui.element("input").props("type=checkbox")
        box.props["aria-label"] = label
        if on:
            box.props["checked"] = True
        box.on("change", lambda event: act(bool(event.args)), js_handler="(event) => emit(event.target.checked)")
        if is_label_shown:
            blocks.text(label, tag="span")
