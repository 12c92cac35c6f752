"""The `omoide` command as a user runs it: a process of its own, in a home of its own, without a model."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests import warm

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]
PATIENCE_SECONDS = 120


def command_in(home: Path, *, cold: bool = False) -> Run:
    """Return what runs `omoide` in that home: in a warm process, unless a real start of Python is what is looked at."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("OMOIDE_")},
        "OMOIDE_BACKGROUND__AUTO": "false",
        "OMOIDE_HOME": str(home),
        "OMOIDE_EMBEDDING__PROVIDER": "hashing",
        "TZ": "UTC",
    }

    def call(*arguments: str, stdin: str = "", **extra: str) -> Done:
        if not cold:
            return warm.run("-m", "omoide", *arguments, given=stdin, env={**environment, **extra})
        return subprocess.run(
            [sys.executable, "-m", "omoide", *arguments],
            env={**environment, **extra},
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE_SECONDS,
            check=False,
        )

    return call


def ok(done: Done) -> str:
    """Return what was printed by a command that must have succeeded."""
    assert done.returncode == 0, done.stderr
    return done.stdout
