"""What many minds in one home cost: memory, cold and warm recalls, and a look at who has something to do.

    python -m bench.many_minds --personas 1000 --events 500 [--memory-mb 256] [--threads 4] [--asked 300] [--home FOLDER] [--json]

Makes a home of so many personas, each with so many events (`minds_of_a_home`), or takes one that was made before (`--home`).  A process
of its own then opens it and recalls in one mind after the other, each for the first time (cold) and once more (warm),
by so many threads, until so many minds were asked.

    cold_ms      opening a mind that is not in memory and recalling in it, with the embedding of the question
    warm_ms      the same mind once more
    *cpu_ms*     processor time of the whole process for one of them, which a busy machine disturbs less: by one thread apart for
                 cold and warm ones, by several on average
    idle_ms      looking for work when nobody has any (`work_off`), after the nights of all were looked at once
    base_mb      resident memory after the first recall; rss_mb after all, rss_most_mb the most there ever was
    held_mb      what is held of minds by then, of memory_mb that may be; minds_held of how many
"""

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench import minds_of_a_home
from bench.synthetic import questions
from omoide import Omoide
from omoide.domain.time.moment import Moment

Figures = dict[str, object]


def main() -> None:
    """Make, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--personas", type=int, default=1_000)
    parser.add_argument("--events", type=int, default=500)
    parser.add_argument("--memory-mb", type=int, default=256)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--asked", type=int, default=300)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.measure:
        print(json.dumps(measured(given.home, asked=given.asked, threads=given.threads)))
        return
    with tempfile.TemporaryDirectory(prefix="omoide-bench-", ignore_cleanup_errors=True) as folder:
        home = given.home or Path(folder) / "home"
        making = 0.0
        if not (home / "omoide.db").exists():
            started = time.perf_counter()
            minds_of_a_home.made(home, personas=given.personas, events=given.events, told=_told)
            making = time.perf_counter() - started
        environ = os.environ | {"OMOIDE_SERVER__MEMORY_MB": str(given.memory_mb)}
        again = ["--measure", "--home", str(home), "--asked", str(given.asked), "--threads", str(given.threads)]
        told = subprocess.check_output([sys.executable, "-m", "bench.many_minds", *again], env=environ, text=True)
        size = sum(file.stat().st_size for file in home.rglob("*") if file.is_file()) / 1e6
    figures: Figures = {"events": given.events, **json.loads(told)}
    figures |= {"file_mb": round(size), "made_in_s": round(making), "load": round(os.getloadavg()[0], 1)}
    if given.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:14} {value}")


def measured(home: Path, *, asked: int, threads: int) -> Figures:
    """Return what recalling in so many minds of a home costs."""
    with Omoide.open(home, beside="nowhere") as omoide:
        names = [each.name for each in omoide.personas()]
        omoide.mind(names[0]).recall("駅前で何をした？")
        base = rss_mb()
        chosen = random.Random(1).sample(names[1:], min(asked, len(names) - 1))
        cues = questions(len(chosen) * 2, seed=4)
        taken: list[tuple[tuple[float, float], tuple[float, float]]] = []

        def once(number: int, cue: str) -> tuple[float, float]:
            wall, processor = time.perf_counter(), time.process_time()
            omoide.mind(chosen[number]).recall(cue)
            return (time.perf_counter() - wall) * 1000, (time.process_time() - processor) * 1000

        def ask(number: int) -> None:
            taken.append((once(number, cues[2 * number]), once(number, cues[2 * number + 1])))

        processor = time.process_time()
        with ThreadPoolExecutor(threads) as asking:
            list(asking.map(ask, range(len(chosen))))
        processor = (time.process_time() - processor) * 1000 / (2 * len(chosen))
        after, held = rss_mb(), omoide._home.foundation.minds  # noqa: SLF001 - what is measured is inside
        idle = idle_ms(omoide)
        cold, warm = zip(*taken, strict=True)
        return {
            "personas": len(names),
            "asked": len(chosen),
            "threads": threads,
            "cold_ms": spread([wall for wall, _ in cold]),
            "warm_ms": spread([wall for wall, _ in warm]),
            **(
                {"cold_cpu_ms": spread([used for _, used in cold]), "warm_cpu_ms": spread([used for _, used in warm])}
                if threads == 1
                else {"cpu_ms_a_recall": round(processor, 1)}
            ),
            "idle_ms": idle,
            "memory_mb": omoide.configuration.settings.server.memory_mb,
            "held_mb": round(held.held_bytes / 2**20, 1),
            "minds_held": len(held.minds),
            "base_mb": round(base),
            "rss_mb": round(after),
            "rss_most_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        }


def idle_ms(omoide: Omoide) -> dict[str, float]:
    """Return what asking who has something to do costs, the first time and from then on."""
    turn = omoide._home.work.whose_turn  # noqa: SLF001 - without doing the work of ten thousand
    times = list[tuple[float, float]]()
    for _ in range(4):
        wall, processor = time.perf_counter(), time.process_time()
        for each in turn(omoide.personas(), besides=()):
            turn.looked_at_night(each, again_at=Moment(2**40))
        times.append(((time.perf_counter() - wall) * 1000, (time.process_time() - processor) * 1000))
    return {
        "first": round(times[0][0], 1),
        "then": round(statistics.median(wall for wall, _ in times[1:]), 1),
        "then_cpu": round(statistics.median(processor for _, processor in times[1:]), 1),
    }


def rss_mb() -> float:
    """Return the resident memory of this process, in MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def spread(times: Sequence[float]) -> dict[str, float]:
    """Return the middle and the slow end of many measurements."""
    ordered = sorted(times)
    return {
        "p50": round(statistics.median(ordered), 1),
        "p95": round(ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)], 1),
        "p99": round(ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], 1),
    }


def _told(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
