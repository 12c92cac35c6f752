"""Does recall find what was said, and stay silent when nothing was?

    python -m bench.recall_quality --data FILE [--data FILE …] [--baselines] [--deep] [--only odd|even] [--limit N]
                                   [--vectors FILE] [--json]

Every conversation is lived through the public API in a home of its own: its turns are observed with their own times,
then its questions are asked.  `hit@k`, `recall@10`, `all@10`, `mrr` and `current_before_stale` look at the ranking
before the relevance floor; `mean_returned`, `precision`, `held` (the evidence is among what is returned), `abstained` and
`answered` at what recall gives a caller with its defaults.  `right_demoted` and `right_marked` say what putting the current
before the outdated costs where nothing has changed: how often a right turn stands lower than by ranking alone, and how
often it is given as something that has changed since.  `left_open` and `right_left_open` tell, of questions without and with an
answer, how often nothing came or what came was told as only near (`--deep`).  With `--baselines` the same questions are asked of BM25, of
our vectors alone and of their fusion, and a table sets all sets side by side.  `--only` takes every second conversation:
tune on some, report others.  `--vectors` keeps the vectors in a file, for the next time.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench import baselines
from bench.baselines import Shelf
from bench.conversations import Conversation, Question, Said, read
from bench.kept_vectors import KeptVectors
from omoide import Mind, Omoide
from omoide.domain.recall.recollection import Recollection

DEPTH = 100
"""How deep the ranking is looked at; what lies below counts as not found."""
NEVER = float("inf")


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
    is_demoted: bool = False
    """The first right one stands lower than by ranking alone."""
    is_marked: bool = False
    """A right one was returned as something that has changed since."""
    is_near_only: bool = False
    """What was returned is told as only near: nothing reads as an answer."""
    plain: dict[str, float] = field(default_factory=dict)
    """The rank of the first place that answers in each plain search."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure every file and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.recall_quality", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, action="append", required=True, help="a file in the retrieval format")
    parser.add_argument("--limit", type=int, default=None, help="ask at most this many questions of each conversation")
    parser.add_argument("--baselines", action="store_true", help="ask BM25, vectors and their fusion too")
    parser.add_argument("--only", choices=("odd", "even"), default=None, help="only every second conversation")
    parser.add_argument("--vectors", type=Path, default=None, help="a file (.npz) that keeps vectors between runs")
    parser.add_argument("--deep", action="store_true", help="read what was said together with the cue")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args(arguments)
    embedder = KeptVectors(chosen.vectors)
    found: dict[str, dict[str, Any]] = {}
    for path in chosen.data:
        found[path.stem] = measured(_every_second(read(path), chosen.only), embedder, chosen)
        embedder.save()
        if chosen.baselines:
            print(_row(path.stem, found[path.stem]), file=sys.stderr)
    whole = found[chosen.data[0].stem] if len(found) == 1 else {"sets": found}
    if chosen.baselines and not chosen.json:
        print(table(found))
    else:
        print(json.dumps(whole, ensure_ascii=False, indent=None if chosen.json else 2))
    return 0


def measured(
    conversations: Sequence[Conversation], embedder: KeptVectors, chosen: argparse.Namespace
) -> dict[str, Any]:
    """Return the figures of one set, with those of the plain searches when they are asked for."""
    outcomes: list[Outcome] = []
    for conversation in conversations:
        with tempfile.TemporaryDirectory() as home, Omoide.open(home, beside="nowhere", embedder=embedder) as omoide:
            mind = omoide.persona("bench")
            shelf = Shelf(mind, embedder) if chosen.baselines else None
            outcomes += asked(mind, conversation, limit=chosen.limit, shelf=shelf, deep=chosen.deep)
        print(f"{conversation.id}: {len(outcomes)} questions so far", file=sys.stderr)
    return summary(outcomes)


def asked(
    mind: Mind, conversation: Conversation, *, limit: int | None, shelf: Shelf | None = None, deep: bool = False
) -> Iterator[Outcome]:
    """Live through a conversation and yield the outcome of each question."""
    for question, asked_at, turns_of in lived(mind, conversation, limit=limit):
        found = outcome(mind, question, asked_at=asked_at, turns_of=turns_of, deep=deep)
        if shelf is None:
            yield found
            continue
        as_of = None if asked_at is None else mind.moment(asked_at)
        orders = shelf.orders(question.text, as_of=as_of, depth=DEPTH)
        yield replace(
            found,
            plain={
                name: min((rank_of(place, [turns_of[i] for i in order]) for place in question.places), default=NEVER)
                for name, order in orders.items()
            },
        )


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
        # Asked in the middle of a talk, it is asked when the last turn so far was said: "last week" is seen from there.
        last = conversation.events[max(done - 1, 0)].at
        yield question, last if question.before_turn else question.asked_at or last, turns_of


def turns_shown(hit: Recollection, turns_of: dict[int, tuple[str, ...]]) -> frozenset[str]:
    """Return the turns that a recollection shows word for word, or by their memories; a belief or a profile shows none."""
    return frozenset(turn for event in hit.events for turn in turns_of[event.id])


def outcome(
    mind: Mind, question: Question, *, asked_at: str | None, turns_of: dict[int, tuple[str, ...]], deep: bool = False
) -> Outcome:
    """Ask one question twice: for the whole order, and for what recall stands by."""
    ranked = mind.rank(question.text, limit=DEPTH, as_of=asked_at, deep=deep)
    order = [turns_of[hit.event.id] for hit in ranked]
    started = time.perf_counter()
    returned = mind.recall(question.text, as_of=asked_at, deep=deep)
    milliseconds = (time.perf_counter() - started) * 1000
    evidence = frozenset().union(*question.places)
    right = [hit for hit in returned if not evidence.isdisjoint(turns_shown(hit, turns_of))]
    return Outcome(
        category=question.category,
        is_answerable=question.is_answerable,
        ranks=tuple(rank_of(place, order) for place in question.places),
        stale_rank=rank_of(question.stale, order) if question.stale else None,
        returned=len(returned),
        right=len(right),
        milliseconds=milliseconds,
        is_demoted=is_demoted(evidence, ranked, turns_of),
        is_marked=any(hit.outdated_by is not None for hit in right),
        is_near_only=bool(returned) and all(hit.near_only for hit in returned),
    )


def is_demoted(evidence: frozenset[str], ranked: Sequence[Recollection], turns_of: dict[int, tuple[str, ...]]) -> bool:
    """Tell whether the first right one stands lower than it would by ranking alone."""
    alone = sorted(ranked, key=lambda hit: round(hit.why.held - hit.why.total, 9))
    now, before = (rank_of(evidence, [turns_of[hit.event.id] for hit in order]) for order in (ranked, alone))
    return now > before


def rank_of(turns: frozenset[str], order: Sequence[Sequence[str]]) -> float:
    """Return the rank from 1 of the first event that holds one of the turns; infinite when none does."""
    return next((float(rank) for rank, held in enumerate(order, 1) if not turns.isdisjoint(held)), float("inf"))


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the figures over all questions, and the same by category."""
    categories = sorted({outcome.category for outcome in outcomes})
    times = sorted(outcome.milliseconds for outcome in outcomes)
    plain = [o.plain for o in outcomes if o.is_answerable and o.ranks and o.plain]
    beside = {"baselines": baselines.summary({name: [p[name] for p in plain] for name in plain[0]})} if plain else {}
    return {
        **figures_of(outcomes),
        **beside,
        "by_category": {name: figures_of([o for o in outcomes if o.category == name]) for name in categories},
        "latency_ms": {"p50": _quantile(times, 0.5), "p95": _quantile(times, 0.95)},
    }


def figures_of(outcomes: Sequence[Outcome]) -> dict[str, float | int | None]:
    """Return every figure over these questions; `None` where no question of the kind is among them."""
    answerable = [o for o in outcomes if o.is_answerable and o.ranks]
    unanswerable = [o for o in outcomes if not o.is_answerable]
    updated = [o for o in answerable if o.stale_rank is not None]
    lasting = [o for o in answerable if o.stale_rank is None]
    return {
        **{f"hit@{k}": _mean([min(o.ranks) <= k for o in answerable]) for k in (5, 10, 20)},
        "recall@10": _mean([_mean_of(rank <= 10 for rank in o.ranks) for o in answerable]),
        "all@10": _mean([max(o.ranks) <= 10 for o in answerable]),
        "mrr": _mean([1 / min(o.ranks) for o in answerable]),
        "mean_returned": _mean([o.returned for o in answerable]),
        "precision": _mean([o.right / o.returned if o.returned else 0.0 for o in answerable]),
        "held": _mean([o.right > 0 for o in answerable]),
        "abstained": _mean([o.returned == 0 for o in unanswerable]),
        "left_open": _mean([o.returned == 0 or o.is_near_only for o in unanswerable]),
        "right_left_open": _mean([o.returned == 0 or o.is_near_only for o in answerable]),
        "answered": _mean([o.returned > 0 for o in answerable]),
        "current_before_stale": _mean([min(o.ranks) < (o.stale_rank or 0.0) for o in updated]),
        "right_demoted": _mean([o.is_demoted for o in lasting]),
        "right_marked": _mean([o.is_marked for o in lasting]),
    }


def table(found: dict[str, dict[str, Any]]) -> str:
    """Return all sets side by side with the plain searches, and what a caller gets."""
    head = "| set | BM25 | vectors | fused | Omoide | MRR: best plain / Omoide | held | precision | answered | silent |"
    return "\n".join([head, "|" + "---|" * 10, *(_row(name, figures) for name, figures in found.items())])


def _row(name: str, figures: dict[str, Any]) -> str:
    plain = figures["baselines"]
    hits = [plain[each]["hit@10"] for each in baselines.NAMES]
    returned = [figures[each] for each in ("held", "precision", "answered", "abstained")]
    mrr = f"{_short(baselines.best_of(plain, 'mrr'))} / {_short(figures['mrr'])}"
    cells = [*map(_short, hits), f"**{_short(figures['hit@10'])}**", mrr, *map(_short, returned)]
    return f"| {name} | " + " | ".join(cells) + " |"


def _short(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}".removeprefix("0")


def _every_second(conversations: list[Conversation], which: str | None) -> list[Conversation]:
    return conversations if which is None else conversations[0 if which == "odd" else 1 :: 2]


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
