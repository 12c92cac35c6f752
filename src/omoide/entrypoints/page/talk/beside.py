"""What stands beside the talk: what came to mind and why, and the mood."""

from typing import Final

from nicegui import ui

from omoide.domain.feelings import mood_words
from omoide.domain.feelings.mood import Mood
from omoide.domain.memories.memory import Memory
from omoide.domain.recall.recollection import Recollection, Why
from omoide.entrypoints.page import blocks
from omoide.entrypoints.page.talk.words import TALK
from omoide.entrypoints.page.view import View
from omoide.usecases.recall.everything import RecallResult

PARTS: Final = (
    "words",
    "words_around",
    "meaning",
    "meaning_around",
    "speaker",
    "time",
    "recency",
    "advice",
    "repeated",
    "held",
)
"""The parts whose sum is the total, as `Why` names them."""
WORTH_A_BAR: Final = 0.005


def show_mood(view: View, mood: Mood) -> None:
    """Show how the persona feels now, and of late."""
    say = view.words(TALK)
    with blocks.card(say("mood"), hint=view.when(mood.at)):
        blocks.inert(mood.text or mood_words.told(mood, language=view.language), language=view.language)
        felt = mood.felt
        blocks.bar(say("joy"), felt.v, least=-1.0, told=f"{felt.v:+.2f}", colour="good" if felt.v >= 0 else "bad")
        blocks.bar(say("stirred"), felt.a, least=-1.0, told=f"{felt.a:+.2f}", colour="warm")
        blocks.bar(say("control"), felt.d, least=-1.0, told=f"{felt.d:+.2f}")
        blocks.bar(say("lately"), mood.baseline.v, least=-1.0, told=f"{mood.baseline.v:+.2f}", colour="accent")


def show_recalled(view: View, found: RecallResult | None) -> None:
    """Show what came to mind, each with its reasons as bars."""
    say = view.words(TALK)
    if found is None:
        with blocks.card(say("came")):
            blocks.empty("psychology_alt", say("wait_for_words"), say("wait_for_words_hint"))
        return
    hint = say("came_hint", count=len(found.recollections), ms=found.milliseconds)
    with blocks.card(say("came"), hint=hint):
        if not found.recollections:
            blocks.empty("nights_stay", say("nothing_came"), say("nothing_came_hint"))
        with blocks.box("o-stack o-divided", tag="div"):
            for each in found.recollections:
                _recollection(view, each)


def _recollection(view: View, found: Recollection) -> None:
    say = view.words(TALK)
    with blocks.box("o-stack o-stack--tight"):
        with blocks.box("o-row"):
            blocks.chip(say(found.kind.value), colour="accent")
            if found.turn is not None:
                blocks.text(view.when(found.turn.created), tag="span", classes="o-small o-soft")
            if found.is_moving:
                blocks.chip(say("moving"), colour="warm")
            if found.is_new:
                blocks.chip(say("new"), colour="good")
            if found.outdated_by is not None:
                blocks.chip(say("outdated"), colour="bad")
        words = found.text if found.memory is None else _of_memory(found.memory)
        blocks.inert(words, language=view.mind.persona.language, classes="o-text o-text--clipped")
        with blocks.details(f"{say('why')} · {found.score:.2f}"), ui.element("div").classes("o-stack o-stack--tight"):
            blocks.text(found.why.sentence(view.language), classes="o-small o-soft")
            show_parts(view, found.why)


def _of_memory(memory: Memory) -> str:
    """Return what set a memory off, and how the persona reacted."""
    return " → ".join(part for part in (memory.trigger, memory.content) if part)


def show_parts(view: View, why: Why) -> None:
    """Show the parts of a score as bars, on one scale."""
    say = view.words(TALK)
    parts = [(name, float(getattr(why, name))) for name in PARTS]
    worth = [(name, value) for name, value in parts if abs(value) >= WORTH_A_BAR]
    most = max([1.0, *(abs(value) for _, value in worth)])
    least = min([0.0, *(value for _, value in worth)])
    for name, value in worth:
        blocks.bar(say(name), value, most=most, least=least, colour="bad" if value < 0 else "")
