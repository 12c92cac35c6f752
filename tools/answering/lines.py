"""Files of the corpus: one JSON object a line."""

import json
from pathlib import Path
from typing import Any


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


HELD_OUT, HELD_AT = 9, 4


def held_out(paths: list[Path]) -> list[Path]:
    """Return the speakers whom nobody learns from: every ninth."""
    return sorted(paths)[HELD_AT::HELD_OUT]
