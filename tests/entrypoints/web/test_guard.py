"""Who is let in over the wire: through a real server on a real socket."""

import json
import logging
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest

from omoide import Omoide


def key_of(home: Omoide, persona: str | None = "haru", scope: str = "write", **more: str) -> str:
    return home.keys.add(persona=persona, scope=scope, **more).text


def spoken(address: str, *pieces: bytes, pause: float = 0.0) -> bytes:
    """Return what a server answers to bytes as they stand, for what no sound client would send."""
    where = urlsplit(address)
    with socket.create_connection((where.hostname or "", where.port or 0), timeout=10) as sock:
        for piece in pieces:
            sock.sendall(piece)
            time.sleep(pause)
        found = b""
        while piece := sock.recv(65_536):
            found += piece
            if b"\r\n\r\n" in found and b"}" in found:
                break
        return found


def test_somebody_on_this_machine_needs_no_key(client: httpx.Client) -> None:
    answer = client.get("/minds/haru")

    assert answer.json() == {"persona": "haru", "key": None, "headers": {}}
    assert len(answer.headers["x-request-id"]) == 32
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_request_id_is_kept_when_it_is_one(client: httpx.Client) -> None:
    assert client.get("/healthz", headers={"x-request-id": "abc-1.2"}).headers["x-request-id"] == "abc-1.2"
    assert client.get("/healthz", headers={"x-request-id": "a b"}).headers["x-request-id"] != "a b"


@pytest.mark.parametrize("header", ["Authorization", "x-api-key", "x-omoide-key"])
def test_a_key_opens_its_own_persona_alone_and_is_passed_on_to_no_door(
    home: Omoide, client: httpx.Client, header: str
) -> None:
    key = key_of(home)
    given = {header: f"Bearer {key}" if header == "Authorization" else key}

    assert client.get("/minds/ＨＡＲＵ", headers=given).json()["headers"] == {}
    assert client.get("/minds/haru", headers=given).json()["key"] == key.split("_")[1]
    other = client.get("/minds/june", headers=given)
    assert (other.status_code, other.json()["kind"]) == (403, "NotAllowed")


def test_a_key_does_what_its_scope_allows(home: Omoide, client: httpx.Client) -> None:
    reader = {"x-omoide-key": key_of(home, scope="read")}
    writer = {"x-omoide-key": key_of(home, persona=None, scope="write")}

    assert client.post("/minds/haru", headers=reader, content=b"x").status_code == 403
    assert client.post("/minds/june", headers=writer, content=b"x").json() == {"length": 1}


def test_the_key_of_a_provider_behind_a_door_is_left_alone(client: httpx.Client) -> None:
    answer = client.get("/minds/haru", headers={"Authorization": "Bearer sk-somebody-elses"})

    assert answer.json()["headers"] == {"authorization": "Bearer sk-somebody-elses"}


@pytest.mark.parametrize("key", ["omo_", "omo_0123456789ab_" + "0" * 64, "omo_x_y", "omo_é"])
def test_a_key_that_is_none_is_refused_even_from_this_machine(client: httpx.Client, key: str) -> None:
    answer = client.get("/minds/haru", headers={b"x-omoide-key": key.encode()})

    assert (answer.status_code, answer.json()["kind"]) == (401, "KeyRefused")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_revoked_key_is_refused_at_once(home: Omoide, client: httpx.Client) -> None:
    made = home.keys.add(persona="haru", scope="read")
    assert client.get("/minds/haru", headers={"x-omoide-key": made.text}).status_code == 200
    home.keys.revoke(made.key.id)

    assert client.get("/minds/haru", headers={"x-omoide-key": made.text}).status_code == 401


def test_a_stream_that_is_open_ends_soon_after_its_key_was_revoked(home: Omoide, client: httpx.Client) -> None:
    made = home.keys.add(scope="read")
    began = time.monotonic()
    with client.stream("GET", "/stream", headers={"x-omoide-key": made.text}) as answer:
        lines = answer.iter_lines()
        assert next(lines) == "0"
        home.keys.revoke(made.key.id)
        rest = list(lines)

    assert 0 < len(rest) < 400
    assert time.monotonic() - began < 8


def test_two_different_keys_are_one_too_many(home: Omoide, client: httpx.Client) -> None:
    given = {"Authorization": f"Bearer {key_of(home)}", "x-omoide-key": key_of(home)}

    assert client.get("/minds/haru", headers=given).status_code == 400


@pytest.mark.parametrize("query", ["api_key=x", "x-omoide-key=y", "access_token=z", "q=omo_0123456789ab_" + "a" * 64])
def test_a_key_in_an_address_is_refused(client: httpx.Client, query: str) -> None:
    answer = client.get(f"/minds/haru?{query}")

    assert (answer.status_code, answer.json()["kind"]) == (400, "KeyInQuery")


@pytest.mark.parametrize(
    "host", ["evil.example", "memory.example.evil", "", "127.0.0.1@evil.example", "localhost.evil"]
)
def test_a_name_that_is_not_ours_is_not_answered(client: httpx.Client, host: str) -> None:
    answer = client.get("/minds/haru", headers={"Host": host})

    assert (answer.status_code, answer.json()["kind"]) == (421, "HostUnknown")


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "[::1]:8765", "app.localhost"])
def test_names_of_this_machine_need_no_key(client: httpx.Client, host: str) -> None:
    assert client.get("/minds/haru", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["memory.example", "192.0.2.7:8765"])
def test_whoever_comes_by_another_name_needs_a_key(home: Omoide, client: httpx.Client, host: str) -> None:
    without = client.get("/minds/haru", headers={"Host": host})
    assert (without.status_code, without.json()["kind"]) == (401, "KeyNeeded")

    assert client.get("/minds/haru", headers={"Host": host, "x-omoide-key": key_of(home)}).status_code == 200
    assert client.get("/healthz", headers={"Host": host}).json() == {"status": "ok"}


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip"])
def test_somebody_behind_a_proxy_is_nobody_of_this_machine(client: httpx.Client, header: str) -> None:
    assert client.get("/minds/haru", headers={header: "127.0.0.1"}).status_code == 401


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:3000", "http://"])
def test_a_page_from_elsewhere_may_not_ask(client: httpx.Client, origin: str) -> None:
    answer = client.get("/minds/haru", headers={"Origin": origin})

    assert (answer.status_code, answer.json()["kind"]) == (403, "OriginRefused")
    assert "access-control-allow-origin" not in answer.headers


def test_a_picture_in_a_page_from_elsewhere_may_not_ask_but_a_link_leads_here(client: httpx.Client) -> None:
    foreign = {"sec-fetch-site": "cross-site"}

    assert client.get("/minds/haru", headers=foreign | {"sec-fetch-mode": "no-cors"}).status_code == 403
    link = foreign | {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert client.get("/minds/haru", headers=link).status_code == 200
    assert client.post("/minds/haru", headers=link).status_code == 403


def test_our_own_page_may_ask(client: httpx.Client, address: str) -> None:
    assert client.get("/minds/haru", headers={"Origin": address}).status_code == 200


def test_a_page_that_the_owner_allows_is_answered(client: httpx.Client) -> None:
    page = {"Origin": "https://app.example"}
    asked = client.options("/minds/haru", headers=page | {"Access-Control-Request-Method": "GET"})
    answer = client.get("/minds/haru", headers=page)

    assert asked.status_code == 204
    assert (
        asked.headers["access-control-allow-origin"] == answer.headers["access-control-allow-origin"] == page["Origin"]
    )
    assert "Origin" in answer.headers["vary"]


def test_a_body_that_says_it_is_too_long_is_not_read(client: httpx.Client) -> None:
    answer = client.post("/minds/haru", content=b"x" * 20_001)

    assert (answer.status_code, answer.json()["kind"]) == (413, "BodyTooLarge")


def test_a_body_that_does_not_say_how_long_it_is_is_counted(client: httpx.Client) -> None:
    def pieces(count: int) -> Iterator[bytes]:
        yield from (b"x" * 1_000 for _ in range(count))

    assert client.post("/minds/haru", content=pieces(20)).json() == {"length": 20_000}
    assert client.post("/minds/haru", content=pieces(21)).status_code == 413


def test_a_body_that_trickles_in_is_broken_off(address: str) -> None:
    head = b"POST /minds/haru HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
    began = time.monotonic()
    answer = spoken(address, head, b"x", b"x", pause=0.3)

    assert b" 408 " in answer
    assert time.monotonic() - began < 8


@pytest.mark.parametrize(
    "lines",
    [
        b"Host: localhost\r\nHost: evil.example\r\n",
        b"Host: localhost\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n",
        b"Host: localhost\r\nx-omoide-key: omo_a\r\nx-omoide-key: omo_b\r\n",
        b"Host: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n",
        b"Host: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Host: localhost\r\nContent-Length: +5\r\n",
    ],
)
def test_headers_that_say_two_things_are_refused(address: str, lines: bytes) -> None:
    answer = spoken(address, b"GET /minds/haru HTTP/1.1\r\n" + lines + b"\r\n")

    assert answer.startswith(b"HTTP/1.1 400"), answer[:80]


def test_a_key_that_asks_too_often_waits(home: Omoide, client: httpx.Client) -> None:
    given = {"x-omoide-key": key_of(home, rate="2/min")}
    answers = [client.get("/minds/haru", headers=given) for _ in range(3)]

    assert [each.status_code for each in answers] == [200, 200, 429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 30


def test_errors_are_told_as_problems(client: httpx.Client) -> None:
    busy = client.get("/busy")
    assert (busy.status_code, busy.headers["retry-after"]) == (503, "5")
    assert busy.headers["content-type"] == "application/problem+json"
    assert busy.json() | {"detail": "", "request_id": ""} == {
        "type": "urn:omoide:error:store-busy",
        "title": "Other processes write to the database all the time; nothing is wrong with it.",
        "status": 503,
        "detail": "",
        "kind": "StoreBusy",
        "request_id": "",
    }
    assert client.get("/nowhere").json()["kind"] == "NoSuchRoute"
    assert client.delete("/busy").json()["kind"] == "MethodNotAllowed"


def test_an_error_nobody_foresaw_tells_nothing_of_anybody(
    client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = client.get("/broken")

    assert (answer.status_code, answer.json()["kind"]) == (500, "InternalError")
    assert "モモ" not in answer.text + caplog.text
    assert "ZeroDivisionError at" in caplog.text


def test_who_did_what_is_written_down_without_any_text(home: Omoide, client: httpx.Client) -> None:
    made = home.keys.add(persona="haru", scope="write")
    asked = client.post(
        "/minds/haru", headers={"x-omoide-key": made.text, "x-request-id": "audit-1"}, content="猫".encode()
    )
    assert asked.status_code == 200
    until = time.monotonic() + 10
    while (
        not (found := [each for each in home.keys.audit() if each.request_id == "audit-1"]) and time.monotonic() < until
    ):
        time.sleep(0.05)

    [entry] = found
    assert (entry.method, entry.route, entry.status) == ("POST", "/minds/{persona}", 200)
    assert (entry.key_id, entry.persona) == (made.key.id, "haru")
    assert "猫" not in json.dumps([str(each) for each in home.keys.audit()])


def test_what_a_door_needs_is_entered_when_the_server_starts(client: httpx.Client, started: list[str]) -> None:
    assert client.get("/healthz").status_code == 200
    assert started == ["in"]
