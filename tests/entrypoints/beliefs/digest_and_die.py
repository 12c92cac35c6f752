"""Run by a test: digests a home, and kills itself in the middle of keeping a plan.

python digest_and_die.py HOME STATEMENT        0 = live
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import event

from omoide import Omoide, SimulatedClock
from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.adapters.thinkers.scripted import ScriptedThinker
from omoide.domain.time.moment import Moment

END = Moment(1_774_742_400)
APPRAISAL = {"emotional_intensity": 40, "trigger": "そばが好きだと言われた", "content": "うなずいた"}
PLACES = ("寺町", "小立野", "東山", "野町")


def plan(ask: Any) -> dict[str, object]:
    """Three beliefs with names, a taste, a feeling, a thread and a link: about thirty statements."""
    said = {"confidence": 0.9, "evidence_event_ids": [ask.number], "reason": "聞いたから。"}
    number = ask.shown.event.id
    states = [
        {
            "kind": "fact",
            "op": "upsert",
            "body_text": f"{number}の{place}。",
            "payload": {"about": "user"},
            "entities": [{"type": "place", "name": place, "confidence": 0.9}],
            **said,
        }
        for place in PLACES[:3]
    ]
    taste = {"op": "confirm", "domain": "food", "polarity": "like", "subject": f"そば{number}", **said}
    links = [{"to_event_id": ask.number - 1, "label": "reply_to", "confidence": 0.9}] if ask.number > 1 else []
    return {
        "event_annotations": {"entities": [{"type": "place", "name": "寺町", "confidence": 0.9}]},
        "state_updates": states,
        "preference_updates": [taste],
        "event_affect": {
            "moment_affect_text": "静かに聞いていた。",
            "moment_affect_score_vad": {"v": 0.3, "a": 0.0, "d": 0.0},
            "moment_affect_confidence": 0.9,
        },
        "context_updates": {"threads": [{"thread_key": "町", "confidence": 0.9}], "links": links},
    }


def open_home(folder: Path) -> Omoide:
    """Open the home with a script that plans the same for every event."""
    thinker = ScriptedThinker({"write_plan": [plan], "appraise_turn": [APPRAISAL]})
    return Omoide.open(folder, clock=SimulatedClock(END), embedder=HashingEmbedder(), thinker=thinker)


def main(folder: Path, statement: int) -> None:
    """Digest; die at this statement after the record of a digestion was begun."""
    with open_home(folder) as home:
        mind = home.mind("haru")
        count = 0

        def die(sql: str) -> None:
            nonlocal count
            if sql.startswith("--"):  # what a statement sets off
                return
            count += count > 0 or sql.startswith("INSERT INTO digestions")
            if statement and count >= statement:
                os.kill(os.getpid(), signal.SIGKILL)

        def watched(connection: Any, _record: Any, _proxy: Any) -> None:
            connection.set_trace_callback(die)  # by the driver: it sees every statement, whoever sends it

        event.listen(home._home.foundation.database.engine, "checkout", watched)
        mind.digest()
        sys.stdout.write(f"{count}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
