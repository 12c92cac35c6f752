"""What is kept of episodes: what each tells now and told before, what it was made of, and what resonated."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from omoide.adapters.sql.tables import Id, Seconds, metadata

episodes = Table(
    "episodes",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("label", Text, nullable=False),
    Column("kind", Text, nullable=False),
    # What there is one episode of: `day:2026-01-02`, `week:2025-11-03`, `achievement:sh_abc123`.
    Column("slot", Text, nullable=False),
    Column("first_day", Text, nullable=False),
    Column("last_day", Text, nullable=False),
    Column("arousal", Float, nullable=False),
    Column("arousal_max", Float, nullable=False),
    Column("created", Seconds, nullable=False),
    Column("fingerprint", Text, nullable=False),
    # The text that counts; those with lower numbers were before it.
    Column("version", Integer, nullable=False),
    Column("original_count", Integer, nullable=False),
    # The week that tells it from then on; the episode itself stays.
    Column("week_id", Id, ForeignKey("episodes.id")),
    Column("details", Text, nullable=False),
    UniqueConstraint("persona_id", "label"),
    UniqueConstraint("persona_id", "slot"),
    Index(None, "persona_id", "first_day"),
    Index(None, "week_id"),
    sqlite_autoincrement=True,
)

episode_texts = Table(
    "episode_texts",
    metadata,
    Column("episode_id", Id, ForeignKey("episodes.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    # JSON: each sentence with the ids of the turns it rests on.
    Column("sentences", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("made", Seconds, nullable=False),
    Column("is_failure", Boolean, nullable=False),
)

# Every turn that any text of the episode was made of, named by a sentence or not: what erasing goes by.
episode_events = Table(
    "episode_events",
    metadata,
    Column("episode_id", Id, ForeignKey("episodes.id"), primary_key=True),
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Index(None, "event_id"),
)

# One row per tag of an answer that counted: an answer counts once.
episode_resonances = Table(
    "episode_resonances",
    metadata,
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("episode_id", Id, ForeignKey("episodes.id"), primary_key=True),
    Column("resonance", Float, nullable=False),
    Column("at", Seconds, nullable=False),
    Index(None, "episode_id"),
)
