"""The pieces all pages are made of.

Whatever a mind holds is put down with `text` and stays text: no piece here, and nothing on any page, takes HTML or Markdown of what was
said.  Where a piece has a name for screen readers, it is a sentence of the page's own table.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, TypeAlias

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from omoide.domain.text.language import Language

Colour = Literal["", "accent", "warm", "good", "bad"]
Inert: TypeAlias = TextElement
"""An element that shows its `text`, and never as anything but text."""


def text(words: str, *, tag: str = "p", classes: str = "") -> Inert:
    """Put down a sentence of the page itself."""
    return TextElement(tag=tag, text=words).classes(classes)


def inert(words: str, *, language: Language | None = None, tag: str = "div", classes: str = "o-text") -> Inert:
    """Put down what somebody said or a mind made of it: as it stands, line breaks and all, and never as anything but text."""
    element = TextElement(tag=tag, text=words).classes(classes)
    element.props["dir"] = "auto"
    if language is not None:
        element.props["lang"] = language.value
    return element


@contextmanager
def box(classes: str, *, tag: str = "div", label: str = "") -> Iterator[ui.element]:
    """Put what follows into a box of its own; with a label it is a part of the page that readers can jump to."""
    element = ui.element(tag).classes(classes)
    if label:
        element.props["aria-label"] = label
        if tag == "div":
            element.props["role"] = "group"
    with element:
        yield element


def place(classes: str = "o-stack") -> ui.element:
    """Put down an empty place that is filled, and filled anew, later."""
    return ui.element("div").classes(classes)


@contextmanager
def card(
    title: str = "", *, hint: str = "", label: str = "", classes: str = "", chips: Mapping[str, Colour] | None = None
) -> Iterator[ui.element]:
    """Put what follows on a card, with its heading; beside it a hint, and small marks by their words and colours."""
    with box(f"o-card {classes}", tag="section", label=label or title) as element:
        if title:
            with ui.element("header"):
                text(title, tag="h2")
                if hint:
                    text(hint)
                if chips:
                    with box("o-row"):
                        for words, colour in chips.items():
                            chip(words, colour=colour)
        yield element


def heading(title: str, hint: str = "") -> None:
    """Put down the page's own name and, beside it, what it is for."""
    with box("o-title"):
        text(title, tag="h1")
        if hint:
            text(hint)


def empty(icon: str, title: str, hint: str = "") -> None:
    """Say that there is nothing here yet, and how something comes here."""
    with box("o-empty"):
        ui.icon(icon).props("aria-hidden=true")
        text(title, tag="strong")
        if hint:
            text(hint, classes="o-small")


def notice(words: str, *, kind: Colour = "") -> None:
    """Say something that stays."""
    with box(f"o-notice o-notice--{kind}" if kind else "o-notice") as element:
        element.props["role"] = "alert" if kind == "bad" else "note"
        inert(words)


def tell(words: str, *, is_bad: bool = False) -> None:
    """Show a passing notice; it is text, whatever it holds."""
    classes = "o-said o-said--bad" if is_bad else "o-said"
    icon = "error" if is_bad else "check"
    ui.notify(words, position="bottom", classes=classes, timeout=9000 if is_bad else 3000, icon=icon)


def chip(words: str, *, colour: Colour = "", hint: str = "") -> ui.element:
    """Put down a small mark."""
    element = TextElement(tag="span", text=words).classes(f"o-chip o-chip--{colour}" if colour else "o-chip")
    if hint:
        element.props["title"] = hint
    return element


def bar(name: str, value: float, *, most: float = 1.0, least: float = 0.0, told: str = "", colour: Colour = "") -> None:
    """Show a quantity as a bar that begins at zero, wherever zero lies between `least` and `most`."""
    shown = told or f"{value:.2f}"
    span = max(most - least, 1e-9)
    begin, end = sorted(min(1.0, max(0.0, (at - least) / span)) for at in (0.0, value))
    with box(f"o-bar o-bar--{colour}" if colour else "o-bar"):
        text(name, tag="span", classes="o-one-line").props["title"] = name
        with ui.element("div").props("aria-hidden=true"):
            ui.element("div").style(f"left:{begin * 100:.2f}%;width:{(end - begin) * 100:.2f}%")
        text(shown, tag="span")


def button(
    words: str,
    act: Callable[..., Any],
    *,
    icon: str = "",
    kind: Literal["plain", "main", "danger", "quiet"] = "plain",
    label: str = "",
    is_open: bool = True,
) -> ui.button:
    """Put down a button; one of an icon alone says by `label` what it does, and one that is not open cannot be pressed."""
    made = ui.button(words, on_click=act, icon=icon or None, color=None)
    made.props("unelevated no-caps").classes(f"o-button o-button--{kind}")
    if not words:
        made.classes("o-button--icon")
    if label:
        made.props["aria-label"] = label
        made.props["title"] = label
    if not is_open:
        made.disable()
    return made


def field(
    label: str, *, value: str = "", is_long: bool = False, hint: str = "", most: int = 0
) -> "ui.input | ui.textarea":
    """Put down a field for words."""
    made: ui.input | ui.textarea = ui.textarea(label, value=value) if is_long else ui.input(label, value=value)
    made.props("outlined dense" + (" autogrow" if is_long else ""))
    made.props["aria-label"] = label
    if hint:
        made.props["placeholder"] = hint
    if most:
        made.props["maxlength"] = most
    return made.classes("o-grow")


def choice(
    label: str,
    options: Mapping[str, str],
    chosen: str,
    act: Callable[[str], Any],
    *,
    is_label_shown: bool = True,
) -> ui.element:
    """Put down a choice among a few: the browser's own, so that keys, phones and screen readers know it."""
    with ui.element("label").classes("o-field") as outer:
        text(label, tag="span", classes="" if is_label_shown else "o-sr")
        select = ui.element("select").classes("o-select")
        select.props["aria-label"] = label
        with select:
            for key, words in options.items():
                option = TextElement(tag="option", text=words)
                option.props["value"] = key
                if key == chosen:
                    option.props["selected"] = True
        select.on("change", lambda event: act(str(event.args)), js_handler="(event) => emit(event.target.value)")
    return outer


@contextmanager
def details(title: str, *, is_open: bool = False, chips: tuple[str, ...] = ()) -> Iterator[ui.element]:
    """Put what follows behind a line that opens, by mouse and keyboard."""
    with ui.element("details").classes("o-details") as element:
        if is_open:
            element.props["open"] = True
        with ui.element("summary"):
            text(title, tag="span")
            for each in chips:
                chip(each).style("margin-left:8px")
        yield element


@contextmanager
def dialog(title: str, *, close: str) -> Iterator[ui.dialog]:
    """Open a window over the page; it closes with the escape key, or the button named `close`."""
    with ui.dialog() as window, card() as inside:
        window.props["aria-label"] = title
        inside.props["role"] = "document"
        with box("o-row o-row--spread"):
            text(title, tag="h2")
            button("", window.close, icon="close", kind="quiet", label=close)
        yield window
    _ = window.on_value_change(lambda event: None if event.value else window.delete())
    window.value = True
