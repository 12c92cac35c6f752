"""A model on the loopback that is asked by the product itself: it counts every token of a request, part by part, and answers.

It knows each question by the shape of the answer that is asked for; one that is new here is counted and answered in that shape.

Its answers are well-formed and of a given length; what they tell is made up, as often as people tell such things (counted
over the corpus of many speakers: of 100 turns 27 tell a new fact and 4 end one, 5 a relation, 12 a new task and 5 a finished
one, 9 a taste).  One plan in fifty is left out, as a model must where a state of the same portion changes, and one answer in
a hundred is broken, so that it is asked for again.
"""

import json
import random
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

Count = Callable[[str], int]
Said = dict[str, Any]

LEFT_OUT: Final = 50
SINCE_KNOWN: Final = 0.3
"""Share of new beliefs of which it is said since when."""
_MAY_LEAVE_OUT: Final = "0.7 くらいなら省く"
BROKEN: Final = 100
_NUMBERS: Final = re.compile(
    r"(?:events の |events asked about are |event is number )([\d, ]+)(?: 番です| of `events`)"
)
_WITHOUT: Final = re.compile(r"([\d, ]+) 番は memory不要|No memory is needed of ([\d, ]+)")
_PLANLESS: Final = re.compile(r"([\d, ]+) 番は plan不要|No plan is needed of ([\d, ]+)")
_LINE: Final = re.compile(r"^\[(\d+)\] ?(.*)", re.MULTILINE)
KINDS: Final = {
    "turns": "digest_turns",
    "state_updates": "write_plan",
    "sentences": "tell_day",
    "lines": "write_profile",
    "summary": "tell_topic",
    "search": "classify_query",
    "trigger": "condense",
}
"""By which field of its answer each question is known."""
DAY, WEEK = (1_150, 45), (600, 45)
"""Characters of a told day and week, and of a sentence: the middle of what their questions ask for."""


@dataclass(frozen=True)
class Sizes:
    """Characters of what a model writes about one turn."""

    trigger: int
    content: int
    summary_trigger: int
    summary_content: int
    affect: int = 60
    """004 asks for 60 to 240."""
    keywords: int = 4
    longer: float = 1.0
    """How much longer days, weeks and the like are told."""


@dataclass
class Meter:
    """Tokens by kind of question and part of it."""

    calls: Counter[str] = field(default_factory=Counter)
    turns: Counter[str] = field(default_factory=Counter)
    tokens_in: Counter[tuple[str, str]] = field(default_factory=Counter)
    tokens_out: Counter[tuple[str, str]] = field(default_factory=Counter)


class CountingModel:
    """Counts what it is asked and says something of the right size."""

    def __init__(self, count: Count, sizes: Sizes, *, breaks: bool = True) -> None:
        self.count = count
        self.breaks = breaks
        self.sizes = sizes
        self.meter = Meter()
        self.url = ""
        self._lock = threading.Lock()

    def reply(self, body: Said) -> dict[str, object]:
        """Return the response to one request."""
        with self._lock:
            name, shown, question, schema = _asked(body)
            given = self._counted(name, body, shown, question)
            self.meter.calls[name] += 1
            is_repair = len(body["messages"]) > 3
            parts: dict[str, list[Any]] = self._said(name, shown, str(body["messages"][0]["content"]), question, schema)
            text = _joined(name, parts)
            if self.breaks and self.meter.calls.total() % BROKEN == 0 and not is_repair:
                text = text[:-1]
                parts = {"broken answers": [text]}
            for part, said in parts.items():
                told = [each if isinstance(each, str) else _json(each) for each in said]
                self.meter.tokens_out[name, part] += sum(map(self.count, told))
            return _response(text, given, self.count(text))

    def _counted(self, name: str, body: Said, shown: Said, question: str) -> int:
        system, *talk = [str(message["content"] or "") for message in body["messages"]]
        asked = set(_numbers(_NUMBERS, question))
        schema = body.get("tools") or body.get("response_format") or ""
        parts = {
            "instructions": system,
            "schema of the answer": _sent(schema) if schema else "",
            "earlier events": _sent([one for one in shown.get("events", []) if one["event_id"] not in asked]),
            "the turns": _sent([one for one in shown.get("events", []) if one["event_id"] in asked]),
            "states": _sent(shown.get("states", [])),
            "preferences": _sent(shown.get("preferences", [])),
        }
        found = {part: self.count(text) for part, text in parts.items() if len(text) > len("[]")}
        whole = found.get("instructions", 0) + found.get("schema of the answer", 0) + self.count("\n".join(talk))
        found["the rest"] = whole - sum(found.values())
        for part, tokens in found.items():
            self.meter.tokens_in[name, part] += tokens
        self.meter.turns[name] += len(asked)
        return whole

    def _said(self, name: str, shown: Said, system: str, question: str, schema: Said) -> dict[str, list[Any]]:
        asked = _numbers(_NUMBERS, question)
        if name == "condense":
            sizes = self.sizes
            told = {"trigger": _cut(question, sizes.summary_trigger), "content": _cut(question, sizes.summary_content)}
            return {"texts": [told]}
        if name not in ("digest_turns", "write_plan"):
            return {"texts": [told_as(name, question, schema, longer=self.sizes.longer)]}
        if name == "write_plan":
            return {"plans": [self._plan_as_asked(shown, asked[0], system)]}
        spared, planless = _numbers(_WITHOUT, question), _numbers(_PLANLESS, question)
        by_number = {one["event_id"]: one for one in shown["events"]}
        memories = [None if number in spared else self._memory(by_number[number]) for number in asked]
        plans = [
            None
            if n in planless or _dice(by_number[n]).randrange(LEFT_OUT) == 0
            else self._plan_as_asked(shown, n, system)
            for n in asked
        ]
        self.meter.turns["planned"] += len(asked) - len(planless)
        ids = [{"event_id": number} for number in asked]
        return {"memories": memories, "plans": plans, "numbers": ids}

    def _memory(self, event: Said) -> Said:
        said, answered = event["user_text"] * 3, event["assistant_text"] * 3
        return {
            "emotional_intensity": 45,
            "emotional_valence": "positive",
            "emotional_arousal": 40,
            "emotional_tags": ["satisfaction", "curiosity"],
            "category": "work",
            "keywords": ["京都", "旅行", "田中さん", "紅葉", "休暇", "予約"][: self.sizes.keywords],
            "trigger": _cut(said, self.sizes.trigger),
            "content": _cut(answered, self.sizes.content),
            "summary_trigger": _cut(said, self.sizes.summary_trigger),
            "summary_content": _cut(answered, self.sizes.summary_content),
        }

    def _plan(self, shown: Said, number: int) -> Said:
        event = next(one for one in shown["events"] if one["event_id"] == number)
        dice = _dice(event)
        earlier = [one["event_id"] for one in shown["events"] if one["event_id"] < number]
        links = [{"to_event_id": earlier[-1], "label": "continuation", "confidence": 0.7}] if earlier else []
        return {
            "event_annotations": {
                "about_start_ts": None, "about_end_ts": None, "about_year_start": None, "about_year_end": None,
                "life_stage": "unknown", "about_time_confidence": 0.0, "entities": [_entity(event)],
            },
            "state_updates": list(_updates(shown, event, dice)),
            "preference_updates": [_taste(event)] if dice.random() < 0.09 else [],
            "event_affect": {
                "moment_affect_text": _cut(event["user_text"] * 5, self.sizes.affect),
                "moment_affect_labels": ["安心", "期待"],
                "moment_affect_score_vad": {"v": 0.3, "a": 0.1, "d": 0.2},
                "moment_affect_confidence": 0.6,
            },
            "context_updates": {"threads": [{"thread_key": "引っ越しの準備", "confidence": 0.7}], "links": links},
        }  # fmt: skip

    def _plan_as_asked(self, shown: Said, number: int, system: str) -> Said:
        """Return the plan without what its question lets a model leave out."""
        plan = _sparse(self._plan(shown, number))
        if _MAY_LEAVE_OUT not in system:
            return plan
        for part in (
            *plan["event_annotations"]["entities"],
            *plan["context_updates"]["threads"],
            *plan["context_updates"].get("links", ()),
        ):
            part.pop("confidence", None)
        plan["event_affect"].pop("moment_affect_confidence")
        for update in plan.get("state_updates", ()):
            update.pop("last_confirmed_at")
            update["payload"].pop("value", None)
            if _dice(update).random() >= SINCE_KNOWN:
                update.pop("valid_from_ts", None)
        return plan


@contextmanager
def listening(model: CountingModel) -> Iterator[str]:
    """Let the model be asked over HTTP for a while; give its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named so by the library
            """Say nothing on the terminal."""

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            said = json.dumps(model.reply(body)).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _asked(body: Said) -> tuple[str, Said, str, Said]:
    """Return which question this is, what data it shows, its words, and the schema of its answer."""
    system, question = (str(message["content"] or "") for message in body["messages"][:2])
    schema: Said = {}
    for tool in body.get("tools") or ():
        schema = tool["function"]["parameters"]
    if not schema and body.get("response_format", {}).get("json_schema"):
        schema = body["response_format"]["json_schema"]["schema"]
    fields = schema.get("properties", {})
    name = next((kind for mark, kind in KINDS.items() if mark in fields), f"other: {', '.join(fields)}")
    if name == "tell_day" and ("一週間" in system or "memory of the week" in system):
        name = "tell_week"
    line = next((line for line in question.splitlines() if line.startswith('{"events"')), None)
    return name, {} if line is None else json.loads(line), question, schema


def told_as(name: str, question: str, schema: Said, *, longer: float) -> Said:
    """Return a day, a week, a topic, a profile; of a question that is not known here, something of the shape it asks for."""
    lines = [(int(number), said) for number, said in _LINE.findall(question)] or [(1, question)]
    talk = _cut(question, 60_000)
    if name in ("tell_day", "tell_week"):
        size, each = DAY if name == "tell_day" else WEEK
        texts = [talk[at : at + each] for at in range(0, round(size * longer), each)]
        return {
            "sentences": [{"text": f"{text}。", "turns": [lines[at % len(lines)][0]]} for at, text in enumerate(texts)]
        }
    if name == "tell_topic":
        said = _cut(lines[0][1], 200)[10:]
        return {"name": said[:8], "summary": [{"text": f"{said[:60]}。", "texts": [lines[0][0]]}]}
    if name == "write_profile":
        return {"lines": [{"text": f"- {_cut(said, 40)}", "sources": [number]} for number, said in lines[:8]]}
    filled = _filled(schema, schema.get("$defs", {}), talk)
    return filled if isinstance(filled, dict) else {}


def _filled(shape: Said, known: Said, talk: str) -> object:
    """Return a value of this shape: sixty characters where a text is asked for, two items where a list is."""
    if "$ref" in shape:
        return _filled(known[shape["$ref"].rpartition("/")[2]], known, talk)
    if "anyOf" in shape:
        return _filled(shape["anyOf"][0], known, talk)
    if "enum" in shape:
        return shape["enum"][0]
    match shape.get("type"):
        case "object":
            return {name: _filled(part, known, talk) for name, part in shape.get("properties", {}).items()}
        case "array":
            return [_filled(shape.get("items", {}), known, talk)] * 2
        case "integer" | "number":
            return 1
        case "boolean":
            return False
        case _:
            return talk[:60]


def _updates(shown: Said, event: Said, dice: random.Random) -> Iterator[Said]:
    if dice.random() < 0.27:
        yield _state(event, "fact", "upsert", about="user", value=_cut(event["user_text"], 6))
    if dice.random() < 0.05:
        yield _state(event, "relation", "upsert", about="田中さん", value="友人")
    if dice.random() < 0.12:
        yield _state(event, "task", "upsert", about="user", due="2026-02-01T18:00:00")
    for kind, op, share in (("fact", "close", 0.04), ("task", "mark_done", 0.05)):
        open_ones = [
            one for one in shown["states"] if one["kind"] == kind and one.get("payload", {}).get("status") != "done"
        ]
        if open_ones and dice.random() < share:
            chosen = dice.choice(open_ones)
            yield _state(event, kind, op, **chosen.get("payload", {})) | {"state_id": chosen["state_id"]}


def _state(event: Said, kind: str, op: str, **payload: object) -> Said:
    at = event["created_at"]
    return {
        "kind": kind,
        "op": op,
        "state_id": None,
        "body_text": f"あなたは{_cut(event['user_text'], 18)}",
        "entities": [],
        "payload": {"about": "user", "said_by": "user"} | payload,
        "confidence": 0.8,
        "valid_from_ts": at if op == "upsert" else None,
        "valid_to_ts": at if op == "close" else None,
        "last_confirmed_at": at,
        "evidence_event_ids": [event["event_id"]],
        "reason": "あなたがそう話してくれたから",
    }


def _taste(event: Said) -> Said:
    return {
        "op": "confirm",
        "domain": "topic",
        "polarity": "like",
        "subject": _cut(event["user_text"], 6),
        "note": "",
        "confidence": 0.9,
        "evidence_event_ids": [event["event_id"]],
        "reason": "あなたが好きだと言ったから",
    }


def _entity(event: Said) -> Said:
    return {"type": "person", "name": _cut(event["user_text"], 4) or "田中さん", "confidence": 0.7}


def _dice(about: Said) -> random.Random:
    return random.Random(f"{about.get('created_at')} {about.get('user_text', about.get('body_text'))}")


def _joined(name: str, parts: dict[str, list[Any]]) -> str:
    if name != "digest_turns":
        [[told]] = parts.values()
        return _json(told)
    turns = zip(parts["numbers"], parts["memories"], parts["plans"], strict=True)
    return _json({"turns": [number | {"memory": memory, "plan": plan} for number, memory, plan in turns]})


def _numbers(pattern: re.Pattern[str], question: str) -> list[int]:
    found = pattern.search(question)
    return [] if found is None else [int(each) for each in found[found.lastindex or 1].replace(",", " ").split()]


def _sparse(told: Said) -> Said:
    """Return what a model writes that leaves out, as it is asked to, what is null, empty or unknown."""
    parts = {name: _sparse(value) if isinstance(value, dict) else value for name, value in told.items()}
    parts = {
        name: [_sparse(one) if isinstance(one, dict) else one for one in value] if isinstance(value, list) else value
        for name, value in parts.items()
    }
    return {name: value for name, value in parts.items() if value not in (None, "", [], {}, "unknown")}


def _cut(text: str, characters: int) -> str:
    return "".join(text.split())[:characters]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _sent(value: object) -> str:
    """Return the value as it came over the wire."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _response(text: str, given: int, told: int) -> dict[str, object]:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": given, "completion_tokens": told, "total_tokens": given + told}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "counting",
        "choices": [choice],
        "usage": usage,
    }
