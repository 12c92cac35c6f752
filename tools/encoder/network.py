"""The student and the teacher as one small module: BERT's encoder with mean pooling, English rows apart from Japanese ones."""

import torch
import torch.nn.functional as functions
from torch import nn

WIDTH, HEADS, LAYERS, INNER, PLACES, UNKNOWN = 384, 12, 6, 1536, 512, 100


class Layer(nn.Module):
    """One transformer layer as BERT has it: attention, then two dense maps, normalised after each."""

    def __init__(self, *, dropout: float) -> None:
        super().__init__()
        self.dropout = dropout
        self.query, self.key, self.value, self.attended = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm_attended, self.norm_outer = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        n, length, _ = x.shape
        q, k, v = (
            part(x).view(n, length, HEADS, WIDTH // HEADS).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        seen = functions.scaled_dot_product_attention(q, k, v, attn_mask=mask).transpose(1, 2).reshape(n, length, WIDTH)
        x = self.norm_attended(x + self._dropped(self.attended(seen)))
        return self.norm_outer(x + self._dropped(self.outer(functions.gelu(self.inner(x)))))

    def _dropped(self, x: torch.Tensor) -> torch.Tensor:
        return functions.dropout(x, self.dropout, self.training) if self.dropout else x


class Encoder(nn.Module):
    """Ids and lengths in, unit vectors out."""

    def __init__(self, *, japanese_rows: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.english = nn.Parameter(torch.zeros(30_522, WIDTH), requires_grad=False)
        self.japanese = nn.Parameter(torch.zeros(japanese_rows, WIDTH))
        self.places = nn.Parameter(torch.zeros(PLACES, WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout=dropout) for _ in range(LAYERS))

    def forward(self, ids: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        """Return one unit row per row of `ids`; places past a row's length are not looked at."""
        there = torch.arange(ids.shape[1], device=ids.device)[None] < lengths[:, None]
        x = self.norm(self.rows(ids) + self.places[: ids.shape[1]])
        mask = there[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask)
        kept = there.unsqueeze(-1).to(torch.float32)
        return functions.normalize((x.float() * kept).sum(1) / kept.sum(1), dim=-1)

    def rows(self, ids: torch.Tensor) -> torch.Tensor:
        """Return the embedding rows: the frozen English table first, the Japanese one after it; what has no row is unknown."""
        table = torch.cat([self.english, self.japanese])
        return functions.embedding(torch.where(ids < len(table), ids, UNKNOWN), table, padding_idx=0)

    def take(self, weights: dict[str, torch.Tensor]) -> None:
        """Take over the teacher's weights, named as BERT names them; the one token type is added to the places."""
        state = {
            "english": weights["embeddings.word_embeddings.weight"],
            "places": weights["embeddings.position_embeddings.weight"]
            + weights["embeddings.token_type_embeddings.weight"][0],
            "norm.weight": weights["embeddings.LayerNorm.weight"],
            "norm.bias": weights["embeddings.LayerNorm.bias"],
        }
        names = {
            "query": "attention.self.query",
            "key": "attention.self.key",
            "value": "attention.self.value",
            "attended": "attention.output.dense",
            "norm_attended": "attention.output.LayerNorm",
            "inner": "intermediate.dense",
            "outer": "output.dense",
            "norm_outer": "output.LayerNorm",
        }
        for i in range(LAYERS):
            for ours, theirs in names.items():
                for kind in ("weight", "bias"):
                    state[f"layers.{i}.{ours}.{kind}"] = weights[f"encoder.layer.{i}.{theirs}.{kind}"]
        self.load_state_dict({**self.state_dict(), **state})
