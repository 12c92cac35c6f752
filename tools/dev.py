#!/usr/bin/env python3
"""Everything a developer does, in one script; the Makefile's targets and CI call it.

    python3 tools/dev.py setup      make .venv with everything that is locked in uv.lock
    python3 tools/dev.py run        open the mind on a page, on two sample minds
    python3 tools/dev.py test       format, lint, types, import layers, all tests
    python3 tools/dev.py unit       the quick tests only
    python3 tools/dev.py check      format, lint, types, import layers
    python3 tools/dev.py format     rewrite the code in the project's format

Needs only Python 3.11+ with pip; everything else is installed below the project's folder.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
UV_HOME = ROOT / ".uv"
UV_VERSION = "0.13.7"
MEMORY = Path("/dev/shm")
ROOM_BYTES = 6 << 30
"""More than a whole run leaves there, if every test fails."""
UNIT = [f"tests/{part}" for part in ("domain", "asks", "golden", "config", "architecture")]
"""What needs no store, no model and no process: rules, questions, settings, the shape of the house."""
CHECKS = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "types": ["mypy"],
    "layers": ["lint-imports", "--no-logo"],
}


def main() -> int:
    """Do what was asked for."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    tasks = {"setup": setup, "run": run, "test": test, "unit": unit, "check": check, "format": tidy}
    if wanted not in tasks:
        print(__doc__)
        return 2
    if sys.version_info < (3, 11):  # noqa: UP036 - somebody may start this with an old Python
        print(f"Omoide needs Python 3.11 or newer; this is {sys.version.split()[0]}", file=sys.stderr)
        return 2
    return tasks[wanted](sys.argv[2:])


def setup(arguments: list[str]) -> int:
    """Make the virtual environment; quick when it is there already."""
    uv = [*_uv(), "sync", "--frozen", "--quiet", "--python", sys.executable]
    return _call([*uv, *arguments], env=os.environ | {"UV_PROJECT_ENVIRONMENT": str(VENV)})


def run(arguments: list[str]) -> int:
    """Open the mind on a page, on two sample minds that live in `.sample`."""
    sample = ["--home", str(ROOT / ".sample"), "ui", "--sample"]
    return setup(["--no-dev", "--inexact", "--extra", "page"]) or _call([str(BIN / "omoide"), *sample, *arguments])


def check(arguments: list[str]) -> int:
    """Run every check that reads code without running it."""
    return setup([]) or _each(CHECKS)


def unit(arguments: list[str]) -> int:
    """Run the quick tests, or those named."""
    pytest = ["pytest", "-q", "-n", "auto", "-m", "not slow", *(arguments or UNIT)]
    return setup([]) or _call(_place(pytest), env=_environment() | _in_memory())


def test(arguments: list[str]) -> int:
    """Run everything."""
    quick = {name: command for name, command in CHECKS.items() if name != "types"}
    pytest = ["pytest", "-q", "-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", "--durations", "15"]
    return setup([]) or _each(quick) or _beside({"types": CHECKS["types"], "tests": [*pytest, *arguments]})


def tidy(arguments: list[str]) -> int:
    """Rewrite the code in the project's format."""
    return setup([]) or _tool(["ruff", "check", "--fix", "."]) or _tool(["ruff", "format", "."])


def _each(steps: dict[str, list[str]]) -> int:
    for name, command in steps.items():
        print(f"── {name}", flush=True)
        began = time.monotonic()
        if code := _tool(command):
            print(f"── {name}: failed ({code})", file=sys.stderr)
            return code
        print(f"── {name}: ok, {time.monotonic() - began:.1f} s", flush=True)
    return 0


def _beside(steps: dict[str, list[str]]) -> int:
    """Run steps side by side: one alone leaves a core idle.  The first that fails ends the others."""
    print(f"── {' and '.join(steps)}", flush=True)
    began = time.monotonic()
    environment = _environment() | _in_memory()
    running = {name: subprocess.Popen(_place(command), cwd=ROOT, env=environment) for name, command in steps.items()}
    try:
        while running:
            time.sleep(0.2)
            for name in [name for name, process in running.items() if process.poll() is not None]:
                if code := running.pop(name).returncode:
                    print(f"── {name}: failed ({code})", file=sys.stderr)
                    return code
                print(f"── {name}: ok, {time.monotonic() - began:.1f} s", flush=True)
    except KeyboardInterrupt:
        return 130
    finally:
        for process in running.values():
            process.terminate()
            process.wait()
    return 0


def _tool(command: list[str]) -> int:
    return _call(_place(command))


def _place(command: list[str]) -> list[str]:
    return [str(BIN / command[0]), *command[1:]]


def _call(command: list[str], *, env: dict[str, str] | None = None) -> int:
    try:
        return subprocess.call(command, cwd=ROOT, env=env or _environment())
    except KeyboardInterrupt:
        return 130


def _environment() -> dict[str, str]:
    # Tests start the command line hundreds of times; without compiled files each start would read every module anew.
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _in_memory() -> dict[str, str]:
    """Let homes of tests lie in memory where there is room: on a disk each of their commits waits until it is written."""
    try:
        has_room = shutil.disk_usage(MEMORY).free >= ROOM_BYTES
    except OSError:
        has_room = False
    return {"TMPDIR": str(MEMORY)} if has_room and os.access(MEMORY, os.W_OK) else {}


def _uv() -> list[str]:
    """Return how uv is called: the one on the path, else one of our own, installed with pip."""
    if found := shutil.which("uv"):
        return [found]
    own = UV_HOME / "bin" / "uv"
    if not own.exists():
        print("── setting up (once)", flush=True)
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.check_call([*install, "--target", str(UV_HOME), f"uv=={UV_VERSION}"])
    return [str(own)]


if __name__ == "__main__":
    sys.exit(main())
