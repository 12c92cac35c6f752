"""How fast everything is recalled: turns, memories, told days, beliefs, diary and profiles in one home.

    python -m bench.one_recall --events 36500 [--days 365] [--beliefs 2000] [--json]

A scratch home gets so many turns, a memory of each, a told day and a diary day for each of so many days, beliefs and a hundred profiles.
Vectors of passages are made by dice, which takes minutes instead of hours; the vectors of cues are made as ever, and everything else is
the same.  Then questions are asked, question by question in turns:

    everything_ms    all kinds, and the note for the night of what came to mind
    looking_ms       all kinds, without that note
    lived_ms         turns, memories and told days, with the note
    events_ms        what was said, and nothing else
    memories_ms      memories alone, by their priority, with the note
    plan_ms          the query step alone, by rules
"""

import argparse
import json
import resource
import tempfile
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

from bench.kept_vectors import DicedVectors
from bench.latency import figures, timed
from bench.remembering import Known, remember
from bench.synthetic import questions, turns
from omoide import Mind, Omoide
from omoide.domain.beliefs.state import UNKEPT, Origin, State, StateChange, StateKind
from omoide.domain.episodes.dates import one_day
from omoide.domain.episodes.episode import EpisodeKind, EpisodeSentence, NewEpisode
from omoide.domain.recall.passage import Side, cut
from omoide.domain.text.chunks import ChunkRules
from omoide.domain.understanding.query import classify_query

BULK = 500
RECALLS = 200
FIRST = date(2025, 1, 1)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=36_500)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--beliefs", type=int, default=2_000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="omoide-bench-") as folder:
        found = measured(Path(folder), events=arguments.events, days=arguments.days, beliefs=arguments.beliefs)
    if arguments.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:16} {value}")


def measured(home: Path, *, events: int, days: int, beliefs: int) -> dict[str, object]:
    """Return how long recall takes in a home that holds everything."""
    (home / "config.toml").write_text("[index]\ncheckpoint_items = 2000\n\n[embedding]\nbatch_size = 2000\n")
    with Omoide.open(home, beside="nowhere", embedder=DicedVectors()) as omoide:
        mind = omoide.persona("bench")
        made = turns(events, seed=1, characters=0)
        while batch := list(islice(made, BULK)):
            mind.observe_many(batch)
        filled(omoide, mind, days=days, beliefs=beliefs)
        mind.catch_up()
        while not mind._home.recall_kinds.shelve(mind.persona)(mind.persona):  # noqa: SLF001 - as it happens by itself
            pass
        mind.catch_up()
        found = asked(mind)
        status = mind.index_status()[0]
    rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"events": events, "passages": status.passages, **found, "rss_mb": round(rss)}


def filled(omoide: Omoide, mind: Mind, *, days: int, beliefs: int) -> None:
    """Give the mind memories of all turns, told days, beliefs, a diary and profiles."""
    said = mind.log()
    embedder = Known(omoide.embedder)
    for start in range(0, len(said), BULK):
        remember(mind, said[start : start + BULK], embedder)
    persona, home = mind.persona, mind._home  # noqa: SLF001 - filling by the front door would take an hour
    every = [FIRST + timedelta(days=at) for at in range(days)]
    for at, day in enumerate(every):
        some = said[at * 5 : at * 5 + 5] or said[:5]
        told = tuple(EpisodeSentence(f"{event.user}という話をした。", (event.id,)) for event in some)
        new = NewEpisode(EpisodeKind.DAY, one_day(day), told, (at % 10) / 10, (at % 10) / 10, mind.now(), "rules")
        pieces = cut(new.text, side=Side.WHOLE, rules=ChunkRules())
        home.episodes.store.keep(persona.id, new, slot=f"day:{day}", pieces=pieces)
    changes = [
        StateChange(
            None,
            State(UNKEPT, StateKind.FACT, f"あなたについて知っていること: {event.user}", {"about": "user"}),
            "bench",
            (event.id,),
        )
        for event in said[:: max(1, len(said) // max(1, beliefs))][:beliefs]
    ]
    for start in range(0, len(changes), BULK):
        home.beliefs.store.change(persona.id, changes[start : start + BULK], at=mind.now(), origin=Origin.PLAN)
    written = "\n".join(f"## {day.isoformat()}\n{said[at % len(said)].user}。\n" for at, day in enumerate(every))
    mind.notes.diary.write(written)
    for at in range(100):
        mind.entities.write(f"知人{at}番", said[at % len(said)].user)


def asked(mind: Mind) -> dict[str, object]:
    """Return how long each way to ask takes, question by question in turns."""
    ways = {
        "everything_ms": mind.recall,
        "looking_ms": lambda cue: mind.recall(cue, strengthen=False),
        "lived_ms": lambda cue: mind.recall(cue, kinds=("event", "memory", "episode")),
        "events_ms": lambda cue: mind.recall(cue, kinds="event"),
        "memories_ms": lambda cue: mind.memories.recall(cue, session_id="s"),
        "plan_ms": lambda cue: classify_query(cue, default=mind.persona.language),
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    kinds: dict[str, int] = {}
    for number, question in enumerate(questions(RECALLS + 5, seed=4)):
        for name, act in ways.items():
            one = timed(act, question)
            if number >= 5:  # the first ones open what the others find open
                times[name].append(one)
        for hit in mind.recall(question, strengthen=False) if number % 10 == 0 else ():
            kinds[hit.kind.value] = kinds.get(hit.kind.value, 0) + 1
    return {**{name: figures(each) for name, each in times.items()}, "shown": kinds}


if __name__ == "__main__":
    main()
