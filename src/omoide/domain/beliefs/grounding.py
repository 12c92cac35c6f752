"""What a belief rests on: the user's own words, or only the persona's retelling (SPEC S4, X2, X8).

Compared are letter pairs that carry meaning: pairs of kanji or katakana, and Latin words and numbers.  Hiragana alone
proves nothing, except where a text has nothing else.
"""

import re
from collections.abc import Sequence
from typing import Final

from omoide.domain.beliefs.preference import subject_key
from omoide.domain.beliefs.write_plan import Shown
from omoide.domain.events.event import EventId
from omoide.domain.text.remembered import remembered
from omoide.domain.text.tokens import fold_kana, normalised
from omoide.domain.understanding.worth import Kept, worth_of

_RUN: Final = re.compile(r"[\u30a1-\u30ff]{2,}|[\u3400-\u9fff々]+|[a-z0-9][a-z0-9.'-]*")
_KANA: Final = re.compile(r"[\u3041-\u309f]{2,}")
_NAME: Final = re.compile(
    r"[\u3400-\u9fff々]+(?:さん|ちゃん|くん|先生)?|[\u30a1-\u30ff]{2,}(?:さん|ちゃん|くん|先生)?"
    r"|[A-Za-z][A-Za-z0-9+#.'-]+|(?<![\u3041-\u309f])[\u3041-\u309f]{2,6}?(?=さん|ちゃん|くん|[はがをにのもと、。\s]|$)"
)
_TITLE: Final = re.compile(r"(?:さん|ちゃん|くん|先生)$")
LONGEST_READ: Final = 4000
MOST_NAMES: Final = 80
_LITTLE: Final = frozenset(
    [
        "i",
        "you",
        "he",
        "she",
        "it",
        "we",
        "they",
        "the",
        "a",
        "an",
        "is",
        "are",
        "was",
        "of",
        "to",
        "in",
        "on",
        "at",
        "and",
        "or",
        "my",
        "your",
        "me",
        "has",
        "have",
        "私",
        "僕",
        "俺",
        "君",
        "人",
        "時",
        "方",
        "事",
        "物",
        "今",
    ]
)


@remembered  # each turn is held against the same few before it
def marks(text: str) -> frozenset[str]:
    """Return the meaningful pieces of a text: pairs of a run, single kanji runs, Latin words."""
    plain = normalised(text)
    found: set[str] = set()
    for run in _RUN.findall(plain):
        if run[0].isascii():
            found.add(run.rstrip("s.'") or run)
        elif len(run) == 1:
            found.add(run)
        else:
            folded = fold_kana(run)
            found.update(folded[at : at + 2] for at in range(len(folded) - 1))
    if not found - _LITTLE:
        for run in _KANA.findall(fold_kana(plain)):
            found.update(run[at : at + 2] for at in range(len(run) - 1))
    return frozenset(found - _LITTLE)


def names_in(text: str) -> tuple[str, ...]:
    """Return what in a text may be a name, as it is written: with and without what names are followed by."""
    found: dict[str, None] = {}
    for name in _NAME.findall(text[:LONGEST_READ]):
        found[name] = None
        found[_TITLE.sub("", name)] = None
    return tuple(found)[:MOST_NAMES]


def is_retelling(body: str, shown: Shown, *, evidence: Sequence[EventId]) -> bool:
    """Tell whether only the persona's side of the evidence speaks of what the body says.

    A body that shares nothing with either side is a conclusion, not a retelling.
    """
    wanted = marks(body)
    said, answered = _heard(shown, evidence)
    return bool(wanted & answered) and not wanted & said


def is_spoken_of(subject: str, shown: Shown, *, evidence: Sequence[EventId]) -> bool:
    """Tell whether the user names the subject in the evidence, or answers the persona who names it."""
    key = subject_key(subject)
    wanted = marks(subject)
    for event_id in evidence:
        event = shown.events.get(event_id)
        if event is None:
            continue
        said = shown.said if event_id == shown.event.id else _talk(event.user)
        pieces = (said, *event.image_summaries)
        if key and any(key in fold_kana(_squeezed(piece)) for piece in pieces):
            return True
        if wanted & marks(said) or (said and _was_asked(wanted, event_id, shown)):
            return True
    return False


def _was_asked(wanted: frozenset[str], event_id: EventId, shown: Shown) -> bool:
    """Tell whether the persona's words just before this event name what is wanted."""
    here = shown.events[event_id]
    before = [one for one in shown.events.values() if (one.created, one.id) < (here.created, here.id)]
    last = max(before, key=lambda one: (one.created, one.id), default=None)
    return last is not None and bool(wanted & marks(last.assistant or ""))


def _heard(shown: Shown, evidence: Sequence[EventId]) -> tuple[frozenset[str], frozenset[str]]:
    said: set[str] = set(marks(shown.said))
    answered: set[str] = set()
    for event_id in evidence:
        event = shown.events.get(event_id)
        if event is not None:
            said |= marks(shown.said if event_id == shown.event.id else _talk(event.user))
            said |= marks(" ".join(event.image_summaries))
            answered |= marks(event.assistant or "")
    return frozenset(said), frozenset(answered)


def _talk(user: str) -> str:
    worth = worth_of(user)
    return worth.user if isinstance(worth, Kept) else ""


def _squeezed(text: str) -> str:
    return "".join(normalised(text).split())
