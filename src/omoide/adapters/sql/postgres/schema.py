"""What the tables need on PostgreSQL alone.

*Words*: a table with the tokens of each passage, found through a GIN index, in place of SQLite's FTS5.  *Order*: texts are
compared by their characters' numbers, as SQLite does, whatever the language of the server.  *The log's guard*: events are
append-only, as on SQLite.  *The fence*: a transaction that writes for one persona neither sees nor changes rows of another;
on tables that hang on another row the fence is that row's.  It holds for every role but a superuser.

All of it is put in place after the migrations, wherever it is missing.
"""

from collections.abc import Iterator

from sqlalchemy import Connection, MetaData, Table

UNFENCED = frozenset({"erasures", "erased_events", "personas"})
"""Orders to erase are looked at across personas: one of the same name does not get an erased one's turns back."""
_OWN = "persona_id"
_MINE = "NULLIF(current_setting('omoide.persona', true), '')::bigint"
_FREE = f"(SELECT {_MINE}) IS NULL"
_WORDS = (
    "CREATE TABLE IF NOT EXISTS passage_tokens "
    "(id bigint NOT NULL, tokens tsvector NOT NULL, CONSTRAINT pk_passage_tokens PRIMARY KEY (id))",
    "CREATE INDEX IF NOT EXISTS ix_passage_tokens_tokens ON passage_tokens USING gin (tokens) "
    "WITH (gin_pending_list_limit = 512)",
)
# Words stand apart from their row: to list the passages that hold one, no words are read.
_APART = (
    "ALTER TABLE passage_tokens ALTER COLUMN tokens SET STORAGE EXTERNAL",
    "ALTER TABLE passage_tokens SET (toast_tuple_target = 128)",
)
_STAND_APART = (
    "SELECT 1 FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.oid = 'passage_tokens'::regclass "
    "AND a.attname = 'tokens' AND a.attstorage = 'e' AND c.reloptions @> ARRAY['toast_tuple_target=128']"
)
_OTHER_ORDER = (
    "SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_attribute a "
    "JOIN pg_class c ON c.oid = a.attrelid JOIN pg_collation o ON o.oid = a.attcollation "
    "WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0 "
    "AND NOT a.attisdropped AND o.collname <> 'C' ORDER BY c.relname, a.attnum"
)
_NAMES = ("SELECT tablename FROM pg_policies", "SELECT tablename FROM pg_tables")
GUARDED = {
    "events": (
        "id",
        ("id", "persona_id", "created", "source", "client_id", "session_id", "idempotency_key", "origin"),
    ),
    "event_completions": ("event_id", ("event_id", "completed")),
}
_GUARD = """
CREATE OR REPLACE FUNCTION {table}_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT 1 FROM erased_events WHERE event_id = OLD.{key}) THEN RETURN OLD; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF {same} AND EXISTS (
      SELECT 1 FROM event_redactions AS r JOIN erasures AS o ON o.id = r.erasure_id
      WHERE r.event_id = OLD.{key} AND o.step = 0
    ) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '{table} are append-only: % refused', TG_OP USING ERRCODE = '23000';
END $$
"""


def finish(connection: Connection, tables: MetaData) -> None:
    """Put in place what is missing; what is there stays."""
    for statement in _WORDS:
        connection.exec_driver_sql(statement)
    # Only where it is not so yet: to say it again would lock out whoever reads.
    for statement in _APART if connection.exec_driver_sql(_STAND_APART).first() is None else ():
        connection.exec_driver_sql(statement)
    for table, column, kind in connection.exec_driver_sql(_OTHER_ORDER).all():
        connection.exec_driver_sql(f'ALTER TABLE "{table}" ALTER COLUMN "{column}" TYPE {kind} COLLATE "C"')
    for statement in _guards():
        connection.exec_driver_sql(statement.replace("%", "%%"))
    fenced = set(
        connection.exec_driver_sql("SELECT tablename FROM pg_policies WHERE schemaname = current_schema()").scalars()
    )
    there = set(
        connection.exec_driver_sql("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").scalars()
    )
    for table in tables.sorted_tables:
        if table.name in there - fenced and (condition := fence(table)):
            connection.exec_driver_sql(f'ALTER TABLE "{table.name}" ENABLE ROW LEVEL SECURITY')
            connection.exec_driver_sql(f'ALTER TABLE "{table.name}" FORCE ROW LEVEL SECURITY')
            connection.exec_driver_sql(f'CREATE POLICY fence ON "{table.name}" USING ({_FREE} OR {condition})')


def fence(table: Table) -> str | None:
    """Return which rows of a table are the persona's for whom is written; `None` where all are everybody's."""
    if table.name in UNFENCED:
        return None
    if _OWN in table.c:
        own = f"{_OWN} = (SELECT {_MINE})"
        return f"({_OWN} IS NULL OR {own})" if table.c[_OWN].nullable else own
    for key in sorted(table.foreign_key_constraints, key=lambda each: str(each.name)):
        parent = key.referred_table
        if parent is not table and len(key.elements) == 1 and fence(parent) is not None:
            [column], [there] = list(key.columns), [element.column for element in key.elements]
            mine = f'"{table.name}"."{column.name}"'
            hangs = f'EXISTS (SELECT 1 FROM "{parent.name}" AS p WHERE p."{there.name}" = {mine})'  # noqa: S608 - our names
            return f"({mine} IS NULL OR {hangs})" if column.nullable else hangs
    return None


def _guards() -> Iterator[str]:
    """Yield what lets nobody change or take away an event but an order to erase."""
    for table, (key, fixed) in GUARDED.items():
        same = " AND ".join(f"NEW.{each} IS NOT DISTINCT FROM OLD.{each}" for each in fixed)
        yield _GUARD.format(table=table, key=key, same=same)
        for name, when, each in (("guard", "UPDATE OR DELETE", "ROW"), ("whole", "TRUNCATE", "STATEMENT")):
            yield (
                f"CREATE OR REPLACE TRIGGER {table}_{name} BEFORE {when} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION {table}_guard()"
            )
