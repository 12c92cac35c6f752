"""Trained weights → the files the package carries: one int8 ONNX file, two tokenizers, their hashes.

    python -m tools.encoder.export --weights DIR/NAME [DIR/NAME] --teacher teacher.npz --tokenizers DIR --out DIR \\
        [--half value outer] [--fp32 FILE]
    python -m tools.encoder.export --teacher DIR --tokenizers DIR --reference DIR

The second form writes the teacher itself (fp32 ONNX and its tokenizer), for `bench.encoder --teacher`.
"""

import argparse
import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from tools.encoder import calibrate, graph, teacher
from tools.encoder.network import Encoder
from tools.encoder.texts import load_pieces


def trained(prefix: Path, *, start: Path) -> dict[str, NDArray[np.float32]]:
    """Return a student's weights: the parts that training saved, and the teacher's English rows, which never moved."""
    rows = np.concatenate([np.load(path) for path in sorted(prefix.parent.glob(f"{prefix.name}_rows_*.npy"))])
    state = {"japanese": rows, "english": teacher.unpack(start)["embeddings.word_embeddings.weight"].numpy()}
    for path in sorted(prefix.parent.glob(f"{prefix.name}_body_*.npz")):
        with np.load(path) as part:
            state |= {key: part[key] for key in part.files}
    return {key: value.astype(np.float32) for key, value in state.items()}


def mean(states: list[dict[str, NDArray[np.float32]]]) -> dict[str, NDArray[np.float32]]:
    """Return the mean of runs that began at the same place: it is as good as the better of them, or better."""
    return {key: np.mean([state[key] for state in states], axis=0, dtype=np.float32) for key in states[0]}


def reference(start: Path) -> dict[str, NDArray[np.float32]]:
    """Return the teacher's own weights under our names."""
    network = Encoder(japanese_rows=0)
    network.take(teacher.unpack(start))
    return {key: value.numpy() for key, value in network.state_dict().items()}


def write(model: onnx.ModelProto, path: Path) -> None:
    """Check the model and write it, the same bytes each time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(model.SerializeToString(deterministic=True))


def tokenizer(source: Path, target: Path) -> None:
    """Copy a tokenizer without what the run time does not use (padding, truncation, white space)."""
    content = json.loads(source.read_text(encoding="utf-8"))
    content |= {"padding": None, "truncation": None}
    target.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def seal(folder: Path) -> None:
    """Write the hashes of the folder's files beside them."""
    names = ("encoder.onnx", "tokenizer_en.json", "tokenizer_ja.json")
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
    (folder / "sha256.json").write_text(json.dumps(hashes, indent=2) + "\n", encoding="utf-8")
    print(json.dumps({name: [(folder / name).stat().st_size, digest] for name, digest in hashes.items()}, indent=1))


def main() -> None:
    """Export the student, or the teacher as a reference."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("teacher", "tokenizers", "out", "fp32", "reference"):
        parser.add_argument(f"--{name}", type=Path, required=name in {"teacher", "tokenizers"})
    parser.add_argument(
        "--weights",
        type=Path,
        nargs="+",
        help="FOLDER/NAME of one run, or of several to take the mean of (named twice, one counts twice)",
    )
    parser.add_argument(
        "--half", nargs="*", default=[], choices=("value", "outer"), help="matrices kept in half precision"
    )
    args = parser.parse_args()
    if args.reference:
        write(graph.build(reference(args.teacher)), args.reference / "teacher.onnx")
        shutil.copy(args.tokenizers / "tokenizer_en.json", args.reference / "tokenizer_en.json")
        return
    pieces = load_pieces(*(str(args.tokenizers / f"tokenizer_{language}.json") for language in ("en", "ja")))
    state = mean([trained(prefix, start=args.teacher) for prefix in args.weights])
    write(
        graph.build(state, loud=calibrate.loudness(state, pieces), half=frozenset(args.half)), args.out / "encoder.onnx"
    )
    if args.fp32:
        write(graph.build(state), args.fp32)
    for language in ("en", "ja"):
        tokenizer(args.tokenizers / f"tokenizer_{language}.json", args.out / f"tokenizer_{language}.json")
    seal(args.out)


if __name__ == "__main__":
    main()
