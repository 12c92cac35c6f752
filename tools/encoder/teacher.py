"""Packs the teacher's weights into a third of their size for the journey to the training machine, and unpacks them.

    python -m tools.encoder.teacher --model DIR --out teacher.npz

Each matrix becomes int8 with one scale a row; vectors stay fp16.  The teacher's vectors move by less than one part in a thousand.
"""

import argparse
import hashlib
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import load_file

SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def pack(weights: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the packed form: `name` as int8 and `name:scale`, or `name` as fp16."""
    packed = {}
    for name, value in weights.items():
        if value.ndim == 2 and value.shape[0] > 2:
            scale = np.abs(value).max(1, keepdims=True) / 127 + 1e-12
            packed[name], packed[name + ":scale"] = np.round(value / scale).astype(np.int8), scale.astype(np.float32)
        elif value.dtype == np.float32:
            packed[name] = value.astype(np.float16)
    return packed


def unpack(path: Path) -> dict[str, torch.Tensor]:
    """Return the weights of a packed file, or of a folder that holds `model.safetensors`, by name."""
    if path.is_dir():
        return {
            name: torch.from_numpy(value)
            for name, value in load_file(path / "model.safetensors").items()
            if value.dtype == np.float32
        }
    with np.load(path) as packed:
        return {
            name: torch.from_numpy(packed[name].astype(np.float32) * packed.get(name + ":scale", 1))
            for name in packed.files
            if not name.endswith(":scale")
        }


def main() -> None:
    """Check the teacher's hash and pack it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    model = args.model / "model.safetensors"
    if hashlib.sha256(model.read_bytes()).hexdigest() != SHA256:
        raise SystemExit(f"{model} is not the teacher this recipe was made with")
    np.savez_compressed(args.out, **pack(load_file(model)))


if __name__ == "__main__":
    main()
