"""What is kept of a mind that grows: beliefs and their history, preferences, the context graph, feelings, and what was digested."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from omoide.adapters.sql.tables import Id, Seconds, metadata

states = Table(
    "states",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("valid_from", Seconds),
    Column("valid_to", Seconds),
    Column("last_confirmed", Seconds),
    Column("settled", Seconds),
    Column("struck_out", Text),
    Column("version", Integer, nullable=False),
    Column("candidate", Boolean, nullable=False, server_default=false()),
    Index(None, "persona_id", "kind", "candidate", "valid_to", "last_confirmed"),
    Index(None, "persona_id", "about", "last_confirmed"),
    Index(
        "uq_states_one_mood",
        "persona_id",
        unique=True,
        sqlite_where=text("kind = 'long_mood_state'"),
        postgresql_where=text("kind = 'long_mood_state'"),
    ),
    sqlite_autoincrement=True,
)

state_entities = Table(
    "state_entities",
    metadata,
    Column("state_id", Id, ForeignKey("states.id"), primary_key=True),
    Column("ordinal", SmallInteger, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Index(None, "name"),
)

preferences = Table(
    "preferences",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("domain", Text, nullable=False),
    Column("polarity", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("last_confirmed", Seconds),
    Column("settled", Seconds),
    Column("version", Integer, nullable=False),
    UniqueConstraint("persona_id", "key", "polarity", "domain"),
    sqlite_autoincrement=True,
)

# One row per time that the user was asked about something that is only supposed.
asked_candidates = Table(
    "asked_candidates",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("state_id", Id, ForeignKey("states.id")),
    Column("preference_id", Id, ForeignKey("preferences.id")),
    Column("at", Seconds, nullable=False),
    Index(None, "persona_id", "at"),
    Index(None, "state_id"),
    Index(None, "preference_id"),
    sqlite_autoincrement=True,
)

# One row per change of a state or a preference: what was, what is, why.  `at` is when the persona came to believe it.
revisions = Table(
    "revisions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("target", Text, nullable=False),
    Column("target_id", Id, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", Seconds, nullable=False),
    Column("origin", Text, nullable=False),
    Column("before", Text),
    Column("after", Text, nullable=False),
    Column("reason", Text, nullable=False),
    UniqueConstraint("target", "target_id", "version"),
    Index(None, "persona_id", "target", "at"),
    sqlite_autoincrement=True,
)

revision_evidence = Table(
    "revision_evidence",
    metadata,
    Column("revision_id", Id, ForeignKey("revisions.id"), primary_key=True),
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Index(None, "event_id"),
)

event_links = Table(
    "event_links",
    metadata,
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("to_event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("label", Text, primary_key=True),
    Column("confidence", Float, nullable=False),
    Index(None, "to_event_id"),
)

event_threads = Table(
    "event_threads",
    metadata,
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("thread_key", Text, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("confidence", Float, nullable=False),
    Index(None, "persona_id", "thread_key", "event_id"),
)

event_affects = Table(
    "event_affects",
    metadata,
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("at", Seconds, nullable=False),
    Column("v", Float, nullable=False),
    Column("a", Float, nullable=False),
    Column("d", Float, nullable=False),
    Column("labels", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("gravity", Float, nullable=False, server_default="0"),
    Index(None, "persona_id", "at"),
)

MOOD_LAYERS = ("baseline", "light_up", "light_down", "grave_up", "grave_down")
# The mood right after an event; the mood at any instant is computed from the last point before it and what was felt since.
mood_points = Table(
    "mood_points",
    metadata,
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("at", Seconds, nullable=False),
    *(Column(f"{layer}_{axis}", Float, nullable=False) for layer in MOOD_LAYERS for axis in "vad"),
    Index(None, "persona_id", "at", "event_id"),
)

emotion_log = Table(
    "emotion_log",
    metadata,
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("ordinal", SmallInteger, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("at", Seconds, nullable=False),
    Column("category", Text, nullable=False),
    Column("intensity", Float, nullable=False),
    Column("bonding", Text, nullable=False),
    Index(None, "persona_id", "at", "event_id", "ordinal"),
)

# One row per event that was digested: what came of it.  An event without one still waits.
digestions = Table(
    "digestions",
    metadata,
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("outcome", Text, nullable=False),
    Column("plan_key", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("reasons", Text),
    Column("at", Seconds, nullable=False),
    Column("chat_turn", Integer, nullable=False),
    Index(None, "persona_id", "chat_turn"),
    Index(None, "persona_id", "outcome"),
)

# One row per event that waits to be digested; it enters with the event and leaves with its digestion.
undigested = Table(
    "undigested_events",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("created", Seconds, primary_key=True),
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Index(None, "event_id"),
    sqlite_with_rowid=False,
)

tidyings = Table(
    "tidyings",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("at", Seconds, nullable=False),
    Column("chat_turns", Integer, nullable=False),
    Column("examined", Text, nullable=False),
    Column("closed", Integer, nullable=False),
    Column("duration_ms", Integer, nullable=False),
    UniqueConstraint("persona_id", "chat_turns"),
    sqlite_autoincrement=True,
)
