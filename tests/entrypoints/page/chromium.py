"""Debian's Chromium, installed where it is missing: pages are tried in a real browser or the run fails, nothing is passed over."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from filelock import FileLock

WHERE = Path("/usr/bin/chromium")
PACKAGES = ("chromium", "fonts-noto-cjk", "fonts-noto-color-emoji")
LOCK = Path("/tmp/omoide-chromium.lock")
PATIENCE_SECONDS = 900
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def installed() -> Path:
    """Return where Chromium is, after installing it if need be; one process at a time."""
    with FileLock(LOCK, timeout=PATIENCE_SECONDS):
        if not WHERE.exists():
            _install()
    return WHERE


def _install() -> None:
    apt = shutil.which("apt-get")
    sudo = [] if os.geteuid() == 0 else [shutil.which("sudo") or "sudo", "-n"]
    if apt is None:
        pytest.fail(f"the page is tested in {WHERE}, which is missing, and there is no apt-get to install it with")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in ([apt, "update"], [apt, "install", "-y", "--no-install-recommends", *PACKAGES]):
        done = subprocess.run([*sudo, *command], env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            told = done.stderr.strip()[-600:]
            pytest.fail(f"Chromium is missing and could not be installed: {' '.join(command)}\n{told}")
