"""The settings of a host, in which hooks are installed."""

from pathlib import Path
from typing import Protocol

from omoide.domain.hosts.hook_settings import Json, Scope


class HookSettings(Protocol):
    """Reads and writes a host's settings; raises `HostSettingsUnavailable` and changes nothing when it cannot."""

    def file(self, scope: Scope) -> Path:
        """Return the settings file of a scope."""
        ...

    def read(self, scope: Scope) -> Json:
        """Return the settings of a scope; an absent or empty file holds none."""
        ...

    def write(self, scope: Scope, settings: Json) -> bool:
        """Write the settings of a scope, a copy of the old ones beside them; tell whether they differ."""
        ...

    def backup(self, scope: Scope) -> Path | None:
        """Return the copy of the settings as they were before; `None` when there is none."""
        ...
