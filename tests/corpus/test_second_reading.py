"""The second reading holds every turn once, in the words and kinds of the guide."""

import json
from pathlib import Path

import pytest
from bench import second_reading

CORPUS = Path(__file__).parents[2] / "corpus"
KINDS = {"fact", "relation", "task", "preference"}
OPS = {"assert", "end", "done", "correct", "deny"}
PATHS = sorted([*CORPUS.glob("speakers/*.jsonl"), *CORPUS.glob("test/*.jsonl")])


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_turn_is_read_once(path: Path) -> None:
    turns = [json.loads(line)["id"] for line in path.read_text(encoding="utf-8").splitlines()[1:] if line.strip()]
    lines = (CORPUS / "second" / f"{path.stem}.txt").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[0] for line in lines if line.strip()] == turns
    for told in second_reading.read(CORPUS / "second" / f"{path.stem}.txt").values():
        for belief in told["beliefs"]:
            assert belief["kind"] in KINDS
            assert belief["op"] in OPS
            assert belief["value"].strip()
            assert (belief["kind"] == "preference") == ("polarity" in belief)
