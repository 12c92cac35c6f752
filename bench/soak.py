"""Everything at once, and somebody is killed every few seconds: is anything lost, left behind or stuck?

    python -m bench.soak [--minutes 30 | --seconds 20] [--seed 1] [--json]

Eight writers, four readers, two hosts with their hooks, nights and erasures use one home, each a process of its own, and
the resident server beside them.  Every one to four seconds one of them, the server included, is killed (SIGKILL) and
started again.  Turns are erased by session, event, period or subject.  In the end, when all is quiet, one more erasure is
killed once its rows are gone, and the home is opened:

    lost          turns that were acknowledged, that nobody erased, and that are not in the log              must be 0
    left          words of erased turns that are found in the log, or as bytes in any file of the home       must be 0
    halved        erasures that took some of their turns and left others                                     must be 0
    unfinished    erasures that the opening did not finish by itself, or whose receipt is not sound          must be 0
    interrupted   erasures that were found broken off by that opening                                        at least 1
    stuck         processes that went a minute without getting on: that waited, or did not end with the soak  must be 0
    slow          steps that took longer than a minute but were at work all the while; sixteen share the processors
    defects       errors that no caller should ever see                                                      must be none
    problems      what the integrity check of the database finds                                             must be none

Exit status 1 when any of these is not as it must be.
"""

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from bench.soak_roles import OVER, PERSONA, kept_waiting_seconds, lines, words_of
from omoide import Omoide, Unavailable
from omoide.adapters.sql.erasing.tables import OrderStep
from omoide.entrypoints.server import control

CROWD = {"writer": 8, "reader": 4, "host": 2, "sleeper": 1, "eraser": 1}
BROKEN = "broken0"
LONGEST_STEP_SECONDS = 60.0
LONGEST_WORK_SECONDS = 300.0
"""What takes longer than this is stuck, even if it keeps a processor busy.  Time in which a process was ready and others had the
processors is nobody's fault and counts for nothing: with sixteen of them on two processors that is most of it."""
AT_WORK = 0.05
"""Share of its time in which a process that gets on has a processor.  One that waits for its turn, looking now and then whether it
has come, has less than half of this."""
START_SECONDS = 120.0
KILL_AFTER_SECONDS = (1.0, 4.0)
ENVIRON = {"OMOIDE_EMBEDDING__PROVIDER": "hashing"}
"""Words only: what is soaked is the store, not the encoder, which would have both processors to itself."""


@dataclass
class Crowd:
    """The processes of a soak."""

    folder: Path
    dice: random.Random
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    killed: Counter[str] = field(default_factory=Counter)
    stuck: list[str] = field(default_factory=list)
    slow: set[str] = field(default_factory=set)

    def start(self, name: str) -> None:
        """Start one of the crowd, or start it again."""
        role = name.rstrip("0123456789")
        command = [sys.executable, "-m", "bench.soak_roles", role, str(self.folder), name.removeprefix(role)]
        self.processes[name] = subprocess.Popen(
            command, env=os.environ | ENVIRON, stdout=subprocess.DEVNULL, stderr=self._errors(name)
        )

    def wait_until_all_are_there(self) -> None:
        """Return when everybody has opened the home: sixteen interpreters take their time to start."""
        until = time.monotonic() + START_SECONDS
        there = set[str]()
        while len(there) < len(self.processes) and time.monotonic() < until:
            there = {line["by"] for line in lines(self.folder) if line["kind"] == "step"}
            time.sleep(0.2)

    def _errors(self, name: str) -> int:
        return os.open(self.folder / "errors" / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def kill_one(self) -> None:
        """Kill one of them, or the server."""
        name = self.dice.choice([*self.processes, "server"])
        pid = self._server() if name == "server" else self.processes[name].pid
        if pid is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            self.killed[name.rstrip("0123456789")] += 1

    def look(self) -> None:
        """Start anew whoever has ended before the time, and end whoever is stuck."""
        for name, process in self.processes.items():
            if process.poll() is not None:
                (self.folder / "beats" / name).unlink(missing_ok=True)
                self.start(name)
            elif self._is_stuck(name):
                process.kill()
                process.wait()

    def _is_stuck(self, name: str) -> bool:
        try:
            pid = self.processes[name].pid
            began, used, kept_waiting, what = (self.folder / "beats" / name).read_text().split(" ", 3)
            took = time.time() - float(began)
            worked = processor_seconds(pid) - float(used)
            had_its_way = took - (kept_waiting_seconds(pid) - float(kept_waiting))
        except (OSError, ValueError):
            return False
        if had_its_way <= LONGEST_STEP_SECONDS:
            return False
        if had_its_way <= LONGEST_WORK_SECONDS and worked >= AT_WORK * had_its_way:
            self.slow.add(f"{name}: {what} ({began})")
            return False
        self.stuck.append(f"{name}: {what}")
        return True

    def _server(self) -> int | None:
        try:
            known = control.status(self.folder / "home")
        except (OSError, Unavailable):
            return None
        return None if known is None else known.pid

    def end(self) -> None:
        """Wait for all of them, a step at most."""
        (self.folder / OVER).touch()
        until = time.monotonic() + LONGEST_STEP_SECONDS
        for name, process in self.processes.items():
            try:
                process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.stuck.append(f"{name}: did not end")
                process.kill()
                process.wait()


def processor_seconds(pid: int) -> float:
    """Return how long a process has had a processor; where that cannot be told, nothing."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Soak, check and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    seconds = arguments.minutes * 60 if arguments.seconds is None else arguments.seconds
    with tempfile.TemporaryDirectory(prefix="omoide-soak-", ignore_cleanup_errors=True) as folder:
        figures = soak(Path(folder), seconds=seconds, seed=arguments.seed)
    if arguments.json:
        print(json.dumps(figures, ensure_ascii=False))
    else:
        for name, value in figures.items():
            print(f"{name:12} {value}")
    return 0 if is_well(figures) else 1


def is_well(figures: dict[str, object]) -> bool:
    """Tell whether all is as it must be."""
    wrong = ("lost", "left", "halved", "unfinished", "stuck", "defects", "problems")
    return bool(figures["interrupted"]) and not any(figures[name] for name in wrong)


def soak(folder: Path, *, seconds: float, seed: int = 1, crowd: dict[str, int] = CROWD) -> dict[str, object]:
    """Soak a home for so long; return what was found."""
    for name in ("account", "beats", "errors", "logs"):
        (folder / name).mkdir(parents=True)
    with Omoide.open(folder / "home", beside="nowhere") as omoide:
        omoide.persona(PERSONA)
    people = Crowd(folder, dice=random.Random(seed))
    for role, count in crowd.items():
        for number in range(count):
            people.start(f"{role}{number}")
    people.wait_until_all_are_there()
    until, next_kill = time.monotonic() + seconds, 0.0
    while (now := time.monotonic()) < until:
        if now >= next_kill:
            people.kill_one()
            next_kill = now + people.dice.uniform(*KILL_AFTER_SECONDS)
        people.look()
        time.sleep(0.1)
    people.end()
    return {"seconds": round(seconds), **examined(people), **counted(people)}


def examined(people: Crowd) -> dict[str, object]:
    """Bring the home to rest and look whether anything is lost, left, half done or broken."""
    home = people.folder / "home"
    taken_in = came_to_rest(home)
    interrupted = broken_off(people)
    with Omoide.open(
        home, beside="nowhere"
    ) as omoide:  # nothing is erased here: what was broken off finishes by itself
        said = set(words_of(omoide.persona(PERSONA).log()))
        receipts = omoide.erasure_receipts()
        problems = omoide.problems()
        unsound = [each.detail for each in omoide.examine() if each.check == "words" and each.state.value == "wrong"]
    return {
        **erasures_examined(people.folder, said),
        "unfinished": sum(1 for each in receipts if each.report is None or not each.is_sound),
        "interrupted": interrupted,
        "slow": dict(Counter(each.rpartition(" (")[0].partition(": ")[2] for each in people.slow)),
        "stuck": [*people.stuck, *([] if taken_in else ["the spool was not taken in"])],
        "problems": [*problems, *unsound],
    }


def erasures_examined(folder: Path, said: set[str]) -> dict[str, object]:
    """Return what is lost, left or half done: an erasure that was killed has taken all of its turns, or none."""
    account = list(lines(folder))
    orders = {str(line["marks"]): line for line in account if line["kind"] in ("erasing", "erased")}.values()
    done = [each for each in orders if each["kind"] == "erased" or not said & set(each["marks"])]
    kept = {line["mark"]: line["session"] for line in account if line["kind"] == "kept"}
    whole = {each["session"] for each in done if each["way"] == "session"}
    gone = {word for each in done for word in each["marks"]} | {word for word in kept if kept[word] in whole}
    known = said | gone
    partly = [each for each in orders if each not in done and set(each["marks"]) - said - gone]
    return {
        "lost": sum(1 for word in kept if word not in known),
        "left": len(gone & said) + len(files_holding(folder / "home", sorted(gone))),
        "halved": len(partly),
    }


def broken_off(people: Crowd) -> int:
    """Have one more erasure killed in its middle; return how many orders now wait to be finished."""
    people.start(BROKEN)
    people.processes[BROKEN].wait(LONGEST_STEP_SECONDS)
    with closing(sqlite3.connect(people.folder / "home" / "omoide.db")) as database:
        waiting = database.execute("SELECT count(*) FROM erasures WHERE step < ?", (OrderStep.FINISHED,)).fetchone()
    return int(waiting[0])


def came_to_rest(home: Path) -> bool:
    """Have a server take in everything that was spooled, and end; tell whether it did."""
    os.environ.update(ENVIRON)
    control.start(home)
    until = time.monotonic() + 3 * LONGEST_STEP_SECONDS
    is_done = False
    while not is_done and time.monotonic() < until:
        with suppress(Unavailable):
            known = control.status(home)
            is_done = known is not None and known.waiting == 0 and not any((home / "spool").glob("*.json"))
        time.sleep(0.1)
    control.stop(home)
    return is_done


def files_holding(home: Path, words: list[str]) -> list[str]:
    """Return the files below the home that hold one of the words."""
    wanted = [word.encode() for word in words]
    files = [path for path in home.rglob("*") if path.is_file()]
    return [path.name for path in files if (data := path.read_bytes()) and any(word in data for word in wanted)]


def counted(people: Crowd) -> dict[str, object]:
    """Return what was done, how long the longest step of each kind took, and what went wrong."""
    account = list(lines(people.folder))
    steps = [line for line in account if line["kind"] == "step"]
    longest: dict[str, float] = {}
    for line in steps:
        longest[line["what"]] = max(longest.get(line["what"], 0.0), float(line["seconds"]))
    return {
        "defects": dict(Counter(f"{each['what']}: {each['why']}" for each in account if each["kind"] == "defect")),
        "refused": dict(Counter(f"{each['what']}: {each['why']}" for each in account if each["kind"] == "refused")),
        "kept": sum(1 for each in account if each["kind"] == "kept"),
        "erased": dict(Counter(each["way"] for each in account if each["kind"] == "erased")),
        "steps": dict(Counter(each["what"] for each in steps)),
        "longest_s": {what: round(seconds, 2) for what, seconds in longest.items()},
        "killed": dict(people.killed),
    }


if __name__ == "__main__":
    sys.exit(main())
