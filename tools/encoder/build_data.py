"""Gathers the corpora and what the rules make of them into one compressed training file.

    python -m tools.encoder.build_data --first-try data.json.xz --tatoeba DIR --coursera DIR --manuals DIR \\
        --real-persona-chat DIR --jaquad DIR --asdc DIR --sgd DIR --names jamdict.db --out DIR
"""

import argparse
import json
import lzma
import random
from pathlib import Path
from typing import Any

from tools.encoder import questions_en, questions_ja, sources

HELD_PAIRS, HELD_DIALOGUES = 1000, 300


def aligned(pairs: list[tuple[str, str]], *, seed: int) -> list[list[Any]]:
    """Return [English, Japanese, English questions, Japanese questions, English negation, casual Japanese] for each pair."""
    ja, en = questions_ja.Asker(seed), questions_en.Asker(seed)
    return [[e, j, en.questions(e), ja.questions(j), en.negation(e) or "", ja.casual(j) or ""] for e, j in pairs]


def fresh(pairs: list[tuple[str, str]], *, held: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the pairs without repetitions and without any sentence, in either language, of the held-out ones."""
    banned = {sources.plain(s) for pair in held for s in pair}
    seen: set[tuple[str, str]] = set()
    kept = []
    for e, j in pairs:
        key = (sources.plain(e), sources.plain(j))
        if key not in seen and not banned.intersection(key) and max(len(e), len(j)) < 400:
            seen.add(key)
            kept.append((e, j))
    return kept


def asked_dialogues(dialogues: list[list[tuple[int, str]]], *, seed: int) -> list[list[list[Any]]]:
    """Return the dialogues as lists of [speaker, text, question …]; about a third of the utterances get questions."""
    asker, dice = questions_ja.Asker(seed), random.Random(seed)
    return [
        [
            [who, text, *(asker.questions(text)[:1] if len(text) > 14 and dice.random() < 0.4 else [])]
            for who, text in said
        ]
        for said in dialogues
    ]


def restated(chat: list[tuple[str, str]], *, seed: int) -> list[list[str]]:
    """Return [utterance, its word-by-word gloss, the utterance in other words or spelling]."""
    asker = questions_ja.Asker(seed)
    return [[u, g, (asker.casual(u) if i % 2 else None) or asker.respelled(u)] for i, (u, g) in enumerate(chat)]


def build(args: argparse.Namespace) -> dict[str, Any]:
    """Return everything the training reads."""
    base = sources.first_try(args.first_try)
    held = [(e, j) for e, j in base["pairs"][:HELD_PAIRS]]
    pairs = fresh([(e, j) for e, j in base["pairs"][HELD_PAIRS:]] + sources.tatoeba(args.tatoeba), held=held)
    talk = sources.dialogues(args.real_persona_chat)
    dice = random.Random(args.seed)
    named = sources.names(args.names)
    english = questions_en.Asker(args.seed)
    assistant = fresh(sources.assistant_dialogues(args.sgd), held=[])
    return {
        "held": held,
        "aligned": aligned(pairs, seed=args.seed),
        "lectures": sources.lectures(args.coursera) + sources.manuals(args.manuals),
        "words": base["words"],
        "names": dice.sample(named, 40_000),
        "chat": restated([(u, g) for u, g in base["chat"]], seed=args.seed),
        "dialogues": asked_dialogues(talk[HELD_DIALOGUES:], seed=args.seed),
        "held_dialogues": talk[:HELD_DIALOGUES],
        "jaquad": sources.jaquad(args.jaquad),
        "stay": fresh(sources.accommodation(args.asdc), held=[]),
        "assistant": dice.sample(assistant, min(20_000, len(assistant))),
        "sts": base["sts"],
        "english": [[s, *english.questions(s)] for s in base["en"]],
    }


def main() -> None:
    """Build the file and say what is in it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in (
        "first-try",
        "tatoeba",
        "coursera",
        "manuals",
        "real-persona-chat",
        "jaquad",
        "asdc",
        "sgd",
        "names",
        "out",
    ):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    data = build(args)
    args.out.mkdir(parents=True, exist_ok=True)
    with lzma.open(args.out / "training.json.xz", "wt", encoding="utf-8", preset=6) as file:
        json.dump(data, file, ensure_ascii=False, separators=(",", ":"))
    print(json.dumps({name: len(rows) for name, rows in data.items()}))


if __name__ == "__main__":
    main()
