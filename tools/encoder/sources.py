"""Reads the corpora the encoder learns from, each from a folder or file given as a path.

All of them are free for any use (README.md lists licences); none is an evaluation set of the project.  Where a corpus comes with
splits of its own for testing, only its training part is read, save for Tatoeba's, which are nothing but more sentence pairs.
"""

import json
import lzma
import re
import sqlite3
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import polib

KANA = r"\u3040-\u30ff\u3400-\u9fff々ー、。！？「」"
SPACE_BETWEEN_KANA = re.compile(rf"(?<=[{KANA}])[ \u3000]+|[ \u3000]+(?=[{KANA}])")
ROLE = re.compile(r":[a-z:+-]+:`[!~]?([^`<]*?)(?:\s*<[^>`]*>)?`|`([^`<]*?)\s*<[^>`]*>`_{0,2}")
MARKED = re.compile(r"`{1,2}([^`]*)`{1,2}_?|\*{1,2}([^*]+)\*{1,2}")
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
CUSTOMER = re.compile(r"【[^】]*】[がはのを]?")
NAME_KINDS = ("fem", "masc", "given", "surname", "place", "station")


def first_try(path: Path) -> dict[str, Any]:
    """Return the data of the first try: pairs, words, chat, sts, en."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    return data


def tatoeba(folder: Path) -> list[tuple[str, str]]:
    """Return (English, Japanese) pairs of the Tatoeba challenge's tab-separated files and of newer exports cut into JSON files."""
    found = []
    for path in sorted(folder.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            fields = line.split("\t")
            if len(fields) == 4 and fields[0] == "eng":
                found.append((fields[2].strip(), fields[3].strip()))
    for path in sorted(folder.glob("*.json")):
        for row in json.loads(path.read_text(encoding="utf-8")):
            if row["english"]:
                found.append((row["english"].strip(), row["japanese"].strip()))
    return found


def lectures(folder: Path) -> list[tuple[str, str]]:
    """Return (English, Japanese) sentences of the Coursera corpus' training part, in the order of the lectures."""
    english = (folder / "train.en.txt").read_text(encoding="utf-8").split("\n")
    japanese = (folder / "train.ja.txt").read_text(encoding="utf-8").split("\n")
    return [
        (e.strip(), SPACE_BETWEEN_KANA.sub("", j).strip())
        for e, j in zip(english, japanese, strict=True)
        if e.strip() and j.strip()
    ]


def manuals(folder: Path) -> list[tuple[str, str]]:
    """Return (English, Japanese) paragraphs of manuals translated with gettext, without their markup, in the order of the pages."""
    found = []
    for path in sorted(folder.rglob("*.po")):
        for entry in polib.pofile(str(path)):
            english, japanese = _unmarked(entry.msgid), SPACE_BETWEEN_KANA.sub("", _unmarked(entry.msgstr))
            if entry.translated() and 15 < len(english) < 900 and len(JAPANESE.findall(japanese)) >= 5:
                found.append((english, japanese))
    return found


def _unmarked(text: str) -> str:
    """Return a paragraph of reStructuredText as a reader sees it."""
    text = ROLE.sub(lambda m: m[1] or m[2] or "", text.replace("\\ ", "").replace("::", ":"))
    text = MARKED.sub(lambda m: m[1] or m[2] or "", text)
    return re.sub(r"\s+", " ", text).strip()


def dialogues(folder: Path) -> list[list[tuple[int, str]]]:
    """Return RealPersonaChat's dialogues as lists of (speaker 0 or 1, text)."""
    found = []
    for path in sorted(folder.glob("dialogues/*.json")):
        said = json.loads(path.read_text(encoding="utf-8"))["utterances"]
        first = said[0]["interlocutor_id"]
        found.append([(int(u["interlocutor_id"] != first), u["text"].strip()) for u in said])
    return found


def jaquad(folder: Path) -> list[tuple[str, str, str]]:
    """Return (question, the sentence that answers it, the whole passage) of JaQuAD's training part."""
    found = []
    for path in sorted(folder.glob("data/train/*.json")):
        for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
            for paragraph in article["paragraphs"]:
                passage = paragraph["context"]
                for asked in paragraph["qas"]:
                    at = asked["answers"][0]["answer_start"]
                    start = max(passage.rfind("。", 0, at), passage.rfind("\n", 0, at)) + 1
                    stop = min(
                        (i for i in (passage.find("。", at), passage.find("\n", at)) if i >= 0), default=len(passage)
                    )
                    found.append((asked["question"], passage[start : stop + 1].strip(), passage))
    return found


def accommodation(folder: Path) -> list[tuple[str, str]]:
    """Return (said, said next) and (said, the same in one plain sentence) pairs of ASDC's training part."""
    found = []
    for path in sorted(folder.glob("data/vanilla/*.jsonl")):
        for row in _rows(path):
            texts = [u["text"] for u in row["utterances"]]
            found += list(pairwise(texts))
    for path in sorted(folder.glob("data/supplemental/scud/*.jsonl")):
        for row in _rows(path):
            plain = CUSTOMER.sub("", "".join(row["targets"]))
            if row["context"]:
                found.append((row["context"][-1]["text"], "".join(row["sources"])))
            if plain:
                found.append(("".join(row["sources"]), plain))
    return found


def assistant_dialogues(folder: Path) -> list[tuple[str, str]]:
    """Return (English question, answer) pairs of the schema-guided dialogues' training part."""
    found = []
    for path in sorted(folder.glob("*.json")):
        for dialogue in json.loads(path.read_text(encoding="utf-8")):
            said = [turn["utterance"] for turn in dialogue["turns"]]
            found += [(a, b) for a, b in pairwise(said) if a.endswith("?") and len(b) > 25]
    return found


def names(database: Path) -> list[tuple[str, str]]:
    """Return (Japanese name, its Latin reading) of JMnedict, written in kanji or kana as the dictionary has it."""
    rows = sqlite3.connect(database).execute(
        "select coalesce(k.text, r.text), r.text, g.text, y.text from NETranslation t "
        "join NETransGloss g on g.tid = t.ID join NETransType y on y.tid = t.ID "
        "join NEKana r on r.idseq = t.idseq left join NEKanji k on k.idseq = t.idseq order by t.ID"
    )
    found: dict[str, str] = {}
    for written, reading, latin, kind in rows:
        if any(kind.startswith(k) for k in NAME_KINDS) and len(latin) <= 24:
            found.setdefault(written, latin)
            found.setdefault(reading, latin)
    return list(found.items())


def plain(text: str) -> str:
    """Return the text in the form in which two sentences are compared for sameness."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).lower() if c.isalnum())


def _rows(path: Path) -> Iterator[Any]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row.get("purpose", "train") == "train" and row.get("correct", True):
            yield row
