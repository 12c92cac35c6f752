"""A turn as it is shown and searched: what was said, without what nobody said (SPEC X2, A3).

The event keeps every letter it was sent (SPEC E2).  Memories that Omoide itself put into the conversation, and the tags
by which a persona tells its emotion or its face, are no part of what was said: they are left out wherever a turn is
shown, found by its words or its meaning, or read to learn from it.
"""

import re
from dataclasses import replace
from typing import Final

from omoide.domain.context import blocks
from omoide.domain.context.echo import without_memory_lines
from omoide.domain.episodes import memory_trace
from omoide.domain.events.event import Event, Turn
from omoide.domain.feelings import persona_emotion

_INJECTED: Final = blocks.opening(blocks.INJECTED_TAGS)
_EXPRESSION: Final = re.compile(r"\[face:[^\]\n]{0,80}\]")
_GAP: Final = re.compile(r"\n{3,}")


def shown_text(text: str) -> str:
    """Return one side of a turn as it is shown; a text with nothing to leave out stays as it is, letter by letter."""
    if "<" not in text and "[" not in text:
        return text
    said, _ = blocks.taken_out(text, begins=_INJECTED)
    plain = without_expressions(without_memory_lines(said))
    return text if plain == text else _GAP.sub("\n\n", plain).strip()


def without_expressions(text: str) -> str:
    """Return the text without the tags by which a persona shows its emotion, its face or a trace of its memory."""
    return persona_emotion.read(memory_trace.read(_EXPRESSION.sub("", text)).shown).shown


def shown_turn(turn: Turn) -> Turn:
    """Return a turn as it will be found; nothing else of it changes."""
    answer = None if turn.assistant is None else shown_text(turn.assistant)
    return replace(turn, user=shown_text(turn.user), assistant=answer)


def shown_event(event: Event) -> Event:
    """Return an event as it is shown; the one in the log keeps every letter."""
    user, answer = shown_text(event.user), None if event.assistant is None else shown_text(event.assistant)
    if user == event.user and answer == event.assistant:
        return event
    return replace(event, user=user, assistant=answer)
