"""What the student learns from, as numbered texts, and how far it is from it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functions
from numpy.typing import NDArray
from tools.encoder.dialects import as_said
from tools.encoder.texts import Texts

Numbers = NDArray[np.int64]
ASKED_OF = re.compile(r"\b(?:did|does|has|had|is|was|will|would|can|could|should|must|may|might) ([A-Z][a-z]+)\b")


@dataclass(slots=True)
class Pairs:
    """Texts that belong together: a question and its answer, a sentence and its translation …"""

    left: Numbers
    right: Numbers
    hard: Numbers | None = None
    """For each pair some texts near the left one that are not its right one."""


@dataclass(slots=True)
class Lessons:
    """Everything to learn from, by number of text."""

    english: Numbers
    japanese: Numbers
    casual: Numbers
    denied: Numbers
    long: Pairs
    words: Pairs
    glossed: Pairs
    restated: Pairs
    like: Pairs
    score: NDArray[np.float32]
    plain: Numbers
    ask: dict[str, Pairs] = field(default_factory=dict)


def lessons(data: dict[str, Any], number: Texts, *, seed: int) -> Lessons:
    """Number every text and return what belongs with what; -1 stands for no text."""
    dice = np.random.default_rng(seed)
    rows = [[*r[:5], as_said(r[5], dice)] for r in data["aligned"]]
    made = Lessons(
        english=_all(number, (r[0] for r in rows)),
        japanese=_all(number, (r[1] for r in rows)),
        casual=_all(number, (r[5] for r in rows)),
        denied=_all(number, (r[4] for r in rows)),
        long=_windows(data["lectures"], rows, number, dice),
        words=_pairs(number, data["words"] + data["names"]),
        glossed=_pairs(number, [r[:2] for r in data["chat"]]),
        restated=_pairs(number, [(r[2], r[0]) for r in data["chat"] if r[2] != r[0]]),
        like=_pairs(number, [r[:2] for r in data["sts"]]),
        score=np.array([r[2] for r in data["sts"]], np.float32),
        plain=_all(number, (r[0] for r in data["english"])),
    )
    asides = _asides(data)
    made.ask = {
        "reply": _pairs(number, _replies(data["dialogues"])),
        "asked": _pairs(number, _asked(data["dialogues"], dice)),
        "across": _pairs(number, _across(rows, asides, dice)),
        "passage": _pairs(number, [(q, s if dice.random() < 0.6 else p) for q, s, p in data["jaquad"]]),
        "stay": _pairs(number, data["stay"]),
        "english": _pairs(
            number,
            [(q, _spoken(q, r[0], dice)) for r in data["english"] for q in r[1:]]
            + [(q, _amid(_spoken(q, r[0], dice), asides[0], dice, gap=" ")) for r in rows for q in r[2]]
            + data["assistant"],
        ),
    }
    return made


def _all(number: Texts, texts: Iterator[str]) -> Numbers:
    return np.array([number(t) if t else -1 for t in texts])


def _pairs(number: Texts, rows: Sequence[Sequence[str]]) -> Pairs:
    return Pairs(np.array([number(a) for a, _ in rows]), np.array([number(b) for _, b in rows]))


def _windows(
    lectures: Sequence[tuple[str, str]], pairs: Sequence[Any], number: Texts, dice: np.random.Generator
) -> Pairs:
    """Single lecture sentences and runs of up to eight of them, and two or three short pairs joined: translations of longer texts."""
    rows = [tuple(r) for r in lectures]
    for at in range(0, len(lectures) - 8, 2):
        part = lectures[at : at + int(dice.integers(2, 9))]
        rows.append((" ".join(e for e, _ in part), "".join(j for _, j in part)))
    for _ in range(len(pairs) // 3):
        some = [pairs[i] for i in dice.integers(0, len(pairs), int(dice.integers(2, 4)))]
        rows.append((" ".join(p[0] for p in some), "".join(p[1] for p in some)))
    return _pairs(number, rows)


def _replies(dialogues: Sequence[Any]) -> list[tuple[str, str]]:
    """A question and what the other answered; also two substantial utterances in a row, since they share a topic."""
    found = []
    for said in dialogues:
        for a, b in pairwise(said):
            question = a[1].endswith(("？", "?"))
            if a[0] != b[0] and len(b[1]) > 9 and (question or min(len(a[1]), len(b[1])) > 28):
                found.append((a[1], b[1]))
    return found


def _asked(dialogues: Sequence[Any], dice: np.random.Generator) -> list[tuple[str, str]]:
    """A question made by rule and its utterance, sometimes with its neighbours around it."""
    found = []
    for said in dialogues:
        for i, u in enumerate(said):
            for question in u[2:]:
                around = int(dice.integers(1, 4)) if dice.random() < 0.25 else 0
                found.append((question, "\n".join(v[1] for v in said[max(0, i - around) : i + around + 1])))
    return found


def _spoken(question: str, statement: str, dice: np.random.Generator) -> str:
    """The statement, sometimes with the speaker the question names before it, as transcripts have it."""
    named = ASKED_OF.search(question)
    return f"{named.group(1)}: {statement}" if named and dice.random() < 0.35 else statement


def _across(
    rows: Sequence[Any], asides: tuple[Sequence[str], Sequence[str]], dice: np.random.Generator
) -> list[tuple[str, str]]:
    """Questions made by rule in one language, statements in either, some amid other things that were said.

    A statement that was translated twice is put in the other words where there are any: question and answer then share a meaning
    and few words.
    """
    found = []
    in_japanese, in_english = _others(rows, of=1, by=0), _others(rows, of=0, by=1)
    for (english, japanese, asked_en, asked_ja, _, casual), more_ja, more_en in zip(
        rows, in_japanese, in_english, strict=True
    ):
        for question in asked_en:
            if dice.random() < 0.8:
                said = _one(more_ja, dice) or (casual if casual and dice.random() < 0.5 else japanese)
                found.append((question, _amid(said, asides[1], dice)))
            else:
                found.append((question, _amid(_one(more_en, dice) or english, asides[0], dice, gap=" ")))
        for question in asked_ja:
            if dice.random() < 0.4:
                found.append((question, _amid(_one(more_en, dice) or english, asides[0], dice, gap=" ")))
            else:
                found.append((question, _amid(_one(more_ja, dice) or casual or japanese, asides[1], dice)))
    return found


def _others(rows: Sequence[Any], *, of: int, by: int) -> list[list[str]]:
    """For each pair, what else its sentence in the language `by` was translated as in the language `of`."""
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row[by].lower(), []).append(row[of])
    return [[text for text in found[row[by].lower()] if text != row[of]] for row in rows]


def _one(texts: Sequence[str], dice: np.random.Generator) -> str:
    """One of the texts, three times of four; else none."""
    return texts[int(dice.integers(len(texts)))] if texts and dice.random() < 0.75 else ""


def _asides(data: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Short things people say, in English and in Japanese."""
    english = [r[0] for r in data["english"] if 12 < len(r[0]) < 60]
    japanese = [u[1] for said in data["dialogues"][:3000] for u in said if 4 < len(u[1]) < 26]
    return english, japanese


def _amid(text: str, asides: Sequence[str], dice: np.random.Generator, *, gap: str = "") -> str:
    """The text, every third time with something else said before or after it: what is asked for is often a part of a turn."""
    if dice.random() > 0.35:
        return text
    other = asides[int(dice.integers(len(asides)))]
    return f"{other}{gap}{text}" if dice.random() < 0.5 else f"{text}{gap}{other}"


def far(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return the mean cosine distance of matching rows."""
    return (1 - (a * b).sum(1)).mean()


def contrast(
    left: torch.Tensor,
    right: torch.Tensor,
    others: torch.Tensor | None,
    left_no: Numbers,
    right_no: Numbers,
    *,
    scale: float,
) -> torch.Tensor:
    """Return how badly each side finds its partner among the batch (and `others`); repeated texts are no wrong answers."""
    device, n = left.device, len(left)
    ours, theirs = (torch.from_numpy(no).to(device, non_blocking=True) for no in (left_no, right_no))
    same = (theirs[:, None] == theirs[None]) | (ours[:, None] == ours[None])
    same.fill_diagonal_(fill_value=False)
    logits = (left @ right.T * scale).masked_fill(same, -1e4)
    order = torch.arange(n, device=device)
    back = functions.cross_entropy(logits.T, order)
    if others is not None:
        logits = torch.cat([logits, left @ others.T * scale], 1)
    return functions.cross_entropy(logits, order) + back


def ranked(cosines: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
    """Return how far the cosines are out of the scores' order (CoSENT)."""
    wrong = (cosines[:, None] - cosines[None]) * 20
    counts = scores[:, None] < scores[None] - 0.02
    return torch.logsumexp(torch.cat([torch.zeros(1, device=wrong.device), wrong[counts]]), 0)
