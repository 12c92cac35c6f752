"""Our night and the design document's row-by-row code come to the same result."""

from pathlib import Path

import pytest
from bench.night import measure


@pytest.mark.slow
def test_three_thousand_memories_end_exactly_as_in_the_row_by_row_code(tmp_path: Path) -> None:
    figures = measure(tmp_path, memories=3_000, compare=True)
    assert figures["identical"] is True
    counts = figures["counts"]
    assert isinstance(counts, dict)
    for what in ("faded", "crowded", "revived", "reinforced", "condensed", "linked", "turned", "unlinked"):
        assert counts[what] > 0, what


@pytest.mark.slow
@pytest.mark.parametrize("memories", [24, 300, 1_200])
def test_a_small_mind_ends_exactly_as_in_the_row_by_row_code_too(tmp_path: Path, memories: int) -> None:
    figures = measure(tmp_path, memories=memories, compare=True)
    assert figures["identical"] is True
    counts = figures["counts"]
    assert isinstance(counts, dict)
    assert counts["faded"] > 0
    assert (counts["spared"] > 0) == (memories == 24)
    assert (counts["crowded"] > 0) == (memories == 1_200)
