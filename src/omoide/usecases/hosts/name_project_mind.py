"""Name the mind of a project: by its whole path; one that an earlier version made for this folder alone is found again."""

from dataclasses import dataclass

from omoide.domain.events.event import LONGEST_LABEL
from omoide.domain.hosts import project
from omoide.domain.personas.persona import Persona
from omoide.errors import PersonaNotFound
from omoide.ports.hosts.places import HeardPlaces
from omoide.ports.personas.store import PersonaStore


@dataclass(frozen=True, slots=True)
class NameProjectMind:
    """Says which persona remembers what is said in a folder."""

    personas: PersonaStore
    heard: HeardPlaces

    def __call__(self, folder: str) -> str:
        """Return the persona's name, whether it is there or still to be made; empty for a folder without a name."""
        name, former = project.mind_name(folder), self._known(project.former_name(folder))
        if former is None or self._known(name) is not None:
            return name
        places = self.heard.places(former.id)
        # Where two folders of one name shared a mind, or an owner's persona was opened, neither goes on with it.
        is_theirs = places is not None and project.is_of(folder, places, longest=LONGEST_LABEL)
        return former.name if is_theirs else name

    def _known(self, name: str) -> Persona | None:
        try:
            return self.personas.get(name) if name else None
        except PersonaNotFound:
            return None
