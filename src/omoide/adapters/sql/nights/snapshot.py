"""Numbers of a whole mind as one compressed column of bytes: what a night began with, what it did to the relations."""

import io
import zlib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omoide.domain.memories.relations import Graph
from omoide.domain.nights.population import Population

FASTEST = 1
"""Compression level: columns of numbers shrink little, but the night should not wait for it."""


def population_bytes(population: Population) -> bytes:
    """Return the numbers as bytes."""
    return _packed({each.name: getattr(population, each.name) for each in fields(Population)})


def population_from(data: bytes) -> Population:
    """Return the numbers kept in these bytes."""
    return Population(**_unpacked(data))


def graphs_bytes(removed: Graph, added: Graph) -> bytes:
    """Return what was taken from and added to the relations as bytes."""
    columns = {f"removed_{each.name}": getattr(removed, each.name) for each in fields(Graph)}
    return _packed(columns | {f"added_{each.name}": getattr(added, each.name) for each in fields(Graph)})


def graphs_from(data: bytes) -> tuple[Graph, Graph]:
    """Return what these bytes say was taken from and added to the relations."""
    columns = _unpacked(data)
    return (
        Graph(**{each.name: columns[f"removed_{each.name}"] for each in fields(Graph)}),
        Graph(**{each.name: columns[f"added_{each.name}"] for each in fields(Graph)}),
    )


def _packed(columns: Mapping[str, NDArray[Any]]) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, allow_pickle=False, **columns)
    return zlib.compress(stream.getvalue(), FASTEST)


def _unpacked(data: bytes) -> dict[str, NDArray[Any]]:
    with np.load(io.BytesIO(zlib.decompress(data)), allow_pickle=False) as columns:
        return {name: columns[name] for name in columns.files}
