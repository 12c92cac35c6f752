"""Takes a home back to where it stood before a step of the migrations."""

from sqlalchemy import Connection, text


def before_erasing_with_proof(connection: Connection) -> None:
    """Take away what step 0009 adds; what it makes anew it makes anew again."""
    for table in ("event_redactions", "salts"):
        connection.execute(text(f"DROP TABLE {table}"))
    for table in ("events", "event_completions"):
        connection.execute(text(f"DROP TRIGGER {table}_only_texts"))
    for index in ("told_hash", "erasure_id"):
        connection.execute(text(f"DROP INDEX ix_erased_events_{index}"))
    connection.execute(text("DROP INDEX ix_memories_event_id"))


def before_early_stages(connection: Connection) -> None:
    """Take away what step 0026 adds."""
    added = {
        "sleep_stages": ("began", "ended", "before"),
        "topics": ("told_at", "told_before"),
        "topic_progress": ("hand",),
    }
    for table, columns in added.items():
        for column in columns:
            connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))


def before_origins(connection: Connection) -> None:
    """Take away what step 0025 adds, and those after it."""
    before_early_stages(connection)
    connection.execute(text("DROP TRIGGER events_only_texts"))
    connection.execute(text("ALTER TABLE events DROP COLUMN origin"))
    fixed = "id, persona_id, created, source, client_id, session_id, idempotency_key"
    refused = "BEGIN SELECT RAISE(ABORT, 'events are append-only: UPDATE refused'); END"
    connection.execute(text(f"CREATE TRIGGER events_only_texts BEFORE UPDATE OF {fixed} ON events {refused}"))


def before_notes(connection: Connection) -> None:
    """Take away what step 0011 adds."""
    for table in ("note_revisions", "notes"):
        connection.execute(text(f"DROP TABLE {table}"))


def before_candidates(connection: Connection) -> None:
    """Take away what step 0010 adds, and what came after it."""
    before_notes(connection)
    connection.execute(text("DROP TABLE asked_candidates"))
    connection.execute(text("DROP INDEX ix_states_persona_id_kind_candidate_valid_to_last_confirmed"))
    connection.execute(text("ALTER TABLE states DROP COLUMN candidate"))
    columns = "persona_id, kind, valid_to, last_confirmed"
    connection.execute(text(f"CREATE INDEX ix_states_persona_id_kind_valid_to_last_confirmed ON states ({columns})"))


def before_entities(connection: Connection) -> None:
    """Take away what step 0013 adds."""
    named = ("tellings", "proposal_events", "proposals", "evidence", "revisions", "names")
    for table in (*(f"entity_{name}" for name in named), "entities"):
        connection.execute(text(f"DROP TABLE {table}"))


def before_topics(connection: Connection) -> None:
    """Take away what step 0014 adds."""
    for table in ("topic_progress", "topic_centres", "topic_members", "topics"):
        connection.execute(text(f"DROP TABLE {table}"))


def before_episodes(connection: Connection) -> None:
    """Take away what step 0012 adds, and what came after it."""
    before_origins(connection)
    before_contexts(connection)
    before_knowledge(connection)
    before_topics(connection)
    before_entities(connection)
    before_inner_state(connection)
    for table in ("episode_resonances", "episode_events", "episode_texts", "episodes"):
        connection.execute(text(f"DROP TABLE {table}"))


def before_knowledge(connection: Connection) -> None:
    """Take away what step 0016 adds."""
    for table in ("document_sources", "document_chunks", "documents"):
        connection.execute(text(f"DROP TABLE {table}"))


def before_inner_state(connection: Connection) -> None:
    """Take away what step 0018 adds, and what came after it, and give mood points the shape they had."""
    before_dreams(connection)
    before_sleeps(connection)
    connection.execute(text("DROP TABLE reminder_marks"))
    connection.execute(text("ALTER TABLE event_affects DROP COLUMN gravity"))
    connection.execute(text("DROP TABLE mood_points"))
    axes = ", ".join(f"{layer}_{axis} FLOAT NOT NULL" for layer in ("baseline", "shock") for axis in "vad")
    points = f"event_id INTEGER PRIMARY KEY, persona_id INTEGER, at BIGINT, {axes}, half_life_hours FLOAT NOT NULL"
    connection.execute(text(f"CREATE TABLE mood_points ({points})"))


def before_sleeps(connection: Connection) -> None:
    """Take away what step 0019 adds, and what came after it."""
    before_recall_receipts(connection)
    for table in ("sleep_stages", "sleeps"):
        connection.execute(text(f"DROP TABLE {table}"))


def before_recall_receipts(connection: Connection) -> None:
    """Take away what step 0020 adds."""
    for table in ("recall_receipts", "recall_demotions"):
        connection.execute(text(f"DROP TABLE {table}"))


def before_dreams(connection: Connection) -> None:
    """Take away what step 0021 and those after it add."""
    questions = ("question_progress", "question_events", "questions")
    diary = ("insight_events", "insights", "reflections")
    for table in ("api_keys", "audit", "goal_events", "goal_notes", "goals", *questions, *diary):
        connection.execute(text(f"DROP TABLE {table}"))


def before_contexts(connection: Connection) -> None:
    """Take away what step 0015 adds, and what came after it."""
    before_open_languages(connection)
    for table in ("context_blocks", "contexts"):
        connection.execute(text(f"DROP TABLE {table}"))


def before_open_languages(connection: Connection) -> None:
    """Take away what step 0017 adds."""
    connection.execute(text("ALTER TABLE personas DROP COLUMN is_language_open"))
