"""Beliefs and people: the three parts of the page."""

from typing import Final

from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.asking import put_parts
from omoide.entrypoints.page.beliefs import people, profile
from omoide.entrypoints.page.beliefs.beliefs import BeliefList
from omoide.entrypoints.page.beliefs.likes import LikeList
from omoide.entrypoints.page.beliefs.words import TEXTS
from omoide.entrypoints.page.view import View

NAME: Final = "beliefs"
PARTS: Final = ("beliefs", "likes", "people")


async def build(view: View) -> None:
    """Put down the part that the address names."""
    say = view.words(TEXTS)
    part = view.query.get("part", PARTS[0])
    part = part if part in PARTS else PARTS[0]
    blocks.heading(say("title"), say("hint"))
    put_parts(view, NAME, {name: say(name) for name in PARTS}, part, say("parts"))
    if part == "likes":
        await LikeList(view).build()
    elif part == "people" and (name := view.query.get("name", "")):
        await profile.OneProfile(view, name).build()
    elif part == "people":
        await people.PeopleList(view).build()
    else:
        await BeliefList(view).build()
