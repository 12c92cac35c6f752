"""What recall finds for each question of the corpus, to learn from: one line a question.

    python -m tools.answering.found --corpus corpus --questions corpus/questions --out BUILD/found.jsonl

Each speaker's talk is lived through the public API in a home of its own, then the questions are asked by `mind.rank`.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.answering.lines import lines_of

from omoide import Mind, Omoide

DEPTH = 60


def asked(mind: Mind, speaker: Path, questions: Path) -> Iterator[dict[str, Any]]:
    """Yield each question with the turns that were found for it, best first, and their scores."""
    place_of = {}
    for place, turn in enumerate(lines_of(speaker)[1:]):
        session = turn["id"].split(":")[0]
        event = mind.observe(user=turn["user"], assistant=turn["assistant"], session_id=session, at=turn["at"])
        place_of[int(event.id)] = place
    mind.catch_up()
    for one in lines_of(questions):
        hits = mind.rank(one["q"], limit=DEPTH, as_of=one["as_of"])
        found = [(place_of[int(hit.event.id)], round(hit.why.total, 4)) for hit in hits]
        yield {**one, "speaker": speaker.stem, "found": found}


def main() -> None:
    """Ask every question and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("corpus", "questions", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    with given.out.open("w", encoding="utf-8") as out:
        for questions in sorted(given.questions.glob("*.jsonl")):
            with tempfile.TemporaryDirectory() as home, Omoide.open(home, beside="nowhere") as omoide:
                for row in asked(omoide.persona("asked"), given.corpus / "speakers" / questions.name, questions):
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")
            print(questions.stem, flush=True)


if __name__ == "__main__":
    main()
