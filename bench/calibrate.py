"""What cosines mean in the embedding space in use, and where its relevance floor should lie.

    python -m bench.calibrate --data FILE [--data FILE …] [--answered 0.97] [--limit N] [--json]

Conversations are lived through the public API and their questions asked.  `unrelated` is a cosine that half to nine in
ten pairs of a question and any turn stay below; `same` one that five to twenty-five in a hundred questions reach with a
turn that answers them; `floor` the highest relevance at which, in every file, the wanted share of answerable questions is
still answered.  Of these, the three are printed that leave most of the other questions unanswered.
`curve` shows the price: for a few floors, the share answered, the share of unanswerable questions left unanswered, and
the share of questions about another conversation left unanswered (`strange`: nothing of the kind was ever said).
The first three belong into `omoide.domain.recall.relevance.CALIBRATIONS` under the printed name of the space.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.conversations import Conversation, Question, read
from bench.recall_quality import lived
from omoide import Mind, Omoide
from omoide.domain.recall import relevance
from omoide.domain.recall.relevance import JUDGED, Calibration
from omoide.errors import EmbedderUnavailable

Floats = NDArray[np.float64]
BULK_QUESTIONS = 20
"""Questions of each conversation that are compared with every turn."""
STRANGE_QUESTIONS = 30
"""Questions about another conversation that each one is asked."""
DEPTH = 50
FLOORS_SHOWN = (0.99, 0.97, 0.95, 0.9)
UNRELATED_SHARES = (0.5, 0.6, 0.7, 0.8, 0.9)
SAME_SHARES = (0.95, 0.9, 0.75)


@dataclass(frozen=True, slots=True)
class Asked:
    """What one question found."""

    is_answerable: bool
    is_strange: bool
    """It was asked about another conversation."""
    coverage: Floats
    cosines: Floats
    """Both of the first few places."""
    misattribution: float
    bulk: Floats
    """Cosines with turns that do not answer it."""
    answer: float | None
    """The best cosine of a turn that answers it."""

    def relevance(self, calibration: Calibration) -> float:
        """Return the relevance that decides whether anything comes to mind."""
        nearness = relevance.near(self.cosines, calibration=calibration)
        return float(relevance.combined(self.coverage, nearness, self.misattribution).max(initial=0.0))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.calibrate", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, action="append", required=True, help="a file in the retrieval format")
    parser.add_argument("--answered", type=float, default=0.97, help="share of answerable questions to answer")
    parser.add_argument("--limit", type=int, default=None, help="ask at most this many questions of each conversation")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args(arguments)
    by_file: dict[str, list[Asked]] = {}
    space = ""
    whole = [(path, conversation) for path in chosen.data for conversation in read(path)]
    for number, (path, conversation) in enumerate(whole):
        strange = [question for question in whole[number - 1][1].questions if question.is_answerable]
        with tempfile.TemporaryDirectory() as home, Omoide.open(home, beside="nowhere") as omoide:
            mind = omoide.persona("bench")
            by_file.setdefault(path.name, []).extend(asked(mind, conversation, strange, limit=chosen.limit))
            space = mind.index_status()[0].space
        print(f"{path.name} {conversation.id}: {len(by_file[path.name])} questions so far", file=sys.stderr)
    figures = {"space": space.partition("/")[0], **calibrated(by_file, answered=chosen.answered)}
    print(json.dumps(figures, ensure_ascii=False, indent=None if chosen.json else 2))
    return 0


def asked(mind: Mind, conversation: Conversation, strange: Sequence[Question], *, limit: int | None) -> Iterator[Asked]:
    """Live through a conversation and yield what each question found, then some that are about another one."""
    known: dict[int, tuple[str, ...]] = {}
    for number, (question, asked_at, turns_of) in enumerate(lived(mind, conversation, limit=limit)):
        known = turns_of
        depth = len(turns_of) if number < BULK_QUESTIONS else DEPTH
        yield outcome(mind, question, asked_at=asked_at, turns_of=turns_of, depth=depth)
    if strange[0] in conversation.questions:
        return
    for question in strange[:: max(1, len(strange) // STRANGE_QUESTIONS)]:
        found = outcome(mind, question, asked_at=None, turns_of=known, depth=JUDGED)
        yield replace(found, is_answerable=False, is_strange=True, answer=None)


def outcome(
    mind: Mind, question: Question, *, asked_at: str | None, turns_of: dict[int, tuple[str, ...]], depth: int
) -> Asked:
    """Ask one question and keep what its calibration needs."""
    evidence = frozenset().union(*question.places)
    hits = mind.rank(question.text, limit=depth, as_of=asked_at)
    right = [not evidence.isdisjoint(turns_of[hit.event.id]) for hit in hits]
    cosines = np.array([np.nan if hit.why.cosine is None else hit.why.cosine for hit in hits])
    if np.isnan(cosines).any():
        raise EmbedderUnavailable("some turns have no vector; calibration needs them all")
    answers = cosines[np.array(right, np.bool_)]
    return Asked(
        is_answerable=question.is_answerable,
        is_strange=False,
        coverage=np.array([hit.why.coverage for hit in hits[:JUDGED]]),
        cosines=cosines[:JUDGED],
        misattribution=hits[0].why.misattribution if hits else 0.0,
        bulk=cosines[~np.array(right, np.bool_)] if depth == len(turns_of) else np.zeros(0),
        answer=float(answers.max()) if question.is_answerable and len(answers) else None,
    )


def calibrated(by_file: dict[str, list[Asked]], *, answered: float) -> dict[str, Any]:
    """Return the calibration, and what it costs in each file."""
    tried = [
        replace(scale, floor=min(_floor(some, scale, answered=answered) for some in by_file.values()))
        for scale in _scales([found for some in by_file.values() for found in some])
    ]
    best = max(tried, key=lambda scale: _silence(by_file, scale))
    return {
        "unrelated": best.unrelated,
        "same": best.same,
        "floor": best.floor,
        "at_floor": {name: _shares(some, best, best.floor) for name, some in by_file.items()},
        "curve": {
            name: [_shares(some, best, _floor(some, best, answered=share)) for share in FLOORS_SHOWN]
            for name, some in by_file.items()
        },
    }


def _scales(everything: Sequence[Asked]) -> list[Calibration]:
    """Return the scales to try, with what cosines of the space are like; the widest come first."""
    bulk = np.concatenate([found.bulk for found in everything])
    answers = [found.answer for found in everything if found.answer is not None]
    unrelated = [round(float(cosine), 2) for cosine in np.quantile(bulk, UNRELATED_SHARES)]
    same = [round(float(cosine), 2) for cosine in np.quantile(answers, SAME_SHARES)]
    return [Calibration(unrelated=low, same=max(high, round(low + 0.1, 2))) for low in unrelated for high in same]


def _silence(by_file: dict[str, list[Asked]], scale: Calibration) -> float:
    """Return the share of questions that nothing answers which are left unanswered, the mean over files and kinds."""
    shares = [_shares(some, scale, scale.floor) for some in by_file.values()]
    known = [share[kind] for share in shares for kind in ("abstained", "strange_abstained")]
    return float(np.mean([share for share in known if share is not None] or [0.0]))


def _floor(some: Sequence[Asked], scale: Calibration, *, answered: float) -> float:
    """Return the highest floor, to two places, at which the wanted share of answerable questions is answered."""
    values = [found.relevance(scale) for found in some if found.is_answerable]
    return float(np.floor(np.quantile(values, 1.0 - answered) * 100) / 100)


def _shares(some: Sequence[Asked], scale: Calibration, floor: float) -> dict[str, float | None]:
    above = [(found, found.relevance(scale) >= floor) for found in some]
    return {
        "floor": floor,
        "answered": _share(is_above for found, is_above in above if found.is_answerable),
        "abstained": _share(
            not is_above for found, is_above in above if not found.is_answerable and not found.is_strange
        ),
        "strange_abstained": _share(not is_above for found, is_above in above if found.is_strange),
    }


def _share(cases: Iterable[bool]) -> float | None:
    known = list(cases)
    return round(sum(known) / len(known), 3) if known else None


if __name__ == "__main__":
    sys.exit(main())
