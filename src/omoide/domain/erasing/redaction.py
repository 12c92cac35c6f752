"""A turn without the erased words that Omoide or the persona carried into it: the one allowed change of an event (SPEC X1, E2).

Of an injected block, and of lines in the form of a memory, the lines that carry erased words are replaced.  Of the persona's
own answer, sentences that tell them again, where they had been shown to it and nobody else said them.  What the user says
is the user's: it stays, and is named in the report.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from omoide.domain.context import blocks, echo
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.events.event import Event

MARK: Final = "[erased]"
_INJECTED: Final = blocks.opening(blocks.INJECTED_TAGS)


@dataclass(frozen=True, slots=True)
class SessionShown:
    """What else was said in a session, and whether erased memories were shown in it."""

    to_persona: bool = False
    said_by_user: str = ""


def redacted(event: Event, *, words: ErasedWords, shown: SessionShown) -> Event:
    """Return the event without erased words; the same one when it carries none."""
    answer = event.assistant
    user = _without_injected(event.user, words)
    if answer is not None:
        answer = _without_injected(answer, words)
        if shown.to_persona or answer != event.assistant or user != event.user:
            answer = _without_retellings(answer, words, said=shown.said_by_user or event.user)
    if user == event.user and answer == event.assistant:
        return event
    return replace(event, user=user, assistant=answer)


def may_carry(text: str) -> bool:
    """Tell, at little cost, whether Omoide may have put something into the text."""
    return "[L" in text or _INJECTED.search(text) is not None


def _without_injected(text: str, words: ErasedWords) -> str:
    if not may_carry(text):
        return text
    parts, at = list[str](), 0
    for start, end in blocks.spans(text, begins=_INJECTED):
        parts += (_lines(text[at:start], words, only=echo.is_memory_line), _lines(text[start:end], words))
        at = end
    return "".join((*parts, _lines(text[at:], words, only=echo.is_memory_line)))


def _lines(text: str, words: ErasedWords, *, only: Callable[[str], bool] = lambda _line: True) -> str:
    return "".join(
        MARK + line[len(line.rstrip("\r\n")) :] if line.strip() and only(line) and words.are_in(line) else line
        for line in text.splitlines(keepends=True)
    )


def _without_retellings(answer: str, words: ErasedWords, *, said: str) -> str:
    told = echo.said_words(said)

    def kept(sentence: str) -> str:
        if not sentence.strip() or not words.are_in(sentence) or echo.is_said(sentence, told):
            return sentence
        return sentence.replace(sentence.strip(), MARK)

    return "".join(map(kept, echo.sentences(answer)))
