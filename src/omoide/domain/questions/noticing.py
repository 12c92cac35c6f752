"""What was left open in talk, found without a model: few, and nothing that was not said (SPEC D4).

    outcome   something was to be done, its day has passed, and nobody said how it went
    worry     something weighed heavily, and for days nobody came back to it
    name      somebody was named again and again, and nobody said who that is

Each names the turns it comes from, and is asked once: its key holds no words.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.episodes.by_rules.phrasing import short_day
from omoide.domain.episodes.by_rules.quoting import quoted
from omoide.domain.events.event import EventId
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.questions.question import LONGEST_TOPIC, NewQuestion, OpenQuestion
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

OUTCOME_PRIORITY: Final = 0.7
LATEST_OUTCOME_DAYS: Final = 14
"""A task that fell due longer ago is no news to ask about."""
HEAVY: Final = 65
"""0..100: intensity from which words weigh."""
WORRY_DAYS: Final = (2, 10)
"""So many days after it was said it is asked about, at least and at most."""
LEAST_WORRY, MOST_WORRY = 0.5, 0.9
LONGEST_QUOTE: Final = 60
NAME_PRIORITY: Final = 0.4
NAME_STEP: Final = 0.05
MOST_OF_A_NAME: Final = 0.6
NOTICED: Final = frozenset({"outcome", "worry", "name"})
"""How the keys of what is noticed here begin."""


@dataclass(frozen=True, slots=True)
class PassedTask:
    """A task whose day has passed, and of which nobody said how it went."""

    state_id: int
    body: str
    due: date
    evidence: tuple[EventId, ...]


@dataclass(frozen=True, slots=True)
class HeavyWords:
    """A turn that weighed heavily."""

    event_id: EventId
    day: date
    user: str
    intensity: int
    """0..100"""
    is_followed: bool = False
    """Whether later talk came back to it."""


@dataclass(frozen=True, slots=True)
class UnknownName:
    """Somebody who was named again and again, and of whom nothing is written."""

    key: str
    name: str
    days: int
    first: date
    evidence: tuple[EventId, ...]


def outcomes(tasks: Iterable[PassedTask], *, today: date, now: Moment, language: Language) -> list[NewQuestion]:
    """Return what may be asked about tasks whose day has passed."""
    return [
        NewQuestion(
            key=f"outcome:{task.state_id}:{task.due.isoformat()}",
            topic=one_line(task.body.rstrip("。."), longest=LONGEST_TOPIC),
            context=_outcome(task.due, language),
            priority=OUTCOME_PRIORITY,
            source_date=task.due,
            created=now,
            author=NoteAuthor.OMOIDE,
            evidence=task.evidence,
        )
        for task in tasks
        if task.body.strip() and task.evidence and 0 < (today - task.due).days <= LATEST_OUTCOME_DAYS
    ]


def worries(turns: Iterable[HeavyWords], *, today: date, now: Moment, language: Language) -> list[NewQuestion]:
    """Return what may be asked about heavy words that nobody came back to."""
    found = []
    for turn in turns:
        soonest, latest = WORRY_DAYS
        said = quoted(turn.user, longest=LONGEST_QUOTE)
        if (
            turn.intensity < HEAVY
            or turn.is_followed
            or said is None
            or not soonest <= (today - turn.day).days <= latest
        ):
            continue
        share = (turn.intensity - HEAVY) / (100 - HEAVY)
        found.append(
            NewQuestion(
                key=f"worry:{turn.event_id}",
                topic=said.words,
                context=_worry(turn.day, language),
                priority=round(LEAST_WORRY + (MOST_WORRY - LEAST_WORRY) * share, 2),
                source_date=turn.day,
                created=now,
                author=NoteAuthor.OMOIDE,
                evidence=(turn.event_id,),
            )
        )
    return found


def names(unknown: Iterable[UnknownName], *, now: Moment, language: Language) -> list[NewQuestion]:
    """Return what may be asked about people nobody explained."""
    return [
        NewQuestion(
            key=name_slot(each.key),
            topic=each.name,
            context=_name(each.days, language),
            priority=round(min(MOST_OF_A_NAME, NAME_PRIORITY + NAME_STEP * each.days), 2),
            source_date=each.first,
            created=now,
            author=NoteAuthor.OMOIDE,
            evidence=each.evidence,
        )
        for each in unknown
        if each.evidence
    ]


def name_slot(key: str) -> str:
    """Return the key of a question about a name: a hash, so that it holds no words."""
    return f"name:{blake2b(key.encode('utf-8', 'surrogatepass'), digest_size=12).hexdigest()}"


def topic_slot(topic: str) -> str:
    """Return the key of a question that somebody put in words: the same words ask once."""
    folded = "".join(topic.casefold().split())
    return f"topic:{blake2b(folded.encode('utf-8', 'surrogatepass'), digest_size=12).hexdigest()}"


def chosen(found: Sequence[NewQuestion], *, known: Iterable[str], most: int) -> list[NewQuestion]:
    """Return the weightiest of what was noticed that is not known, at most so many."""
    taken = set(known)
    news = {each.key: each for each in reversed(found) if each.key not in taken}
    return sorted(news.values(), key=lambda each: (-each.priority, each.source_date, each.key))[:most]


def left_of_the_night(asked: Iterable[OpenQuestion], *, today: date, tz: ZoneInfo, most: int) -> int:
    """Return how many may still be noticed: a night that was broken off, or is gone through again, has no more than any other."""
    noticed = [each for each in asked if each.key.partition(":")[0] in NOTICED]
    return max(0, most - sum(moment.day(each.created, tz=tz) == today for each in noticed))


def _outcome(due: date, language: Language) -> str:
    if language is Language.JA:
        return f"{short_day(due, language)}の予定だった。どうなったか、まだ聞いていない。"
    return f"It was due on {short_day(due, language)}; how it went I have not heard yet."


def _worry(day: date, language: Language) -> str:
    if language is Language.JA:
        return f"{short_day(day, language)}に聞いた。そのあとどうなったか、まだ聞いていない。"
    return f"I heard it on {short_day(day, language)}; what became of it I have not heard yet."


def _name(days: int, language: Language) -> str:
    if language is Language.JA:
        return f"{days}日にわたって名前が出たけれど、どんな人かまだ聞いていない。"
    return f"The name came up on {days} days, and I have not heard who that is."
