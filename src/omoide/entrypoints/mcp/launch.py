"""Starts `omoide mcp` for a plugin of Claude Code: `python3 -I -S launch.py`; nothing but the standard library.

The interpreter that runs this need not be the one that has the package; which has it, `omoide serve start` or `omoide hooks install`
noted in the data home.  The server is of the plugin's own version.
"""

import os
import subprocess
import sys
from pathlib import Path

NOTED = "server.python"
PACKAGE = Path(__file__).resolve().parents[2]


def interpreter() -> str:
    """Return the interpreter that has the package: the noted one, else our own."""
    home = Path(os.environ.get("OMOIDE_HOME") or "~/.omoide").expanduser()
    try:
        noted = (home / NOTED).read_text(encoding="utf-8").strip()
    except OSError:
        return sys.executable
    return noted if os.access(noted, os.X_OK) else sys.executable


def main() -> None:
    """Become the server."""
    command = [interpreter(), "-P", "-m", "omoide", "mcp", "--claude-code", *sys.argv[1:]]
    if (PACKAGE / "__init__.py").exists():
        paths = [str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
        os.environ["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    if sys.platform == "win32":  # there, execv would leave the client's pipes
        sys.exit(subprocess.call(command))  # noqa: S603 - the noted interpreter, and our own words
    os.execv(command[0], command)  # noqa: S606


if __name__ == "__main__":
    main()
