"""Measures the built-in encoder, beside its teacher and its fp32 form where their files are given.

python -m bench.encoder --json [--data-dir ../shared/data] [--pairs ../shared/encoder/data.json.xz] [--teacher DIR] [--fp32 FILE]
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bench import encoder_sets as sets
from bench.encoder_models import Fp32, Teacher
from omoide.adapters.embedders import builtin

TWENTY_IDS = "昨日は妹と駅前のカフェでケーキを食べながら引っ越しの相談をしたんだ"
COLD = """
import json, pathlib, resource, time
def peak_mb():  # Linux hands a parent's peak on to its child in ru_maxrss; VmHWM begins anew with the program
    status = pathlib.Path("/proc/self/status")
    own = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")] if status.exists() else []
    return (int(own[0].split()[1]) if own else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 1024
begun = time.perf_counter()
from omoide.adapters.embedders.builtin import BuiltinEmbedder
imported, busy = time.perf_counter(), time.process_time()
embedder = BuiltinEmbedder()
embedder.embed(["猫"])
opened, worked = time.perf_counter(), time.process_time()
embedder.embed(["今日は雨だった。" * 40] * 64)
print(json.dumps({"import_s": imported - begun, "load_s": opened - imported, "load_cpu_s": worked - busy,
                  "rss_mb": peak_mb()}))
"""


def figures(embed: sets.Embed, args: argparse.Namespace, *, teacher: sets.Embed | None) -> dict[str, Any]:
    """Return every quality figure of one encoder."""
    japanese = args.data_dir / "japanese"
    found: dict[str, Any] = {}
    measures: dict[str, tuple[Path, Callable[[Path], Any]]] = {
        "jsts_spearman": (japanese / "jsts_valid.json", lambda p: sets.similarity(embed, p)),
        "ja_dev_hit@10": (japanese / "omoide_ja_dev_retrieval.json", lambda p: sets.hits(embed, p)),
        "locomo_hit@10": (args.data_dir / "locomo_retrieval.json", lambda p: sets.hits(embed, p)),
        "translation": (args.pairs, lambda p: translation(embed, p, teacher=teacher)),
    }
    for name, (path, measure) in measures.items():
        found[name] = measure(path) if path.exists() else f"not measured: no {path.name}"
    return found


def translation(embed: sets.Embed, path: Path, *, teacher: sets.Embed | None) -> dict[str, float]:
    """Return how well held-out sentences find their translation, and how far English has moved from the teacher."""
    pairs = sets.held_out(path)
    english, japanese = embed([e for e, _ in pairs]), embed([j for _, j in pairs])
    found = {"ja_en_first": sets.first(japanese, english), "en_ja_first": sets.first(english, japanese)}
    if teacher is not None:
        theirs = teacher([e for e, _ in pairs])
        found["ja_teacher_first"] = sets.first(japanese, theirs)
        found["cosine_to_teacher"] = float((english * theirs).sum(1).mean())
    return found


def cost() -> dict[str, float]:
    """Return file size, time a sentence, and the cold start of a fresh process."""
    names = ("encoder.onnx", "tokenizer_en.json", "tokenizer_ja.json")
    embedder = builtin.BuiltinEmbedder()
    model = embedder._opened()  # noqa: SLF001 (to count ids)
    text = TWENTY_IDS
    while len(model.ids(text)) > 20:
        text = text[:-1]
    times = []
    for _ in range(300):
        begun = time.perf_counter()
        embedder.embed([text])
        times.append(time.perf_counter() - begun)
    started = [
        json.loads(subprocess.run([sys.executable, "-c", COLD], capture_output=True, check=True).stdout)
        for _ in range(3)
    ]
    return {
        "files_mb": sum((builtin.WEIGHTS / name).stat().st_size for name in names) / 1e6,
        "sentence_ids": len(model.ids(text)),
        "sentence_ms": float(np.median(times) * 1000),
        "sentence_ms_least": float(np.min(times) * 1000),
        **{name: float(np.median([s[name] for s in started])) for name in started[0]},
    }


def main() -> None:
    """Print one JSON object with all figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one JSON object (the only form there is)")
    parser.add_argument("--data-dir", type=Path, default=Path("../shared/data"))
    parser.add_argument("--pairs", type=Path, default=Path("../shared/encoder/data.json.xz"))
    parser.add_argument("--teacher", type=Path, help="folder written by tools.encoder.export --reference")
    parser.add_argument("--fp32", type=Path, help="file written by tools.encoder.export --fp32")
    args = parser.parse_args()
    teacher = Teacher(args.teacher).embed if args.teacher else None
    result: dict[str, Any] = {
        "builtin_int8": figures(builtin.BuiltinEmbedder().embed, args, teacher=teacher),
        "cost": cost(),
    }
    result["builtin_fp32"] = (
        figures(Fp32(args.fp32).embed, args, teacher=teacher) if args.fp32 else "not measured: no --fp32"
    )
    result["teacher"] = figures(teacher, args, teacher=teacher) if teacher else "not measured: no --teacher"
    result["peak_rss_mb_of_this_run"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(result, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
