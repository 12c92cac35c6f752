"""Ten thousand lines and a thousand records, most of them broken in every way we could think of: every good turn is kept."""

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from omoide import Omoide
from tests.entrypoints.hooks.spooling import LATER, Spooling, line

LINES, GOOD_TURNS = 10_000, 1_000
RECORDS, GOOD_RECORDS = 1_000, 100
ODD_TEXTS = (
    "", " ", "\x00", "a\x00b", "\ud800", "\udc00\ud800", "\U0001f431\u200d", "\u202e", "\ufeff", "\n\n\n", "%_'\"\\",
    "~nosuchuser/x", "~", "/", "..", "x" * 300, "あ" * 5_000, "[Request interrupted by user]", "<system-reminder>",
    "<command-name>/x</command-name>", "</memories>", "sk-" + "A" * 60, "9999-12-31T23:59:59+23:59", "0001-01-01",
)  # fmt: skip
ODD_VALUES: tuple[object, ...] = (
    None,
    True,
    0,
    -1,
    10**400,
    1.5e308,
    float("nan"),
    [],
    {},
    [[]],
    [None, 3, "x"],
    {"text": 3},
)


def odd(rng: random.Random, depth: int = 0) -> object:
    """Return a value that has no business where it will stand."""
    match rng.randrange(6 if depth < 3 else 3):
        case 0 | 1:
            return rng.choice(ODD_TEXTS)
        case 2:
            return rng.choice(ODD_VALUES)
        case 3:
            return [odd(rng, depth + 1) for _ in range(rng.randrange(4))]
        case 4:
            kind = rng.choice(["text", "tool_use", "tool_result", "thinking"])
            return {
                "type": kind,
                "text": odd(rng, depth + 1),
                "input": odd(rng, depth + 1),
                "name": odd(rng, depth + 1),
            }
        case _:
            return {str(rng.choice(ODD_TEXTS)): odd(rng, depth + 1)}


def broken(rng: random.Random, entry: dict[str, object]) -> bytes:
    """Return a JSON object in bytes with one thing or another wrong with it."""
    match rng.randrange(7):
        case 0:
            return rng.randbytes(rng.randrange(200))
        case 1:
            whole = json.dumps(entry).encode()
            return whole[: rng.randrange(len(whole))]
        case 2:
            letters = bytearray(json.dumps(entry).encode())
            for _ in range(rng.randrange(1, 6)):
                letters[rng.randrange(len(letters))] = rng.randrange(256)
            return bytes(letters)
        case 3:
            return b'{"type": "user", "message": ' + rng.choice([b"[", b'{"a":']) * rng.choice([10, 2_000, 20_000])
        case 4:
            return json.dumps({**entry, rng.choice([*entry, "isMeta", "extra"]): odd(rng)}).encode()
        case 5:
            return json.dumps(odd(rng)).encode()
        case _:
            return json.dumps({**entry, "message": {"id": odd(rng), "content": odd(rng), "model": odd(rng)}}).encode()


def entry(rng: random.Random, number: int) -> dict[str, object]:
    kind, words = rng.choice(["user", "assistant"]), f"broken {number}"
    stamp = f"2026-03-02T{number // 3600 % 24:02d}:{number // 60 % 60:02d}:{number % 60:02d}.000Z"
    return {**json.loads(line(kind, words)), "timestamp": stamp}


@pytest.mark.parametrize("seed", [1])
def test_every_good_turn_among_ten_thousand_lines_is_kept(
    tmp_path: Path, opened: Callable[..., Omoide], seed: int
) -> None:
    rng = random.Random(seed)
    places = set(rng.sample(range(LINES - GOOD_TURNS), GOOD_TURNS))
    log = tmp_path / "log.jsonl"
    with log.open("wb") as file:
        for number in range(LINES - GOOD_TURNS):
            if number in places:
                file.write(line("user", f"good-{number};").encode() + line("assistant", f"kept-{number};").encode())
            else:
                file.write(broken(rng, entry(rng, number)) + b"\n")
        file.write(line("user", "one more word ends the turn before it").encode())
    mind = opened().persona("claude")
    taken = mind.host.take_in_log(log, end=None)
    said = "\x1e".join(f"{event.user}\x1f{event.assistant}" for event in mind.log(limit=None))
    lost = [number for number in places if f"good-{number};" not in said or f"kept-{number};" not in said]
    assert lost == []
    assert taken.refused == 0


@pytest.mark.parametrize("per_project", ["false", "true"])
def test_every_good_record_among_a_thousand_is_taken_in(
    tmp_path: Path, opened: Callable[..., Omoide], monkeypatch: pytest.MonkeyPatch, per_project: str
) -> None:
    monkeypatch.setenv("OMOIDE_HOOKS__PERSONA_PER_PROJECT", per_project)
    rng = random.Random(7)
    spooling = Spooling(tmp_path, opened)
    os.mkfifo(tmp_path / "pipe.jsonl")
    logs = [str(tmp_path / "pipe.jsonl"), str(tmp_path), str(tmp_path / "none.jsonl"), *ODD_TEXTS]
    good = set(rng.sample(range(RECORDS), GOOD_RECORDS))
    for number in range(RECORDS):
        if number in good:
            data = spooling.good(f"good-{number};")
        else:
            told: dict[str, object] = {
                "event": rng.choice(["Stop", "SessionEnd", "PreCompact", "?"]),
                "at": LATER,
                "session_id": "s",
                "transcript_path": rng.choice(logs),
                "cwd": rng.choice(["/projects/app", "/p", *ODD_TEXTS]),
                "last_assistant_message": rng.choice(ODD_TEXTS),
            }
            data = json.dumps(told).encode() if rng.random() < 0.3 else broken(rng, told)
        spooling.put(f"{number:06d}", data)
    assert spooling.round() is None
    said = "\x1e".join(spooling.said())
    assert [number for number in good if f"good-{number};" not in said] == []
    assert spooling.worker.waiting == 0
    assert spooling.worker.set_aside > RECORDS // 4
