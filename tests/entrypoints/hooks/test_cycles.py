"""A thousand sessions come and go: one server, no process left, no growth."""

import json
import socket

import pytest

from omoide.entrypoints.hooks import client
from omoide.entrypoints.server import control
from tests.entrypoints.hooks.conftest import gone, servers_of
from tests.entrypoints.hooks.host import Host

pytestmark = pytest.mark.slow

CYCLES = 1_000
WITH_PROCESSES = 10
"""Cycles whose hooks run as real processes; the others speak the client's words over the socket, which is what is
left of a hook once its process has ended."""


def ask(host: Host, event: str, given: dict[str, object]) -> bytes:
    """Say over the socket what the client says."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(60)
        connection.connect(control.reachable(host.home / control.SOCKET))
        body = json.dumps(given).encode()
        head = b" ".join([client.PROTOCOL, client.VERSION.encode(), b"-", event.encode(), str(len(body)).encode()])
        connection.sendall(head + b"\n" + body)
        return b"".join(iter(lambda: connection.recv(1 << 16), b""))


def cycle(host: Host, number: int, *, as_processes: bool) -> None:
    """Begin a session, have a prompt met, end it."""
    session = host.session(name=f"cycle-{number}")
    events: list[tuple[str, dict[str, object]]] = [
        ("SessionStart", session.event("SessionStart", source="startup")),
        ("UserPromptSubmit", session.event("UserPromptSubmit", prompt=f"what did we say about topic {number % 7}?")),
        ("SessionEnd", session.event("SessionEnd", reason="exit")),
    ]
    for name, given in events:
        if as_processes:
            assert host.hook(name, given).code == 0
        elif name != "SessionEnd":
            assert ask(host, name, given).startswith(b"ok ")
        else:
            assert ask(host, name, {**given, "event": name, "at": 1_800_000_000}).startswith(b"ok ")


def test_a_thousand_sessions_leave_no_process_and_no_growth(host: Host) -> None:
    host.up()
    first = host.session(name="facts")
    for topic in range(7):
        first.turn(f"about topic {topic} we decided on colour {topic}", f"Colour {topic}.")
    host.settle()
    for number in range(100):
        cycle(host, number, as_processes=number < WITH_PROCESSES)
    before = host.settle()
    for number in range(100, CYCLES):
        cycle(host, number, as_processes=number >= CYCLES - WITH_PROCESSES)
    after = host.settle()
    assert after.pid == before.pid
    # A hook that found the server too busy may have started another, which leaves when it sees that one serves.
    assert gone([pid for pid in servers_of(host.home) if pid != before.pid])
    assert servers_of(host.home) == [before.pid]
    assert after.rss_mb <= before.rss_mb * 1.2, (before.rss_mb, after.rss_mb)
    assert control.stop(host.home)
    assert gone([before.pid])
    assert servers_of(host.home) == []
