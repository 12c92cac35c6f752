"""Claude Code as far as hooks can tell: session logs written line by line, hooks run as processes with JSON on stdin."""

import json
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import omoide
from omoide.entrypoints.hooks import client
from omoide.entrypoints.server import control
from tests import warm

SOURCE = Path(omoide.__file__).parents[1]
PATIENCE_SECONDS = 120.0


@dataclass
class Ran:
    """How a hook ended."""

    code: int
    out: bytes
    seconds: float

    @property
    def context(self) -> str:
        """Return what was added to the prompt."""
        if not self.out:
            return ""
        return str(json.loads(self.out)["hookSpecificOutput"]["additionalContext"])


@dataclass
class Host:
    """One machine with Claude Code on it."""

    home: Path
    projects: Path
    environ: dict[str, str] = field(default_factory=dict)
    deadline_ms: int = 20_000

    def session(self, *, cwd: str = "/projects/app", name: str | None = None) -> "Session":
        """Begin a session."""
        return Session(self, name or str(uuid.uuid4()), cwd)

    def hook(self, event: str, given: bytes | Mapping[str, object], *, deadline_ms: int | None = None) -> Ran:
        """Run a hook as Claude Code does."""
        data = given if isinstance(given, bytes) else json.dumps(given, ensure_ascii=False).encode()
        command = [sys.executable, "-I", "-S", str(Path(client.__file__)), event, str(self.home)]
        began = time.perf_counter()
        done = subprocess.run(
            [*command, str(deadline_ms or self.deadline_ms)],
            input=data, capture_output=True, env=self.env(), check=False,
        )  # fmt: skip
        assert done.stderr == b"", done.stderr
        return Ran(done.returncode, done.stdout, time.perf_counter() - began)

    def env(self) -> dict[str, str]:
        """Return the environment of every process."""
        paths = {"PYTHONPATH": str(SOURCE), "OMOIDE_EMBEDDING__PROVIDER": "hashing", "PATH": os.environ["PATH"]}
        deadline = {"OMOIDE_SERVER__HOOK_DEADLINE_MS": str(self.deadline_ms)}  # what the hooks were installed with
        return {**paths, **deadline, "HOME": str(self.home.parent), "OMOIDE_TIMEZONE": "Asia/Tokyo", **self.environ}

    def settle(self) -> control.ServerStatus:
        """Wait until everything that was told has been taken in and remembered."""
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            known = control.status(self.home)
            if known is not None and known.settled:
                return known
            time.sleep(0.02)
        raise AssertionError(f"not settled: {control.status(self.home)}; {self.logs()}")

    def up(self) -> control.ServerStatus:
        """Have a server."""
        until = time.monotonic() + PATIENCE_SECONDS
        self.hook("SessionStart", {"session_id": "up", "source": "resume", "cwd": "/nowhere"})
        while time.monotonic() < until:
            if (known := control.status(self.home)) is not None:
                return known
            time.sleep(0.02)
        raise AssertionError(f"no server came up: {self.logs()}")

    def logs(self) -> str:
        """Return all logs."""
        folder = self.home / "logs"
        return "\n".join(path.read_text("utf-8") for path in sorted(folder.glob("*.log*"))) if folder.is_dir() else ""

    def cli(self, *words: str) -> str:
        """Run a command and return what it printed."""
        plain = {**self.env(), "OMOIDE_BACKGROUND__AUTO": "false", "LC_ALL": "C.UTF-8"}
        done = warm.run("-m", "omoide", "--home", str(self.home), *words, env=plain)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def said(self) -> list[dict[str, str]]:
        """Return the log of the persona, oldest first."""
        return list(json.loads(self.cli("--persona", "claude", "--json", "log", "--limit", "0")))


@dataclass
class Session:
    """One session, with its log."""

    host: Host
    id: str
    cwd: str

    @property
    def path(self) -> Path:
        """Return the session's log."""
        return self.host.projects / f"{self.id}.jsonl"

    def write(self, **entry: object) -> dict[str, object]:
        """Write one line of the log, as of now."""
        stamp = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = {"uuid": str(uuid.uuid4()), "sessionId": self.id, "cwd": self.cwd, "timestamp": stamp,
                "isSidechain": False, "userType": "external", **entry}  # fmt: skip
        self.host.projects.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        return line

    def user(self, text: str, **more: object) -> None:
        """Let the user speak into the log."""
        self.write(type="user", message={"role": "user", "content": text}, **more)

    def assistant(self, *blocks: str | dict[str, object], message_id: str | None = None, **more: object) -> None:
        """Let the assistant speak, one line a block, as the real logs have it."""
        name = message_id or str(uuid.uuid4())
        for block in blocks:
            content = [{"type": "text", "text": block} if isinstance(block, str) else block]
            self.write(type="assistant", message={"id": name, "role": "assistant", "content": content}, **more)

    def event(self, name: str, **more: object) -> dict[str, object]:
        """Return the JSON that a hook of this session is given."""
        return {"session_id": self.id, "transcript_path": str(self.path), "cwd": self.cwd,
                "permission_mode": "default", "hook_event_name": name, **more}  # fmt: skip

    def prompt(self, text: str) -> Ran:
        """Run the prompt's hook."""
        return self.host.hook("UserPromptSubmit", self.event("UserPromptSubmit", prompt=text))

    def stop(self, last_words: str) -> Ran:
        """Run the hook at the end of a turn."""
        given = self.event("Stop", stop_hook_active=False, last_assistant_message=last_words)
        return self.host.hook("Stop", given)

    def turn(self, user: str, assistant: str) -> Ran:
        """Have a whole turn: prompt, log, answer, end; return how the prompt was met."""
        met = self.prompt(user)
        self.user(user)
        self.assistant(assistant)
        assert self.stop(assistant).code == 0
        return met
