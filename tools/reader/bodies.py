"""A body that has gone on learning the language, kept in files of a few megabytes: `body_0.npz`, `body_1.npz` …"""

from pathlib import Path

import numpy as np
import torch
from tools.reader.network import Body

FILE_BYTES = 9_000_000


def save(body: Body, folder: Path) -> None:
    """Write the body's weights in half precision; the table of pieces is the encoder's and not among them."""
    folder.mkdir(parents=True, exist_ok=True)
    files: list[dict[str, torch.Tensor]] = [{}]
    for name, value in sorted(body.state_dict().items()):
        files[-1][name] = value.half().cpu()
        if sum(2 * one.numel() for one in files[-1].values()) > FILE_BYTES:
            files.append({})
    for number, some in enumerate(files):
        np.savez(folder / f"body_{number}.npz", **{name: value.numpy() for name, value in some.items()})


def load(body: Body, folder: Path) -> None:
    """Take over the weights of a body; one with fewer layers takes some of them, spread evenly."""
    kept = {name: value for path in sorted(folder.glob("body_*.npz")) for name, value in np.load(path).items()}
    depth = 1 + max(int(name.split(".")[1]) for name in kept if name.startswith("layers."))
    mine = {name: value for name, value in kept.items() if not name.startswith("layers.")}
    for number in range(len(body.layers)):
        source = f"layers.{number * depth // len(body.layers)}."
        mine |= {
            f"layers.{number}.{name.removeprefix(source)}": value
            for name, value in kept.items()
            if name.startswith(source)
        }
    body.load_state_dict({name: torch.from_numpy(value.astype(np.float32)) for name, value in mine.items()})
