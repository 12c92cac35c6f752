"""Digest by rules: how right its beliefs are on a labelled conversation, and how fast it is as history grows.

    python -m bench.digest beliefs --data ../shared/data/japanese/omoide_ja_dev [--json] [--show]
    python -m bench.digest rate --events 10000 [--json]

Beliefs are held against the gold strictly: a belief that the gold does not hold counts as wrong, even if it is true.
"""

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path

from bench.digest_gold import Scored, load, scored_facts, scored_preferences, scored_tasks, wrongly_ascribed
from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.domain.events.event import Turn
from omoide.domain.time.moment import Moment

START = Moment(1_735_689_600)


def main() -> None:
    """Run the measurement that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["beliefs", "rate"])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--show", action="store_true", help="print every belief with its verdict")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = (
            beliefs(given.data, Path(folder), show=given.show)
            if given.what == "beliefs"
            else rate(given.events, Path(folder))
        )
    print(json.dumps(figures, ensure_ascii=False, indent=2) if given.json else _told(figures))


def beliefs(data: Path, folder: Path, *, show: bool) -> dict[str, object]:
    """Digest the conversation and compare what is believed at its end."""
    gold = load(data)
    with Omoide.open(folder, clock=SimulatedClock(gold.end), embedder=HashingEmbedder(), beside="nowhere") as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = home.mind("haru")
        events = mind.observe_many(
            [(Turn(user=t.user, assistant=t.assistant, session_id=t.session), t.at) for t in gold.turns]
        )
        turn_of = {int(event.id): turn.id for event, turn in zip(events, gold.turns, strict=True)}
        report = mind.digest()
        parts = {
            "confirmed preferences": scored_preferences(mind, gold),
            "facts": scored_facts(mind, gold, turn_of),
            "tasks": scored_tasks(mind, gold, turn_of),
        }
        ascribed = wrongly_ascribed(mind, gold, turn_of)
    if show:
        _show(parts)
    figures: dict[str, object] = {name: part.figures for name, part in parts.items()}
    return {
        "events": {"applied": report.applied, "refused": report.refused, "skipped": report.skipped},
        **figures,
        "third person's things ascribed to the user": ascribed,
    }


def rate(count: int, folder: Path) -> dict[str, object]:
    """Digest a long synthetic history and time each tenth of it."""
    with Omoide.open(
        folder, clock=SimulatedClock(Moment(START + count * 600)), embedder=HashingEmbedder(), beside="nowhere"
    ) as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = home.mind("haru")
        _fill(mind, count)
        seconds: list[float] = []
        work: list[float] = []
        tenth = max(1, count // 10)
        for _ in range(10):
            started, busy = time.perf_counter(), time.process_time()
            mind.digest(limit=tenth)
            seconds.append(time.perf_counter() - started)
            work.append(time.process_time() - busy)
        per_event = [round(1000 * one / tenth, 2) for one in work]
        held = len(mind.beliefs.all(ended=True))
    return {
        "events": tenth * 10,
        "beliefs at the end": held,
        "events a second": round(tenth * 10 / sum(seconds), 1),
        "processor ms an event, by tenth of the history": per_event,
        "last three tenths / tenths 2 to 4": round(
            statistics.mean(per_event[-3:]) / statistics.mean(per_event[1:4]), 2
        ),
    }


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


def _show(parts: dict[str, Scored]) -> None:
    for name, part in parts.items():
        print(f"-- {name}")
        for line in part.lines:
            print(line)


def _told(figures: dict[str, object]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in figures.items())


if __name__ == "__main__":
    main()
