"""What was learnt about cues and turns in the built-in encoder's space (tools/encoder/senses.py), read from its file."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from omoide.adapters.embedders.builtin import WEIGHTS
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.parts.answerability import Answerability
from omoide.domain.recall.parts.senses import LearntDirection, Senses


def learnt_senses(space: EmbeddingSpace, *, path: Path = WEIGHTS / "senses.json") -> Senses | None:
    """Return what was learnt in this very space; `None` for any other, and where the file cannot be read."""
    try:
        learnt = json.loads(path.read_text(encoding="utf-8"))
        if learnt["space"] != space.key:
            return None
        return Senses(
            request=_direction(learnt["request"]),
            telling=_direction(learnt["telling"]),
            answerability=Answerability(**learnt["answerability"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None  # recall goes on without them


def _direction(raw: dict[str, Any]) -> LearntDirection:
    return LearntDirection(np.array(raw["vector"], np.float32), float(raw["bias"]))
