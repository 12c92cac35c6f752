"""Free talk to go on learning the language from: dialogues as lists of utterances, single sentences as lists of one.

    python -m tools.reader.free_text --first-try data.json.xz --real-persona-chat DIR --topical-chat DIR \\
        --goemotions train.tsv --out BUILD/free.json.xz

Sources and licences are in README.md; none is an evaluation set of the project, and of GoEmotions only the training part is read.
"""

import argparse
import csv
import json
import lzma
from pathlib import Path

HELD_OUT = 300
"""RealPersonaChat's last dialogues, which the encoder's own figures are read on."""


def real_persona_chat(folder: Path) -> list[list[str]]:
    """Return the dialogues, without those held out."""
    paths = sorted(folder.glob("dialogues/*.json"))[:-HELD_OUT]
    return [[one["text"] for one in json.loads(path.read_text(encoding="utf-8"))["utterances"]] for path in paths]


def topical_chat(folder: Path) -> list[list[str]]:
    """Return the dialogues of every part that is there."""
    return [
        [one["message"] for one in talk["content"]]
        for path in sorted(folder.glob("*.json"))
        for talk in json.loads(path.read_text(encoding="utf-8")).values()
    ]


def synthetic_persona_chat(folder: Path) -> list[list[str]]:
    """Return the dialogues of every part that is there, without who speaks."""
    found = []
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            told = [row["Best Generated Conversation"].splitlines() for row in csv.DictReader(file)]
        found += [[line.partition(": ")[2] or line for line in talk if line.strip()] for talk in told]
    return found


def chitchat(path: Path) -> list[list[str]]:
    """Return the dialogues; what somebody sends in a row is one utterance."""
    talks = json.loads(path.read_text(encoding="utf-8")).values()
    return [[" ".join(one["text"].strip() for one in some) for some in talk["messages"]] for talk in talks]


def goemotions(path: Path) -> list[tuple[str, list[int]]]:
    """Return sentences with the numbers of their emotions."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return [(text, [int(one) for one in labels.split(",")]) for text, labels, _ in rows]


def main() -> None:
    """Gather everything into one file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("first-try", "real-persona-chat", "topical-chat", "goemotions", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    with lzma.open(given.first_try, "rt", encoding="utf-8") as file:
        pairs = json.load(file)["pairs"][1000:]
    found = {
        "dialogues": real_persona_chat(given.real_persona_chat) + topical_chat(given.topical_chat),
        "sentences": sorted({text for pair in pairs for text in pair}),
        "goemotions": goemotions(given.goemotions),
    }
    with lzma.open(given.out, "wt", encoding="utf-8") as file:
        json.dump(found, file, ensure_ascii=False)
    print({name: len(rows) for name, rows in found.items()}, given.out.stat().st_size)


if __name__ == "__main__":
    main()
