"""What a prompt is met with: how often the right memory is among it, and how often nothing is shown that has nothing to do with it.

    python -m bench.injection --data ../shared/corpus/questions_ja.json [--only odd|even] [--speakers 6] [--json]

Each speaker's talk is observed, digested and slept over as in life; then every question is put as a prompt, weeks or months
later, and so is every question of another speaker, which nothing in this mind should answer to.

    held      share of answerable prompts that are met with a memory of what answers them
    silent    share of prompts that are met with nothing: of unanswerable ones, and of another speaker's
    lines     memories shown to a prompt
"""

import argparse
import json
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.events.event import Turn
from omoide.domain.time import moment


@dataclass
class Met:
    """What prompts of one kind were met with."""

    prompts: int = 0
    held: int = 0
    silent: int = 0
    lines: int = 0

    def add(self, found: set[int], lines: int, evidence: set[int]) -> None:
        """Count one prompt."""
        self.prompts += 1
        self.held += bool(found & evidence)
        self.silent += lines == 0
        self.lines += lines

    def told(self) -> dict[str, float]:
        """Return the shares."""
        whole = max(1, self.prompts)
        shares = {"held": self.held / whole, "silent": self.silent / whole, "lines": self.lines / whole}
        return {"prompts": self.prompts, **{name: round(value, 3) for name, value in shares.items()}}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--only", choices=("odd", "even"))
    parser.add_argument("--speakers", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    talks = json.loads(arguments.data.read_text(encoding="utf-8"))["conversations"]
    chosen = [each for each in talks if arguments.only is None or _parity(each["id"]) == arguments.only]
    figures = measured(chosen[: arguments.speakers])
    if arguments.json:
        print(json.dumps(figures))
        return
    for kind, told in figures.items():
        print(f"{kind:12} {told}")


def measured(talks: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Return what prompts are met with, by kind."""
    kinds: dict[str, Met] = defaultdict(Met)
    for place, talk in enumerate(talks):
        others = talks[(place + 1) % len(talks)]["questions"] if len(talks) > 1 else []
        with tempfile.TemporaryDirectory(prefix="omoide-injection-") as folder:
            last = max(each["asked_at"] for each in talk["questions"])
            clock = SimulatedClock(moment.parse(last, tz=moment.zone("UTC")))
            with Omoide.open(Path(folder), clock=clock, beside="nowhere") as omoide:
                mind, ids = lived(omoide, talk)
                for question in talk["questions"]:
                    evidence = {ids[each] for each in question["evidence"]}
                    kinds["answerable" if evidence else "none"].add(*met(mind, question["question"]), evidence)
                for question in others:
                    kinds["other"].add(*met(mind, question["question"]), set())
    return {kind: each.told() for kind, each in kinds.items()}


def lived(omoide: Omoide, talk: dict[str, Any]) -> tuple[Mind, dict[str, int]]:
    """Return a mind that has lived through a talk, and the event of each turn."""
    about = talk["about"]
    omoide.add_persona("bench", language=about["language"], timezone=about["timezone"])
    mind = omoide.mind("bench")
    turns = talk["turns"]
    said = [
        (Turn(each["user"], each["assistant"], session_id=str(each["session"])), each["datetime"]) for each in turns
    ]
    kept = mind.observe_many(said)
    mind.settle()
    return mind, {turn["id"]: int(event.id) for turn, event in zip(turns, kept, strict=True)}


def met(mind: Mind, prompt: str) -> tuple[set[int], int]:
    """Return the events whose memories a prompt is met with, and how many lines it is shown."""
    brought = mind.host.bring_to_mind(prompt, session_id="", place="")
    return {int(each.event_id) for each in brought.memories if each.event_id is not None}, len(brought.lines)


def _parity(name: str) -> str:
    return "odd" if int(name.split("-")[1]) % 2 else "even"


if __name__ == "__main__":
    main()
