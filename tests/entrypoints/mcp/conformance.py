"""A server for the protocol's conformance suite, by hand: `python -m tests.entrypoints.mcp.conformance`, then, with Node 22,

    npx @modelcontextprotocol/conformance@0.2.0-alpha.12 server --url URL --suite all --spec-version 2026-07-28

The suite asks for diagnostic tools of its own (`test_…`), which only a reference server has; whatever else it checks must pass.
"""

import os
import tempfile
import time
from pathlib import Path

from omoide.entrypoints.web.app import web_app
from tests.entrypoints.tools.lives import lived
from tests.entrypoints.web.listening import served


def main() -> None:
    """Serve a small life until somebody has seen enough (Ctrl-C)."""
    os.environ["OMOIDE_BACKGROUND__AUTO"] = "false"
    with tempfile.TemporaryDirectory() as folder, lived(Path(folder)) as home:
        home.mind("haru").episodes.update()
        with served(web_app(home, doors=("mcp",))) as url:
            print(f"{url}/mcp/haru", flush=True)
            try:
                while True:
                    time.sleep(1)
            except KeyboardInterrupt:
                return


if __name__ == "__main__":
    main()
