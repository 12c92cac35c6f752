"""A real server on a free port of this machine, for as long as a test needs it."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from omoide.entrypoints.web.serving import address_of, listening, settings_for

PATIENCE_SECONDS = 20.0


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """Serve an application; give its address."""
    sock = listening("127.0.0.1", 0)
    server = uvicorn.Server(settings_for(app))
    thread = threading.Thread(target=lambda: server.run(sockets=[sock]), daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE_SECONDS
    while not server.started and thread.is_alive() and time.monotonic() < until:
        time.sleep(0.005)
    assert server.started
    try:
        yield address_of(sock)
    finally:
        server.should_exit = True
        thread.join(PATIENCE_SECONDS)
        sock.close()
        assert not thread.is_alive()
