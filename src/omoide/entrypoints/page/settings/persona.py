"""Name, language and time zone of a persona, and how much it holds."""

from nicegui import ui

from omoide.domain.text.language import Language
from omoide.entrypoints.page import asking, blocks
from omoide.entrypoints.page.settings.forms import size_told
from omoide.entrypoints.page.settings.words import TEXTS
from omoide.entrypoints.page.view import View
from omoide.entrypoints.web.caller import KeyScope


async def build(view: View) -> None:
    """Put everything down."""
    say, persona, may = view.words(TEXTS), view.mind.persona, view.may(KeyScope.ADMIN)
    chosen = {"language": persona.language.value}
    with blocks.card(say("persona"), hint=say("persona_hint")):
        name = blocks.field(say("name"), value=persona.name, most=100)
        languages = {language.value: say(language.value) for language in Language}
        blocks.choice(say("language"), languages, chosen["language"], lambda value: chosen.update(language=value))
        zone = blocks.field(say("timezone"), value=persona.timezone, hint="Asia/Tokyo")

        async def keep() -> None:
            given = {"name": str(name.value or ""), "language": chosen["language"], "timezone": str(zone.value or "")}
            changed = await asking.attempted(view, lambda: view.mind.change(**given), scope=KeyScope.ADMIN)
            if changed is not None:
                view.tell(say("kept"))
                view.go(view.link("settings", part="persona"))

        with blocks.box("o-row"):
            blocks.button(say("keep"), keep, kind="main", is_open=may)
    counts, sizes = await view.ask(lambda: (view.mind.memories.count(), view.home.size()))
    with blocks.card(label=say("size")), ui.element("dl").classes("o-facts"):
        for label, value in ((say("memories"), f"{sum(counts.values()):,}"), (say("size"), size_told(sizes.values()))):
            blocks.text(label, tag="dt")
            blocks.text(value, tag="dd", classes="o-number")
