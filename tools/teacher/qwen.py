"""Qwen2 as far as we need it: words in, one state a word out, each knowing only what stands before it."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functions
from torch import nn

WIDTH, HEADS, GROUPS, INNER, EPSILON, THETA = 1536, 12, 2, 8960, 1e-6, 1e6
SIZE = WIDTH // HEADS
NAMES = {
    "attn_q": "query", "attn_k": "key", "attn_v": "value", "attn_output": "attended", "attn_norm": "norm",
    "ffn_gate": "gate", "ffn_up": "up", "ffn_down": "down", "ffn_norm": "norm_inner",
}  # fmt: skip


class Layer(nn.Module):
    """One layer: attention over what came before, then a gated map, normalised before each."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.attended = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH, bias=False)
        self.key, self.value = (nn.Linear(WIDTH, GROUPS * SIZE) for _ in range(2))
        self.gate, self.up = (nn.Linear(WIDTH, INNER, bias=False) for _ in range(2))
        self.down = nn.Linear(INNER, WIDTH, bias=False)
        self.norm, self.norm_inner = (nn.RMSNorm(WIDTH, eps=EPSILON) for _ in range(2))

    def forward(self, x: torch.Tensor, turned: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
        """Return the next states."""
        n, length, _ = x.shape
        y = self.norm(x)
        q = rotated(self.query(y).view(n, length, HEADS, SIZE).transpose(1, 2), turned)
        k = rotated(self.key(y).view(n, length, GROUPS, SIZE).transpose(1, 2), turned)
        v = self.value(y).view(n, length, GROUPS, SIZE).transpose(1, 2)
        k, v = (one.repeat_interleave(HEADS // GROUPS, 1) for one in (k, v))
        seen = functions.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.attended(seen.transpose(1, 2).reshape(n, length, WIDTH))
        y = self.norm_inner(x)
        return x + self.down(functions.silu(self.gate(y)) * self.up(y))


def rotated(x: torch.Tensor, turned: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
    """Return states turned by their place."""
    cos, sin = (one.to(x.dtype) for one in turned)
    a, b = x.chunk(2, -1)
    return x * cos + torch.cat([-b, a], -1) * sin


class Qwen(nn.Module):
    """Words by their place in a table of its own, states out."""

    def __init__(self, words: int, *, layers: int) -> None:
        super().__init__()
        self.table = nn.Embedding(words, WIDTH)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Return the states; rows of different lengths are filled up behind, where nobody looks."""
        turns = torch.arange(ids.shape[1], device=ids.device, dtype=torch.float32)[:, None] * (
            THETA ** (-torch.arange(0, SIZE, 2, device=ids.device, dtype=torch.float32) / SIZE)
        )
        both = torch.cat([turns, turns], -1)
        x = self.table(ids)
        turned = both.cos().to(x.dtype), both.sin().to(x.dtype)
        for layer in self.layers:
            x = layer(x, turned)
        return x


def load(folder: Path, table: "np.ndarray[Any, Any]", *, layers: int, device: str, dtype: torch.dtype) -> Qwen:
    """Return the borrowed layers (`tools.teacher.borrowed`) over a table of words."""
    with torch.device("meta"):
        made = Qwen(len(table), layers=layers)
    made = made.to_empty(device=device).to(dtype)
    index = json.loads((folder / "layers.json").read_text())
    content = np.concatenate([np.fromfile(path, np.uint8) for path in sorted(folder.glob("layers_*.bin"))])
    state: dict[str, torch.Tensor] = {"table.weight": torch.from_numpy(table).to(device, dtype)}
    for one in index:
        _, number, name, kind = one["name"].split(".")
        if int(number) < layers:
            raw = torch.from_numpy(content[one["at"] : one["at"] + one["size"]]).to(device)
            state[f"layers.{number}.{NAMES[name]}.{kind}"] = UNPACKED[one["type"]](raw).view(one["shape"]).to(dtype)
    made.load_state_dict(state)
    return made


def _halves(raw: torch.Tensor) -> torch.Tensor:
    return raw.contiguous().view(torch.float16).float()


def _f32(raw: torch.Tensor) -> torch.Tensor:
    return raw.view(torch.float32)


def _q4_k(raw: torch.Tensor) -> torch.Tensor:
    """Return weights of 4 bits: blocks of 256, in eight groups with a scale and a least value each."""
    block = raw.view(-1, 144)
    scale, least = _halves(block[:, 0:2]), _halves(block[:, 2:4])
    packed = block[:, 4:16].int()
    low, high, rest = packed[:, 0:4], packed[:, 4:8], packed[:, 8:12]
    scales = torch.cat([low & 63, (rest & 15) | ((low >> 6) << 4)], 1)
    leasts = torch.cat([high & 63, (rest >> 4) | ((high >> 6) << 4)], 1)
    bits = block[:, 16:].view(-1, 4, 1, 32)
    values = torch.cat([bits & 15, bits >> 4], 2).reshape(-1, 8, 32).float()
    return values * (scale * scales)[:, :, None] - (least * leasts)[:, :, None]


def _q6_k(raw: torch.Tensor) -> torch.Tensor:
    """Return weights of 6 bits: blocks of 256, in sixteen groups with a scale each."""
    block = raw.view(-1, 210)
    low = block[:, :128].view(-1, 2, 1, 64)
    high = block[:, 128:192].view(-1, 2, 1, 32)
    lows = torch.cat([low & 15, low >> 4], 2).reshape(-1, 2, 4, 32).int()
    highs = torch.cat([(high >> shift) & 3 for shift in (0, 2, 4, 6)], 2).int()
    values = (lows | (highs << 4)).float() - 32
    scales = block[:, 192:208].contiguous().view(torch.int8).float() * _halves(block[:, 208:210])
    return values.reshape(-1, 16, 16) * scales[:, :, None]


UNPACKED = {"F32": _f32, "Q4_K": _q4_k, "Q6_K": _q6_k}
