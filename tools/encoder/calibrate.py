"""Finds how far each channel of the network goes, on a few sentences of its two languages, so that int8 can be scaled to it."""

import numpy as np
import torch
from numpy.typing import NDArray
from tools.encoder.network import Encoder
from tools.encoder.pieces import Pieces
from torch import nn

SENTENCES = (
    "昨日は友達と駅前のカフェでケーキを食べた。",
    "猫の名前はモモだよ",
    "うちの犬、なんて名前だっけ？",
    "来週から東京に出張なんだよね",
    "ありがとう！",
    "右足が痛くて病院に行ってきました。先生には一週間ほど安静にするように言われました。",
    "えっ、マジで？",
    "ｗｗｗ",
    "3月14日の15時に集合",
    "グラフィックデザイナーをしています",
    "最近あんまり寝られへんねん",
    "母が入院することになって、正直かなり不安です。",
    "推しのライブが当たった😭",
    "I bought a new camera last week.",
    "When did Caroline go to the support group?",
    "Hey! Good to see you. How have you been?",
    "no",
    "OK, 2 tickets.",
    "My sister is getting married in June, so we are all flying to Osaka together and staying for a week.",
    "What does Tom do for a living?",
    "The meeting was moved to Thursday because the client asked for more time to read the contract.",
    "Melanie: I finally ran that charity race!",
    "She doesn't like coffee, but she drinks tea every morning.",
    "https://example.org/a?b=c",
    "TypeScriptのビルドが通らない",
    "",
    "……",
    "モモ",
    "dog",
)


def loudness(state: dict[str, NDArray[np.float32]], pieces: Pieces) -> dict[str, NDArray[np.float32]]:
    """Return, for each normalisation by name, the largest magnitude of each channel over the sentences."""
    network = Encoder(japanese_rows=len(state["japanese"]))
    network.load_state_dict({name: torch.from_numpy(value) for name, value in state.items()})
    found: dict[str, NDArray[np.float32]] = {}

    def watch(name: str, module: nn.Module) -> None:
        def see(_module: nn.Module, _inputs: object, output: torch.Tensor) -> None:
            largest = output.abs().flatten(0, -2).amax(0).numpy()
            found[name] = np.maximum(found.get(name, largest), largest)

        module.register_forward_hook(see)

    for name, module in network.named_modules():
        if isinstance(module, nn.LayerNorm):
            watch(name, module)
    with torch.no_grad():
        for sentence in (*SENTENCES, "".join(SENTENCES)):
            ids = pieces.ids(sentence)
            network(torch.tensor([ids]), torch.tensor([len(ids)]))
    return found
