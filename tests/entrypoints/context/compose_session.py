"""Composes a session in a process of its own and prints what it was shown."""

import json
import sys

from omoide import Omoide
from tests.fakes.embedding import hashing

if __name__ == "__main__":
    home, session, *said = sys.argv[1:]
    talk: list[dict[str, str]] = []
    with Omoide.open(home, embedder=hashing(), beside="nowhere") as omoide:
        mind = omoide.mind("haru")
        for text in said:
            talk.append({"role": "user", "content": text})
            context = mind.context(talk, session_id=session)
            print(json.dumps([context.constant, list(context.turns)]))
            talk.append({"role": "assistant", "content": "うん"})
