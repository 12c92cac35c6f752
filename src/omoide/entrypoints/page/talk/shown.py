"""What the persona would be shown, section by section."""

import re
from dataclasses import dataclass

from omoide.domain.context.composition import Context
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.talk.words import TALK
from omoide.entrypoints.page.view import View

_HEADING = re.compile(r"^\[(?P<name>[^\[\]]+)\]$")
_MARK = re.compile(r"\[(?P<words>[^\[\]]{1,40})\]\s*")
_FENCE = re.compile(r"^</?[a-z-]+>$")


@dataclass(frozen=True, slots=True)
class ShownSection:
    """One section as it stands in the text: its heading, and its lines."""

    name: str
    lines: tuple[str, ...]


def sections_of(part: str) -> list[ShownSection]:
    """Return the sections of a composed text, without the marks around it; what stands before the first has no name."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for line in part.splitlines():
        if heading := _HEADING.match(line):
            found.append((heading["name"], []))
        elif not _FENCE.match(line) and line.strip():
            found[-1][1].append(line.removeprefix("- "))
    return [ShownSection(name, tuple(lines)) for name, lines in found if lines]


def show_context(view: View, context: Context | None) -> None:
    """Show a composed context; nothing while nobody has spoken."""
    if context is None:
        return
    say = view.words(TALK)
    name = view.mind.persona.name
    hint = say("shown_hint", tokens=context.tokens, budget=context.budget_tokens)
    with blocks.card(say("shown", name=name), hint=hint):
        if not context.parts:
            blocks.empty("visibility_off", say("nothing_shown"))
        _part(view, say("of_turn"), context.block, is_open=True)
        _part(view, say("constant"), context.constant, is_open=False)
        if context.left_out:
            with (
                blocks.details(say("left_out"), chips=(str(len(context.left_out)),)),
                blocks.box("o-stack o-stack--tight"),
            ):
                for each in context.left_out:
                    with blocks.box("o-row"):
                        blocks.chip(say(each.reason.value))
                        blocks.inert(each.what, language=view.mind.persona.language, classes="o-text o-small")


def _part(view: View, title: str, part: str, *, is_open: bool) -> None:
    if not part:
        return
    with blocks.details(title, is_open=is_open), blocks.box("o-stack"):
        for section in sections_of(part):
            with blocks.box("o-stack o-stack--tight"):
                if section.name:
                    blocks.inert(section.name, tag="h3", language=view.mind.persona.language)
                for line in section.lines:
                    _line(view, line)


def _line(view: View, line: str) -> None:
    """Show a line with the marks before it, `[2026-03-10][L3]`, as marks."""
    marks, words = marks_of(line)
    with blocks.box("o-marked"):
        for mark in marks:
            blocks.chip(mark)
        blocks.inert(words, language=view.mind.persona.language, tag="span", classes="o-text o-small")


def marks_of(line: str) -> tuple[list[str], str]:
    """Return the marks that stand before a line, and the line without them."""
    marks: list[str] = []
    while mark := _MARK.match(line):
        marks.append(mark["words"])
        line = line[mark.end() :]
    return marks, line
