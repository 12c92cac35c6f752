"""Writes where the small networks begin, so that the device needs no ONNX: the encoder's own layers and table for the reader, or with
`--reader` the reader that is shipped, and beside them, where `--answering` is given, the network of deep recall that is shipped.

python -m tools.teacher.pupil_start --weights src/omoide/adapters/embedders/weights --out BUILD/send/pupil_start.npz \\
    --answering src/omoide/adapters/readers/weights/answering/answering.onnx
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from tools.reader.start import answering_state, encoder_state, reader_state


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("weights", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    for name in ("reader", "answering"):
        parser.add_argument(f"--{name}", type=Path)
    given = parser.parse_args()
    path = given.weights / "encoder.onnx"
    held = {one.name: numpy_helper.to_array(one) for one in onnx.load(str(path)).graph.initializer}
    found = reader_state(given.reader) if given.reader else encoder_state(path)
    if given.answering:
        found |= {f"answering.{name}": value for name, value in answering_state(given.answering).items()}
    state = {name: value.astype(np.float16) for name, value in found.items() if name != "rows"}
    np.savez(given.out, rows=held["rows"], scales=held["row_scales"], **state)
    print(given.out.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
