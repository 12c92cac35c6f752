"""The API as Python: `omoide.client`, with the names of the library.

asynchronous   for asyncio: `AsyncClient`, its minds and their parts
synchronous    the same without asyncio: `Client`; written from the other by `python -m tools.sync_client`
wire           addresses, what is sent, and how an answer becomes a value or an error
"""
