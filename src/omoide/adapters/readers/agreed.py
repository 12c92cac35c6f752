"""The second look's weights as they lie beside the reader's: one logistic model a kind, made by `tools.reader.agreement`."""

import json
from pathlib import Path
from typing import Any

from omoide.domain.understanding.judging.agreement import Agreement, Look
from omoide.domain.understanding.judging.referents import Pointing
from omoide.domain.understanding.reading import BeliefKind
from omoide.errors import ReaderUnavailable

NAME = "agreement.json"


def agreed(folder: Path) -> Agreement:
    """Return what the file of weights says; one made for another reader says nothing, so that nothing is asserted by it."""
    try:
        kept = json.loads((folder / NAME).read_text(encoding="utf-8"))
        hashes = json.loads((folder / "sha256.json").read_text(encoding="utf-8"))
        if kept["reader"] != hashes["reader.onnx"]:
            return Agreement()
        looks = {BeliefKind(kind): _look(look) for kind, look in kept["kinds"].items()}
        return Agreement(looks, Pointing({str(name): float(weight) for name, weight in kept["whom"].items()}))
    except (OSError, ValueError, KeyError) as exc:
        raise ReaderUnavailable(f"the built-in reader's {NAME} is not in {folder}; reinstall the package") from exc


def _look(kept: dict[str, Any]) -> Look:
    weights = {str(name): float(weight) for name, weight in kept["weights"].items()}
    return Look(weights, float(kept["bias"]), float(kept["asserted"]), float(kept["supposed"]))
