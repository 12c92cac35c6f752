"""Where a provider's key is found: the environment, else the keyring of the operating system.

A key is a `Secret`: it shows itself to nobody but the wire.  The usual variable of a provider is read only for that
provider's own address: a key of OpenAI is never sent to another server because it speaks the same language.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from omoide.domain.models.model_role import ModelRole, Provider
from omoide.errors import ThinkerUnavailable

KEYRING_SERVICE = "omoide"
ELSEWHERE_ENV = "MODEL_API_KEY"
"""The key for a `base_url` that is not the provider's own."""
USUAL_ENV: Mapping[Provider, tuple[str, ...]] = {
    Provider.OPENAI: ("OPENAI_API_KEY",),
    Provider.ANTHROPIC: ("ANTHROPIC_API_KEY",),
    Provider.GEMINI: ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    Provider.OLLAMA: ("OLLAMA_API_KEY",),
    Provider.OPENROUTER: ("OPENROUTER_API_KEY",),
}
_SHORTEST_SECRET = 6


@dataclass(frozen=True, slots=True)
class Secret:
    """A text that is never shown: not by `repr`, not in a message, not in JSON."""

    _text: str = field(repr=False)

    def __str__(self) -> str:
        """Return stars."""
        return "***"

    def reveal(self) -> str:
        """Return the text itself, for the wire only."""
        return self._text

    def hidden_in(self, text: str) -> str:
        """Return the text with the secret, and long pieces of it, replaced by stars."""
        if len(self._text) < _SHORTEST_SECRET:
            return text
        return re.sub(re.escape(self._text[:_SHORTEST_SECRET]) + r"[\w\-*.…]*", "***", text.replace(self._text, "***"))


NO_SECRET = Secret("")


def variables(role: ModelRole) -> tuple[str, ...]:
    """Return the environment variables that may hold this role's key, first choice first."""
    if role.key_env:
        return (role.key_env,)
    return USUAL_ENV[role.provider] if role.is_at_home else (ELSEWHERE_ENV,)


def found(role: ModelRole, *, environ: Mapping[str, str], keyring: Mapping[str, str] | None = None) -> Secret | None:
    """Return the role's key; `None` when there is none."""
    for name in variables(role):
        if text := environ.get(name, "").strip():
            return Secret(text)
    at_home = role.is_at_home and not role.key_env
    text = (keyring or {}).get(role.provider if at_home else variables(role)[0], "").strip()
    return Secret(text) if text else None


def works_without_key(role: ModelRole) -> bool:
    """Tell whether a call may be tried without a key: the server is the owner's own, or at least not the provider's."""
    return role.is_local or not role.is_at_home or role.provider is Provider.OLLAMA


def needed(role: ModelRole, *, environ: Mapping[str, str], keyring: Mapping[str, str] | None = None) -> Secret:
    """Return the role's key, or an empty one for a server that asks for none; raise when the provider needs one."""
    key = found(role, environ=environ, keyring=keyring)
    if key is not None:
        return key
    if works_without_key(role):
        return NO_SECRET
    raise ThinkerUnavailable(
        f"no key for {role.label}; set {variables(role)[0]}, "
        f"or keep it with `keyring set {KEYRING_SERVICE} {role.provider}`"
    )


class OsKeyring(Mapping[str, str]):
    """The keyring of the operating system, read one name at a time.  Without one, or without leave, it is empty."""

    def __getitem__(self, name: str) -> str:
        """Return the secret kept under this name."""
        try:
            import keyring
            from keyring.errors import KeyringError
        except ImportError:
            raise KeyError(name) from None
        try:
            text = keyring.get_password(KEYRING_SERVICE, name)
        except (KeyringError, RuntimeError, OSError):
            raise KeyError(name) from None
        if not text:
            raise KeyError(name)
        return text

    def __iter__(self):  # type: ignore[no-untyped-def]  # a keyring cannot be listed
        """Yield nothing: what a keyring holds cannot be listed."""
        return iter(())

    def __len__(self) -> int:
        """Return 0: what a keyring holds cannot be counted."""
        return 0
