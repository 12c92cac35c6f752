"""The guard before web sockets: a page from elsewhere gets none, and a revoked key loses the one it has."""

from collections.abc import Iterator

import pytest
from fastapi import WebSocket
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from omoide import Omoide
from omoide.entrypoints.web.app import web_app
from omoide.entrypoints.web.caller import caller_of


@pytest.fixture
def client(home: Omoide) -> Iterator[TestClient]:
    app = web_app(home, doors=(), recheck_seconds=0.05)

    @app.websocket("/talk")
    async def talk(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text(caller_of(socket).key_id or "here")
        await socket.receive_text()

    with TestClient(app, base_url="http://localhost", client=("127.0.0.1", 1)) as opened:
        yield opened


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"origin": "https://evil.example"}, "OriginRefused"),
        ({"host": "evil.example"}, "HostUnknown"),
        ({"x-omoide-key": "omo_x"}, "KeyRefused"),
        ({"x-forwarded-for": "::1"}, "KeyNeeded"),
    ],
)
def test_whoever_may_not_ask_gets_no_socket(client: TestClient, headers: dict[str, str], reason: str) -> None:
    given = {"host": "localhost", **headers}
    with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect("/talk", headers=given):
        pass
    assert (refused.value.code, refused.value.reason) == (1008, reason)


def test_our_own_page_talks(client: TestClient) -> None:
    with client.websocket_connect("/talk", headers={"origin": "http://localhost", "host": "localhost"}) as socket:
        assert socket.receive_text() == "here"


def test_a_socket_is_closed_when_its_key_is_revoked(client: TestClient, home: Omoide) -> None:
    made = home.keys.add()
    with client.websocket_connect("/talk", headers={"host": "localhost", "x-omoide-key": made.text}) as socket:
        assert socket.receive_text() == made.key.id
        home.keys.revoke(made.key.id)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()

    assert closed.value.code == 1008
