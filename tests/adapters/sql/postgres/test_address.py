"""What is shown of an address, and what is said when it leads nowhere."""

import pytest

from omoide.adapters.sql.postgres.database import label_of, open_postgres
from omoide.config.database import without_password
from omoide.errors import InvalidSetting, StoreUnavailable

SECRET = "Tr0ub4dor&3"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://haru:s3cret@db.example/omoide", "postgresql://haru:***@db.example/omoide"),
        ("postgresql://haru:s3:c@ret@db.example/omoide", "postgresql://haru:***@db.example/omoide"),
        ("postgresql://haru@db.example/omoide", "postgresql://haru@db.example/omoide"),
        ("postgresql:///omoide?host=/run&password=s3cret", "postgresql:///omoide?host=/run&password=***"),
    ],
)
def test_an_address_is_shown_without_its_password(url: str, shown: str) -> None:
    assert without_password(url) == shown


def test_a_server_that_is_not_there_is_told_of_without_the_password() -> None:
    database = open_postgres(f"postgresql://haru:{SECRET}@127.0.0.1:1/omoide")
    with pytest.raises(StoreUnavailable, match="does not answer") as told, database.reading():
        pass
    chain: BaseException | None = told.value
    while chain is not None:
        assert SECRET not in str(chain)
        chain = chain.__cause__ or chain.__context__
    assert SECRET not in repr(database.engine) + database.label
    assert label_of(f"postgresql://haru:{SECRET}@127.0.0.1:1/omoide") == "omoide at 127.0.0.1:1"


@pytest.mark.parametrize("url", ["", "mysql://a:b@c/d", "postgresql:// :", f"nonsense {SECRET}"])
def test_what_is_no_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(InvalidSetting, match="postgresql://user@host/name") as told:
        open_postgres(url)
    assert SECRET not in str(told.value)
