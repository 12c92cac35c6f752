"""The Python door to a data home: `Omoide.open().persona("haru")` gives a `Mind` that observes and recalls."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

from omoide.bootstrap import Beside, Home, Opening, open_home
from omoide.domain.recall.receipts.receipt import Asker
from omoide.domain.text.language import Language, spoken
from omoide.domain.time import moment
from omoide.entrypoints.library.mind import Mind
from omoide.errors import PersonaExists, PersonaNotFound

if TYPE_CHECKING:
    from omoide.config import Configuration
    from omoide.domain.erasing.receipt import Receipt
    from omoide.domain.personas.persona import Persona
    from omoide.domain.time.moment import Moment
    from omoide.domain.upkeep.finding import Finding
    from omoide.domain.upkeep.moved import MovedHome, MoveTold
    from omoide.domain.upkeep.trouble import WorkTrouble
    from omoide.entrypoints.library.jobs import HomeJobs
    from omoide.entrypoints.library.keys import HomeKeys
    from omoide.entrypoints.library.models import HomeModels
    from omoide.ports.models.embedder import Embedder
    from omoide.ports.models.thinker import Thinker
    from omoide.ports.time.clock import Clock


class Omoide:
    """One data home: every persona in it."""

    def __init__(self, home: Home) -> None:
        self._home = home

    @classmethod
    def open(
        cls,
        home: str | Path | None = None,
        *,
        config: str | Path | None = None,
        clock: "Clock | None" = None,
        embedder: "Embedder | None" = None,
        thinker: "Thinker | None" = None,
        beside: Beside | Literal["thread", "process", "nowhere"] = Beside.THREAD,
        asked_by: Literal["library", "cli", "tool"] = "library",
    ) -> Self:
        """Open a data home, by default `OMOIDE_HOME` or `~/.omoide`; it is made on first use.

        A `thinker` answers everything that is asked, in place of the persona's models and rules.  `beside` says where
        digest, vectors and due nights follow by themselves: in a thread, in a process of its own once the home is closed,
        or nowhere: then, as with the setting `background.auto = false`, they are done by hand.  `asked_by` is how receipts
        of recalls (`mind.recalls`) name whoever opened it.
        """
        opening = Opening(
            home=home,
            file=config,
            clock=clock,
            embedder=embedder,
            thinker=thinker,
            beside=Beside(beside),
            asker=Asker(asked_by),
        )
        return cls(open_home(opening))

    @property
    def home(self) -> Path:
        """Return where everything is kept."""
        return self._home.foundation.folder

    @property
    def configuration(self) -> "Configuration":
        """Return the settings in force for the whole home."""
        return self._home.foundation.configuration

    @property
    def embedder(self) -> "Embedder":
        """Return the embedder in use, which is costly to load and may be shared between openings."""
        return self._home.embedder

    def personas(self) -> "list[Persona]":
        """Return every persona, oldest first."""
        return self._home.foundation.personas.all()

    def add_persona(
        self, name: str, *, language: Language | str | None = None, timezone: str | None = None
    ) -> "Persona":
        """Make a persona; raise `PersonaExists` when the name is taken, `InvalidInput` when it is none or a secret.

        Without a language, given here or by the setting `language`, it takes that of what is first said to it.
        """
        self._home.events.masking.checked_label(name, name="persona's name")
        configuration = self._home.foundation.configuration
        return self._home.foundation.personas.add(
            name,
            language=configuration.language if language is None else spoken(language),
            timezone=configuration.timezone if timezone is None else moment.zone(timezone).key,
            at=self._home.foundation.clock.now(),
            is_language_open=language is None and not configuration.is_language_chosen,
        )

    def persona(self, name: str) -> Mind:
        """Return the mind of this persona, which is made if it is not there."""
        try:
            return self.mind(name)
        except PersonaNotFound:
            with suppress(PersonaExists):  # another process may make it at the same moment
                self.add_persona(name)
            return self.mind(name)

    def mind(self, name: str) -> Mind:
        """Return the mind of this persona; raise `PersonaNotFound` when there is none."""
        found = self._home.foundation.personas.get(name)
        self._home.work.nudge(found)  # what an earlier process left, or a night that is due since
        return Mind(self._home, found)

    def nudge(self) -> None:
        """Say that something may wait, such as a night that has become due while nobody asked."""
        for persona in self._home.foundation.personas.all():
            self._home.work.nudge(persona)

    def work_off(
        self,
        *,
        should_stop: Callable[[], bool] = lambda: False,
        between: Callable[[], None] = lambda: None,
        rested: "Callable[[Persona], None] | None" = None,
    ) -> bool:
        """Do all that waits for every persona who has it done by itself; tell whether it came to its end.

        `between` is called between two steps and may let somebody else go first; `rested` is told of whom a night has
        passed.  Raise `Unavailable` when something could not be done now.
        """
        return self._home.work.work_off(should_stop=should_stop, between=between, rested=rested)

    @property
    def jobs(self) -> "HomeJobs":
        """Return the door to jobs: what is done beside, what waits, what was given up."""
        from omoide.entrypoints.library.jobs import HomeJobs

        return HomeJobs(self._home)

    @property
    def is_automatic(self) -> bool:
        """Tell whether every persona has it done by itself."""
        return self._home.work.is_automatic

    def troubles(self) -> "list[WorkTrouble]":
        """Return whose work does not go on by itself, why, and when it is tried again."""
        return self._home.work.troubles

    def has_work(self) -> bool:
        """Tell, at little cost, whether anything waits that is to be done by itself."""
        return self._home.work.waits()

    def settings_of(self, persona: str) -> dict[str, str]:
        """Return the settings that a persona has of its own, as text by key."""
        return self.mind(persona).settings()

    def set_setting(self, persona: str, key: str, value: str | None) -> None:
        """Give a persona its own value of a setting; `None` takes it away."""
        self.mind(persona).set(key, value)

    @property
    def models(self) -> "HomeModels":
        """Return the door to models, what they cost, and single questions."""
        from omoide.entrypoints.library.models import HomeModels

        return HomeModels(self._home)

    @property
    def keys(self) -> "HomeKeys":
        """Return the keys for the doors over the wire, and who did what with them."""
        from omoide.entrypoints.library.keys import HomeKeys

        return HomeKeys(self._home)

    def mind_for_project(self, folder: str) -> Mind:
        """Return the mind that remembers what is said in a host's project, made if it is not there."""
        return self.persona(self._name_for_project(folder))

    def known_mind_for_project(self, folder: str) -> Mind | None:
        """Return the mind that remembers what is said in a host's project, if it is there already."""
        try:
            return self.mind(self._name_for_project(folder))
        except PersonaNotFound:
            return None

    def nights_ahead(self) -> "list[tuple[Persona, Moment]]":
        """Return the personas for whom no night runs by itself, and until when: a night was run ahead of the clock."""
        slept_ahead = self._home.work.whose_turn.slept_ahead(self.personas())
        found = [(persona, self._home.nights.nights_ahead(persona)) for persona in slept_ahead]
        return [(persona, until) for persona, until in found if until is not None]

    def _name_for_project(self, folder: str) -> str:
        hooks = self._home.foundation.configuration.settings.hooks
        name = self._home.hosts.name_project_mind(folder) if hooks.persona_per_project and folder else ""
        return name or hooks.persona

    def leaves_alone(self, folder: str) -> bool:
        """Tell whether the owner wants nothing remembered or shown that has to do with this folder."""
        return self._home.hosts.leaves_alone(folder)

    def examine(self) -> "list[Finding]":
        """Return what is in order and what is not, and what to do about it."""
        return [*self._home.examine(), *self.models.examine()]

    def backup(self, target: str | Path) -> int:
        """Write a consistent copy of everything while others go on writing; return its size in bytes."""
        return self._home.upkeep.files.backup(Path(target))

    def restore(self, source: str | Path) -> Path | None:
        """Put a backup in place of what is there, after checking it; return where the old file is kept."""
        self._home.close()
        return self._home.upkeep.files.restore(Path(source))

    def move(self, to: str | Path, *, switch: bool = False, told: "MoveTold" = lambda _step: None) -> "MovedHome":
        """Copy the whole database to PostgreSQL (an address) or into a file or home (a path), compared row by row.

        Nothing here is changed; who writes meanwhile waits.  A move that was broken off goes on.  `switch` has this home use
        the new place from the next opening on; `told` hears how far it is.
        """
        return self._home.upkeep.move(to, switch=switch, told=told)

    def erasure_receipts(self) -> "list[Receipt]":
        """Return what is kept of every erasure in this home, without its words, oldest first, each checked by its seal."""
        return self._home.erasing.store.receipts()

    def problems(self) -> list[str]:
        """Return what the database finds wrong with itself; nothing when it is sound."""
        return self._home.upkeep.health.problems()

    def version(self) -> str:
        """Return a mark that is another one whenever anybody, in any process, has written something: to look again then."""
        return self._home.upkeep.changes.version()

    def vacuum(self) -> tuple[int, int]:
        """Give unused space back; return the size of the database before and after, in bytes."""
        return self._home.upkeep.files.vacuum()

    def size(self) -> dict[str, int]:
        """Return how many bytes the database, its log and the caches take."""
        return self._home.upkeep.files.size()

    def close(self) -> None:
        """Let go of the files; everything observed is already kept."""
        self._home.close()

    def __enter__(self) -> Self:
        """Return this home, to be closed at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()
