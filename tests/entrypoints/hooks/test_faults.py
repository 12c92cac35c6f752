"""What can go wrong: the prompt goes on untouched, exit code 0, and nothing that was said is lost."""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from omoide.entrypoints.hooks import client
from omoide.entrypoints.server import control
from tests.entrypoints.hooks.conftest import gone, servers_of
from tests.entrypoints.hooks.host import Host

pytestmark = pytest.mark.slow


def users(host: Host) -> list[str]:
    """Return what the users said, as it was kept."""
    return [each["user"] for each in host.said()]


def test_without_a_server_one_is_started_and_the_prompt_waits_no_longer_than_the_deadline(host: Host) -> None:
    session = host.session()
    met = host.hook("UserPromptSubmit", session.event("UserPromptSubmit", prompt="hello"), deadline_ms=800)
    assert (met.code, met.out) == (0, b"")
    assert met.seconds < 0.8 + 0.7, "the deadline, and the interpreter's own start on a busy machine"
    session.turn("the first server must not lose the walnut", "Kept.")
    host.settle()
    assert users(host) == ["the first server must not lose the walnut"]
    assert len(servers_of(host.home)) == 1


@pytest.mark.parametrize("silence", ["accepts", "never accepts"])
def test_a_hung_server_costs_the_deadline_and_no_more(host: Host, silence: str) -> None:
    host.home.mkdir(parents=True)
    hung = socket.socket(socket.AF_UNIX)
    hung.bind(control.reachable(host.home / control.SOCKET))
    hung.listen(4)
    held: list[socket.socket] = []
    if silence == "accepts":
        threading.Thread(target=lambda: held.append(hung.accept()[0]), daemon=True).start()
    met = host.hook("UserPromptSubmit", host.session().event("UserPromptSubmit", prompt="hello"), deadline_ms=300)
    for each in (hung, *held):
        each.close()
    assert (met.code, met.out) == (0, b"")
    assert met.seconds < 0.3 + 0.7
    assert "UserPromptSubmit" in host.logs()


def test_a_server_that_dies_in_the_middle_of_an_answer_leaves_the_prompt_untouched(host: Host) -> None:
    host.home.mkdir(parents=True)
    broken = socket.socket(socket.AF_UNIX)
    broken.bind(control.reachable(host.home / control.SOCKET))
    broken.listen(1)

    def die() -> None:
        connection, _ = broken.accept()
        heard = connection.recv(65536)  # all of the question: a socket closed before that is a server that is gone
        while b"\n" not in heard or len(heard.partition(b"\n")[2]) < int(heard.partition(b"\n")[0].split()[-1]):
            heard += connection.recv(65536)
        connection.sendall(b'ok 500\n{"hookSpecificOutput"')
        connection.close()
        broken.close()

    threading.Thread(target=die, daemon=True).start()
    met = host.session().prompt("hello")
    assert (met.code, met.out) == (0, b"")
    assert "UserPromptSubmit" in host.logs()


def test_a_killed_server_loses_nothing_and_the_spool_is_replayed_once(host: Host) -> None:
    known = host.up()
    session = host.session()
    session.turn("before the kill: amber", "Amber.")
    os.kill(known.pid, signal.SIGKILL)
    assert gone([known.pid])
    session.user("after the kill: cobalt")
    session.assistant("Cobalt.")
    assert session.stop("Cobalt.").code == 0
    host.up()
    host.settle()
    assert users(host) == ["before the kill: amber", "after the kill: cobalt"]
    assert len(servers_of(host.home)) == 1


def test_a_record_that_was_taken_in_but_not_removed_is_not_taken_in_twice(running: Host) -> None:
    session = running.session()
    session.turn("the same record, twice: saffron", "Saffron.")
    running.settle()
    record = session.event("Stop") | {"event": "Stop", "at": 4_000_000_000, "last_assistant_message": "Saffron."}
    (running.home / "spool" / "00000000000000000001-1.json").write_text(json.dumps(record))
    running.hook("SessionStart", {"source": "resume"})
    running.settle()
    assert users(running).count("the same record, twice: saffron") == 1


@pytest.mark.parametrize("junk", [b"{", b"[]", b"\xff\xfe\x00", b"", b'{"event": 3}'])
def test_a_corrupt_file_in_the_spool_is_set_aside(running: Host, junk: bytes) -> None:
    spool = running.home / "spool"
    spool.mkdir(exist_ok=True)
    (spool / "00000000000000000000-0.json").write_bytes(junk)
    session = running.session()
    session.turn(f"after the junk {junk!r}", "Still here.")
    running.settle()
    assert f"after the junk {junk!r}" in users(running)
    assert (spool / "unreadable" / "00000000000000000000-0.json").read_bytes() == junk


@pytest.mark.parametrize(
    "event", ["UserPromptSubmit", "SessionStart", "Stop", "SessionEnd", "PreCompact", "SubagentStop"]
)
@pytest.mark.parametrize("given", [b"", b"not json", b"[1, 2]", b"\xff\xfe", b'{"prompt": 7, "session_id": null}'])
def test_invalid_input_is_met_with_silence(running: Host, event: str, given: bytes) -> None:
    met = running.hook(event, given)
    assert (met.code, met.out) == (0, b"")


def test_a_prompt_of_five_megabytes_is_met(running: Host) -> None:
    session = running.session()
    session.turn("the lighthouse keeper is called Brambleworth", "Brambleworth.")
    running.settle()
    prompt = "lighthouse keeper called?\n" + "あいうえお 12345 " * 240_000 + "\nlighthouse keeper called Brambleworth?"
    assert len(prompt.encode()) > 5_000_000
    met = running.session().prompt(prompt)
    assert met.code == 0


def test_two_sessions_at_once_keep_apart(running: Host) -> None:
    sessions = [running.session(name=f"twin-{number}") for number in range(2)]

    def talk(number: int) -> None:
        for round_ in range(5):
            sessions[number].turn(f"twin {number} says item {round_}", f"Item {round_}.")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(talk, range(2)))
    running.settle()
    for number in range(2):
        kept = [each["user"] for each in running.said() if each["session_id"] == f"twin-{number}"]
        assert kept == [f"twin {number} says item {round_}" for round_ in range(5)]


def test_a_japanese_windows_locale_changes_nothing(machines: Callable[..., Host]) -> None:
    host = machines("ホーム", LANG="ja_JP.cp932", LC_ALL="ja_JP.cp932", PYTHONIOENCODING="cp932", PYTHONUTF8="0")
    host.up()
    session = host.session()
    session.turn("目印は「翡翠🍀」です", "「翡翠🍀」ですね。")
    host.settle()
    assert users(host) == ["目印は「翡翠🍀」です"]
    assert "翡翠🍀" in host.session().prompt("目印は何でしたか").context


def test_a_home_that_cannot_be_written_leaves_the_prompt_untouched(
    machines: Callable[..., Host], tmp_path: Path
) -> None:
    file = tmp_path / "a file where the home should be"
    file.write_text("")
    for event in ("UserPromptSubmit", "Stop", "SessionEnd"):
        host = Host(home=file / "home", projects=tmp_path)
        met = host.hook(event, host.session().event(event, prompt="x", last_assistant_message="y"), deadline_ms=800)
        assert (met.code, met.out) == (0, b"")


def test_on_a_full_disk_the_event_goes_to_the_server_without_the_spool(running: Host) -> None:
    session = running.session()
    session.user("the disk is full of marmalade")
    session.assistant("Marmalade.")
    given = json.dumps(session.event("Stop", last_assistant_message="Marmalade.")).encode()
    command = [sys.executable, "-I", "-S", str(Path(client.__file__)), "Stop", str(running.home), "20000"]

    def no_space() -> None:  # the system refuses every byte that would be written to a file
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    done = subprocess.run(
        command, input=given, capture_output=True, env=running.env(), check=False, preexec_fn=no_space
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    running.settle()
    assert "the disk is full of marmalade" in users(running)
    assert not list((running.home / "spool").glob("*.tmp"))


def test_a_newer_client_makes_the_server_give_way(host: Host, tmp_path: Path) -> None:
    known = host.up()
    newer = tmp_path / "omoide" / "entrypoints" / "hooks" / "client.py"
    newer.parent.mkdir(parents=True)
    text = Path(client.__file__).read_text("utf-8")
    newer.write_text(text.replace(f'VERSION = "{client.VERSION}"', 'VERSION = "999.0.0"'))
    command = [sys.executable, "-I", "-S", str(newer), "UserPromptSubmit", str(host.home), "800"]
    done = subprocess.run(command, input=b'{"prompt": "x"}', capture_output=True, env=host.env(), check=False)
    assert (done.returncode, done.stdout) == (0, b"")
    assert gone([known.pid])


def test_an_older_client_is_served(running: Host, tmp_path: Path) -> None:
    known = running.up()
    older = tmp_path / "client.py"
    text = Path(client.__file__).read_text("utf-8")
    older.write_text(text.replace(f'VERSION = "{client.VERSION}"', 'VERSION = "0.0.1"'))
    command = [sys.executable, "-I", "-S", str(older), "UserPromptSubmit", str(running.home), "20000"]
    done = subprocess.run(command, input=b'{"prompt": "x"}', capture_output=True, env=running.env(), check=False)
    assert (done.returncode, done.stdout) == (0, b"")
    assert running.up().pid == known.pid


def test_of_many_servers_started_at_once_one_remains(host: Host) -> None:
    session = host.session()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: session.prompt("hello"), range(4)))
    host.up()
    host.settle()
    until = time.monotonic() + 30
    while len(servers_of(host.home)) > 1 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(servers_of(host.home)) == 1


def test_a_server_whose_home_is_taken_away_ends(host: Host) -> None:
    known = host.up()
    host.home.rename(host.home.with_name("moved away"))
    assert gone([known.pid])


def test_an_idle_server_ends_by_itself(machines: Callable[..., Host]) -> None:
    host = machines()
    command = [sys.executable, "-m", "omoide.entrypoints.server", str(host.home), "--idle-seconds", "0.5"]
    server = subprocess.run(command, env=host.env(), check=False, timeout=120)
    assert server.returncode == 0
    assert "nobody has asked" in host.logs()
    assert not (host.home / control.SOCKET).exists()


def test_a_server_that_is_told_to_stop_ends_in_good_order(machines: Callable[..., Host]) -> None:
    host = machines()
    known = host.up()
    assert "true" in host.cli("--json", "serve", "stop")
    assert gone([known.pid])
    assert not (host.home / control.SOCKET).exists()
    assert control.status(host.home) is None


def test_over_loopback_only_the_token_opens_the_door(machines: Callable[..., Host]) -> None:
    host = machines()
    host.home.mkdir(parents=True)
    server = subprocess.Popen(
        [sys.executable, "-m", "omoide.entrypoints.server", str(host.home), "--tcp"], env=host.env()
    )
    until = time.monotonic() + 60
    while control.status(host.home) is None and time.monotonic() < until:
        time.sleep(0.05)
    assert not (host.home / control.SOCKET).exists()
    assert (host.home / control.ADDRESS).stat().st_mode & 0o777 == 0o600
    session = host.session()
    session.turn("over loopback goes the heron", "The heron.")
    host.settle()
    assert "heron" in host.session().prompt("what goes over loopback?").context
    port = int((host.home / control.ADDRESS).read_text().split()[0])
    with socket.create_connection(("127.0.0.1", port)) as stranger:
        stranger.sendall(b"omoide/1 0.1.0 wrong status 0\n")
        assert stranger.recv(1000).startswith(b"error")
    control.stop(host.home)
    assert server.wait(30) == 0


def test_the_client_knows_the_version_of_the_package() -> None:
    from omoide import __version__

    assert __version__ == client.VERSION
    assert client.PROTOCOL.decode() == control.PROTOCOL


@pytest.mark.parametrize("deadline", ["soon", "", "-5", "1e3", "nan", "９９９", "9" * 400])
def test_a_deadline_that_is_no_number_leaves_the_usual_one_and_a_line_in_the_log(running: Host, deadline: str) -> None:
    command = [sys.executable, "-I", "-S", str(Path(client.__file__)), "UserPromptSubmit", str(running.home), deadline]
    done = subprocess.run(command, input=b'{"prompt": "hello"}', capture_output=True, env=running.env(), check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert client.told_deadline(deadline) == client.DEADLINE_MS
    assert "is no number of milliseconds" in (running.home / "logs" / "hooks.log").read_text("utf-8")
