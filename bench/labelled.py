"""Reads labelled talk: the Japanese development set, and the corpus of many speakers, in one shape.

Which of them rules were made on is part of the data's name: a figure on those flatters.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench import second_reading
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class Label:
    """What a careful reader takes from a turn's user."""

    valence: str
    arousal: float
    intensity: float
    tags: frozenset[str]
    category: str
    protected: bool | None = None
    """`None`: the set does not say."""


@dataclass(frozen=True, slots=True)
class LabelledTurn:
    """One turn, when it was, and what it means."""

    id: str
    session: str
    at: Moment
    user: str
    assistant: str
    label: Label
    beliefs: tuple[dict[str, Any], ...] = ()
    """As in the corpus; the development set keeps its own in a file apart."""
    traps: tuple[str, ...] = ()
    entities: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Speaker:
    """All turns of one user with one persona, in order of time."""

    name: str
    language: str
    timezone: str
    turns: tuple[LabelledTurn, ...] = field(repr=False)

    def sessions(self) -> Iterator[tuple[LabelledTurn, ...]]:
        """Yield the turns session by session."""
        for session in dict.fromkeys(turn.session for turn in self.turns):
            yield tuple(turn for turn in self.turns if turn.session == session)


def corpus(folder: Path, *, again: Path | None = None) -> list[Speaker]:
    """Return the speakers of a folder of the corpus, one file each; with `again` also the beliefs that only the second readers hold."""
    speakers = [_speaker(path) for path in sorted(folder.glob("*.jsonl"))]
    if again is None:
        return speakers
    return [_with_second_reading(one, second_reading.read(again / f"{one.name}.txt")) for one in speakers]


def _with_second_reading(speaker: Speaker, others: dict[str, dict[str, Any]]) -> Speaker:
    turns = (replace(turn, beliefs=(*turn.beliefs, *_new(turn, others[turn.id]["beliefs"]))) for turn in speaker.turns)
    return replace(speaker, turns=tuple(turns))


def _new(turn: LabelledTurn, beliefs: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield what the first reader does not hold in about the same words."""
    for one in beliefs:
        mine = (told for told in turn.beliefs if (told["kind"], told["about"]) == (one["kind"], one["about"]))
        if not any(told["value"] in one["value"] or one["value"] in told["value"] for told in mine):
            yield one


def development_set(folder: Path) -> Speaker:
    """Return the one speaker of the Japanese development set."""
    turns = json.loads((folder / "conversation.json").read_text(encoding="utf-8"))["turns"]
    return Speaker("haru", "ja", "Asia/Tokyo", tuple(_development_turn(turn) for turn in turns))


def _speaker(path: Path) -> Speaker:
    first, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    turns = tuple(_corpus_turn(line, timezone=first["timezone"]) for line in lines)
    return Speaker(first["speaker"], first["language"], first["timezone"], turns)


def _corpus_turn(raw: dict[str, Any], *, timezone: str) -> LabelledTurn:
    return LabelledTurn(
        raw["id"],
        raw["id"].partition(":")[0],
        moment.parse(raw["at"], tz=moment.zone(timezone)),
        raw["user"],
        raw["assistant"] or "",
        _label(raw),
        tuple(raw["beliefs"]),
        tuple(raw.get("traps", ())),
        frozenset(one["text"] for one in raw.get("entities", ())),
    )


def _development_turn(raw: dict[str, Any]) -> LabelledTurn:
    at = moment.parse(raw["datetime"], tz=moment.zone("Asia/Tokyo"))
    label = _label(raw["emotion"], protected=bool(raw["protected"]))
    return LabelledTurn(raw["id"], str(raw["session"]), at, raw["user"], raw["assistant"] or "", label)


def _label(raw: dict[str, Any], *, protected: bool | None = None) -> Label:
    return Label(
        raw["valence"],
        float(raw["arousal"]),
        float(raw["intensity"]),
        frozenset(raw["tags"]),
        raw["category"],
        protected,
    )
