"""What stands around every page: navigation, whose mind, language, light and dark."""

from copy import copy
from html import escape
from typing import TYPE_CHECKING, Final

from nicegui import ui

from omoide.domain.text.language import Language
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.live import beside
from omoide.entrypoints.page.pages import PAGES, PageEntry
from omoide.entrypoints.page.view import LANGUAGE_COOKIE, LOOK_COOKIE, LOOKS, Onlooker, View, asset, style_sheet
from omoide.entrypoints.page.words import FRAME, speaking
from omoide.entrypoints.wording import told
from omoide.errors import NotAllowed, NotFound, OmoideError

if TYPE_CHECKING:
    from omoide.entrypoints.library.home import Omoide

TONGUES: Final = {Language.JA.value: "日本語", Language.EN.value: "English"}
ICON: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#2f4f86"/>'
    '<circle cx="16" cy="16" r="8.5" fill="none" stroke="#fff" stroke-width="2.4" stroke-dasharray="38 16" stroke-linecap="round"/>'
    '<circle cx="16" cy="16" r="2.6" fill="#fff"/></svg>'
)


def dress(onlooker: Onlooker, language: Language, *, title: str) -> None:
    """Give the page its language, its look and its title; nothing comes from anywhere but this machine."""
    client = ui.context.client
    client.page = copy(client.page)  # the one that all share stays as it is
    client.page.language = "ja" if language is Language.JA else "en-GB"
    client.page.dark = {"auto": None, "light": False, "dark": True}[onlooker.look]
    client.title = title
    said = speaking(FRAME, language)
    ui.add_head_html(f"<style>{style_sheet()}</style><script>{asset('page.js')}</script>")
    ui.add_head_html(f'<script>document.documentElement.dataset.look="{onlooker.look}"</script>')
    ui.add_body_html(
        f'<div id="omoide-link" role="status" data-lost="{escape(said("lost"))}" data-back="{escape(said("back"))}"></div>'
    )


def put_around(view: View, entry: PageEntry) -> ui.element:
    """Put down what stands around a page; return where the page itself goes."""
    title = told(entry.title, view.language, {})
    dress(view.onlooker, view.language, title=f"{title} · {view.mind.persona.name} · Omoide")
    blocks.text(view.say("skip"), tag="a", classes="o-skip").props["href"] = "#content"
    drawer = ui.left_drawer(bordered=True).props("width=248 no-swipe-open").classes("o-side")
    with drawer:
        _brand()
        _whose(view, entry)
        _navigation(view, entry)
        with blocks.box("o-side-end"):
            _choices(view.onlooker, view.language)
            if view.onlooker.caller.key_id is not None:
                _log_out(view)
    with blocks.box("o-top", tag="header"):
        blocks.button("", drawer.toggle, icon="menu", kind="quiet", label=view.say("open_menu"))
        _brand()
        blocks.inert(view.mind.persona.name, tag="span", classes="o-who")
    return _content()


def put_error(onlooker: Onlooker, error: OmoideError | None, *, language: Language) -> None:
    """Put down, in place of a page, what is wrong and what to do; nothing of what a mind holds."""
    said = speaking(FRAME, language)
    refused, missing = isinstance(error, NotAllowed), isinstance(error, NotFound)
    title = said("not_allowed") if refused else said("not_here") if missing else said("trouble")
    dress(onlooker, language, title=f"{title} · Omoide")
    ui.context.client.status_code = 403 if refused else 404 if missing else 500
    with _content(), blocks.card():
        _brand()
        blocks.empty("lock" if refused else "search_off" if missing else "error_outline", title)
        blocks.notice(said("trouble_hint") if error is None else str(error), kind="warm")
        ui.link(said("back_to_talk"), "/").classes("o-link")


def put_beginning(home: "Omoide", onlooker: Onlooker, *, may_make: bool) -> None:
    """Put down what somebody sees who has no persona yet."""
    language = onlooker.language or home.configuration.language
    said = speaking(FRAME, language)
    dress(onlooker, language, title="Omoide")
    with _content(), blocks.card():
        _brand()
        blocks.empty("spa", said("no_mind"), said("no_mind_hint"))
        name = blocks.field(said("name"), most=100)

        async def make() -> None:
            try:
                await beside(lambda: home.add_persona(name.value or ""))
            except OmoideError as exc:
                blocks.tell(str(exc), is_bad=True)
                return
            ui.navigate.to("/")

        name.on("keydown.enter", make)
        blocks.button(said("make"), make, kind="main", icon="add", is_open=may_make)
        _choices(onlooker, language)


def _content() -> ui.element:
    place = ui.element("div").classes("o-main")
    place.props["id"] = "content"
    place.props["tabindex"] = "-1"
    return place


def _brand() -> None:
    with blocks.box("o-brand"):
        blocks.text("思い出", tag="span").props["lang"] = "ja"
        blocks.text("Omoide", tag="small")


def _whose(view: View, entry: PageEntry) -> None:
    only = view.onlooker.caller.persona
    names = [persona.name for persona in view.home.personas() if only in (None, persona.name)]
    by_number = {str(number): name for number, name in enumerate(names)}
    chosen = next((key for key, name in by_number.items() if name == view.mind.persona.name), "")

    def go(number: str) -> None:
        other = View(view.home, view.home.mind(by_number[number]), view.onlooker, page=entry.name, query={})
        ui.navigate.to(other.link(entry.name))

    blocks.choice(view.say("whose"), by_number, chosen, go)


def _navigation(view: View, entry: PageEntry) -> None:
    with blocks.box("o-nav", tag="nav", label=view.say("navigation")):
        for each in PAGES:
            with ui.link(target=view.link(each.name)) as link:
                ui.icon(each.icon).props("aria-hidden=true")
                blocks.text(told(each.title, view.language, {}), tag="span")
            if each is entry:
                link.props["aria-current"] = "page"


def _choices(onlooker: Onlooker, language: Language) -> None:
    said = speaking(FRAME, language)
    blocks.choice(
        said("language"), TONGUES, language.value, lambda chosen: _prefer(LANGUAGE_COOKIE, chosen, tuple(TONGUES))
    )
    looks = {look: said(look) for look in LOOKS}
    blocks.choice(said("look"), looks, onlooker.look, lambda chosen: _prefer(LOOK_COOKIE, chosen, LOOKS))


def _log_out(view: View) -> None:
    with ui.element("form").props('method=post action="/logout"'):
        blocks.text(view.say("log_out"), tag="button", classes="o-plain-button")


def _prefer(cookie: str, chosen: str, known: tuple[str, ...]) -> None:
    """Keep what the onlooker has chosen in their own browser; only words that we know ever stand in the script."""
    if chosen in known:
        _ = ui.run_javascript(f"omoidePrefer('{cookie}', '{chosen}')")
