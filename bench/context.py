"""What the persona sees before it answers: how long it takes, how many tokens, and how much of it a provider has read before.

    python -m bench.context [--memories 36500] [--sessions 5] [--json]
    python -m bench.context tokens [--json]

Fills a scratch home with memories, nine months of told days, notes, likes and tasks, and composes contexts for sessions of thirty
turns, each with a question that calls something up.  Then the prompts of a host are met in the same home.

    context_ms      mind.context of a turn within a session; `first` the turn that freezes the constant part
    hook_ms         what the hook of a host waits for inside the server
    embed_ms        of these, what embedding a question takes: the model's time
    tokens          of the whole context at the end of a session, and of its constant part
    prefix_share    of a context's bytes, how many the next turn's begins with; `least` the worst turn
    cpu_p50         processor time, which a busy machine disturbs less

`tokens` compares the estimate with the vocabularies that are installed: 1.3 means a third more than the truth.
"""

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from bench.hook import digested
from bench.latency import figures
from bench.remembering import Known, remember
from bench.synthetic import START, TURNS_A_DAY, questions, turns
from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.context.counting import InstalledCounters
from omoide.domain.context.token_count import estimate
from omoide.domain.episodes.dates import DaySpan
from omoide.domain.episodes.episode import EpisodeKind, EpisodeSentence, NewEpisode
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

BULK = 500
DISTINCT = 4_000
"""Turns that differ; a larger mind says them again on other days, since embedding is not what is measured here."""
DAYS = 270
SENTENCES = 14
TURNS = 30
MODELS = ("gpt-4o", "gpt-4", "llama-3.1-70b", "deepseek-v3")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("speed", "tokens"), default="speed")
    parser.add_argument("--memories", type=int, default=36_500)
    parser.add_argument("--sessions", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.what == "tokens":
        told: dict[str, Any] = ratios()
    else:
        with tempfile.TemporaryDirectory(prefix="omoide-bench-") as folder:
            told = measure(Path(folder), memories=arguments.memories, sessions=arguments.sessions)
    print(json.dumps(told) if arguments.json else "\n".join(f"{name:16} {value}" for name, value in told.items()))


def measure(folder: Path, *, memories: int, sessions: int) -> dict[str, Any]:
    """Return all figures for a home of so many memories."""
    clock = SimulatedClock(Moment(START))
    with Omoide.open(folder / "plain", beside="nowhere") as plain:
        embedder = Known(plain.embedder)
    with Omoide.open(folder / "home", embedder=embedder, clock=clock, beside="nowhere") as omoide:
        omoide.add_persona("bench", language="ja", timezone="Asia/Tokyo")
        mind = omoide.mind("bench")
        fill(mind, embedder, memories=memories)
        clock.set(Moment(START + memories * 86_400 // TURNS_A_DAY + 86_400))
        _days(mind)
        mind.catch_up()
        digested(folder / "home")
        asked = iter(questions(sessions * TURNS + TURNS + 30, seed=7))
        mind.context(next(asked), session_id="warm")
        whole = [session(mind, embedder, clock, asked, name=f"bench{number}") for number in range(sessions)]
        mind.host.meet_prompt(next(asked), session_id="warm", place="/p")
        met = [
            timed(lambda text: mind.host.meet_prompt(text, session_id="h", place="/p"), next(asked))
            for _ in range(TURNS)
        ]
        embedding = [
            timed(lambda text: embedder.embed([text], role="query"), f"{number}: {next(asked)}") for number in range(20)
        ]
    shares = [share for each in whole for share in each["shares"]]
    bytes_ = [size for each in whole for size in each["bytes"]]
    return {
        "memories": memories,
        "episodes": DAYS,
        "context_ms": figures([took for each in whole for took in each["later"]]),
        "first_ms": figures([each["first"] for each in whole] * (1 if sessions > 1 else 2)),
        "hook_ms": figures(met),
        "embed_ms": figures(embedding),
        "tokens": {
            "end": round(statistics.mean(each["tokens"] for each in whole)),
            "constant": round(statistics.mean(each["constant"] for each in whole)),
        },
        "prefix_share": {
            "of_bytes": round(sum(share * size for share, size in zip(shares, bytes_, strict=True)) / sum(bytes_), 4),
            "least": round(min(shares), 4),
            "turns_below_0.9": sum(share < 0.9 for share in shares),
            "of_turns": len(shares),
        },
    }


def fill(mind: Mind, embedder: Known, *, memories: int) -> None:
    """Fill a mind with turns, each of which is a memory, and with notes."""
    said = list(turns(min(memories, DISTINCT), seed=1))
    made = ((said[number % len(said)][0], START + number * 86_400 // TURNS_A_DAY) for number in range(memories))
    while batch := list(islice(made, BULK)):
        remember(mind, mind.observe_many(batch), embedder)
    mind.notes.core_memory.write("わたしはベンチ。\n海の近くで生まれた。\n" + "約束を守る。\n" * 20)
    mind.notes.notepad.write("".join(f"{number}番の用事を確かめる\n" for number in range(20)))


def _days(mind: Mind) -> None:
    """Tell nine months of days."""
    store = mind._home.episodes.store  # noqa: SLF001 - telling them would take an hour
    today = moment.day(mind.now(), tz=mind.persona.tz)
    said = [turn.user for turn, _ in turns(DAYS * SENTENCES, seed=9)]
    for number in range(DAYS):
        day: date = today - timedelta(days=number + 1)
        told = said[number * SENTENCES : (number + 1) * SENTENCES]
        sentences = tuple(EpisodeSentence(f"{text}その話をして、わたしは少し考えた。") for text in told)
        new = NewEpisode(EpisodeKind.DAY, DaySpan(day, day), sentences, 0.4, 0.7, mind.now(), "bench")
        store.keep(mind.persona.id, new, slot=f"day:{day.isoformat()}")


def session(mind: Mind, embedder: Known, clock: SimulatedClock, asked: Any, *, name: str) -> dict[str, Any]:
    """Live through a session; return what each turn took, and how much of it was as before."""
    talk: list[dict[str, str]] = []
    first, later, shares, sizes, before = (0.0, 0.0), [], [], [], ""
    context = None
    for number in range(TURNS):
        talk.append({"role": "user", "content": next(asked)})
        wall, processor = time.perf_counter(), time.process_time()
        context = mind.context(talk, session_id=name)
        took = (time.perf_counter() - wall) * 1000, (time.process_time() - processor) * 1000
        if number:
            later.append(took)
            sizes.append(len(before.encode()))
            shares.append(same(before.encode(), context.text.encode()) / max(1, sizes[-1]))
        else:
            first = took
        before = context.text
        # What happens by itself between two turns: the turn becomes a memory.
        remember(mind, [mind.observe(user=talk[-1]["content"], assistant="なるほど。", session_id=name)], embedder)
        talk.append({"role": "assistant", "content": "なるほど。"})
        clock.advance(seconds=60)
    assert context is not None
    constant = next(each.tokens for each in context.sections if each.name == "frame") + sum(
        each.tokens for each in context.sections if each.name in ("core_memory", "preferences", "notepad", "episodes")
    )
    return {
        "first": first,
        "later": later,
        "shares": shares,
        "bytes": sizes,
        "tokens": context.tokens,
        "constant": constant,
    }


def timed(act: Callable[[str], object], text: str) -> tuple[float, float]:
    """Return the milliseconds of the clock and of the processor that an act took."""
    wall, processor = time.perf_counter(), time.process_time()
    act(text)
    return (time.perf_counter() - wall) * 1000, (time.process_time() - processor) * 1000


def same(one: bytes, other: bytes) -> int:
    """Return with how many same bytes two texts begin."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def ratios() -> dict[str, Any]:
    """Return how much the estimate is above each vocabulary, by kind of text."""
    from tests.domain.context.test_token_count import SAMPLES

    counts = {model: InstalledCounters().of(model) for model in MODELS}
    return {
        name: {count.name: round(estimate(text) / count(text), 2) for count in counts.values()}
        for name, text in SAMPLES.items()
    }


if __name__ == "__main__":
    main()
