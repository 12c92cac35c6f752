"""Facts that change: does the newer one come first, and does a question about the past get the past?

    python -m bench.updates same [--facts 100] [--pairs 500] [--language ja|en] [--json]
    python -m bench.updates told [--part tune|report|all] [--language ja|en] [--json]
    python -m bench.updates done [--language ja|en] [--json]
    python -m bench.updates set --data FILE [--speakers odd|even] [--json]

`same`: generated facts, told twice in the same words with another value, among so many facts; with fewer facts than pairs
several minds are lived through.  `told`: everyday facts that change in words of their own (`updates_told.json`; odd ones
are tuned on, even ones reported).  `done`: everyday errands that get done (`updates_errands.json`), and whether they were.
`set`: the questions of a retrieval file that name a stale turn, and beside them, as `lasting`, those about what never
changed: how often a right answer stands lower there than by ranking alone (`right_demoted`), or is given as something that
has changed since (`right_marked`).  All but `same` are digested first, as they would be by the time somebody asks.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.conversations import Conversation, Question, read
from bench.recall_quality import DEPTH, lived, outcome, rank_of, turns_shown
from bench.updates_sets import errands, everyday, told_twice
from omoide import Mind, Omoide


@dataclass(frozen=True, slots=True)
class Answered:
    """What one question about something that changed brought."""

    language: str
    is_past: bool
    right_first: bool
    """What is asked for stands before its counterpart."""
    wrong_alone: bool
    """The caller gets the counterpart and not what is asked for."""
    is_marked: bool
    """The counterpart is not given, or given as something that has changed."""
    text: str


@dataclass(frozen=True, slots=True)
class Lasting:
    """What one question about something that never changed brought."""

    language: str
    is_demoted: bool
    """The right answer stands lower than by ranking alone."""
    is_marked: bool
    """It is given as something that has changed since."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one kind of change and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.updates", description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=("same", "told", "done", "set"))
    parser.add_argument("--language", choices=("ja", "en"), action="append")
    parser.add_argument("--facts", type=int, default=100)
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--part", choices=("tune", "report", "all"), default="report")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--speakers", choices=("odd", "even"))
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    answers = [
        answer
        for conversation in _conversations(chosen)
        for answer in answered(conversation, is_digested=chosen.kind != "same")
    ]
    print(json.dumps(figures(answers), ensure_ascii=False, indent=None if chosen.json else 2))
    return 0


def answered(conversation: Conversation, *, is_digested: bool) -> list[Answered | Lasting]:
    """Live through a conversation in a home of its own and ask what has changed, and what has not."""
    asked = replace(conversation, questions=tuple(q for q in conversation.questions if q.is_answerable and q.places))
    with tempfile.TemporaryDirectory() as home, Omoide.open(home, beside="nowhere") as omoide:
        mind = omoide.persona("bench")
        return list(_answers(mind, asked, is_digested=is_digested))


def figures(found: Sequence[Answered | Lasting]) -> dict[str, dict[str, float]]:
    """Return, for each language, how often the right one came first, and how often only the wrong one was given."""
    told: dict[str, dict[str, float]] = {}
    answers = [each for each in found if isinstance(each, Answered)]
    for language in sorted({each.language for each in found}):
        lasting = [each for each in found if isinstance(each, Lasting) and each.language == language]
        now = [a for a in answers if a.language == language and not a.is_past]
        then = [a for a in answers if a.language == language and a.is_past]
        told[language] = {"questions": len(now)}
        if now:
            told[language] |= {
                "newer_first": _share(a.right_first for a in now),
                "outdated_alone": _share(a.wrong_alone for a in now),
                "outdated_absent_or_marked": _share(a.is_marked for a in now),
            }
        if then:
            told[language] |= {"of_the_past": len(then), "older_first": _share(a.right_first for a in then)}
        if lasting:
            told[language] |= {
                "lasting": len(lasting),
                "right_demoted": _share(each.is_demoted for each in lasting),
                "right_marked": _share(each.is_marked for each in lasting),
            }
    return told


def _conversations(chosen: argparse.Namespace) -> Iterator[Conversation]:
    if chosen.kind == "set":
        wanted = {"odd": 1, "even": 0}.get(chosen.speakers)
        yield from (c for c in read(chosen.data) if wanted is None or int(c.id[-3:]) % 2 == wanted)
        return
    for language in chosen.language or ("ja", "en"):
        if chosen.kind in ("told", "done"):
            yield everyday(language, part=chosen.part) if chosen.kind == "told" else errands(language)
            continue
        for seed in range(max(1, -(-chosen.pairs // chosen.facts))):
            yield told_twice(language, facts=chosen.facts, pairs=min(chosen.pairs, chosen.facts), seed=seed)


def _answers(mind: Mind, conversation: Conversation, *, is_digested: bool) -> Iterator[Answered | Lasting]:
    waits = is_digested
    for question, asked_at, turns_of in lived(mind, conversation, limit=None):
        if waits:
            mind.digest()
            waits = False
        language = conversation.id[:2] if conversation.id[:2] in ("ja", "en") else "all"
        if question.stale:
            yield _answer(mind, question, asked_at, turns_of, language=language)
            continue
        kept = outcome(mind, question, asked_at=asked_at, turns_of=turns_of)
        yield Lasting(language, kept.is_demoted, kept.is_marked)


def _answer(
    mind: Mind, question: Question, asked_at: str | None, turns_of: dict[int, tuple[str, ...]], *, language: str
) -> Answered:
    order = [turns_of[hit.event.id] for hit in mind.rank(question.text, limit=DEPTH, as_of=asked_at)]
    given = mind.recall(question.text, as_of=asked_at)
    shown = [(hit, turns_shown(hit, turns_of)) for hit in given]
    right = [hit for hit, turns in shown if any(not place.isdisjoint(turns) for place in question.places)]
    wrong = [hit for hit, turns in shown if not question.stale.isdisjoint(turns)]
    return Answered(
        language=language,
        is_past=question.category == "past",
        right_first=min(rank_of(place, order) for place in question.places) < rank_of(question.stale, order),
        wrong_alone=bool(wrong) and not right,
        is_marked=all(hit.outdated_by is not None for hit in wrong),
        text=question.text,
    )


def _share(values: Iterator[bool]) -> float:
    return round(statistics.fmean(list(values)), 4)


if __name__ == "__main__":
    sys.exit(main())
