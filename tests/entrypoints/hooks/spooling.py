"""A home, its spool and the worker that takes in what waits there, round by round, in the test's own thread."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from omoide import Omoide
from omoide.adapters.hosts.spool import FileSpool
from omoide.entrypoints.server.background import BackgroundWorker
from omoide.errors import OmoideError

CWD = "/projects/app"
LATER = 4_000_000_000


def line(kind: str, words: str, *, cwd: str = CWD, **more: object) -> str:
    """Return one line of a session log."""
    content: object = words if kind == "user" else [{"type": "text", "text": words}, *more.pop("blocks", [])]  # type: ignore[misc]
    entry = {"type": kind, "uuid": words, "sessionId": "s", "cwd": cwd, "timestamp": "2026-03-01T09:00:00.000Z"}
    return json.dumps({**entry, "message": {"id": words, "content": content}, **more}) + "\n"


@dataclass
class Spooling:
    """What hooks leave, and what becomes of it."""

    folder: Path
    opened: Callable[..., Omoide]
    worker: BackgroundWorker = field(init=False)
    omoide: Omoide = field(init=False)

    def __post_init__(self) -> None:
        self.omoide = self.opened()
        self.spool = FileSpool(self.folder / "home" / "spool")
        self.worker = BackgroundWorker(self.opened, self.spool)
        (self.folder / "home" / "spool").mkdir(parents=True)

    def log(self, name: str, *lines: str) -> Path:
        """Write a session log."""
        path = self.folder / f"{name}.jsonl"
        path.write_text("".join(lines))
        return path

    def record(self, **more: object) -> bytes:
        """Return what the hook client would put into the spool at the end of a turn."""
        told = {"event": "Stop", "at": LATER, "session_id": "s", "cwd": CWD, "last_assistant_message": "", **more}
        return json.dumps(told).encode()

    def put(self, name: str, data: bytes) -> Path:
        """Leave a file in the spool."""
        path = self.folder / "home" / "spool" / f"{name}.json"
        path.write_bytes(data)
        return path

    def good(self, words: str, *, cwd: str = CWD) -> bytes:
        """Return the record of a turn that was said in a log of its own."""
        log = self.log(words, line("user", words, cwd=cwd), line("assistant", f"answer to {words}", cwd=cwd))
        return self.record(transcript_path=str(log), cwd=cwd)

    def round(self) -> OmoideError | None:
        """Let the worker do what waits; return what was in its way."""
        try:
            self.worker.go_round(self.omoide)
        except OmoideError as exc:
            return exc
        return None

    def said(self) -> list[str]:
        """Return what users said and the answers, as anybody remembers them."""
        minds = [self.omoide.mind(persona.name) for persona in self.omoide.personas()]
        return [f"{event.user}\n{event.assistant}" for mind in minds for event in mind.log(limit=None)]
