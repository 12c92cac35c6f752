"""The shape of a write plan on the wire: 004's JSON, exactly and strictly.

Wrong types, unknown fields and words, numbers out of range, NaN and endless texts are refused here, before anything is
looked up.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from omoide.domain.beliefs.state import canonical
from omoide.domain.beliefs.write_plan import LONGEST_BODY, LONGEST_NAME, MOST_MENTIONS, MOST_UPDATES

LONGEST_PAYLOAD = 8_000
"""Characters of a payload as JSON."""
LIKELY = 0.7
"""How sure a feeling, a flow of talk or a tie is whose maker does not say; that of a belief must be said."""

Unit = Annotated[float, Field(ge=0.0, le=1.0)]
Axis = Annotated[float, Field(ge=-1.0, le=1.0)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Sentence = Annotated[str, Field(min_length=1, max_length=500)]
Stamp = Annotated[str, Field(min_length=10, max_length=40)]
Number = Annotated[int, Field(ge=1, le=1_000_000_000)]
Year = Annotated[int, Field(ge=1, le=9999)]
Evidence = Annotated[list[Number], Field(min_length=1, max_length=50)]


class Strict(BaseModel):
    """Takes nothing but what is written down."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class EntityAnswer(Strict):
    """A named thing."""

    type: Literal["person", "org", "place", "project", "tool"]
    name: Name
    confidence: Unit = LIKELY


class AnnotationsAnswer(Strict):
    """When the content took place, and what it names."""

    about_start_ts: Stamp | None = None
    about_end_ts: Stamp | None = None
    about_year_start: Year | None = None
    about_year_end: Year | None = None
    life_stage: Literal["elementary", "middle", "high", "university", "work", "unknown"] = "unknown"
    about_time_confidence: Unit = 0.0
    entities: Annotated[list[EntityAnswer], Field(max_length=MOST_MENTIONS)] = []


class StateUpdateAnswer(Strict):
    """One change of a state."""

    kind: Literal["fact", "relation", "task", "summary", "long_mood_state"]
    op: Literal["upsert", "close", "mark_done"]
    state_id: Number | None = None
    body_text: Annotated[str, Field(min_length=1, max_length=LONGEST_BODY)]
    entities: Annotated[list[EntityAnswer], Field(max_length=20)] = []
    payload: dict[str, JsonValue] = {}
    confidence: Unit
    valid_from_ts: Stamp | None = None
    valid_to_ts: Stamp | None = None
    last_confirmed_at: Stamp | None = None
    evidence_event_ids: Evidence
    reason: Sentence
    candidate: bool = False

    @field_validator("payload")
    @classmethod
    def _bounded(cls, payload: dict[str, JsonValue]) -> dict[str, JsonValue]:
        if len(canonical(payload)) > LONGEST_PAYLOAD:
            raise ValueError(f"a payload has at most {LONGEST_PAYLOAD} characters")
        return payload


class PreferenceUpdateAnswer(Strict):
    """One change of a preference."""

    op: Literal["upsert_candidate", "confirm", "revoke"]
    domain: Literal["food", "topic", "style"]
    polarity: Literal["like", "dislike"]
    subject: Name
    note: Annotated[str, Field(max_length=500)] = ""
    confidence: Unit
    evidence_event_ids: Evidence
    reason: Sentence


class VadAnswer(Strict):
    """Valence, arousal, dominance."""

    v: Axis
    a: Axis
    d: Axis


class AffectAnswer(Strict):
    """What was felt."""

    moment_affect_text: Annotated[str, Field(min_length=1, max_length=1000)]
    moment_affect_labels: Annotated[list[Annotated[str, Field(min_length=1, max_length=40)]], Field(max_length=6)] = []
    moment_affect_score_vad: VadAnswer
    moment_affect_confidence: Unit = LIKELY


class ThreadAnswer(Strict):
    """Membership in a flow of talk."""

    thread_key: Name
    confidence: Unit = LIKELY


class LinkAnswer(Strict):
    """A tie to an earlier event."""

    to_event_id: Number
    label: Literal["reply_to", "same_topic", "caused_by", "continuation"]
    confidence: Unit = LIKELY


class ContextAnswer(Strict):
    """The flow of talk."""

    threads: Annotated[list[ThreadAnswer], Field(max_length=20)] = []
    links: Annotated[list[LinkAnswer], Field(max_length=20)] = []


class WritePlanAnswer(Strict):
    """004's JSON."""

    event_annotations: AnnotationsAnswer = AnnotationsAnswer()
    state_updates: Annotated[list[StateUpdateAnswer], Field(max_length=MOST_UPDATES)] = []
    preference_updates: Annotated[list[PreferenceUpdateAnswer], Field(max_length=MOST_UPDATES)] = []
    event_affect: AffectAnswer | None = None
    context_updates: ContextAnswer = ContextAnswer()
