"""Keys through the library and the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from omoide import Omoide, SimulatedClock
from omoide.domain.time.moment import Moment
from omoide.entrypoints.web.serving import require_keys
from omoide.errors import InvalidInput, KeyNotFound, KeyRefused, NotAllowed, PersonaNotFound
from tests.conftest import NOW
from tests.entrypoints.command import command_in, ok


def test_a_key_is_known_again_until_it_expires(opened: Callable[..., Omoide], clock: SimulatedClock) -> None:
    home = opened()
    home.add_persona("haru")
    made = home.keys.add(persona="HARU", scope="admin", expires="1h", rate="9/min")

    assert home.keys.check(made.text) == made.key
    assert (made.key.persona, made.key.per_minute, made.key.expires) == ("haru", 9, NOW + 3_600)
    clock.set(Moment(NOW + 3_600))
    with pytest.raises(KeyRefused, match="expired"):
        home.keys.check(made.text)
    with pytest.raises(KeyRefused, match="expired"):
        home.keys.still(made.key.id)


def test_a_revoked_key_is_refused_in_every_opening_of_the_home(opened: Callable[..., Omoide]) -> None:
    home, elsewhere = opened(), opened()
    made = home.keys.add(expires="never")
    elsewhere.keys.revoke(made.key.id)

    with pytest.raises(KeyRefused, match="revoked"):
        home.keys.check(made.text)
    with pytest.raises(KeyNotFound):
        home.keys.revoke("nobody")


def test_what_is_kept_of_a_key_is_not_the_key(opened: Callable[..., Omoide]) -> None:
    home = opened()
    made = home.keys.add()
    home.close()

    secret = made.text.rpartition("_")[2].encode()
    assert all(secret not in path.read_bytes() for path in home.home.rglob("*") if path.is_file())


def test_a_key_for_nobody_or_for_anything_is_refused(opened: Callable[..., Omoide]) -> None:
    home = opened()
    with pytest.raises(PersonaNotFound):
        home.keys.add(persona="nobody")
    with pytest.raises(InvalidInput):
        home.keys.add(scope="everything")
    assert not home.keys.list()


def test_an_erased_persona_leaves_no_key_and_no_trace_of_requests(opened: Callable[..., Omoide]) -> None:
    home = opened()
    mind = home.persona("haru")
    mind.observe(user="hello", assistant="hi")
    home.keys.add(persona="haru")
    mind.erase(everything=True)

    assert home.keys.list() == []


def test_nobody_listens_to_other_machines_without_a_key(opened: Callable[..., Omoide]) -> None:
    home = opened()
    for host in ("127.0.0.1", "localhost", "::1", "[::1]"):
        require_keys(home, host)
    with pytest.raises(NotAllowed, match="omoide keys add"):
        require_keys(home, "0.0.0.0")
    home.keys.add()
    require_keys(home, "0.0.0.0")


@pytest.mark.slow
def test_keys_on_the_command_line(tmp_path: Path) -> None:
    run = command_in(tmp_path / "home")
    ok(run("persona", "add", "haru", "--language", "ja"))
    made = json.loads(ok(run("keys", "add", "--persona", "haru", "--scope", "write", "--expires", "30d", "--json")))
    shown = ok(run("keys", "add", "--expires", "never", OMOIDE_LANGUAGE="ja"))
    listed = json.loads(ok(run("keys", "list", "--json")))

    assert made["key"].startswith(f"omo_{made['id']}_")
    assert "表示されるのは今だけです" in shown
    # Both may be of the same second, in which no order is promised.
    assert {(key["persona"], key["scope"], key["state"]) for key in listed} == {
        ("haru", "write", "holds"),
        (None, "read", "holds"),
    }
    assert made["key"] not in json.dumps(listed)
    assert made["id"] in ok(run("keys", "revoke", made["id"]))
    assert "revoked" in ok(run("keys", "list", OMOIDE_LANGUAGE="en"))
    assert ok(run("keys", "audit", OMOIDE_LANGUAGE="en")) == "Nobody has asked over the wire yet.\n"
    assert run("keys", "revoke", "nobody").returncode == 3
