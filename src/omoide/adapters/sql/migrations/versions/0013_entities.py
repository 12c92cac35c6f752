"""Entities: people and things with a profile each, their names and every edit, and what was proposed and told.

Only new tables: nothing that is there is touched.

Revision ID: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make room."""
    _entities()
    _proposals()


def _entities() -> None:
    op.create_table(
        "entities",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("archived", sa.BigInteger()),
        sa.Column("merged_into", _ID),
        sa.Column("consolidated", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_entities"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_entities_persona_id"),
        sa.ForeignKeyConstraint(["merged_into"], ["entities.id"], name="fk_entities_merged_into"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_entities_persona_id", "entities", ["persona_id"])
    op.create_index("ix_entities_merged_into", "entities", ["merged_into"])
    op.create_table(
        "entity_names",
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("entity_id", _ID, nullable=False),
        sa.Column("ordinal", sa.SmallInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("persona_id", "key", name="pk_entity_names"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_entity_names_persona_id"),
        sa.ForeignKeyConstraint(["entity_id"], ["entities.id"], name="fk_entity_names_entity_id"),
    )
    op.create_index("ix_entity_names_entity_id", "entity_names", ["entity_id"])
    op.create_table(
        "entity_revisions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("entity_id", _ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Integer(), nullable=False),
        sa.Column("added", sa.Text(), nullable=False),
        sa.Column("names", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_entity_revisions"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_entity_revisions_persona_id"),
        sa.ForeignKeyConstraint(["entity_id"], ["entities.id"], name="fk_entity_revisions_entity_id"),
        sa.UniqueConstraint("entity_id", "version", name="uq_entity_revisions_entity_id_version"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_entity_revisions_persona_id", "entity_revisions", ["persona_id"])
    op.create_table(
        "entity_evidence",
        sa.Column("entity_id", _ID, nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("event_id", _ID, nullable=False),
        sa.PrimaryKeyConstraint("entity_id", "line", "event_id", name="pk_entity_evidence"),
        sa.ForeignKeyConstraint(["entity_id"], ["entities.id"], name="fk_entity_evidence_entity_id"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_entity_evidence_event_id"),
    )
    op.create_index("ix_entity_evidence_event_id", "entity_evidence", ["event_id"])


def _proposals() -> None:
    op.create_table(
        "entity_proposals",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("entity_id", _ID),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("sessions", sa.Integer(), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("memory_ids", sa.Text(), nullable=False),
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("settled", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_entity_proposals"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_entity_proposals_persona_id"),
        sa.ForeignKeyConstraint(["entity_id"], ["entities.id"], name="fk_entity_proposals_entity_id"),
        sa.UniqueConstraint("persona_id", "key", name="uq_entity_proposals_persona_id_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_entity_proposals_entity_id", "entity_proposals", ["entity_id"])
    op.create_table(
        "entity_proposal_events",
        sa.Column("proposal_id", _ID, nullable=False),
        sa.Column("event_id", _ID, nullable=False),
        sa.PrimaryKeyConstraint("proposal_id", "event_id", name="pk_entity_proposal_events"),
        sa.ForeignKeyConstraint(["proposal_id"], ["entity_proposals.id"], name="fk_entity_proposal_events_proposal_id"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_entity_proposal_events_event_id"),
    )
    op.create_index("ix_entity_proposal_events_event_id", "entity_proposal_events", ["event_id"])
    op.create_table(
        "entity_tellings",
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("proposal_id", _ID, nullable=False),
        sa.Column("ordinal", sa.SmallInteger(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("persona_id", "session_id", "proposal_id", name="pk_entity_tellings"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_entity_tellings_persona_id"),
        sa.ForeignKeyConstraint(["proposal_id"], ["entity_proposals.id"], name="fk_entity_tellings_proposal_id"),
    )
    op.create_index("ix_entity_tellings_proposal_id", "entity_tellings", ["proposal_id"])
