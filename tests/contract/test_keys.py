"""What every store of keys, and of who did what, promises."""

from dataclasses import replace

import pytest

from omoide.adapters.sql.keys.keys import SqlAuditLog, SqlKeyStore
from omoide.domain.keys.api_key import ApiKey, KeyId, KeyScope
from omoide.domain.keys.audit import AuditEntry
from omoide.domain.time.moment import Moment
from omoide.errors import PersonaNotFound
from omoide.ports.keys.store import AuditLog, KeyStore
from tests.contract.conftest import START, Stores

KEY = ApiKey(KeyId("aa"), KeyScope.WRITE, START, b"\x00\xff", expires=Moment(START + 9), per_minute=7)


def keys(stores: Stores) -> KeyStore:
    return SqlKeyStore(stores.database)


def log(stores: Stores) -> AuditLog:
    return SqlAuditLog(stores.database)


def test_a_key_is_kept_as_it_is(stores: Stores) -> None:
    stores.persona("haru")
    mine = replace(KEY, id=KeyId("bb"), persona="haru", expires=None, per_minute=None)
    for key in (KEY, mine):
        keys(stores).add(key)

    assert keys(stores).all() == [KEY, mine]
    assert keys(stores).get(KeyId("bb")) == mine
    assert keys(stores).get(KeyId("cc")) is None


def test_a_key_for_nobody_is_not_kept(stores: Stores) -> None:
    with pytest.raises(PersonaNotFound):
        keys(stores).add(replace(KEY, persona="haru"))
    assert keys(stores).all() == []


def test_a_key_goes_with_its_persona_through_a_change_of_name(stores: Stores) -> None:
    haru = stores.persona("haru")
    keys(stores).add(replace(KEY, persona="ＨＡＲＵ"))
    stores.personas.change(replace(haru, name="春"))

    assert keys(stores).all() == [replace(KEY, persona="春")]


def test_a_key_is_revoked_once(stores: Stores) -> None:
    keys(stores).add(KEY)
    keys(stores).revoke(KEY.id, at=Moment(START + 1))
    keys(stores).revoke(KEY.id, at=Moment(START + 2))

    assert keys(stores).get(KEY.id) == replace(KEY, revoked=Moment(START + 1))


def test_who_did_what_is_told_newest_first(stores: Stores) -> None:
    stores.persona("haru")
    first = AuditEntry(START, "GET", "/a", 200, request_id="r")
    second = AuditEntry(Moment(START + 1), "PUT", "/b", 403, KeyId("aa"), "haru")
    log(stores).append([first, second])
    log(stores).append([replace(first, persona="nobody"), replace(first, persona="a\x00b")])
    log(stores).append([])

    assert log(stores).recent(limit=9) == [first, first, second, first]
    assert log(stores).recent(limit=9, persona="Haru") == [second]
    assert log(stores).recent(limit=1) == [first]


def test_what_is_old_is_forgotten(stores: Stores) -> None:
    old, new = (AuditEntry(Moment(START + number), "GET", "/a", 200) for number in (0, 10))
    log(stores).append([old, new])

    assert log(stores).forget_before(Moment(START + 10)) == 1
    assert log(stores).recent(limit=9) == [new]
