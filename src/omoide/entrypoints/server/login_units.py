"""Units by which the system starts the server at login: systemd on Linux, launchd on macOS."""

from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from omoide.errors import InvalidInput

LABEL = "io.omoide.server"


@dataclass(frozen=True, slots=True)
class ServiceUnit:
    """A file for the system, and how it is told about it."""

    path: Path
    text: str
    enable: str
    disable: str


def unit_for(platform: str, *, home: Path, python: str) -> ServiceUnit:
    """Return the unit for a platform; raise `InvalidInput` where the system has nothing of the kind."""
    if platform.startswith("linux"):
        return _systemd(home, python)
    if platform == "darwin":
        return _launchd(home, python)
    raise InvalidInput(
        "only systemd (Linux) and launchd (macOS) are known here; elsewhere the hooks start the server themselves"
    )


def _systemd(home: Path, python: str) -> ServiceUnit:
    path = Path("~/.config/systemd/user/omoide.service").expanduser()
    text = f"""[Unit]
Description=Omoide, memory for AI personas

[Service]
ExecStart={_quoted(python)} -m omoide.entrypoints.server {_quoted(str(home))}
Environment=OMOIDE_SERVER__IDLE_EXIT_MINUTES=0
Restart=on-failure

[Install]
WantedBy=default.target
"""
    return ServiceUnit(
        path,
        text,
        enable="systemctl --user daemon-reload && systemctl --user enable --now omoide",
        disable="systemctl --user daemon-reload",
    )


def _launchd(home: Path, python: str) -> ServiceUnit:
    path = Path(f"~/Library/LaunchAgents/{LABEL}.plist").expanduser()
    words = "".join(
        f"<string>{escape(word)}</string>" for word in (python, "-m", "omoide.entrypoints.server", str(home))
    )
    text = f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
  <key>Label</key><string>{LABEL}</string>
  <key>ProgramArguments</key><array>{words}</array>
  <key>EnvironmentVariables</key><dict><key>OMOIDE_SERVER__IDLE_EXIT_MINUTES</key><string>0</string></dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
</dict></plist>
"""
    return ServiceUnit(path, text, enable=f"launchctl load {_quoted(str(path))}", disable=f"launchctl remove {LABEL}")


def _quoted(word: str) -> str:
    """Return a word as a unit file reads it back: in quotes, with its own escapes and specifiers doubled."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$") + '"'
