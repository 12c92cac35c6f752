"""Does recall find what was said, and stay silent when nothing was?

    python -m bench.recall_quality --data FILE [--json] [--limit N]

Every conversation is lived through the public API in a home of its own: its turns are observed with their own times,
then its questions are asked.  `hit@k`, `recall@10`, `all@10`, `mrr` and `current_before_stale` look at the ranking
before the relevance floor; `mean_returned`, `precision`, `abstained` and `answered` at what recall gives a caller.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.conversations import Conversation, Question, Said, read
from omoide import Mind, Omoide

DEPTH = 100
"""How deep the ranking is looked at; what lies below counts as not found."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one question brought."""

    category: str
    is_answerable: bool
    ranks: tuple[float, ...]
    """For each place that answers: its rank from 1, infinite when it was not found."""
    stale_rank: float | None
    returned: int
    right: int
    """How many of the returned ones are evidence."""
    milliseconds: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one file and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.recall_quality", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="a file in the retrieval format")
    parser.add_argument("--limit", type=int, default=None, help="ask at most this many questions of each conversation")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args(arguments)
    outcomes: list[Outcome] = []
    for conversation in read(chosen.data):
        with tempfile.TemporaryDirectory() as home, Omoide.open(home, beside="nowhere") as omoide:
            outcomes += asked(omoide.persona("bench"), conversation, limit=chosen.limit)
        print(f"{conversation.id}: {len(outcomes)} questions so far", file=sys.stderr)
    figures = summary(outcomes)
    print(json.dumps(figures, ensure_ascii=False, indent=None if chosen.json else 2))
    return 0


def asked(mind: Mind, conversation: Conversation, *, limit: int | None) -> Iterator[Outcome]:
    """Live through a conversation and yield the outcome of each question."""
    for question, asked_at, turns_of in lived(mind, conversation, limit=limit):
        yield outcome(mind, question, asked_at=asked_at, turns_of=turns_of)


def lived(
    mind: Mind, conversation: Conversation, *, limit: int | None
) -> Iterator[tuple[Question, str | None, dict[int, tuple[str, ...]]]]:
    """Yield each question when what it may know has been observed, with its time and the turns behind each event."""
    turns_of: dict[int, tuple[str, ...]] = {}
    place_of = {turn: place for place, said in enumerate(conversation.events) for turn in said.turn_ids}
    everything = len(conversation.events)
    questions = sorted(
        conversation.questions[:limit], key=lambda q: place_of[q.before_turn] if q.before_turn else everything
    )
    done = 0
    for question in questions:
        until = place_of[question.before_turn] if question.before_turn else everything
        for said in conversation.events[done:until]:
            turns_of[_observed(mind, said)] = said.turn_ids
        if until > done:
            mind.catch_up()
        done = max(done, until)
        asked_at = question.asked_at or conversation.events[max(done - 1, 0)].at
        yield question, None if question.before_turn else asked_at, turns_of


def outcome(mind: Mind, question: Question, *, asked_at: str | None, turns_of: dict[int, tuple[str, ...]]) -> Outcome:
    """Ask one question twice: for the whole order, and for what recall stands by."""
    order = [turns_of[hit.event.id] for hit in mind.rank(question.text, limit=DEPTH, as_of=asked_at)]
    started = time.perf_counter()
    returned = mind.recall(question.text, as_of=asked_at)
    milliseconds = (time.perf_counter() - started) * 1000
    evidence = frozenset().union(*question.places)
    return Outcome(
        category=question.category,
        is_answerable=question.is_answerable,
        ranks=tuple(rank_of(place, order) for place in question.places),
        stale_rank=rank_of(question.stale, order) if question.stale else None,
        returned=len(returned),
        right=sum(not evidence.isdisjoint(turns_of[hit.event.id]) for hit in returned),
        milliseconds=milliseconds,
    )


def rank_of(turns: frozenset[str], order: Sequence[Sequence[str]]) -> float:
    """Return the rank from 1 of the first event that holds one of the turns; infinite when none does."""
    return next((float(rank) for rank, held in enumerate(order, 1) if not turns.isdisjoint(held)), float("inf"))


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the figures over all questions, and the same by category."""
    categories = sorted({outcome.category for outcome in outcomes})
    times = sorted(outcome.milliseconds for outcome in outcomes)
    return {
        **figures_of(outcomes),
        "by_category": {name: figures_of([o for o in outcomes if o.category == name]) for name in categories},
        "latency_ms": {"p50": _quantile(times, 0.5), "p95": _quantile(times, 0.95)},
    }


def figures_of(outcomes: Sequence[Outcome]) -> dict[str, float | int | None]:
    """Return every figure over these questions; `None` where no question of the kind is among them."""
    answerable = [o for o in outcomes if o.is_answerable and o.ranks]
    unanswerable = [o for o in outcomes if not o.is_answerable]
    updated = [o for o in answerable if o.stale_rank is not None]
    return {
        **{f"hit@{k}": _mean([min(o.ranks) <= k for o in answerable]) for k in (5, 10, 20)},
        "recall@10": _mean([_mean_of(rank <= 10 for rank in o.ranks) for o in answerable]),
        "all@10": _mean([max(o.ranks) <= 10 for o in answerable]),
        "mrr": _mean([1 / min(o.ranks) for o in answerable]),
        "mean_returned": _mean([o.returned for o in answerable]),
        "precision": _mean([o.right / o.returned if o.returned else 0.0 for o in answerable]),
        "abstained": _mean([o.returned == 0 for o in unanswerable]),
        "answered": _mean([o.returned > 0 for o in answerable]),
        "current_before_stale": _mean([min(o.ranks) < (o.stale_rank or 0.0) for o in updated]),
    }


def _observed(mind: Mind, said: Said) -> int:
    event = mind.observe(user=said.user, assistant=said.assistant, session_id=said.session, at=said.at)
    return int(event.id)


def _mean(values: Sequence[float]) -> float | None:
    return round(statistics.fmean(values), 4) if values else None


def _mean_of(values: Iterator[bool]) -> float:
    return statistics.fmean(list(values))


def _quantile(ordered: Sequence[float], share: float) -> float | None:
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2) if ordered else None


if __name__ == "__main__":
    sys.exit(main())
