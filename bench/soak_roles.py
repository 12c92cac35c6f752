"""Those who use one home at once in the soak: each a process that does one thing again and again until a file says that it is over.

    python -m bench.soak_roles ROLE FOLDER NUMBER

What was acknowledged is written down after the call that acknowledged it has returned, so a kill can only make the account too
small.  Every step is marked with its beginning while it goes on, so that somebody else can see one that never ends.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from omoide import Mind, NotFound, Omoide, Refused, Unavailable
from omoide.domain.events.event import Event
from omoide.entrypoints.hooks import client

PERSONA = "claude"
OVER = "over"
TURNS = 4
"""Of a session, before it is closed and may be erased."""
DEADLINE_MS = 20_000
WAYS = ("session", "session", "event", "period", "subject")
LAST = "last"
"""The session whose erasure is broken off when all is over."""
EXPECTED = (Unavailable, Refused, NotFound)
"""What a caller may be told while many use a home; anything else is a defect."""


class Account:
    """What one process did, line by line; it outlives the process."""

    def __init__(self, folder: Path, name: str) -> None:
        self._name = name
        self._lines = os.open(folder / "account" / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._beat = folder / "beats" / name

    def note(self, kind: str, **facts: object) -> None:
        """Write a line, whole or not at all."""
        os.write(self._lines, (json.dumps({"kind": kind, "by": self._name, **facts}) + "\n").encode())

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Mark a step while it goes on, and note how long it took, or what was said instead."""
        self._beat.write_text(f"{time.time()} {time.process_time()} {kept_waiting_seconds(os.getpid())} {what}")
        started = time.monotonic()
        try:
            yield
        except EXPECTED as exc:
            self.note("refused", what=what, why=f"{type(exc).__name__}: {exc}"[-100:])
        except Exception as exc:  # noqa: BLE001 - the edge: a soak goes on, and tells in the end
            self.note("defect", what=what, why=f"{type(exc).__name__}: {exc}"[:300])
        finally:
            self.note("step", what=what, seconds=round(time.monotonic() - started, 3))
            self._beat.unlink(missing_ok=True)


def kept_waiting_seconds(pid: int) -> float:
    """Return how long a process was ready and others had the processors; where that cannot be told, nothing."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def mark(name: str, number: int) -> str:
    """Return a word that is said once in all the world."""
    return f"kumo{name}n{number}e{uuid.uuid4().hex[:8]}"


def words_of(events: Iterable[Event]) -> list[str]:
    """Return the words that are said once in all the world, of these turns."""
    return [event.user.split(" ", 1)[0] for event in events]


def writer(omoide: Omoide, account: Account, goes_on: Callable[[], bool], folder: Path) -> None:
    """Say things in sessions, and close each."""
    del folder
    mind = omoide.persona(PERSONA)
    while goes_on():
        session = f"w{uuid.uuid4().hex[:12]}"
        for number in range(TURNS):
            word = mark("w", number)
            with account.step("observe"):
                mind.observe(user=f"{word} で猫と遊んだ。とても楽しい！", assistant="よかったね", session_id=session)
                account.note("kept", mark=word, session=session)
        account.note("closed", session=session)


def reader(omoide: Omoide, account: Account, goes_on: Callable[[], bool], folder: Path) -> None:
    """Ask for events and memories in turn."""
    del folder
    mind = omoide.persona(PERSONA)
    while goes_on():
        with account.step("recall"):
            mind.recall("猫と遊んだのはいつ？")
        with account.step("recall memories"):
            mind.memories.recall("楽しかったこと", session_id="reader")


def sleeper(omoide: Omoide, account: Account, goes_on: Callable[[], bool], folder: Path) -> None:
    """Digest a little and run nights ahead of their hour."""
    del folder
    mind = omoide.persona(PERSONA)
    while goes_on():
        with account.step("portion"):
            mind._home.understanding.while_away(mind.persona).portion(mind.persona)  # noqa: SLF001 - a little at a time
        with account.step("night"):
            mind._home.nights.sleep(mind.persona)(mind.persona, early=True)  # noqa: SLF001


def eraser(omoide: Omoide, account: Account, goes_on: Callable[[], bool], folder: Path) -> None:
    """Erase some of the sessions that were closed, or some of their turns, each time named in another way."""
    mind, dice = omoide.persona(PERSONA), random.Random()
    while goes_on():
        closed = [line["session"] for line in lines(folder) if line["kind"] == "closed"]
        said = mind.log(session_id=dice.choice(closed[-200:])) if closed else []
        if said:
            erase_one_way(mind, account, said, dice)
        time.sleep(0.5)


def erase_one_way(mind: Mind, account: Account, said: list[Event], dice: random.Random) -> None:
    """Erase turns of a session by what they have in common; note before what goes, and after that it went."""
    way = dice.choice(WAYS)
    some = said if way in ("session", "period") else dice.sample(said, 1)
    facts = {"way": way, "session": said[0].session_id, "marks": words_of(some)}
    account.note("erasing", **facts)
    with account.step("erase"):
        match way:
            case "session":
                mind.erase(session_id=said[0].session_id)
            case "event":
                mind.erase(event_id=[event.id for event in some])
            case "period":
                since, until = said[0].created, said[-1].created + 1
                mind.erase(session_id=said[0].session_id, since=since, until=until)
            case _:
                mind.erase(about=words_of(some)[0])
        account.note("erased", **facts)


def broken_off(omoide: Omoide, account: Account, goes_on: Callable[[], bool], folder: Path) -> None:
    """Erase a session and die in the middle: its rows are gone, its words still in free pages, its note in a file."""
    del goes_on, folder
    mind = omoide.persona(PERSONA)
    word = mark("b", 0)
    mind.observe(user=f"{word} は誰にも言わないで", session_id=LAST)
    account.note("erasing", way="session", session=LAST, marks=[word])
    store = mind._home.erasing.store  # noqa: SLF001 - the one step that is put in place of another
    store.sweep = lambda: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[method-assign]
    mind.erase(session_id=LAST)


def host(omoide: Omoide, account: Account, goes_on: Callable[[], bool], folder: Path) -> None:
    """Be Claude Code: a prompt's hook, two lines of a log, the hook at the end of the turn."""
    del omoide
    while goes_on():
        session = f"h{uuid.uuid4().hex[:12]}"
        log = folder / "logs" / f"{session}.jsonl"
        for number in range(TURNS):
            word = mark("h", number)
            said, answer = f"{word} の話をしよう。海へ行きたい。", "いいね、行こう"
            told = {"session_id": session, "transcript_path": str(log), "cwd": "/projects/app"}
            with account.step("prompt"):
                hook(folder, "UserPromptSubmit", {**told, "prompt": said})
            written(log, session, "user", said)
            written(log, session, "assistant", [{"type": "text", "text": answer}])
            with account.step("stop"):
                hook(folder, "Stop", {**told, "last_assistant_message": answer})
                account.note("kept", mark=word, session=session)
        account.note("closed", session=session)


def hook(folder: Path, event: str, given: dict[str, str]) -> None:
    """Run a hook as Claude Code does."""
    command = [sys.executable, "-I", "-S", str(Path(client.__file__)), event, str(folder / "home"), str(DEADLINE_MS)]
    subprocess.run(command, input=json.dumps(given).encode(), capture_output=True, check=True, timeout=60)


def written(log: Path, session: str, who: str, content: object) -> None:
    """Write a line of a session's log."""
    stamp = datetime.now(UTC).isoformat(timespec="milliseconds")
    line = {"type": who, "uuid": uuid.uuid4().hex, "sessionId": session, "cwd": "/projects/app", "timestamp": stamp}
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**line, "message": {"id": uuid.uuid4().hex, "role": who, "content": content}}) + "\n")


def lines(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield every whole line of every account."""
    for path in sorted((folder / "account").iterdir()):
        for line in path.read_bytes().split(b"\n")[:-1]:
            yield json.loads(line)


ROLES = {"writer": writer, "reader": reader, "sleeper": sleeper, "eraser": eraser, "host": host, "broken": broken_off}


def main(role: str, folder: Path, number: str) -> None:
    """Do one thing until it is over."""
    account = Account(folder, f"{role}{number}")
    over = folder / OVER
    with Omoide.open(folder / "home", beside="nowhere") as omoide:
        with account.step("open"):
            omoide.persona(PERSONA)
        ROLES[role](omoide, account, lambda: not over.exists(), folder)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
