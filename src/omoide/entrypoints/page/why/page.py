"""Why: the three parts of the page."""

from typing import Final

from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.asking import put_parts
from omoide.entrypoints.page.view import View
from omoide.entrypoints.page.why.denied import DeniedList
from omoide.entrypoints.page.why.prompts import PromptList
from omoide.entrypoints.page.why.receipts import ReceiptList
from omoide.entrypoints.page.why.words import TEXTS

NAME: Final = "why"
PARTS: Final = ("recalls", "prompts", "denied")


async def build(view: View) -> None:
    """Put down the part that the address names."""
    say = view.words(TEXTS)
    part = view.query.get("part", PARTS[0])
    part = part if part in PARTS else PARTS[0]
    blocks.heading(say("title"), say("hint"))
    put_parts(view, NAME, {name: say(name) for name in PARTS}, part, say("parts"))
    if part == "prompts":
        await PromptList(view).build()
    elif part == "denied":
        await DeniedList(view).build()
    else:
        await ReceiptList(view).build()
