"""Where personas and their own settings are kept."""

from typing import Protocol

from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment


class PersonaStore(Protocol):
    """Keeps personas by name; Ｈａｒｕ, Haru and haru are one."""

    def add(
        self, name: str, *, language: Language, timezone: str, at: Moment, is_language_open: bool = False
    ) -> Persona:
        """Keep a new persona; raise `PersonaExists` when the name is taken."""
        ...

    def get(self, name: str) -> Persona:
        """Return the persona; raise `PersonaNotFound` when there is none."""
        ...

    def current(self, persona: Persona) -> Persona:
        """Return the persona as it is now; as it is given when it is not there any more."""
        ...

    def all(self) -> list[Persona]:
        """Return every persona, oldest first."""
        ...

    def change(self, persona: Persona) -> Persona:
        """Keep the persona's new name, language or time zone.

        One whose language is open keeps whatever was found out of it meanwhile.
        """
        ...


class SettingStore(Protocol):
    """Keeps each persona's own settings, as text."""

    def of(self, persona_id: PersonaId) -> dict[str, str]:
        """Return the persona's settings by key."""
        ...

    def set(self, persona_id: PersonaId, key: str, value: str | None) -> None:
        """Keep one setting; `None` takes it away."""
        ...
