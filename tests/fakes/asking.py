"""Asks N questions of a provider, keeping the answers in a home; may kill itself after so many.

python -m tests.fakes.asking HOME URL COUNT [KILL_AFTER]
"""

import os
import signal
import sys
from pathlib import Path

from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import open_sqlite
from omoide.adapters.sql.models.answers import SqlAnswerStore
from omoide.adapters.thinkers.single_flight import FileSingleFlight
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.domain.models.model_role import Provider
from tests.fakes.thinking import AskWeather, Surroundings, role


def main(home: Path, url: str, count: int, kill_after: int | None) -> None:
    """Ask them all, in order."""
    around = Surroundings()
    database = open_sqlite(home / "omoide.db")
    migrate.bring_up_to_date(database, lock=home / "lock")
    model = around.thinker(role(Provider.OPENAI, url), persona_id=None)
    thinker = StoredThinker(model, SqlAnswerStore(database), FileSingleFlight(home / "locks"), around.clock)
    for number in range(count):
        if number == kill_after:
            os.kill(os.getpid(), signal.SIGKILL)
        thinker.answer(AskWeather(text=f"question {number}"))
    around.close()
    database.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else None)
