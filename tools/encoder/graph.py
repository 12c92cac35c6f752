"""Writes an encoder as an ONNX graph, in fp32 or with all large matrices in int8.

Matrices named in `half` are kept in half precision instead: those of the values and of the layers' ends carry most of the error of int8.
Weights have one scale a row of output; activations are quantised token by token at run time, so a text's vector does not depend on
the other texts of its batch.  Embedding rows are int8 with one scale each and are widened only when looked up.
"""

from dataclasses import dataclass, field

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

LAYERS, WIDTH, HEADS, LONGEST = 6, 384, 12, 256
GELU_LEAST = 0.17
Array = NDArray[np.float32]


@dataclass(slots=True)
class Graph:
    """Collects nodes and constants; each call returns the name of its result."""

    int8: bool
    half: frozenset[str] = frozenset()
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: list[onnx.TensorProto] = field(default_factory=list)
    known: dict[str, str] = field(default_factory=dict)

    def constant(self, value: NDArray[np.generic], name: str = "") -> str:
        """Return the name of a constant; equal small ones are kept once."""
        key = f"{value.dtype}{value.shape}{value.tobytes()!r}" if value.size < 16 else ""
        if key in self.known:
            return self.known[key]
        name = name or f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(value, name))
        if key:
            self.known[key] = name
        return name

    def op(self, kind: str, *inputs: str, domain: str = "", **attributes: object) -> str:
        """Add a node and return the name of its only result."""
        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name, domain=domain, **attributes))
        return name

    def quantised(self, x: str) -> tuple[str, str]:
        """Return the tokens of `x` as uint8 around 128, and one scale a token."""
        largest = self.op("ReduceMax", self.op("Abs", x), axes=[-1], keepdims=1)
        shifted = self.op(
            "Add",
            self.op("Round", self.op("Div", x, scale := self._scale(largest, 127))),
            self.constant(np.float32([128])),
        )
        return self.op("Cast", shifted, to=TensorProto.UINT8), scale

    def positive(self, x: str) -> tuple[str, str]:
        """Return tokens that are never below `-GELU_LEAST` as uint8 from there upwards, and one scale a token."""
        above = self.op("Add", x, self.constant(np.float32([GELU_LEAST])))
        scale = self._scale(self.op("ReduceMax", above, axes=[-1], keepdims=1), 255)
        return self.op("Cast", self.op("Round", self.op("Div", above, scale)), to=TensorProto.UINT8), scale

    def _scale(self, largest: str, steps: int) -> str:
        return self.op(
            "Max", self.op("Mul", largest, self.constant(np.float32([1 / steps]))), self.constant(np.float32([1e-9]))
        )

    def dense(self, x: str, weight: Array, bias: Array) -> str:
        """Return `x @ weight.T + bias` in fp32."""
        return self.op("Add", self.op("MatMul", x, self.constant(np.ascontiguousarray(weight.T))), self.constant(bias))

    def halved(self, x: str, weight: Array, bias: Array) -> str:
        """Return `x @ weight.T + bias` with the weight kept in half precision and widened when the file is opened."""
        half = self.constant(np.ascontiguousarray(weight.T).astype(np.float16))
        return self.op("Add", self.op("MatMul", x, self.op("Cast", half, to=TensorProto.FLOAT)), self.constant(bias))

    def small(self, packed: tuple[str, str], weight: Array, bias: Array, *, zero: int = 128, least: float = 0.0) -> str:
        """Return `x @ weight.T + bias` for packed tokens whose quantised `zero` stands for `-least`."""
        ids, scale = packed
        size = np.abs(weight).max(1) / 127 + 1e-12
        matrix = np.round(weight / size[:, None]).astype(np.int8).T
        product = self.op(
            "MatMulInteger", ids, self.constant(np.ascontiguousarray(matrix)), self.constant(np.array(zero, np.uint8))
        )
        wide = self.op("Mul", self.op("Cast", product, to=TensorProto.FLOAT), scale)
        offset = least * (matrix.astype(np.float32) * size).sum(0)
        return self.op(
            "Add",
            self.op("Mul", wide, self.constant(size.astype(np.float32))),
            self.constant((bias - offset).astype(np.float32)),
        )

    def smoothed(self, x: str, loud: Array, weights: list[Array]) -> tuple[tuple[str, str], list[Array]]:
        """Quantise `x` with its loud channels turned down; return it and the weights turned up to match (SmoothQuant)."""
        felt = np.max([np.abs(w).max(0) for w in weights], axis=0)
        turn = np.sqrt(loud / np.maximum(felt, 1e-6)).astype(np.float32)
        turn /= np.exp(np.log(turn).mean())
        return self.quantised(self.op("Mul", x, self.constant(1 / turn))), [w * turn for w in weights]

    def norm(self, x: str, weight: Array, bias: Array) -> str:
        """Return `x` normalised over its width."""
        return self.op("LayerNormalization", x, self.constant(weight), self.constant(bias), axis=-1, epsilon=1e-12)

    def rows(self, ids: str, table: Array) -> str:
        """Return the table's rows at `ids`."""
        if not self.int8:
            return self.op("Gather", self.constant(table, "rows"), ids)
        scale = np.abs(table).max(1, keepdims=True) / 127 + 1e-12
        small = self.op("Gather", self.constant(np.round(table / scale).astype(np.int8), "rows"), ids)
        return self.op(
            "Mul",
            self.op("Cast", small, to=TensorProto.FLOAT),
            self.op("Gather", self.constant(scale.astype(np.float32), "row_scales"), ids),
        )


def build(
    state: dict[str, Array], *, loud: dict[str, Array] | None = None, half: frozenset[str] = frozenset()
) -> onnx.ModelProto:
    """Return the model: `ids` (n, longest) and `lengths` (n) in, unit `vectors` (n, 384) out.

    It is int8 where `loud` tells, for each normalisation, how far each of its channels goes; else fp32.
    """
    g = Graph(loud is not None, half)
    table = np.concatenate([state["english"], state["japanese"]]) if len(state["japanese"]) else state["english"]
    length = g.op("Gather", g.op("Shape", "ids"), g.constant(np.array(1, np.int64)))
    spots = g.op("Range", g.constant(np.array(0, np.int64)), length, g.constant(np.array(1, np.int64)))
    places = g.op("Gather", g.constant(state["places"][:LONGEST]), spots)
    there = g.op(
        "Less",
        g.op("Unsqueeze", spots, g.constant(np.array([0], np.int64))),
        g.op("Unsqueeze", "lengths", g.constant(np.array([1], np.int64))),
    )
    mask = g.op("Cast", there, to=TensorProto.INT32)
    x = g.norm(g.op("Add", g.rows("ids", table), places), state["norm.weight"], state["norm.bias"])
    for i in range(LAYERS):
        w = {k.removeprefix(f"layers.{i}."): v for k, v in state.items() if k.startswith(f"layers.{i}.")}
        before = "norm" if i == 0 else f"layers.{i - 1}.norm_outer"
        x = layer(g, x, mask, w, (loud[before], loud[f"layers.{i}.norm_attended"]) if loud else None)
    kept = g.op("Unsqueeze", g.op("Cast", there, to=TensorProto.FLOAT), g.constant(np.array([2], np.int64)))
    total = g.op("ReduceSum", g.op("Mul", x, kept), g.constant(np.array([1], np.int64)), keepdims=0)
    size = g.op("Sqrt", g.op("ReduceSum", g.op("Mul", total, total), g.constant(np.array([1], np.int64)), keepdims=1))
    g.nodes.append(helper.make_node("Div", [total, size], ["vectors"], "vectors"))
    graph = helper.make_graph(
        g.nodes,
        "omoide_encoder",
        [
            helper.make_tensor_value_info("ids", TensorProto.INT64, ["n", "longest"]),
            helper.make_tensor_value_info("lengths", TensorProto.INT64, ["n"]),
        ],
        [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["n", WIDTH])],
        g.constants,
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8, producer_name="omoide")


def layer(g: Graph, x: str, mask: str, w: dict[str, Array], loud: tuple[Array, Array] | None) -> str:
    """Return `x` after one layer of weights `w`; int8 where `loud` tells how far the channels before its two halves go."""
    names = ("query", "key", "value")
    if loud:
        small = [name for name in names if name not in g.half]
        packed, turned = g.smoothed(x, loud[0], [w[f"{name}.weight"] for name in small])
        made = {name: g.small(packed, turned[i], w[f"{name}.bias"]) for i, name in enumerate(small)}
        looked = [made.get(name) or g.halved(x, w[f"{name}.weight"], w[f"{name}.bias"]) for name in names]
    else:
        looked = [g.dense(x, w[f"{name}.weight"], w[f"{name}.bias"]) for name in names]
    seen = g.op("MultiHeadAttention", *looked, "", mask, domain="com.microsoft", num_heads=HEADS)
    last = w["attended.weight"], w["attended.bias"]
    seen = g.small(g.quantised(seen), *last) if g.int8 else g.dense(seen, *last)
    x = g.norm(g.op("Add", x, seen), w["norm_attended.weight"], w["norm_attended.bias"])
    if loud:
        packed, [inner] = g.smoothed(x, loud[1], [w["inner.weight"]])
        felt = g.op("Gelu", g.small(packed, inner, w["inner.bias"]), domain="com.microsoft")
        last = w["outer.weight"], w["outer.bias"]
        out = g.halved(felt, *last) if "outer" in g.half else g.small(g.positive(felt), *last, zero=0, least=GELU_LEAST)
    else:
        felt = g.op("Gelu", g.dense(x, w["inner.weight"], w["inner.bias"]), domain="com.microsoft")
        out = g.dense(felt, w["outer.weight"], w["outer.bias"])
    return g.norm(g.op("Add", x, out), w["norm_outer.weight"], w["norm_outer.bias"])
