"""Makes retrieval sets of long answers, where there are none: what people have with assistants and coding agents.

    python -m bench.long_talk answers --data FILE --answers FILE [--characters 2000] OUT.json
    python -m bench.long_talk commits --git FOLDER [--most 600] OUT.json

`answers` lengthens what the assistant says in a set of short turns: each answer goes on with the answers of another set
that are nearest in meaning to what the user said, as an assistant's page on the same subject would.  The questions and
the turns that answer them stay as they are.

`commits` makes a coding session of a repository's history: a turn is a commit, its subject the request, its patch the
long answer.  A question is the first sentence of the commit's own explanation, which the turn does not hold.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from omoide.adapters.embedders.builtin import BuiltinEmbedder

LONGEST_PATCH = 2_000
_RECORD, _FIELD = "\x1e", "\x1f"
_TRAILER = re.compile(r"^[A-Z][\w-]+: ?\S.*$", re.MULTILINE)
_SENTENCE = re.compile(r".+?(?:[.!?](?=\s|$)|$)", re.DOTALL)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write one set."""
    parser = argparse.ArgumentParser(prog="python -m bench.long_talk", description=__doc__.splitlines()[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    answers = kinds.add_parser("answers", help="lengthen the answers of a set of short turns")
    answers.add_argument("--data", type=Path, required=True, help="a file in the retrieval format")
    answers.add_argument("--answers", type=Path, required=True, help="another one, whose answers are taken")
    answers.add_argument("--characters", type=int, default=2_000)
    commits = kinds.add_parser("commits", help="a coding session of a repository's history")
    commits.add_argument("--git", type=Path, required=True, help="a git directory")
    commits.add_argument("--most", type=int, default=600)
    for kind in (answers, commits):
        kind.add_argument("out", type=Path)
    chosen = parser.parse_args(arguments)
    if chosen.kind == "answers":
        made = lengthened(_read(chosen.data), answers_of(_read(chosen.answers)), characters=chosen.characters)
    else:
        made = [coding(chosen.git, most=chosen.most)]
    chosen.out.write_text(json.dumps({"meta": {"kind": chosen.kind}, "conversations": made}, ensure_ascii=False))
    return 0


def answers_of(conversations: Sequence[dict[str, Any]]) -> list[str]:
    """Return what assistants say in these conversations, each answer once."""
    said = (
        turn.get("assistant") or (turn["text"] if turn.get("speaker") == "Assistant" else "")
        for conversation in conversations
        for turn in conversation["turns"]
    )
    return list(dict.fromkeys(answer for answer in said if answer.strip()))


def lengthened(
    conversations: Sequence[dict[str, Any]], answers: Sequence[str], *, characters: int
) -> list[dict[str, Any]]:
    """Return the conversations with answers of about so many characters on what the user speaks of."""
    embedder = BuiltinEmbedder()
    pool = embedder.embed([answer[:300] for answer in answers])
    return [
        {**one, "turns": [_longer(turn, answers, pool, embedder, characters=characters) for turn in one["turns"]]}
        for one in conversations
    ]


def _longer(
    turn: dict[str, Any], answers: Sequence[str], pool: np.ndarray, embedder: BuiltinEmbedder, *, characters: int
) -> dict[str, Any]:
    [vector] = embedder.embed([turn["user"]])
    answer = turn["assistant"] or ""
    for place in np.argsort(-(pool @ vector)):
        if len(answer) >= characters:
            break
        if answers[place] != turn["assistant"]:
            answer = f"{answer}\n{answers[place]}"
    return {**turn, "assistant": answer[:characters]}


def coding(folder: Path, *, most: int) -> dict[str, Any]:
    """Return a repository's newest commits as one conversation, a session a day."""
    turns, questions = [], []
    for number, (day, subject, body, patch) in enumerate(reversed(list(_commits(folder, most=most)))):
        name = f"c{number}"
        turns.append({"id": name, "session": day[:10], "datetime": day, "user": subject, "assistant": patch})
        if question := _asked(body):
            category = "explained"
            questions.append({"question": question, "category": category, "evidence": [name], "answer": subject})
    return {"id": folder.parent.name, "turns": turns, "questions": questions}


def _commits(folder: Path, *, most: int) -> Iterator[tuple[str, str, str, str]]:
    layout = f"--format={_RECORD}%aI{_FIELD}%s{_FIELD}%b{_FIELD}"
    command = ["git", "-C", str(folder), "log", "--no-merges", "-p", f"-{most}", layout, "--", "*.py"]
    told = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    for record in told.split(_RECORD)[1:]:
        day, subject, body, patch = record.split(_FIELD)
        yield day, subject.strip(), body, patch.strip()[:LONGEST_PATCH]


def _asked(body: str) -> str | None:
    text = " ".join(_TRAILER.sub("", body).split())
    first = _SENTENCE.match(text)
    return first[0] if first and 40 <= len(first[0]) <= 300 else None


def _read(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["conversations"]
    return found


if __name__ == "__main__":
    sys.exit(main())
