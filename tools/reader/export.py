"""A trained reader → the files the package carries: `reader.onnx` (int8), `reader.json` (labels), their hashes.

The table of rows is not in it: it is the encoder's, and is looked up in `encoder.onnx`, whose place in that file is written down.

    python -m tools.reader.export --reader DIR --weights src/omoide/adapters/embedders/weights \\
        --examples BUILD/examples.json.xz --out src/omoide/adapters/readers/weights
"""

import argparse
import hashlib
import json
import lzma
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper
from tools.encoder.graph import Graph, layer
from tools.encoder.network import WIDTH
from tools.reader.labels import TOKEN, TURN, width
from tools.reader.learning import Reader, example, together
from tools.reader.network import USER, Batch, Body
from tools.reader.rows import LONGEST, load_pieces
from tools.reader.start import encoder_state

Array = NDArray[np.float32]
CALIBRATED_ON = 256


def read_body(g: Graph, state: dict[str, Array], loud: dict[str, Array], *, layers: int) -> tuple[str, str]:
    """Add the body to a graph whose inputs are `rows`, `parts` and `lengths`; return its states, and where there is a piece."""

    def ints(*values: int) -> str:
        return g.constant(np.array(values, np.int64))

    length = g.op("Gather", g.op("Shape", "parts"), g.constant(np.array(1, np.int64)))
    spots = g.op("Range", g.constant(np.array(0, np.int64)), length, g.constant(np.array(1, np.int64)))
    there = g.op("Less", g.op("Unsqueeze", spots, ints(0)), g.op("Unsqueeze", "lengths", ints(1)))
    mask = g.op("Cast", there, to=TensorProto.INT32)
    where = g.op(
        "Add", g.op("Gather", g.constant(state["places"]), spots), g.op("Gather", g.constant(state["parts"]), "parts")
    )
    x = g.norm(g.op("Add", "rows", where), state["norm.weight"], state["norm.bias"])
    for i in range(layers):
        w = {k.removeprefix(f"layers.{i}."): v for k, v in state.items() if k.startswith(f"layers.{i}.")}
        before = "norm" if i == 0 else f"layers.{i - 1}.norm_outer"
        x = layer(g, x, mask, w, (loud[before], loud[f"layers.{i}.norm_attended"]))
    return x, there


def build(state: dict[str, Array], loud: dict[str, Array], *, layers: int) -> onnx.ModelProto:
    """Return the model: rows of pieces in; `turn` and `piece`, the heads' outputs, out."""
    g = Graph(True)

    def ints(*values: int) -> str:
        return g.constant(np.array(values, np.int64))

    x, there = read_body(g, state, loud, layers=layers)
    own = g.op("And", there, g.op("Equal", "parts", ints(USER)))
    said = g.op("Unsqueeze", g.op("Cast", own, to=TensorProto.FLOAT), ints(2))
    count = g.op("Max", g.op("ReduceSum", said, ints(1), keepdims=0), g.constant(np.float32([1])))
    mean = g.op("Div", g.op("ReduceSum", g.op("Mul", x, said), ints(1), keepdims=0), count)
    first = g.op("Squeeze", g.op("Slice", x, ints(0), ints(1), ints(1)), ints(1))
    whole = g.op("Gelu", _linear(g, g.op("Concat", first, mean, axis=-1), state, "turn_inner"), domain="com.microsoft")
    g.nodes.append(helper.make_node("Identity", [_linear(g, whole, state, "turn")], ["turn"], "turn_out"))
    weight, bias = state["piece_inner.weight"], state["piece_inner.bias"]
    own_part = g.small(g.quantised(x), weight[:, :WIDTH], np.zeros_like(bias))
    around = g.op("Unsqueeze", g.dense(mean, weight[:, WIDTH:], bias), ints(1))
    each = g.op("Gelu", g.op("Add", own_part, around), domain="com.microsoft")
    g.nodes.append(helper.make_node("Identity", [_linear(g, each, state, "piece")], ["piece"], "piece_out"))
    graph = helper.make_graph(
        g.nodes,
        "omoide_reader",
        inputs(),
        [
            helper.make_tensor_value_info("turn", TensorProto.FLOAT, ["n", width(TURN)]),
            helper.make_tensor_value_info("piece", TensorProto.FLOAT, ["n", "longest", width(TOKEN)]),
        ],
        g.constants,
    )
    return model_of(graph)


def inputs() -> list[onnx.ValueInfoProto]:
    """Return what goes in: the rows of the table at each piece, the part it belongs to, and how many there are."""
    return [
        helper.make_tensor_value_info("rows", TensorProto.FLOAT, ["n", "longest", WIDTH]),
        helper.make_tensor_value_info("parts", TensorProto.INT64, ["n", "longest"]),
        helper.make_tensor_value_info("lengths", TensorProto.INT64, ["n"]),
    ]


def model_of(graph: onnx.GraphProto) -> onnx.ModelProto:
    """Return a graph as a model."""
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8, producer_name="omoide")


def _linear(g: Graph, x: str, state: dict[str, Array], name: str) -> str:
    return g.halved(x, state[f"{name}.weight"], state[f"{name}.bias"])


@torch.no_grad()
def loudness(body: Body, batches: Iterable[Batch]) -> dict[str, Array]:
    """Return how far each channel goes after each normalisation."""
    found: dict[str, Array] = {}

    def listen(name: str) -> Any:
        def hook(_module: Any, _given: Any, out: torch.Tensor) -> None:
            far = out.detach().abs().flatten(0, 1).amax(0).float().numpy()
            found[name] = np.maximum(found[name], far) if name in found else far

        return hook

    norms = {n: m for n, m in body.named_modules() if isinstance(m, torch.nn.LayerNorm)}
    hooks = [module.register_forward_hook(listen(name)) for name, module in norms.items()]
    for batch in batches:
        body(batch)
    for hook in hooks:
        hook.remove()
    return found


def table_places(path: Path) -> dict[str, Any]:
    """Return which encoder it is, and where its file holds the rows and their scales: offset and shape of each."""
    content = path.read_bytes()
    found: dict[str, Any] = {"encoder_sha256": hashlib.sha256(content).hexdigest()}
    for tensor in onnx.load(str(path)).graph.initializer:
        if tensor.name in ("rows", "row_scales"):
            at = content.find(tensor.raw_data)
            if content.find(tensor.raw_data, at + 1) >= 0:
                raise SystemExit(f"{tensor.name} is not the only such piece of the file")
            found[tensor.name] = {"offset": at, "shape": list(tensor.dims)}
    return found


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("reader", "weights", "examples", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    encoder = encoder_state(given.weights / "encoder.onnx")
    kept = {k: v for path in sorted(given.reader.glob("reader_*.npz")) for k, v in np.load(path).items()}
    layers = 1 + max(int(k.split(".")[2]) for k in kept if k.startswith("body.layers."))
    reader = Reader(Body(encoder["rows"], layers=layers))
    reader.load_state_dict({k: torch.from_numpy(v.astype(np.float32)) for k, v in kept.items()})
    reader.eval()
    pieces = load_pieces(given.weights)
    with lzma.open(given.examples, "rt", encoding="utf-8") as file:
        rows = json.load(file)
    some = [example(row, pieces) for row in rows[:: max(1, len(rows) // CALIBRATED_ON)]]
    state = {k.split(".", 1)[1]: v.numpy() for k, v in reader.state_dict().items()}
    heard = (together(some[at : at + 32], "cpu") for at in range(0, len(some), 32))
    model = build(state, loudness(reader.body, heard), layers=layers)
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "reader.onnx").write_bytes(model.SerializeToString(deterministic=True))
    about = {
        "turn": {k: list(v) for k, v in TURN.items()},
        "piece": {k: list(v) for k, v in TOKEN.items()},
        "longest": list(LONGEST),
        "table": table_places(given.weights / "encoder.onnx"),
    }
    (given.out / "reader.json").write_text(json.dumps(about, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    names = ("reader.onnx", "reader.json")
    hashes = {name: hashlib.sha256((given.out / name).read_bytes()).hexdigest() for name in names}
    (given.out / "sha256.json").write_text(json.dumps(hashes, indent=2) + "\n", encoding="utf-8")
    print({name: (given.out / name).stat().st_size for name in names}, hashes)


if __name__ == "__main__":
    main()
