"""Settings: the parts of the page."""

from collections.abc import Awaitable, Callable
from typing import Final

from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.asking import put_parts
from omoide.entrypoints.page.settings import erasing, keys, persona, settings, transfer
from omoide.entrypoints.page.settings.words import TEXTS
from omoide.entrypoints.page.view import View

NAME: Final = "settings"
PARTS: Final[dict[str, Callable[[View], Awaitable[None]]]] = {
    "settings": settings.build,
    "persona": persona.build,
    "keys": keys.build,
    "transfer": transfer.build,
    "erase": erasing.build,
}


async def build(view: View) -> None:
    """Put down the part that the address names."""
    say = view.words(TEXTS)
    first = next(iter(PARTS))
    part = view.query.get("part", first)
    part = part if part in PARTS else first
    blocks.heading(say("title"), say("hint"))
    put_parts(view, NAME, {name: say(name) for name in PARTS}, part, say("parts"))
    await PARTS[part](view)
