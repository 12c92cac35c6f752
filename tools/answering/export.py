"""A trained network → the files the package carries: `answering.onnx` (int8), `answering.json`, their hashes.

The table of rows is the encoder's, and is looked up in `encoder.onnx`, whose place in that file is written down.

    python -m tools.answering.export --judge BUILD/j/judge.npz --corpus corpus --found BUILD/found.jsonl \\
        --weights src/omoide/adapters/embedders/weights --out src/omoide/adapters/readers/weights/answering
"""

import argparse
import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper
from tools.answering.lessons import Lesson, Pieces, of_scenes, of_talk
from tools.answering.network import LONGEST, LONGEST_OF_TWO, Judge
from tools.encoder.graph import Graph
from tools.reader.export import inputs, loudness, model_of, read_body, table_places
from tools.reader.network import Batch
from tools.reader.rows import batch
from tools.reader.start import encoder_state

Array = NDArray[np.float32]
HEARD = 1600
"""Rows that tell how far each channel goes."""
OUTPUTS = ("odds", "newer")


def build(state: dict[str, Array], loud: dict[str, Array], *, layers: int) -> onnx.ModelProto:
    """Return the model: rows of pieces in; `odds` (n) and `newer` (n) out.

    The log odds that the turn answers the cue; and, of a row that holds two turns, that the newer one does it better.
    """
    g = Graph(True)

    def ints(*values: int) -> str:
        return g.constant(np.array(values, np.int64))

    body = {name.removeprefix("body."): value for name, value in state.items() if name.startswith("body.")}
    x, there = read_body(g, body, loud, layers=layers)

    def mean(where: str) -> str:
        weight = g.op("Unsqueeze", g.op("Cast", g.op("And", there, where), to=TensorProto.FLOAT), ints(2))
        count = g.op("Max", g.op("ReduceSum", weight, ints(1), keepdims=0), g.constant(np.float32([1])))
        return g.op("Div", g.op("ReduceSum", g.op("Mul", x, weight), ints(1), keepdims=0), count)

    first = g.op("Squeeze", g.op("Slice", x, ints(0), ints(1), ints(1)), ints(1))
    joined = g.op("Concat", first, *(mean(g.op("Equal", "parts", ints(part))) for part in (0, 2, 3)), axis=-1)
    whole = g.op("Gelu", g.halved(joined, state["inner.weight"], state["inner.bias"]), domain="com.microsoft")
    numbers = g.halved(whole, state["outer.weight"], state["outer.bias"])
    for at, name in enumerate(OUTPUTS):
        one = g.op("Slice", numbers, ints(at), ints(at + 1), ints(1))
        g.nodes.append(helper.make_node("Squeeze", [one, ints(1)], [name], f"{name}_out"))
    out = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n"]) for name in OUTPUTS]
    return model_of(helper.make_graph(g.nodes, "omoide_answering", inputs(), out, g.constants))


def heard_rows(lessons: Iterable[Lesson]) -> Iterator[Batch]:
    """Yield some rows of lessons as batches."""
    rows = [row for one in lessons for row in (*one.pairs, *one.twos)]
    some = rows[:: max(1, len(rows) // HEARD)]
    for at in range(0, len(some), 32):
        yield batch(some[at : at + 32], "cpu")


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("judge", "corpus", "found", "weights", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    kept = {name: value.astype(np.float32) for name, value in np.load(given.judge).items()}
    layers = 1 + max(int(name.split(".")[2]) for name in kept if name.startswith("body.layers."))
    judge = Judge(encoder_state(given.weights / "encoder.onnx")["rows"], layers=layers)
    judge.load_state_dict({name: torch.from_numpy(value) for name, value in kept.items()})
    judge.eval()
    pieces = Pieces(given.weights)
    heard = heard_rows([*of_talk(given.corpus, given.found, pieces), *of_scenes(given.corpus / "scenes", pieces)])
    model = build(kept, loudness(judge.body, heard), layers=layers)
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "answering.onnx").write_bytes(model.SerializeToString(deterministic=True))
    about = {
        "longest": list(LONGEST),
        "longest_of_two": list(LONGEST_OF_TWO),
        "table": table_places(given.weights / "encoder.onnx"),
    }
    (given.out / "answering.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    names = ("answering.onnx", "answering.json")
    hashes = {name: hashlib.sha256((given.out / name).read_bytes()).hexdigest() for name in names}
    (given.out / "sha256.json").write_text(json.dumps(hashes, indent=2) + "\n", encoding="utf-8")
    print({name: (given.out / name).stat().st_size for name in names}, hashes)


if __name__ == "__main__":
    main()
