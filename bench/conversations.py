"""Reads retrieval sets: conversations whose questions name the turns that answer them.

Two shapes of turn are known: `user` and `assistant` together, or one `speaker` with a `text`.  Turns of a speaker named
User, with the Assistant's answer after it, are one event, as they would be in a real conversation; any other speaker's
turn is an event of its own whose text begins with the name.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

UNANSWERABLE = frozenset({"adversarial", "abstain"})


@dataclass(frozen=True, slots=True)
class Said:
    """One event to observe."""

    turn_ids: tuple[str, ...]
    session: str
    at: str
    user: str
    assistant: str | None


@dataclass(frozen=True, slots=True)
class Question:
    """One question, and the places that answer it."""

    text: str
    category: str
    places: tuple[frozenset[str], ...]
    """Each place is a set of turns of which any will do: one turn, or all turns of a session."""
    stale: frozenset[str]
    asked_at: str | None
    before_turn: str | None
    """Only what was said before this turn is known when the question is asked."""

    @property
    def is_answerable(self) -> bool:
        """Tell whether the conversation holds an answer."""
        return self.category not in UNANSWERABLE


@dataclass(frozen=True, slots=True)
class Conversation:
    """One history and the questions about it."""

    id: str
    events: tuple[Said, ...]
    questions: tuple[Question, ...]


def read(path: Path) -> list[Conversation]:
    """Return the conversations of a retrieval file."""
    return [_conversation(raw) for raw in json.loads(path.read_text(encoding="utf-8"))["conversations"]]


def _conversation(raw: dict[str, Any]) -> Conversation:
    session_of = {turn["id"]: str(turn["session"]) for turn in raw["turns"]}
    return Conversation(
        id=str(raw["id"]) or "conversation",
        events=tuple(_events(raw["turns"])),
        questions=tuple(_question(question, session_of) for question in raw["questions"]),
    )


def _events(turns: list[dict[str, Any]]) -> Iterator[Said]:
    at = 0
    while at < len(turns):
        turn, following = turns[at], turns[at + 1] if at + 1 < len(turns) else None
        session = str(turn["session"])
        if "user" in turn:
            yield Said((turn["id"],), session, turn["datetime"], turn["user"], turn["assistant"])
        elif turn["speaker"] == "User" and following is not None and _answers(following, turn):
            yield Said((turn["id"], following["id"]), session, turn["datetime"], turn["text"], following["text"])
            at += 1
        else:
            yield Said((turn["id"],), session, turn["datetime"], f"{turn['speaker']}: {turn['text']}", None)
        at += 1


def _answers(following: dict[str, Any], turn: dict[str, Any]) -> bool:
    return bool(following.get("speaker") == "Assistant" and following["session"] == turn["session"])


def _question(raw: dict[str, Any], session_of: dict[str, str]) -> Question:
    evidence = raw["evidence"] if isinstance(raw["evidence"], list) else [raw["evidence"]]
    if sessions := raw.get("evidence_sessions"):
        places = tuple(frozenset(turn for turn in evidence if session_of.get(turn) == str(s)) for s in sessions)
    else:
        places = tuple(frozenset({turn}) for turn in evidence)
    return Question(
        text=raw["question"],
        category=str(raw.get("category_name", raw["category"])),
        places=tuple(place for place in places if place),
        stale=frozenset(raw.get("stale_evidence") or ()),
        asked_at=raw.get("asked_at") or raw.get("question_datetime"),
        before_turn=raw.get("question_turn"),
    )
