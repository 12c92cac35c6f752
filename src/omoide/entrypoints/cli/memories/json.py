"""Memories as JSON shows them: LTM's field names, ISO 8601 with an offset."""

from dataclasses import asdict
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from omoide.domain.time import moment
from omoide.entrypoints.cli.events import event_json

if TYPE_CHECKING:
    from omoide.domain.memories.memory import Memory
    from omoide.domain.nights.night_report import NightReport
    from omoide.domain.personas.persona import Persona
    from omoide.domain.recall.recalled_memory import RecalledMemory
    from omoide.domain.time.moment import Moment
    from omoide.entrypoints.library.mind import Mind
    from omoide.usecases.memories.manual_edits import Foreseen


def memory_json(memory: "Memory", persona: "Persona") -> dict[str, object]:
    """Return a memory in LTM's format."""
    tz = persona.tz
    return {
        "id": memory.label,
        "event_id": memory.event_id,
        "origin": memory.origin.value,
        "created": moment.iso(memory.created, tz=tz),
        "memory_days": memory.memory_days,
        "recalled_since_last_batch": memory.recalled_since_last_batch,
        "recall_count": memory.recall_count,
        "emotional_intensity": memory.emotional_intensity,
        "emotional_valence": memory.emotional_valence.value,
        "emotional_arousal": memory.emotional_arousal,
        "emotional_tags": [tag.value for tag in memory.emotional_tags],
        "decay_coefficient": memory.decay_coefficient,
        "category": memory.category,
        "keywords": list(memory.keywords),
        "current_level": int(memory.current_level),
        "trigger": memory.trigger,
        "content": memory.content,
        "retention_score": memory.retention_score,
        "archived_at": _iso(memory.archived_at, tz),
        "protected": memory.protected,
        "revival_requested": memory.revival_requested,
        "revival_requested_at": _iso(memory.revival_requested_at, tz),
        "kept_until": _iso(memory.kept_until, tz),
    }


def shown_json(mind: "Mind", name: str) -> dict[str, object]:
    """Return everything about one memory."""
    memory, persona = mind.memories.get(name), mind.persona
    origin = mind.memories.origin(name)
    return {
        **memory_json(memory, persona),
        "relations": [
            {
                "id": other.label,
                "type": relation.type.value,
                "direction": "to" if relation.source == memory.id else "from",
                "similarity": relation.similarity,
            }
            for relation, other in mind.memories.relations(name)
        ],
        "history": [
            {
                **{key: value for key, value in asdict(chapter).items() if key not in ("memory_id", "at")},
                "at": moment.iso(chapter.at, tz=persona.tz),
            }
            for chapter in mind.memories.history(name)
        ],
        "event": None if origin is None else event_json(origin, persona),
        "forecast": [foreseen_json(each, persona) for each in mind.memories.forecast_of(name)],
    }


def recalled_json(hit: "RecalledMemory", persona: "Persona") -> dict[str, object]:
    """Return a memory that was found, with its reasons."""
    return {
        "memory": memory_json(hit.memory, persona),
        "is_archived": hit.is_archived,
        "why": {**asdict(hit.why), "sentence": hit.why.sentence(persona.language)},
        "related": [memory_json(each, persona) for each in hit.related],
    }


def foreseen_json(each: "Foreseen", persona: "Persona") -> dict[str, object]:
    """Return one line of a forecast."""
    return {
        "id": each.memory.label,
        "at": moment.iso(each.fall.at, tz=persona.tz),
        "day": each.day.isoformat(),
        "cause": each.fall.cause.value,
        "level_before": int(each.fall.before),
        "level_after": int(each.fall.after),
        "retention_score": round(each.fall.retention_score, 3),
        "trigger": each.memory.trigger,
    }


def report_json(report: "NightReport", persona: "Persona") -> dict[str, object]:
    """Return the report of a night."""
    told = asdict(report)
    for name in ("until", "began", "ended"):
        told[name] = moment.iso(getattr(report, name), tz=persona.tz)
    return told


def _iso(at: "Moment | None", tz: ZoneInfo) -> str | None:
    return None if at is None else moment.iso(at, tz=tz)
