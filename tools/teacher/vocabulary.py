"""Cuts the teacher's words down to those that occur, so that rows and table can travel.

    python -m tools.teacher.vocabulary --borrowed BUILD/borrowed --rows BUILD/reading.npz BUILD/asking.npz --out BUILD/send

Writes each file of rows again with words numbered by the list, packed, and `table.bin`: their rows as they lie in the borrowed file.
"""

import argparse
import io
import lzma
from pathlib import Path

import numpy as np


def main() -> None:
    """Write the files."""
    from gguf import GGUFReader

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("borrowed", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--rows", type=Path, nargs="+", required=True)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    held = {path.stem: dict(np.load(path)) for path in given.rows}
    words = np.unique(np.concatenate([np.unique(one["words"]) for one in held.values()]))
    if len(words) > np.iinfo(np.uint16).max:
        raise SystemExit(f"{len(words)} words are more than two bytes number")
    for name, arrays in held.items():
        arrays["words"] = np.searchsorted(words, arrays["words"]).astype(np.uint16)
        kept = io.BytesIO()
        np.savez(kept, **arrays)
        packed = lzma.compress(kept.getvalue(), preset=6)
        (given.out / f"{name}.npz.xz").write_bytes(packed)
        print(name, len(packed), "bytes")
    [table] = [one for one in GGUFReader(str(given.borrowed / "whole.gguf")).tensors if one.name == "token_embd.weight"]
    (given.out / "table.bin").write_bytes(np.ascontiguousarray(table.data[words]).tobytes())
    print(len(words), "words,", table.tensor_type.name)


if __name__ == "__main__":
    main()
