"""What is kept of entities: each as it stands now, every edit as one splice, its names, and what was proposed."""

from sqlalchemy import Column, ForeignKey, Index, Integer, SmallInteger, Table, Text, UniqueConstraint

from omoide.adapters.sql.revisions import revision_columns
from omoide.adapters.sql.tables import Id, Seconds, metadata

entities = Table(
    "entities",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", Seconds, nullable=False),
    Column("changed", Seconds, nullable=False),
    Column("archived", Seconds),
    # The entity that this one turned out to be.
    Column("merged_into", Id, ForeignKey("entities.id")),
    # By hash, what text and beliefs were when they were last consolidated.
    Column("consolidated", Text, nullable=False),
    Index(None, "merged_into"),
    sqlite_autoincrement=True,
)

# Every name in the form under which it is found: a name is one entity's.
entity_names = Table(
    "entity_names",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("entity_id", Id, ForeignKey("entities.id"), nullable=False),
    # 0 is the entity's own.
    Column("ordinal", SmallInteger, nullable=False),
    Column("name", Text, nullable=False),
    Index(None, "entity_id"),
)

entity_revisions = Table(
    "entity_revisions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False, index=True),
    Column("entity_id", Id, ForeignKey("entities.id"), nullable=False),
    *revision_columns(),
    # JSON: the names after the edit.
    Column("names", Text, nullable=False),
    UniqueConstraint("entity_id", "version"),
    sqlite_autoincrement=True,
)

# The turns that lines Omoide wrote rest on; a line is known by the hash of its words.  What erasing goes by.
entity_evidence = Table(
    "entity_evidence",
    metadata,
    Column("entity_id", Id, ForeignKey("entities.id"), primary_key=True),
    Column("line", Text, primary_key=True),
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Index(None, "event_id"),
)

# One row per name that was ever proposed, or is never to be.
entity_proposals = Table(
    "entity_proposals",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("key", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("kind", Text),
    Column("status", Text, nullable=False),
    Column("entity_id", Id, ForeignKey("entities.id")),
    Column("days", Integer, nullable=False),
    Column("sessions", Integer, nullable=False),
    Column("uses", Integer, nullable=False),
    # JSON: ids of memories, which may fade away meanwhile; and what a model drafted, each line with its turns.
    Column("memory_ids", Text, nullable=False),
    Column("draft", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("made", Seconds, nullable=False),
    Column("settled", Seconds),
    UniqueConstraint("persona_id", "key"),
    Index(None, "entity_id"),
    sqlite_autoincrement=True,
)

# Every turn that a pending proposal was made of.
entity_proposal_events = Table(
    "entity_proposal_events",
    metadata,
    Column("proposal_id", Id, ForeignKey("entity_proposals.id"), primary_key=True),
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Index(None, "event_id"),
)

# What a session was told, word for word: it is repeated so.
entity_tellings = Table(
    "entity_tellings",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("session_id", Text, primary_key=True),
    Column("proposal_id", Id, ForeignKey("entity_proposals.id"), primary_key=True),
    Column("ordinal", SmallInteger, nullable=False),
    Column("line", Text, nullable=False),
    Column("at", Seconds, nullable=False),
    Index(None, "proposal_id"),
)
