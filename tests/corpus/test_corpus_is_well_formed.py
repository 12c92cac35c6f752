"""The corpus holds what its guide says, and its parts share no speaker."""

import subprocess
import sys
from pathlib import Path

import pytest

CORPUS = Path(__file__).parents[2] / "corpus"
SPEAKERS = sorted(CORPUS.glob("speakers/*.jsonl"))
TEST = sorted(CORPUS.glob("test/*.jsonl"))
SHEETS = sorted(CORPUS.glob("sheets/*.jsonl"))


@pytest.mark.parametrize(("option", "paths"), [([], SPEAKERS), ([], TEST), (["--sheet"], SHEETS)])
def test_every_file_passes_its_own_check(option: list[str], paths: list[Path]) -> None:
    found = subprocess.run(
        [sys.executable, str(CORPUS / "check.py"), *option, *map(str, paths)], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout


def test_no_test_speaker_is_learnt_from() -> None:
    assert not {path.name for path in SPEAKERS} & {path.name for path in TEST}
    assert len(SPEAKERS) >= 60
    assert len(TEST) >= 8
