"""The corpus holds what its guide says, and its parts share no speaker."""

import json
import subprocess
import sys
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest
from tools.reader import moments

CORPUS = Path(__file__).parents[2] / "corpus"
SPEAKERS = sorted(CORPUS.glob("speakers/*.jsonl"))
TEST = sorted(CORPUS.glob("test/*.jsonl"))
SHEETS = sorted(CORPUS.glob("sheets/*.jsonl"))
SCENES = sorted(CORPUS.glob("scenes/*.jsonl"))
MOMENTS = sorted(CORPUS.glob("moments/*.txt"))


@pytest.mark.parametrize(("option", "paths"), [([], SPEAKERS), ([], TEST), (["--sheet"], SHEETS), (["--scenes"], SCENES), (["--moments"], MOMENTS)])
def test_every_file_passes_its_own_check(option: list[str], paths: list[Path]) -> None:
    found = subprocess.run(
        [sys.executable, str(CORPUS / "check.py"), *option, *map(str, paths)], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout


def test_no_test_speaker_is_learnt_from() -> None:
    assert not {path.name for path in SPEAKERS} & {path.name for path in TEST}
    assert len(SPEAKERS) >= 60
    assert len(TEST) >= 8


def test_questions_name_turns_that_are_there_and_were_said_before() -> None:
    faults = []
    for path in sorted(CORPUS.glob("questions/*.jsonl")):
        turns = [json.loads(line) for line in (CORPUS / "speakers" / path.name).read_text(encoding="utf-8").splitlines()]
        said = {turn["id"]: datetime.fromisoformat(turn["at"]) for turn in turns[1:]}
        for line in path.read_text(encoding="utf-8").splitlines():
            asked = json.loads(line)
            named = [*asked["evidence"], *asked.get("stale", ())]
            is_answered = bool(asked["evidence"]) == (asked["category"] != "none")
            is_later = all(said.get(turn, datetime.max) < datetime.fromisoformat(asked["as_of"]) for turn in named if turn in said)
            if not (asked["q"].strip() and is_answered and is_later and said.keys() >= set(named)):
                faults.append(f"{path.stem}: {line}")
    assert faults == []


def test_every_moment_is_read_with_its_labels_and_questions_name_its_turns() -> None:
    for path in MOMENTS:
        turns = Counter(int(turn["id"]) for turn in moments.read(path) if turn["valence"])
        asked = [ask for kind in (".asks", ".plain") for ask in moments.asks(path.with_suffix(kind))]
        assert len(turns) >= 100, path.stem
        for ask in asked:
            assert ask.cue.strip(), ask
            assert all(1 <= turn <= turns[ask.moment] for turn in ask.answers), ask
            assert bool(ask.answers) == (ask.kind != "none"), ask
    assert len(MOMENTS) == 24


def test_nobody_asks_about_a_test_speaker_or_one_that_figures_are_read_on() -> None:
    asked = {path.stem for path in CORPUS.glob("questions/*.jsonl")}
    reported = {f"{language}-{number:03d}" for language in ("ja", "en") for number in range(1, 7)}
    assert not asked & ({path.stem for path in TEST} | reported)
