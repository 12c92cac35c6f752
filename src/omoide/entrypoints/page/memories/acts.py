"""What the owner does to memories from the page, one or many; and the window that asks before something goes for good."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.memories.memory import Memory
from omoide.domain.memories.protection import Granted
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.asking import attempted, put_typed
from omoide.entrypoints.page.memories.shown import named
from omoide.entrypoints.page.memories.words import TEXTS
from omoide.entrypoints.page.view import View
from omoide.errors import OmoideError

MOST_NAMED: Final = 8
"""Memories that are named before they go."""
AfterAct = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ActOutcome:
    """What became of an act on many memories."""

    done: int = 0
    waiting: int = 0
    """Asked for protection and wait for a place."""
    refused: int = 0
    why: str = ""
    """Of the first that was refused."""


def act_on(mind: Mind, act: str, labels: Sequence[str]) -> ActOutcome:
    """Do something to each of these memories; one that refuses leaves the others as they are to be."""
    done = waiting = refused = 0
    why = ""
    for label in labels:
        try:
            waits = _act(mind, act, label)
        except OmoideError as exc:
            refused, why = refused + 1, why or str(exc)
        else:
            done, waiting = done + (not waits), waiting + waits
    return ActOutcome(done, waiting, refused, why)


def _act(mind: Mind, act: str, label: str) -> bool:
    """Do it; tell whether the memory waits for it."""
    if act == "protect":
        return not isinstance(mind.memories.protect(label), Granted)
    {
        "release": mind.memories.release,
        "archive": mind.memories.archive,
        "restore": mind.memories.restore,
        "erase": mind.memories.erase,
    }[act](label)
    return False


async def do(view: View, act: str, labels: Sequence[str], *, after: AfterAct) -> None:
    """Do something to memories and say what became of it."""
    say = view.words(TEXTS)
    outcome = await attempted(view, lambda: act_on(view.mind, act, labels))
    if outcome is None:
        return
    await after()
    said = {"protect": "is_protected", "release": "is_released", "archive": "is_archived", "restore": "is_restored"}
    if outcome.done:
        view.tell(say(said.get(act, "is_erased"), count=outcome.done))
    if outcome.waiting:
        view.tell(say("is_waiting", count=outcome.waiting))
    if outcome.refused:
        view.tell(say("left_alone", count=str(outcome.refused), why=outcome.why), is_bad=True)


def ask_to_erase(view: View, memories: Sequence[Memory], *, after: AfterAct) -> None:
    """Show what would go for good, and let it be confirmed by a typed word."""
    say = view.words(TEXTS)
    with view.window(say("erase_title", count=len(memories))) as window:
        blocks.text(say("erase_what"))
        with blocks.box("o-stack o-stack--tight", tag="ul"):
            for memory in memories[:MOST_NAMED]:
                blocks.inert(f"{memory.label}  {named(memory)}", tag="li", classes="o-text o-small")
            if len(memories) > MOST_NAMED:
                blocks.text(say("more", count=str(len(memories) - MOST_NAMED)), tag="li", classes="o-soft o-small")

        async def erase() -> None:
            await do(view, "erase", [memory.label for memory in memories], after=after)
            window.value = False

        put_typed(say("type_word", word=say("erase_word")), say("erase_word"), say("erase"), erase, may=view.may())
