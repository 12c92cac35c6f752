"""`omoide serve --http` as a user runs it: a process of its own that says where it listens, and ends when it is told to."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from omoide import Omoide
from omoide.entrypoints.web.serving import listening
from omoide.errors import ServerUnavailable


@pytest.fixture
def process(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    given = {**os.environ, "OMOIDE_HOME": str(tmp_path / "home"), "OMOIDE_EMBEDDING__PROVIDER": "hashing", "TZ": "UTC"}
    command = [sys.executable, "-m", "omoide", "serve", "--http", "--port", "0", "--door", "api"]
    with subprocess.Popen(
        command, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as started:
        yield started
        if started.poll() is None:
            started.kill()


@pytest.mark.slow
def test_it_says_where_it_listens_and_ends_in_good_order(process: "subprocess.Popen[str]", tmp_path: Path) -> None:
    assert process.stdout is not None
    address = process.stdout.readline().split()[2]
    assert httpx.get(f"{address}/healthz", timeout=20).json() == {"status": "ok"}
    assert httpx.get(f"{address}/nowhere", timeout=20).status_code == 404
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=30)

    assert (process.returncode, out, err) == (0, "", "")
    with Omoide.open(tmp_path / "home", beside="nowhere") as home:
        assert [(entry.route, entry.status) for entry in home.keys.audit()] == [("-", 404)]


def test_a_port_that_is_taken_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(ServerUnavailable, match="--port"):
            listening("127.0.0.1", taken.getsockname()[1])


@pytest.mark.slow
def test_other_machines_are_not_listened_to_without_a_key(tmp_path: Path) -> None:
    given = {**os.environ, "OMOIDE_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "omoide", "serve", "--http", "--host", "0.0.0.0", "--json"]
    done = subprocess.run(command, env=given, capture_output=True, text=True, check=False, timeout=60)

    assert done.returncode == 2
    assert json.loads(done.stderr)["error"]["kind"] == "NotAllowed"
