"""Facts that change, as conversations with questions: generated ones told in the same words, and everyday ones.

A generated fact is somebody's something (`Anna Berg's locker number is 4712`); some are told again later with another value
and all other words the same.  The everyday ones (`updates_told.json`) change in words of their own, and each is asked
about twice: how it is, and how it was.
"""

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from bench.conversations import Conversation, Question, Said

TOLD: Final = Path(__file__).with_name("updates_told.json")
ERRANDS: Final = Path(__file__).with_name("updates_errands.json")
WORDS: Final = Path(__file__).with_name("updates_words.json")
_START: Final = datetime(2025, 1, 6, 9, tzinfo=UTC)
_ASKED: Final = "2026-06-01T12:00:00+00:00"


class Words(NamedTuple):
    """What facts of one language are made of."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    attributes: tuple[str, ...]
    values: tuple[str, ...]
    told: tuple[str, ...]
    asked: tuple[str, ...]
    answers: tuple[str, ...]
    joined: str


def words_of(language: str) -> Words:
    """Return the words of a language (`updates_words.json`)."""
    return Words(**json.loads(WORDS.read_text(encoding="utf-8"))[language])


def told_twice(language: str, *, facts: int, pairs: int, seed: int = 1) -> Conversation:
    """Return so many facts, of which `pairs` are told again with another value, and a question about each of these."""
    words, dice = words_of(language), random.Random(seed)
    names = [f"{first}{words.joined}{last}" for first in words.first for last in words.last]
    subjects = [(name, thing) for name in names for thing in words.attributes]
    chosen = dice.sample(subjects, min(facts, len(subjects)))
    told = [
        (place, subject, dice.choice(words.told), dice.sample(words.values, 2)) for place, subject in enumerate(chosen)
    ]
    again = dice.sample(told, min(pairs, len(told)))
    said = [_said(f"a{place}", words, subject, form, values[0], dice) for place, subject, form, values in told]
    said += [_said(f"b{place}", words, subject, form, values[1], dice) for place, subject, form, values in again]
    questions = [
        _question(dice.choice(words.asked).format(name=name, thing=thing), now=f"b{place}", then=f"a{place}")
        for place, (name, thing), _, _ in again
    ]
    return Conversation(f"{language}-{facts}", tuple(_dated(said, minutes=20)), tuple(questions))


def everyday(language: str, *, part: str) -> Conversation:
    """Return everyday facts that change: the odd ones to tune on (`tune`), the even ones to report (`report`), or `all`."""
    rows = list(enumerate(json.loads(TOLD.read_text(encoding="utf-8"))[language], 1))
    rows = [(number, row) for number, row in rows if part == "all" or number % 2 == (part == "tune")]
    answers = words_of(language).answers
    said = [
        Said((f"{mark}{number}",), f"{mark}{number}", "", row[place], answers[(number + place) % 3])
        for place, mark in ((0, "a"), (1, "b"))
        for number, row in rows
    ]
    now = [_question(row[2], now=f"b{number}", then=f"a{number}") for number, row in rows]
    then = [_question(row[3], now=f"a{number}", then=f"b{number}", category="past") for number, row in rows]
    return Conversation(f"{language}-{part}", tuple(_dated(said, minutes=5 * 1440)), (*now, *then))


def errands(language: str) -> Conversation:
    """Return everyday errands that get done, told in words of their own, and for each the question whether it was."""
    rows = list(enumerate(json.loads(ERRANDS.read_text(encoding="utf-8"))[language], 1))
    answers = words_of(language).answers
    said = [
        Said((f"{mark}{number}",), f"{mark}{number}", "", row[place], answers[(number + place) % 3])
        for place, mark in ((0, "a"), (1, "b"))
        for number, row in rows
    ]
    asked = tuple(_question(row[2], now=f"b{number}", then=f"a{number}") for number, row in rows)
    return Conversation(f"{language}-errands", tuple(_dated(said, minutes=2 * 1440)), asked)


def _said(turn: str, words: Words, subject: tuple[str, str], form: str, value: str, dice: random.Random) -> Said:
    text = form.format(name=subject[0], thing=subject[1], value=value)
    return Said((turn,), turn, "", text, dice.choice(words.answers) or None)


def _question(text: str, *, now: str, then: str, category: str = "update") -> Question:
    return Question(text, category, (frozenset({now}),), frozenset({then}), _ASKED, None)


def _dated(said: list[Said], *, minutes: int) -> Iterator[Said]:
    for number, each in enumerate(said):
        at = _START + timedelta(minutes=minutes * number)
        yield Said(each.turn_ids, each.session, at.isoformat(), each.user, each.assistant)
