"""Run by a test: erases a session, and kills itself at one of its steps.

python -m tests.entrypoints.erasing.erase_and_die HOME STEP        0 = live, and print how many steps there were

A step is a statement that is about to be sent to the database, or a file of the home that is about to be opened, renamed or
removed; and each statement of the sweep, which goes past SQLAlchemy.
"""

import os
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import event

from omoide import Omoide, SimulatedClock
from omoide.domain.time.moment import Moment
from tests.fakes.embedding import hashing

NOW = Moment(1_774_742_400)
FILES = ("open", "os.remove", "os.rename")


def opened(folder: Path) -> Omoide:
    """Return the home as the test and its child open it."""
    return Omoide.open(folder, clock=SimulatedClock(NOW), embedder=hashing(), beside="nowhere")


def main(folder: Path, die_at: int) -> None:
    """Erase; die at this step."""
    seen = 0

    def step() -> None:
        nonlocal seen
        seen += 1
        if seen == die_at:
            os.kill(os.getpid(), signal.SIGKILL)

    with opened(folder) as home:
        mind = home.mind("haru")
        engine = home._home.foundation.database.engine
        event.listen(engine, "before_cursor_execute", lambda *_: step())

        def watch(connection: sqlite3.Connection, *_: Any) -> None:
            connection.set_trace_callback(lambda sql: step() if sql.startswith(("VACUUM", "PRAGMA wal")) else None)

        event.listen(engine, "checkout", watch)

        def audit(name: str, details: tuple[Any, ...]) -> None:
            if name in FILES and isinstance(details[0], str | Path) and str(details[0]).startswith(str(folder)):
                step()

        sys.addaudithook(audit)
        mind.erase(session_id="s1")
        sys.stdout.write(f"{seen}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
