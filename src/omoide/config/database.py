"""Where the database is: a file in the home, or a PostgreSQL server (`docs/how-to/postgresql.md`)."""

import re
from typing import Annotated, ClassVar
from urllib.parse import urlsplit

from pydantic import AfterValidator

from omoide.config.section import Section, Text, setting

_SCHEMES = ("postgresql", "postgres", "postgresql+psycopg")
_PASSWORDS = (re.compile(r"(?<=://)([^/@:]*):[^/?]*(?=@)"), re.compile(r"(?i)(?<=[?&])(password|sslpassword)=[^&]*"))
_HIDDEN = "***"


def _postgres_address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in _SCHEMES or not parts.path.strip("/"):
        raise ValueError("it is no address of a PostgreSQL database")
    return text


PostgresAddress = Annotated[Text, AfterValidator(_postgres_address)]


def without_password(url: str) -> str:
    """Return the address as it may be shown."""
    user, query = _PASSWORDS
    return query.sub(rf"\1={_HIDDEN}", user.sub(rf"\1:{_HIDDEN}", url))


class DatabaseSettings(Section):
    """Where everything is kept: a file in the home, or a PostgreSQL server."""

    ja: ClassVar[str] = "データベース（ホームの中のファイル、または PostgreSQL）"
    whole_home: ClassVar[bool] = True
    url: PostgresAddress | None = setting(
        None,
        "address of a PostgreSQL database (16 or later); none = the file omoide.db in the home",
        "PostgreSQL（16以降）のデータベースのURL。なければホームの omoide.db に残す",
        hint="an address such as postgresql://user@host/name",
        private=True,
        shown_as=without_password,
    )
    pool_size: int = setting(
        8,
        "connections to PostgreSQL that one process keeps",
        "1プロセスが保つPostgreSQLへの接続数",
        ge=1,
        le=1_000,
    )
    pool_overflow: int = setting(
        8,
        "connections that one process makes beyond these while there is much to do",
        "忙しいあいだ、さらに増やしてよい接続数",
        ge=0,
        le=1_000,
    )
    statement_seconds: int = setting(
        120,
        "longest time PostgreSQL may take for one statement",
        "PostgreSQLが1つの文にかけてよい最大秒数",
        ge=1,
        le=86_400,
    )
