"""Digest by rules: how right its beliefs are on labelled talk, and how fast it is as history grows.

    python -m bench.digest beliefs [--data ../shared/data/japanese/omoide_ja_dev] [--corpus corpus/test] [--again corpus/second]
                                   [--json] [--show]
    python -m bench.digest rate --events 10000 [--embedder builtin|hashing] [--json]

`beliefs` observes every turn through the public door, lets it be digested, and reads what is believed afterwards: on the
corpus' test speakers, on whom nothing was made, and on the development set, on which rules were tuned: what is asserted, and what is
asserted or only supposed, with the curve of precision against recall.  Beliefs are held against the gold strictly: one that the gold does
not hold counts as false, even if it is true; with `--again` what a second careful reader holds is gold as well.  Beside them stand
dates, endings, persons, traps, polarities and names (`corpus_care`).
"""

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Final

from bench import corpus_care, corpus_gold
from bench.digest_gold import Gold, Scored, load, scored_facts, scored_preferences, scored_tasks, wrongly_ascribed
from bench.labelled import Speaker, corpus
from bench.lived import lived, scratch
from omoide import Mind
from omoide.adapters.embedders.builtin import BuiltinEmbedder
from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.adapters.readers.builtin import BuiltinReader
from omoide.adapters.sql.understanding.digestions import SqlDigestStore
from omoide.domain.beliefs import plan_changes
from omoide.domain.events.event import Turn
from omoide.domain.time.moment import Moment
from omoide.domain.understanding import appraisal_by_rules
from omoide.domain.understanding.beliefs import plan_by_rules
from omoide.ports.models.embedder import Embedder
from omoide.usecases.events.recent import RecentEvents
from omoide.usecases.understanding.gather import Gather

START = Moment(1_735_689_600)


def main() -> None:
    """Run the measurement that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["beliefs", "rate"])
    parser.add_argument("--data", type=Path, default=Path("../shared/data/japanese/omoide_ja_dev"))
    parser.add_argument("--corpus", type=Path, default=Path("corpus/test"))
    parser.add_argument(
        "--again", type=Path, help="the folder of second readings, which count as gold beside the first"
    )
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--embedder", choices=["builtin", "hashing"], default="builtin")
    parser.add_argument("--show", action="store_true", help="print every belief with its verdict")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.what == "beliefs":
        figures = beliefs(given.data, given.corpus, show=given.show, again=given.again)
    else:
        figures = rate(given.events, embedder=HashingEmbedder() if given.embedder == "hashing" else None)
    print(json.dumps(figures, ensure_ascii=False, indent=2) if given.json else _told(figures))


def beliefs(
    data: Path, folder: Path, *, show: bool, again: Path | None = None, embedder: Embedder | None = None
) -> dict[str, object]:
    """Return how right beliefs are: on speakers nobody tuned on, by language, then on the development set."""
    speakers = corpus(folder, again=again)
    figures: dict[str, object] = {}
    for language in ("ja", "en"):
        chosen = [speaker for speaker in speakers if speaker.language == language]
        if chosen:
            parts, care = of_corpus(chosen, embedder=embedder)
            figures[f"corpus.{language}"] = {
                "tuned_on": False,
                **_figures(parts, show=show),
                **corpus_care.shares(care),
            }
    parts, ascribed = of_development_set(load(data), embedder=embedder)
    figures["development_set.ja"] = {
        "tuned_on": True,
        **_figures(parts, show=show),
        "third person's things ascribed to the user": ascribed,
    }
    return figures


def of_corpus(
    speakers: Sequence[Speaker], *, embedder: Embedder | None = None
) -> tuple[dict[str, Scored], Counter[str]]:
    """Live through every speaker's talk and hold what is believed at its end against the labels of its turns."""
    total: dict[str, Scored] = {}
    care: Counter[str] = Counter()
    with scratch(embedder=embedder) as (home, clock):
        for speaker in speakers:
            mind, events, _ = lived(home, clock, speaker)
            turn_of = {int(event): turn for turn, event in events.items()}
            parts = corpus_gold.scored(mind, speaker, turn_of)
            total = {name: total.get(name, Scored()) + part for name, part in parts.items()}
            care += corpus_care.cared(mind, speaker, events)
    return total, care


def of_development_set(gold: Gold, *, embedder: Embedder | None = None) -> tuple[dict[str, Scored], list[str]]:
    """Live through the conversation and compare what is believed at its end."""
    with scratch(embedder=embedder) as (home, clock):
        mind, events, _ = lived(home, clock, gold.speaker)
        turn_of = {int(event): turn for turn, event in events.items()}
        parts = {
            "facts": scored_facts(mind, gold, turn_of),
            "preferences": scored_preferences(mind, gold),
            "tasks": scored_tasks(mind, gold, turn_of),
        }
        return parts, wrongly_ascribed(mind, gold, turn_of)


def rate(count: int, *, embedder: Embedder | None = None) -> dict[str, object]:
    """Digest a long synthetic history and time each tenth of it; without `embedder` by the built-in one."""
    with scratch(embedder=embedder) as (home, clock):
        clock.set(Moment(START + count * 600))
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = home.mind("haru")
        _fill(mind, count)
        seconds: list[float] = []
        work: list[float] = []
        tenth = max(1, count // 10)
        with spent() as parts:
            for _ in range(10):
                started, busy = time.perf_counter(), time.process_time()
                mind.digest(limit=tenth)
                seconds.append(time.perf_counter() - started)
                work.append(time.process_time() - busy)
        parts["the rest"] = sum(work) - sum(parts.values())
        per_event = [round(1000 * one / tenth, 2) for one in work]
        space = home.embedder.space.key
        held = len(mind.beliefs.all(ended=True))
    return {
        "events": tenth * 10,
        "embedder": space,
        "beliefs at the end": held,
        "events a second": round(tenth * 10 / sum(seconds), 1),
        "events a second of processor": round(tenth * 10 / sum(work), 1),
        "processor ms an event, by part": {
            part: round(100 * busy / tenth, 2) for part, busy in sorted(parts.items(), key=lambda item: -item[1])
        },
        "processor ms an event, by tenth of the history": per_event,
        "last three tenths / tenths 2 to 4": round(
            statistics.mean(per_event[-3:]) / statistics.mean(per_event[1:4]), 2
        ),
    }


PARTS: Final[Mapping[str, Sequence[tuple[object, str]]]] = {
    "reader": [(BuiltinReader, "read")],
    "encoder": [(BuiltinEmbedder, "embed")],
    "appraising and telling": [(appraisal_by_rules, "appraisals")],
    "plan by rules": [(plan_by_rules, "write_plan")],
    "looking up": [(Gather, "shown"), (Gather, "complete"), (Gather, "worths"), (RecentEvents, "of_each")],
    "deciding": [(plan_changes, "changes")],
    "keeping": [(SqlDigestStore, "keep")],
}


@contextmanager
def spent() -> Iterator[dict[str, float]]:
    """Give the processor time of each part, without what it spends in another; some parts do not exist in older versions."""
    found: dict[str, float] = dict.fromkeys(PARTS, 0.0)
    inner: list[float] = [0.0]

    def timed(part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def measured(*args: Any, **kwargs: Any) -> Any:
            inner.append(0.0)
            started = time.thread_time()
            try:
                return function(*args, **kwargs)
            finally:
                whole = time.thread_time() - started
                found[part] += whole - inner.pop()
                inner[-1] += whole

        return measured

    kept = [
        (owner, name, getattr(owner, name))
        for places in PARTS.values()
        for owner, name in places
        if hasattr(owner, name)
    ]
    for part, places in PARTS.items():
        for owner, name in places:
            if hasattr(owner, name):
                setattr(owner, name, timed(part, getattr(owner, name)))
    try:
        yield found
    finally:
        for owner, name, function in kept:
            setattr(owner, name, function)


def _fill(mind: Mind, count: int) -> None:
    foods = ("にんじん", "トマト", "そば", "納豆", "プリン", "カレー", "うなぎ", "セロリ")
    people = ("田中さん", "佐々木さん", "ミカちゃん", "高橋先生", "ケンくん")
    said = (
        "{person}と駅前で会った。元気そうだった",
        "わたし{food}苦手なんだよね",
        "{month}月{day}日までに見積書{number}番を出さないといけない",
        "今日は{food}を食べた。おいしかった！",
        "見積書{number}番、さっき出した",
        "眠いけど、もう少し仕事する",
        "わたし{place}通りに住んでます",
        "{person}が{food}をくれた。うれしい",
    )
    turns = []
    for number in range(count):
        text = said[number % len(said)].format(
            person=people[number * 7 % 5],
            food=foods[number * 5 % 8],
            month=number % 12 + 1,
            day=number % 28 + 1,
            number=number // 8,
            place=chr(0x4E00 + number // 8),
        )
        turns.append(
            (
                Turn(user=f"{number}回目。{text}", assistant="うん、聞いてるよ。", session_id=f"s{number // 12}"),
                START + number * 600,
            )
        )
    for at in range(0, count, 500):
        mind.observe_many(turns[at : at + 500])


def _figures(parts: dict[str, Scored], *, show: bool) -> dict[str, object]:
    if show:
        _show(parts)
    return {name: {**part.figures, **(part.curve if "with" in name else {})} for name, part in parts.items()}


def _show(parts: dict[str, Scored]) -> None:
    for name, part in parts.items():
        print(f"-- {name}")
        for line in part.lines:
            print(line)


def _told(figures: dict[str, object]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in figures.items())


if __name__ == "__main__":
    main()
