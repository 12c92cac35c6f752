"""Name and summary of a topic: what is shown to whoever tells them, what comes back, and how rules do it.

By rules the summary quotes memories: the strongest member of the earlier and of the later half.  Nothing is added but their dates.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from omoide.domain.recall.cue import is_grammar
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language
from omoide.domain.text.tokens import document_tokens
from omoide.domain.topics import naming
from omoide.domain.topics.naming import LONGEST, SHORTEST, OtherWords
from omoide.domain.topics.topic import Topic, TopicMember
from omoide.errors import InvalidInput

MOST_SHOWN: Final = 12
"""Members that are shown to a model, the strongest."""
MOST_READ: Final = 200
"""Members whose words are read for a name, the newest."""
LONGEST_TEXT: Final = 300
LONGEST_QUOTE: Final = 80
LONGEST_SUMMARY: Final = 300
_MARKS: Final = "「」『』\"'“”‘’.。 　"


@dataclass(frozen=True, slots=True)
class TopicText:
    """One member, as it is shown."""

    day: date
    text: str


@dataclass(frozen=True, slots=True)
class TopicLine:
    """One sentence of a summary, and the numbers, from 1, of the members it rests on."""

    text: str
    rests_on: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ToldTopic:
    """What a topic is called, and what there is to say about it."""

    name: str
    summary: tuple[TopicLine, ...]


def is_due(topic: Topic, *, memories: int, members: Collection[int]) -> bool:
    """Tell whether name and summary are to be made: never made, made of somebody gone, or the topic has doubled since."""
    if not memories:
        return False
    return topic.told_size == 0 or memories >= 2 * topic.told_size or not set(topic.told_of) <= set(members)


def strongest(members: Sequence[TopicMember], *, most: int = MOST_SHOWN) -> list[TopicMember]:
    """Return the members that stand for a topic: near its middle, and felt; in order of time."""
    ranked = sorted(members, key=lambda each: (-(each.similarity + each.intensity / 200), each.item_id))
    return sorted(ranked[:most], key=lambda each: (each.created, each.item_id))


def by_rules(
    shown: Sequence[TopicText],
    others: OtherWords,
    *,
    language: Language,
    words: Sequence[str] = (),
    taken: Collection[str] = (),
) -> ToldTopic:
    """Return name and summary without a model; `words` are the texts whose words count for the name."""
    name = naming.name_of(list(words) or [each.text for each in shown], others, language=language, taken=taken)
    half = (len(shown) + 1) // 2
    quoted = [_best(shown, range(half), name), _best(shown, range(half, len(shown)), name)]
    lines = [TopicLine(_quote(shown[at], language), (at + 1,)) for at in quoted if at is not None]
    return ToldTopic(name, tuple(lines))


def _best(shown: Sequence[TopicText], places: Sequence[int], name: str) -> int | None:
    """Return the place of the text that says most of what the name says; among equals the first."""
    wanted = _words(name)
    return max(places, key=lambda at: (len(wanted & _words(shown[at].text)), -at), default=None)


def _quote(shown: TopicText, language: Language) -> str:
    said = one_line(shown.text, longest=LONGEST_QUOTE)
    stop = "" if said.endswith(("…", "。", ".", "!", "?", "！", "？")) else "。" if language is Language.JA else "."
    return f"{shown.day.isoformat()}: {said}{stop}"


def checked(name: str, lines: Sequence[TopicLine], shown: Sequence[TopicText]) -> ToldTopic:
    """Return what a model told, as it may be kept; raise `InvalidInput` for a name that none of its members could give."""
    plain = " ".join(name.split()).strip(_MARKS)
    if not SHORTEST <= len(plain) <= LONGEST:
        raise InvalidInput(f"a topic's name has {SHORTEST} to {LONGEST} characters; {plain!r} has {len(plain)}")
    if not any(_words(plain) & _words(each.text) for each in shown):
        raise InvalidInput(f"{plain!r} names nothing that was said; use names and things from the texts")
    return ToldTopic(plain, _founded(lines, len(shown)))


def _founded(lines: Sequence[TopicLine], count: int) -> tuple[TopicLine, ...]:
    """Return at most two sentences that rest on members which were shown."""
    kept: list[TopicLine] = []
    for line in lines:
        numbers = tuple(sorted({number for number in line.rests_on if 1 <= number <= count}))
        text = one_line(line.text, longest=LONGEST_SUMMARY)
        if text and numbers and len(kept) < 2:
            kept.append(TopicLine(text, numbers))
    if not kept:
        raise InvalidInput("no sentence of the summary names a text that it rests on")
    return tuple(kept)


def _words(text: str) -> set[str]:
    return {token for token in document_tokens(text) if len(token) > 1 and not is_grammar(token)}
