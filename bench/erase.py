"""How long erasing takes in a year of talk: one turn, a session, a subject, half of it, a whole persona.

    python -m bench.erase --events 36500 [--json]

Every turn has a memory and vectors.  Texts repeat a few dozen subjects, so that most pieces of what is erased are said
elsewhere as well: the report has the most to find.
"""

import argparse
import json
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench import synthetic
from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.domain.erasing.receipt import ErasureReport
from omoide.domain.feelings.emotion import Valence
from omoide.domain.memories.memory import Draft, Impression, embeddable
from omoide.domain.recall.passage import whole_piece
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.ports.memories.store import NewMemory

BATCH = 500
CASES: dict[str, Callable[[Mind], ErasureReport]] = {
    "one turn": lambda mind: mind.erase(event_id=100),
    "a session": lambda mind: mind.erase(session_id="s7"),
    "dry run of a session": lambda mind: mind.erase(session_id="s7", dry_run=True),
    "a subject (a tenth)": lambda mind: mind.erase(about="Alice"),
    "half": lambda mind: mind.erase(until=mind.log(limit=1)[0].created // 2 + synthetic.START // 2),
    "the whole persona": lambda mind: mind.erase(everything=True),
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=36_500)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures: dict[str, dict[str, object]] = {}
    with tempfile.TemporaryDirectory(prefix="omoide-erase-") as name:
        folder = Path(name) / "whole"
        fill(folder, arguments.events)
        for case, act in CASES.items():
            figures[case] = measured(folder, Path(name) / "copy", act)
            if not arguments.json:
                print(f"{case:24} {figures[case]}", flush=True)
    if arguments.json:
        print(json.dumps(figures))


def measured(folder: Path, copy: Path, act: Callable[[Mind], ErasureReport]) -> dict[str, object]:
    """Return the figures of one erasure in a copy of the home."""
    shutil.copytree(folder, copy)
    with opened(copy) as home:
        mind = home.mind("bench")
        started, used = time.perf_counter(), time.process_time()
        report = act(mind)
        seconds, cpu = round(time.perf_counter() - started, 2), round(time.process_time() - used, 2)
    shutil.rmtree(copy)
    left = sorted({each.why.value for each in report.left})
    return {
        "seconds": seconds,
        "cpu_seconds": cpu,
        "events": report.events,
        "pieces": report.searched_for,
        "left": left,
    }


def fill(folder: Path, count: int) -> None:
    """Make a home with so many turns, each with a memory and vectors."""
    with opened(folder) as home:
        mind = home.persona("bench")
        turns = list(synthetic.turns(count, seed=1))
        for start in range(0, count, BATCH):
            kept = mind.observe_many([(turn, Moment(at)) for turn, at in turns[start : start + BATCH]])
            new = [
                _memory(event.id, event.user, event.assistant or "", event.session_id, event.created) for event in kept
            ]
            store = mind._home.memories.store  # noqa: SLF001 - memories without digesting, which would take minutes
            store.add_all(mind.persona.id, new, space=home.embedder.space)
        mind.catch_up()


def _memory(event_id: int, user: str, answer: str, session_id: str, created: Moment) -> NewMemory:
    trigger, content = f"Was told: {user}", f"I answered: {answer}"
    text = embeddable(trigger=trigger, content=content)
    draft = Draft(f"Told of {user[:20]}", "")
    impression = Impression(trigger, content, 40, Valence.NEUTRAL, 20, (), "decision", summary=draft, trace=draft)
    [vector] = HashingEmbedder().embed([text])
    day = moment.day(created, tz=moment.zone("UTC"))
    return NewMemory(impression, event_id, session_id, created, day, 0.0, 0.9, whole_piece(text), vector)  # type: ignore[arg-type]


def opened(folder: Path) -> Omoide:
    """Open a home whose clock stands at the end of the talk."""
    clock = SimulatedClock(Moment(synthetic.START + 400 * 86_400))
    return Omoide.open(folder, clock=clock, embedder=HashingEmbedder(), beside="nowhere")


if __name__ == "__main__":
    main()
