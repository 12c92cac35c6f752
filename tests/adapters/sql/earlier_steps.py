"""Takes a home back behind a step of the migrations, as homes of earlier versions are."""

from sqlalchemy import Connection, text


def before_candidates(connection: Connection) -> None:
    """Take away what 0010 brought."""
    connection.execute(text("DROP TABLE asked_candidates"))
    connection.execute(text("DROP INDEX ix_states_persona_id_kind_candidate_valid_to_last_confirmed"))
    connection.execute(text("ALTER TABLE states DROP COLUMN candidate"))
    columns = "persona_id, kind, valid_to, last_confirmed"
    connection.execute(text(f"CREATE INDEX ix_states_persona_id_kind_valid_to_last_confirmed ON states ({columns})"))
