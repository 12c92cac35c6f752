"""How a home is plugged together for a host of conversations, such as Claude Code."""

from dataclasses import replace
from functools import cached_property

from omoide.adapters.hosts.claude_code.projects import IgnoredProjects
from omoide.adapters.sql.events.erasing import SqlErasureStore
from omoide.adapters.sql.hosts.bookmarks import SqlBookmarks
from omoide.adapters.upkeep import home_files as homefiles
from omoide.bootstrap import Wiring
from omoide.domain.personas.persona import Persona
from omoide.usecases.events.erase import Erase
from omoide.usecases.hosts.capture import Capture
from omoide.usecases.hosts.recall_for_prompt import InjectionRules, LookBack, RecallForPrompt
from omoide.usecases.understanding.while_away import WhileAway


class HostWiring:
    """The parts of a home that listen to a host's sessions, meet its prompts, and erase."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    @cached_property
    def erasures(self) -> SqlErasureStore:
        """Return the orders to erase."""
        return SqlErasureStore(self._wiring.database)

    @cached_property
    def places(self) -> SqlBookmarks:
        """Return how far session logs have been read."""
        return SqlBookmarks(self._wiring.database)

    @cached_property
    def leaves_alone(self) -> IgnoredProjects:
        """Return which projects are to be left alone."""
        return IgnoredProjects(self._wiring.configuration.settings.hooks.ignored_projects)

    def capture(self, persona: Persona) -> Capture:
        """Return the verb that keeps turns of session logs."""
        return Capture(self._wiring.observe(persona.id), self.erasures, self.leaves_alone)

    def bring_to_mind(self, persona: Persona) -> RecallForPrompt:
        """Return the verb that finds what a prompt calls up."""
        hooks = self._wiring.for_persona(persona.id).settings.hooks
        recall = self._wiring.memories.recall(persona)
        alone = replace(recall.rules, relations=replace(recall.rules.relations, relation_traversal_depth=0))
        return RecallForPrompt(
            memories=replace(recall, rules=alone),  # what a memory leads to is not shown, so it is not looked for
            recall=self._wiring.recall(persona.id),
            store=self._wiring.memories.store,
            events=self._wiring.events,
            rules=InjectionRules(
                most_memories=hooks.most_memories,
                least_similarity=hooks.least_similarity,
                same_place_gain=hooks.same_project_gain,
            ),
        )

    def look_back(self, persona: Persona) -> LookBack:
        """Return the verb that tells what was said last."""
        last_turns = self._wiring.for_persona(persona.id).settings.hooks.last_turns
        return LookBack(self._wiring.events, self._wiring.growing.beliefs, last_turns)

    def while_away(self, persona: Persona) -> WhileAway:
        """Return the verb that works off what waits."""
        memories = self._wiring.memories
        return WhileAway(
            catch_up=self._wiring.catch_up,
            digest=self._wiring.growing.digest(persona),
            sleep=memories.sleep(persona),
        )

    @property
    def erase(self) -> Erase:
        """Return the owner's act of erasing."""
        home = self._wiring.home
        return Erase(
            self._wiring.events, self.erasures, lambda texts: homefiles.holding(home, texts), self._wiring.clock
        )
