"""Where the reader begins: the built-in encoder's own layers, read back from its ONNX file.

The embedding rows are the encoder's, too, and stay as they are: at run time both networks share one table.
"""

from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper
from tools.encoder.graph import GELU_LEAST

Array = NDArray[np.float32]
TURNED = ("query", "key", "inner")
"""Which products of a layer have an input whose loud channels are turned down."""


def encoder_state(path: Path) -> dict[str, Array]:
    """Return the encoder's weights under the names of `tools.encoder.network`, and its table as `rows`."""
    graph = onnx.load(str(path)).graph
    held = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    state = {"rows": (held["rows"].astype(np.float32) * held["row_scales"]).astype(np.float32)}
    return state | _layers(_steps(graph, held), TURNED)


def answering_state(path: Path) -> dict[str, Array]:
    """Return the weights of a network of deep recall under the names of `tools.answering.network`."""
    body, heads = _parted(path)
    (inner, inside), (outer, outside) = _products(heads)
    found = {f"body.{name}": value for name, value in body.items()}
    return {**found, "inner.weight": inner, "inner.bias": inside, "outer.weight": outer, "outer.bias": outside}


def reader_state(path: Path) -> dict[str, Array]:
    """Return the weights of a reader under the names of `tools.reader.learning.Reader`."""
    body, heads = _parted(path)
    turn_inner, turn, (own, _), (around, bias), piece = _products(heads)
    found = {f"body.{name}": value for name, value in body.items()}
    named = {"turn_inner": turn_inner, "turn": turn, "piece_inner": (np.hstack([own, around]), bias), "piece": piece}
    for name, (weight, added) in named.items():
        found |= {f"heads.{name}.weight": weight, f"heads.{name}.bias": added}
    return found


Step = tuple[str, list[Array]]


def _parted(path: Path) -> tuple[dict[str, Array], list[Step]]:
    """Return the body's weights, and the steps of the heads."""
    graph = onnx.load(str(path)).graph
    steps = _steps(graph, {one.name: numpy_helper.to_array(one) for one in graph.initializer})
    places, parts = (constants[0] for kind, constants in steps if kind == "places")
    cut = next(i for i, (kind, _) in enumerate(steps) if kind == "half")
    body = _layers([step for step in steps[:cut] if step[0] != "places"], (*TURNED, "value"))
    for name in [name for name in body if name.endswith(".outer.bias")]:
        body[name] = body[name] + GELU_LEAST * body[name.replace("bias", "weight")].sum(1)
    return {**body, "places": places, "parts": parts}, steps[cut:]


def _products(steps: list[Step]) -> list[tuple[Array, Array]]:
    """Return the weight and the bias of each product of the heads."""
    found: list[tuple[Array, Array]] = []
    matrix: Array | None = None
    for kind, constants in steps:
        if kind in ("small", "half", "wide"):
            matrix = constants[0].astype(np.float32).T
        elif kind == "Mul" and matrix is not None:
            matrix = matrix * constants[0][:, None]
        elif kind == "Add" and matrix is not None:
            found.append((matrix, constants[0]))
            matrix = None
    return [(np.ascontiguousarray(weight, np.float32), bias) for weight, bias in found]


def _steps(graph: onnx.GraphProto, held: dict[str, Array]) -> list[tuple[str, list[Array]]]:
    """Return the nodes that hold weights, in the order in which `tools.encoder.graph` wrote them."""
    maker = {out: node for node in graph.node for out in node.output}
    steps: list[tuple[str, list[Array]]] = []
    for node in graph.node:
        constants = [held[name] for name in node.input if name in held]
        if node.op_type == "LayerNormalization":
            steps.append(("norm", constants))
        elif node.op_type == "Gather" and node.input[0] not in ("rows", "row_scales") and constants:
            if constants[0].ndim == 2:
                steps.append(("places", constants))
        elif node.op_type == "Mul" and constants and constants[0].shape == (384,) and _is_input(node, maker):
            steps.append(("turn", constants))
        elif node.op_type == "MatMulInteger":
            steps.append(("small", constants))
        elif node.op_type == "MatMul":
            wide = node.input[1]
            steps.append(("wide", [held[wide]]) if wide in held else ("half", [held[maker[wide].input[0]]]))
        elif node.op_type in ("Mul", "Add") and constants and constants[0].ndim == 1 and constants[0].size > 1:
            steps.append((node.op_type, constants))
    return steps


def _is_input(node: onnx.NodeProto, maker: dict[str, onnx.NodeProto]) -> bool:
    """Tell whether a product turns down a normalised input, and is not the scale of an int8 product."""
    return any(maker[name].op_type == "LayerNormalization" for name in node.input if name in maker)


def _layers(steps: list[tuple[str, list[Array]]], turned: tuple[str, ...]) -> dict[str, Array]:
    """Put names to the steps; `turned`: see `TURNED`."""
    state: dict[str, Array] = {}
    names = iter(
        ["norm"]
        + [
            f"layers.{i}.{name}"
            for i in range(6)
            for name in ("query", "key", "value", "attended", "norm_attended", "inner", "outer", "norm_outer")
        ]
    )
    turn: Array | None = None
    matrix: Array | None = None
    for kind, constants in steps:
        if kind == "places":
            state["places"] = constants[0]
        elif kind == "norm":
            name = next(names)
            state |= {f"{name}.weight": constants[0], f"{name}.bias": constants[1]}
            turn = None
        elif kind == "turn":
            turn = 1 / constants[0]
        elif kind in ("small", "half"):
            matrix = constants[0].astype(np.float32).T
            is_half = kind == "half"
        elif kind == "Mul" and matrix is not None:
            matrix = matrix * constants[0][:, None]
        elif kind == "Add" and matrix is not None:
            name = next(names)
            is_turned = turn is not None and not is_half and name.split(".")[-1] in turned
            state[f"{name}.weight"] = matrix / turn if is_turned and turn is not None else matrix
            state[f"{name}.bias"] = constants[0]
            matrix = None
    return {key: np.ascontiguousarray(value, np.float32) for key, value in state.items()}
