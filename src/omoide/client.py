"""A home that is served somewhere, with the names of the library: `Client`, and `AsyncClient` for asyncio.

from omoide.client import Client

with Client("http://127.0.0.1:8765", key="omo_…") as client:
    haru = client.persona("haru")
    haru.observe(user="猫の名前はモモだよ", assistant="覚えたよ")
    print([hit.text for hit in haru.recall("猫の名前は？")])
"""

from omoide.entrypoints.client.asynchronous import AsyncClient
from omoide.entrypoints.client.synchronous import Client

__all__ = ["AsyncClient", "Client"]
