"""Ninety days of talk with a sleep each night, by rules: how long it takes, what comes of it, and whether anything is off.

    python -m bench.ninety_days [--speaker haru] [--speaker en-003] [--days 90] [--chaos 50] [--model] [--seed 1] [--json]

`haru` is the Japanese development set (`--data`), any other name a speaker of the corpus (`--corpus`).  Sessions are spread evenly over the
days, or single turns where there are few sessions; fourteen goals and a question with its answer are the owner's.  After every night each
stage's report is held against the store, and goals, questions, drives and levels against their rules.

With `--chaos` the same days are lived again in processes that are killed with SIGKILL at so many random moments of nights; a fifth of the
nights is slept by two workers at once, a tenth begins under a clock that is an hour or a day wrong.  The end must be the same.
With `--model` a scripted model on the loopback is asked, as any other would be.  What it answered again is told, and the ledger is held
against what it was asked: nothing may be paid for twice.  Without `--speaker` it lives the Japanese life; in the English one (`en-003`) one
name that the script gives a topic is refused, and told as off.
The exit status is 1 when anything is off.
"""

import argparse
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from bench import ninety_chaos, ninety_checks, ninety_state
from bench.cost_model import listening
from bench.labelled import Speaker, corpus, development_set
from bench.ninety_chaos import JUMPS
from bench.ninety_checks import StageWatch
from bench.ninety_model import ScriptedModel
from bench.ninety_state import Parts
from bench.ninety_talk import LivedDay, spread, turns_of
from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.goals.goal import GoalStatus
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.time.moment import Moment
from omoide.domain.upkeep.finding import FindingState

DEVELOPMENT: Final = "haru"
ASKED_SECONDS: Final = 300
Figures = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Live, print, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--speaker", action="append", help="by default haru and en-003")
    parser.add_argument("--days", type=int, default=90)
    parser.add_argument("--chaos", type=int, default=0, metavar="KILLS")
    parser.add_argument("--jumps", type=int, nargs="*", default=list(JUMPS), help="seconds by which the clock is wrong")
    parser.add_argument("--model", action="store_true", help="ask a scripted model instead of the rules")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/japanese/omoide_ja_dev"))
    parser.add_argument("--corpus", type=Path, default=Path("corpus/speakers"))
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    wrong = 0
    for name in chosen.speaker or ([DEVELOPMENT] if chosen.model else [DEVELOPMENT, "en-003"]):
        try:
            speaker = found(name, chosen.data, chosen.corpus)
        except FileNotFoundError as exc:
            print(f"no talk of {name}: {exc}", file=sys.stderr)
            return 2
        with tempfile.TemporaryDirectory(prefix="omoide-ninety-") as folder:
            figures = measured(
                speaker,
                Path(folder),
                days=chosen.days,
                kills=chosen.chaos,
                dice=random.Random(chosen.seed),
                jumps=chosen.jumps,
                is_asked=chosen.model,
            )
        print(json.dumps(figures, ensure_ascii=False) if chosen.json else _table(figures), flush=True)
        wrong += len(figures["wrong"])
    return int(bool(wrong))


def found(name: str, data: Path, speakers: Path) -> Speaker:
    """Return the speaker with this name; raise `FileNotFoundError` when there is none."""
    if name == DEVELOPMENT:
        return development_set(data)
    for speaker in corpus(speakers):
        if speaker.name == name:
            return speaker
    raise FileNotFoundError(f"{speakers} holds no speaker {name}")


def measured(
    speaker: Speaker,
    folder: Path,
    *,
    days: int,
    kills: int,
    dice: random.Random,
    jumps: Sequence[int] = JUMPS,
    is_asked: bool = False,
) -> Figures:
    """Return the figures of one speaker: undisturbed and, where there are kills, disturbed; `is_asked`: with a scripted model."""
    lived = spread(speaker, days)
    with _asked(folder / "calm", is_asked=is_asked) as model:
        figures, seconds, parts = calm(speaker, lived, folder / "calm")
        figures |= {"model": _paid(folder / "calm", model)} if model is not None else {}
    if kills:
        with _asked(folder / "chaos", is_asked=is_asked) as model:
            figures["chaos"] = chaos(speaker, lived, folder / "chaos", kills, seconds, parts, dice, jumps)
            figures["chaos"] |= {"model": _paid(folder / "chaos", model)} if model is not None else {}
        figures["wrong"] += [f"chaos: {part} is not the same" for part in figures["chaos"]["differs"]]
    told = [each["model"] for each in (figures, figures.get("chaos", {})) if "model" in each]
    figures["wrong"] += [f"{each['paid_twice']} asks were paid twice" for each in told if each["paid_twice"]]
    return figures


@contextmanager
def _asked(folder: Path, *, is_asked: bool) -> Iterator[ScriptedModel | None]:
    """Let a home ask a scripted model for a while, or nobody."""
    if not is_asked:
        yield None
        return
    model = ScriptedModel()
    with listening(model) as address:
        folder.mkdir(parents=True)
        settings = f'[llm]\nprovider = "openai"\nmodel = "counting"\nbase_url = "{address}/v1"\n'
        (folder / "config.toml").write_text(settings, encoding="utf-8")
        yield model


def _paid(folder: Path, model: ScriptedModel) -> Figures:
    """Return what the ledger says beside what the model was asked: more calls than different requests were paid for twice.

    Who is killed between an answer and its keeping asks again, which the ledger does not know of.
    """
    with closing(sqlite3.connect(folder / "omoide.db")) as connection:
        calls = dict(connection.execute("SELECT purpose, count(*) FROM ledger GROUP BY purpose ORDER BY purpose"))
    return {
        "calls_in_the_ledger": calls,
        "requests": len(model.asked),
        "answered_again": model.asked_again,
        "paid_twice": max(0, sum(calls.values()) - len(model.asked)),
    }


def calm(speaker: Speaker, lived: list[LivedDay], folder: Path) -> tuple[Figures, list[float], Parts]:
    """Live undisturbed; return the figures, the seconds of each night, and what the mind has become."""
    wrong: list[str] = []
    nights: list[float] = []
    slowest: Counter[str] = Counter()
    digesting = processor = 0.0
    clock = SimulatedClock(lived[0].evening)
    with Omoide.open(folder, clock=clock, beside="nowhere") as home:
        home.add_persona(speaker.name, language=speaker.language, timezone=speaker.timezone)
        mind = home.mind(speaker.name)
        for day in lived:
            watch = StageWatch(mind)
            checking = _Apart(watch)
            started = time.perf_counter(), time.process_time()
            clock.set(day.evening)
            day.live(mind)
            clock.set(day.sleeps)
            night = time.perf_counter()
            mind.digest()
            digesting += time.perf_counter() - night
            report = mind.sleep(watch=checking)
            nights.append(time.perf_counter() - night - checking.seconds)
            processor += time.process_time() - started[1] - checking.processor
            slowest.update({each.stage.value: round(1000 * each.seconds) for each in report.results})
            wrong += [f"{day.day}: {each}" for each in watch.wrong]
            wrong += ninety_checks.after_sleep(mind, day, report)
        wrong += ninety_checks.at_the_end(mind, lived)
        wrong += home.problems()
        wrong += [f"{each.check}: {each.detail}" for each in home.examine() if each.state is FindingState.WRONG]
        figures = _figures(mind, speaker, lived)
        parts = ninety_state.end_state(mind, at=Moment(lived[-1].sleeps + 3_600))
    figures["seconds"] = {
        "nights": round(sum(nights), 1),
        "of_them_digest": round(digesting, 1),
        "slowest_night": round(max(nights), 2),
        "processor": round(processor, 1),
    }
    figures["stage_ms_with_checks"] = dict(slowest.most_common())
    if processor > ASKED_SECONDS:
        wrong.append(f"took {processor:.0f} s of the processor, asked are {ASKED_SECONDS}")
    return {**figures, "state": ninety_state.fingerprint(parts), "wrong": wrong}, nights, parts


class _Apart:
    """Hears of a sleep, and counts how long the hearing takes."""

    def __init__(self, watch: StageWatch) -> None:
        self._watch = watch
        self.seconds = self.processor = 0.0

    def __call__(self, report: Any) -> None:
        started = time.perf_counter(), time.process_time()
        self._watch(report)
        self.seconds += time.perf_counter() - started[0]
        self.processor += time.process_time() - started[1]


def chaos(
    speaker: Speaker,
    lived: list[LivedDay],
    folder: Path,
    kills: int,
    seconds: Sequence[float],
    parts: Parts,
    dice: random.Random,
    jumps: Sequence[int] = JUMPS,
) -> Figures:
    """Live disturbed; return what was done and what is not as it was."""
    clock = SimulatedClock(lived[0].evening)
    with Omoide.open(folder, clock=clock, beside="nowhere") as home:
        home.add_persona(speaker.name, language=speaker.language, timezone=speaker.timezone)
    started = time.perf_counter()
    told = ninety_chaos.disturbed(folder, speaker.name, lived, kills=kills, seconds=seconds, dice=dice, jumps=jumps)
    took = time.perf_counter() - started
    clock.set(lived[-1].sleeps)
    with Omoide.open(folder, clock=clock, beside="nowhere") as home:
        mine = ninety_state.end_state(home.mind(speaker.name), at=Moment(lived[-1].sleeps + 3_600))
        problems = home.problems()
    return {
        **asdict(told),
        "seconds": round(took, 1),
        "state": ninety_state.fingerprint(mine),
        "problems": problems,
        "differs": ninety_state.differences(parts, mine),
    }


def _figures(mind: Mind, speaker: Speaker, lived: list[LivedDay]) -> Figures:
    goals = mind.goals.list(ended=True)
    questions = mind.questions.list(ended=True)
    levels: dict[str, list[str]] = {"1": [], "2": [], "3": []}
    for each in mind.dreams.reflections():
        levels[str(each.level)].append(each.day.isoformat())
    by_itself = [each for each in goals if each.author is not NoteAuthor.OWNER]
    return {
        "speaker": speaker.name,
        "days": len(lived),
        "days_with_talk": sum(bool(day.talk) for day in lived),
        "turns": turns_of(lived),
        "memories": {str(int(level)): count for level, count in mind.memories.count().items()},
        "episodes": dict(Counter(each.kind.value for each in mind.episodes.all(archived=True))),
        "reflections": {level: len(days) for level, days in levels.items()},
        "weekly_on": levels["2"],
        "monthly_on": levels["3"],
        "diary": len(mind.dreams.list()),
        "goals": {
            "made_by_itself": len(by_itself),
            **dict(Counter(each.status.value for each in goals)),
            "given_up_because": dict(Counter(each.reason for each in goals if each.status is GoalStatus.ABANDONED)),
        },
        "questions": {
            "raised_by_itself": sum(each.author is not NoteAuthor.OWNER for each in questions),
            **dict(Counter(each.status.value for each in questions)),
            "converted_to": dict(Counter(each.conversion.value for each in questions if each.conversion)),
        },
        "topics": len(mind.topics.list()),
        "proposals": len(mind.entities.proposals(status=None)),
        "sleeps": len(mind.sleep.reports(limit=10 * len(lived))),
    }


def _table(figures: Figures) -> str:
    return "\n".join(f"{name:22} {json.dumps(value, ensure_ascii=False)}" for name, value in figures.items()) + "\n"


if __name__ == "__main__":
    sys.exit(main())
