"""Moments of the corpus (`corpus/moments`) as turns in their place; `corpus/GUIDE.md` has how they are written."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import second_reading


@dataclass(frozen=True, slots=True)
class Ask:
    """What somebody might ask about a moment later; `answers`: the numbers of the turns that hold the answer, from 1."""

    moment: int
    kind: str
    answers: tuple[int, ...]
    cue: str


def lives(path: Path, *, most_before: int) -> dict[int, list[dict[str, str]]]:
    """Return one writer's moments by their number: the turns as they are read together with a cue, with so many characters before them."""
    found: dict[int, list[dict[str, str]]] = {}
    for turn in read(path):
        before = f"{turn['said_before']} {turn['before']}".strip()[-most_before:]
        told = {"before": before, "user": turn["user"], "answer": turn["answer"]}
        found.setdefault(int(turn["id"]), []).append(told)
    return found


def asks(path: Path) -> Iterator[Ask]:
    """Yield what is asked about one writer's moments; nothing where nobody asked."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                number, kind, turns, cue = line.split("|", 3)
                yield Ask(int(number), kind, tuple(int(one) for one in turns.split(",") if one != "-"), cue)


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield one writer's turns, each with what was said before it; beliefs are not placed yet."""
    number, said_before, before = 0, "", ""
    row: dict[str, Any] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        mark, _, text = line.partition(" ")
        if mark in ("@", "U") and row:
            yield row
            said_before, before, row = row["user"], row["answer"], {}
        if mark == "@":
            number, said_before, before = number + 1, "", ""
        elif mark == ">":
            before = text
        elif mark == "U":
            row = {
                "speaker": f"moments-{path.stem}",
                "language": path.stem[:2],
                "id": str(number),
                "said_before": said_before,
                "before": before,
                "user": text,
                "answer": "",
            }
        elif mark == "=":
            row |= _labels(text)
        elif mark == "A":
            row["answer"] = text
    if row:
        yield row


def _labels(text: str) -> dict[str, Any]:
    feeling, *others = (one.strip() for one in text.split("||"))
    valence, arousal, intensity, category, *tags = feeling.split()
    found: dict[str, Any] = {
        "valence": second_reading.VALENCE[valence],
        "arousal": int(arousal),
        "intensity": int(intensity),
        "category": category,
        "tags": tags[0].split(",") if tags else [],
        "entities": [],
        "traps": [],
        "beliefs": [],
    }
    for one in others:
        if one.startswith("e:"):
            pairs = (name.strip().partition("=") for name in one[2:].split(","))
            found["entities"] += [{"type": kind, "text": name} for kind, _, name in pairs]
        elif one.startswith("t:"):
            found["traps"] += [trap.strip() for trap in one[2:].split(",")]
        else:
            found["beliefs"].append(second_reading.belief(one))
    return found
