"""What recall finds for each question of the corpus, to learn from: one line a question.

    python -m tools.answering.found --corpus corpus --questions corpus/questions --out BUILD/found.jsonl
    python -m tools.answering.found … --strange 36 --out BUILD/strange.jsonl

Each speaker's talk is lived through the public API in a home of its own, then the questions are asked by `mind.rank`; with `--strange` so
many questions about other speakers of the language instead, most of which this talk does not answer.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.answering.lines import held_out, lines_of

from omoide import Mind, Omoide

DEPTH = 60


def asked(mind: Mind, speaker: Path, questions: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield each question with the turns that were found for it, best first, and their scores."""
    place_of = {}
    turns = lines_of(speaker)[1:]
    for place, turn in enumerate(turns):
        session = turn["id"].split(":")[0]
        event = mind.observe(user=turn["user"], assistant=turn["assistant"], session_id=session, at=turn["at"])
        place_of[int(event.id)] = place
    mind.catch_up()
    for one in questions:
        when = one.get("as_of") or turns[-1]["at"]
        hits = mind.rank(one["q"], limit=DEPTH, as_of=when)
        found = [(place_of[int(hit.event.id)], round(hit.why.total, 4)) for hit in hits]
        yield {**one, "as_of": when, "speaker": speaker.stem, "found": found}


def strange(paths: list[Path], mine: Path, count: int) -> list[dict[str, Any]]:
    """Return questions about others, without who answers them and when they were asked."""
    others = [one for path in paths if path != mine and path.stem[:2] == mine.stem[:2] for one in lines_of(path)]
    some = random.Random(mine.stem).sample(others, min(count, len(others)))
    return [{"q": one["q"], "category": "strange"} for one in some]


def main() -> None:
    """Ask every question and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("corpus", "questions", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--strange", type=int, default=0)
    given = parser.parse_args()
    paths = sorted(given.questions.glob("*.jsonl"))
    held = {path.stem for path in held_out(paths)}
    with given.out.open("w", encoding="utf-8") as out:
        for path in paths:
            if given.strange and path.stem in held:
                continue
            asking = strange([one for one in paths if one.stem not in held], path, given.strange)
            questions = asking if given.strange else lines_of(path)
            with tempfile.TemporaryDirectory() as home, Omoide.open(home, beside="nowhere") as omoide:
                for row in asked(omoide.persona("asked"), given.corpus / "speakers" / path.name, questions):
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")
            print(path.stem, flush=True)


if __name__ == "__main__":
    main()
