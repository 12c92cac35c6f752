"""A memory to test with."""

from typing import Any

from omoide.domain.feelings.emotion import Valence
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Memory, MemoryId
from omoide.domain.time.moment import Moment


def memory(**changes: Any) -> Memory:
    """Return an ordinary memory with these fields changed."""
    fields: dict[str, Any] = {
        "id": MemoryId(1),
        "label": "mem_20260118_001",
        "event_id": None,
        "created": Moment(1_768_758_000),
        "memory_days": 0.5,
        "recalls_since_last_batch": 0,
        "recall_count": 0,
        "emotional_intensity": 60,
        "emotional_valence": Valence.NEUTRAL,
        "emotional_arousal": 30,
        "emotional_tags": (),
        "decay_coefficient": 0.95,
        "category": "decision",
        "keywords": (),
        "current_level": Level.FULL,
        "trigger": "設計について聞かれた",
        "content": "JSONで十分だと答えた",
        "retention_score": 60.0,
        "faded_through": Moment(1_768_758_000),
    }
    return Memory(**(fields | changes))
