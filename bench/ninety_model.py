"""A scripted model on the loopback for ninety days: the same question is always answered alike, and it is counted how often each was.

Days, weeks, topics, profiles and plans are answered as in `cost_model`; reflections move goals, reviews raise and answer questions, and
answers become facts, insights or nothing, by dice that only the question throws.  None of its answers is broken.
"""

import hashlib
import json
import random
import re
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from bench.cost_model import CountingModel, Sizes
from omoide.domain.recall.cue import is_grammar
from omoide.domain.text.tokens import document_tokens

_TURN: Final = re.compile(r"^\[(\d+)\].*\n[^:：]+[:：] ?(.+)", re.MULTILINE)
_FENCE: Final = re.compile(r"<<<[0-9a-f]{16}>>>")
"""Stands around data, drawn anew each time."""
_NUMBERED: Final = re.compile(r"^\((\d+)\) (.+)", re.MULTILINE)
SIZES: Final = Sizes(trigger=36, content=51, summary_trigger=19, summary_content=18)
Said = dict[str, Any]


class ScriptedModel(CountingModel):
    """Answers by the question alone, and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(len, SIZES, breaks=False)
        self.asked: Counter[str] = Counter()
        """How often each request was answered, by a hash of it."""
        self._counting = threading.Lock()

    def reply(self, body: Said) -> dict[str, object]:
        """Return the response to one request."""
        plain = _FENCE.sub("---", json.dumps(body, sort_keys=True, ensure_ascii=False))
        with self._counting:
            self.asked[hashlib.sha256(plain.encode()).hexdigest()] += 1
            return super().reply(json.loads(plain))

    def _said(self, name: str, shown: Said, system: str, question: str, schema: Said) -> dict[str, list[Any]]:
        fields = schema.get("properties", {})
        for mark, told in _SCRIPTS.items():
            if mark in fields:
                return {"texts": [told(question, random.Random(question))]}
        said = super()._said(name, shown, system, question, schema)
        if name == "tell_topic" and (word := _longest_word(question)):
            said["texts"][0]["name"] = word
        return said

    @property
    def asked_again(self) -> int:
        """Return how many requests were answered more than once."""
        return sum(count - 1 for count in self.asked.values())


def reflected(question: str, dice: random.Random) -> Said:
    """Return a reflection that rests on turns and moves goals now and then."""
    turns, goals = _turns(question), [int(number) for number, _ in _NUMBERED.findall(question)]
    number, said = turns[0]
    moves: dict[str, list[Said]] = {
        "new_goals": [{"goal": f"{said[:20]}の続きを聞く", "type": "short_term", "priority": dice.randint(1, 5)}],
        "progress_updates": [],
        "completed_goals": [],
        "abandoned_goals": [],
    }
    if dice.random() < 0.6:
        moves["new_goals"] = []
    if goals:
        chosen, way = dice.choice(goals), dice.random()
        if way < 0.3:
            moves["progress_updates"] = [{"goal": chosen, "note": f"{said[:20]}と聞いた"}]
        elif way < 0.4:
            moves["completed_goals"] = [{"goal": chosen, "note": f"{said[:20]}と聞いた"}]
    return {
        "insight": [{"text": f"「{said[:40]}」と話してくれた。", "turns": [number]}],
        "strategy": f"{said[:20]}の話を聞く",
        "log_entry": f"{said[:20]}のことを考えた",
        "trigger_topic": said[:8],
        "goal_updates": moves,
    }


def reviewed(question: str, dice: random.Random) -> Said:
    """Return what a day raises and answers."""
    turns, asked = _turns(question), [int(number) for number, _ in _NUMBERED.findall(question)]
    number, said = dice.choice(turns)
    raised = [{"topic": said[:24], "context": "詳しく聞けなかった。", "priority": 0.6, "turns": [number]}]
    answered = [{"question": dice.choice(asked), "answer": said[:40], "turns": [number]}] if asked else []
    return {
        "open_questions": raised if dice.random() < 0.5 else [],
        "resolved_questions": answered if dice.random() < 0.3 else [],
    }


def converted(question: str, dice: random.Random) -> Said:
    """Return what becomes of an answer."""
    answers = (line.partition(":")[2] for line in question.splitlines() if line.startswith(("回答", "answer")))
    told = next(answers, "").strip()
    kind = dice.choice(["FACT", "INSIGHT", "SKIP"])
    return {"kind": kind, "entity": "田中さん" if kind == "FACT" else "", "content": told[:60], "strategy": ""}


_SCRIPTS: Final[dict[str, Callable[[str, random.Random], Said]]] = {
    "insight": reflected,
    "open_questions": reviewed,
    "kind": converted,
}


def _longest_word(question: str) -> str:
    """Return an English word that may name a topic and names none yet; nothing of Japanese, where a text's beginning does."""
    taken = set(re.findall(r"^- (.+)", question, re.MULTILINE))
    told = " ".join(re.findall(r"^\[\d+\] ?(.*)", question, re.MULTILINE))
    words = sorted(set(re.findall(r"\b[A-Za-z]{5,15}\b", told)) - taken)
    return max((word for word in words if not any(map(is_grammar, document_tokens(word)))), key=len, default="")


def _turns(question: str) -> list[tuple[int, str]]:
    found = [(int(number), said.strip()) for number, said in _TURN.findall(question)]
    return [(number, said) for number, said in found if said] or [(1, "話")]
