"""Install hooks: a host's settings get our hooks, or lose them; everything else in them stays (SPEC H1)."""

from dataclasses import dataclass

from omoide.domain.hosts import hook_settings
from omoide.domain.hosts.hook_settings import EVENTS, HookCommand, Scope
from omoide.ports.hosts.hook_settings import HookSettings


@dataclass(frozen=True, slots=True)
class HooksStatus:
    """Which of our hooks are installed."""

    events: frozenset[str]
    is_current: bool
    """Whether they are all there, and those of this installation and home."""

    @property
    def is_complete(self) -> bool:
        """Tell whether every event has its hook."""
        return self.events >= set(EVENTS)


@dataclass(frozen=True, slots=True)
class InstallHooks:
    """Puts hooks into settings, and takes them out."""

    settings: HookSettings

    def install(self, scope: Scope, command: HookCommand) -> bool:
        """Put the hooks in; tell whether that changed anything."""
        return self.settings.write(scope, hook_settings.with_hooks(self.settings.read(scope), command))

    def uninstall(self, scope: Scope) -> bool:
        """Take the hooks out; tell whether there were any."""
        before = self.settings.read(scope)
        return bool(hook_settings.installed(before)) and self.settings.write(scope, hook_settings.without_hooks(before))

    def status(self, scope: Scope, command: HookCommand) -> HooksStatus:
        """Return which hooks are there, and whether they run this command."""
        found = hook_settings.installed(self.settings.read(scope))
        is_current = all(found.get(event) == command.entry(event) for event in EVENTS)
        return HooksStatus(frozenset(found), is_current)
