"""The reader: the encoder's layers over a turn and what stands around it, with heads for the turn and for each piece."""

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as functions
from numpy.typing import NDArray
from tools.encoder.network import WIDTH, Layer
from tools.reader.labels import TOKEN, TURN, width
from torch import nn

PLACES, PARTS, USER = 256, 4, 2
"""Parts: what the user said before, what was answered, the turn itself, the answer to it."""
MASK = 103


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of pieces: ids, the part each belongs to, and how many there are."""

    ids: torch.Tensor
    parts: torch.Tensor
    lengths: torch.Tensor

    @property
    def there(self) -> torch.Tensor:
        """Return where there is a piece."""
        return torch.arange(self.ids.shape[1], device=self.ids.device)[None] < self.lengths[:, None]

    @property
    def said(self) -> torch.Tensor:
        """Return where the user's own words of this turn are."""
        return self.there & (self.parts == USER)


class Body(nn.Module):
    """Pieces in, one state a piece out; the rows are the encoder's and do not move."""

    def __init__(self, rows: NDArray[np.float32], *, layers: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.register_buffer("rows", torch.from_numpy(rows), persistent=False)
        self.places = nn.Parameter(torch.zeros(PLACES, WIDTH))
        self.parts = nn.Parameter(torch.zeros(PARTS, WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout=dropout) for _ in range(layers))
        self.dropout = dropout

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return the states, row by row."""
        x = functions.embedding(batch.ids, self.rows) + self.places[: batch.ids.shape[1]] + self.parts[batch.parts]
        x = functions.dropout(self.norm(x), self.dropout, self.training)
        mask = batch.there[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask)
        return x

    def take(self, state: dict[str, NDArray[np.float32]]) -> None:
        """Begin with the encoder's layers; a deeper body has each of them several times in a row."""
        mine = {"places": torch.from_numpy(state["places"]), "parts": torch.zeros(PARTS, WIDTH)}
        mine |= {f"norm.{kind}": torch.from_numpy(state[f"norm.{kind}"]) for kind in ("weight", "bias")}
        for i in range(len(self.layers)):
            source = f"layers.{i * 6 // len(self.layers)}."
            mine |= {
                f"layers.{i}.{name.removeprefix(source)}": torch.from_numpy(value)
                for name, value in state.items()
                if name.startswith(source)
            }
        self.load_state_dict(mine)


class Heads(nn.Module):
    """States in; what the turn and each of its pieces would tell a listener out."""

    def __init__(self, *, dropout: float = 0.1) -> None:
        super().__init__()
        self.turn_inner, self.turn = nn.Linear(2 * WIDTH, WIDTH), nn.Linear(WIDTH, width(TURN))
        self.piece_inner, self.piece = nn.Linear(2 * WIDTH, WIDTH), nn.Linear(WIDTH, width(TOKEN))
        self.dropout = dropout

    def forward(self, x: torch.Tensor, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the turn's row of outputs, and one row a piece."""
        said = batch.said.unsqueeze(-1).to(x.dtype)
        mean = (x * said).sum(1) / said.sum(1).clamp(min=1)
        whole = self._dropped(functions.gelu(self.turn_inner(torch.cat([x[:, 0], mean], -1))))
        around = mean[:, None].expand_as(x)
        each = self._dropped(functions.gelu(self.piece_inner(torch.cat([x, around], -1))))
        return self.turn(whole).float(), self.piece(each).float()

    def _dropped(self, x: torch.Tensor) -> torch.Tensor:
        return functions.dropout(x, self.dropout, self.training)


class Guess(nn.Module):
    """What a hidden piece was, by the rows of the table; and, beside it, the emotions of GoEmotions."""

    def __init__(self, rows: int) -> None:
        super().__init__()
        self.inner, self.norm = nn.Linear(WIDTH, WIDTH), nn.LayerNorm(WIDTH)
        self.bias = nn.Parameter(torch.zeros(rows))
        self.emotions = nn.Linear(WIDTH, 28)

    def forward(self, x: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        """Return one score a row for each state."""
        return self.norm(functions.gelu(self.inner(x))) @ rows.T.to(x.dtype) + self.bias.to(x.dtype)
