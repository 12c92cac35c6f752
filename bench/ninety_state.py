"""What a mind has become, without ids and without when the work was done: equal for lives that differ only in how nights were disturbed.

Drives are not among it: a question asked an hour later, under a wrong clock, pulls a little longer.
"""

import hashlib
from typing import Any, Final

from omoide import Mind
from omoide.domain.time.moment import Moment
from omoide.domain.topics.topic import MemberKind

PLACES: Final = 6
"""Of numbers that are compared."""
Parts = dict[str, list[Any]]


def end_state(mind: Mind, *, at: Moment) -> Parts:
    """Return each part as sorted rows; `at` is when the mood is looked at."""
    mood = mind.feelings.mood(at=at)
    found: Parts = {
        "events": [(each.created, each.user, each.assistant) for each in mind.log()],
        "memories": _memories(mind),
        "relations": _relations(mind),
        "episodes": [
            (each.kind.value, str(each.span), each.summary, round(each.arousal, PLACES), each.is_archived)
            for each in mind.episodes.all(archived=True)
        ],
        "reflections": [(each.day.isoformat(), each.level) for each in mind.dreams.reflections()],
        "diary": [
            (str(each.day), each.level, each.trigger_topic, each.text, each.strategy, each.log_entry)
            for each in mind.dreams.list()
        ],
        "goals": [
            (each.text, each.term.value, each.priority, each.status.value, each.reason, each.is_told, len(each.notes))
            for each in mind.goals.list(ended=True)
        ],
        "questions": [
            (each.topic, each.context, each.status.value, each.answer, str(each.conversion), each.priority)
            for each in mind.questions.list(ended=True)
        ],
        "topics": _topics(mind),
        "proposals": _proposals(mind),
        "beliefs": [
            (each.kind.value, each.body, each.candidate, each.valid_to is None, round(each.confidence, PLACES))
            for each in mind.beliefs.all(ended=True, candidates=True)
        ],
        "preferences": [
            (each.domain.value, each.polarity.value, each.subject, each.status.value)
            for each in mind.preferences.all(status=None)
        ],
        "entities": [(each.name, mind.entities.get(each.name).text) for each in mind.entities.all(archived=True)],
        "mood": [round(mood.baseline.v, PLACES), round(mood.baseline.a, PLACES), round(mood.baseline.d, PLACES)],
    }
    return {name: sorted(rows, key=repr) for name, rows in found.items()}


def fingerprint(parts: Parts) -> str:
    """Return one short name for everything."""
    return hashlib.sha256(repr(sorted(parts.items())).encode()).hexdigest()[:16]


def differences(one: Parts, other: Parts, *, most: int = 3) -> dict[str, list[str]]:
    """Return, by part, the first rows that only one of two has."""
    found = {}
    for name, rows in one.items():
        here, there = set(map(repr, rows)), set(map(repr, other[name]))
        if rows != other[name]:
            only = [f"- {row[:300]}" for row in sorted(here - there)[:most]]
            found[name] = [f"{len(here - there)} / {len(there - here)}", *only]
            found[name] += [f"+ {row[:300]}" for row in sorted(there - here)[:most]]
    return found


def _memories(mind: Mind) -> list[Any]:
    return [
        (
            each.created,
            each.trigger,
            each.content,
            int(each.current_level),
            round(each.retention_score, PLACES),
            round(each.memory_days, PLACES),
            each.emotional_intensity,
            each.recall_count,
            each.is_archived,
            each.protected,
        )
        for each in mind.memories.all()
    ]


def _relations(mind: Mind) -> list[Any]:
    memories = mind.memories.all()
    event_of = {each.id: each.created for each in memories}
    found = {
        (event_of[relation.source], event_of[relation.target], relation.type.value, round(relation.similarity, 4))
        for each in memories
        for relation, _ in mind.memories.relations(each.label)
        if relation.source in event_of and relation.target in event_of
    }
    return list(found)


def _topics(mind: Mind) -> list[Any]:
    return [
        (
            topic.name,
            topic.told,
            sorted(each.created for each in mind.topics.members(topic.id) if each.kind is MemberKind.MEMORY),
        )
        for topic in mind.topics.list(archived=True)
    ]


def _proposals(mind: Mind) -> list[Any]:
    kept = [each.proposal for each in mind.entities.proposals(status=None)]
    return [(each.key, each.name, each.status.value, each.days, each.sessions, each.uses) for each in kept]
