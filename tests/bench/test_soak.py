"""The soak, short: a few processes for a few seconds, some of which are killed."""

from pathlib import Path

import pytest

from bench import soak

FEW = {"writer": 2, "reader": 1, "host": 1, "sleeper": 1, "eraser": 1}


@pytest.mark.slow
def test_nothing_is_lost_left_or_stuck_while_processes_are_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")  # put back afterwards, whatever the soak sets
    figures = soak.soak(tmp_path, seconds=12, crowd=FEW)
    assert soak.is_well(figures), figures
    assert figures["kept"]
    assert figures["killed"]
