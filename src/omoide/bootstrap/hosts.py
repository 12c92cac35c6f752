"""Hosts of conversations, such as Claude Code: listening to their sessions, meeting their prompts."""

from dataclasses import replace
from functools import cached_property

from omoide.adapters.hosts.claude_code.log_files import FoundLogs
from omoide.adapters.hosts.claude_code.projects import IgnoredProjects
from omoide.adapters.hosts.claude_code.transcripts import ClaudeCodeLogs
from omoide.adapters.hosts.import_orders import FileImportOrders
from omoide.adapters.sql.hosts.bookmarks import SqlBookmarks
from omoide.adapters.sql.hosts.places import SqlHeardPlaces
from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.erasing import ErasingFactory
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.memories import MemoryFactory
from omoide.bootstrap.recall import RecallFactory
from omoide.bootstrap.receipts import ReceiptFactory
from omoide.domain.personas.persona import Persona
from omoide.usecases.hosts.capture import Capture
from omoide.usecases.hosts.import_logs import ImportLogs
from omoide.usecases.hosts.name_project_mind import NameProjectMind
from omoide.usecases.hosts.recall_for_prompt import InjectionRules, LookBack, RecallForPrompt
from omoide.usecases.hosts.take_in_log import TakeInLog

PROMPT_CATCH_UP_SECONDS = 0.1
"""How long a prompt waits for vectors of what was said a moment ago."""


class HostFactory:
    """Makes what a host of conversations needs."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        events: EventFactory,
        memories: MemoryFactory,
        recall: RecallFactory,
        beliefs: BeliefFactory,
        erasing: ErasingFactory,
        receipts: ReceiptFactory,
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._memories = memories
        self._recall = recall
        self._beliefs = beliefs
        self._erasing = erasing
        self._receipts = receipts

    @cached_property
    def bookmarks(self) -> SqlBookmarks:
        """Return how far session logs have been read."""
        return SqlBookmarks(self._foundation.database)

    @cached_property
    def leaves_alone(self) -> IgnoredProjects:
        """Return which projects are to be left alone."""
        return IgnoredProjects(self._foundation.configuration.settings.hooks.ignored_projects)

    @property
    def name_project_mind(self) -> NameProjectMind:
        """Return the verb that says which persona remembers what is said in a folder."""
        return NameProjectMind(self._foundation.personas, SqlHeardPlaces(self._foundation.database))

    def capture(self, persona: Persona) -> Capture:
        """Return the verb that keeps turns of session logs."""
        return Capture(self._events.observe(persona), self._erasing.tombstones, self.leaves_alone)

    def take_in_log(self, persona: Persona) -> TakeInLog:
        """Return the verb that keeps the new turns of a session log."""
        return TakeInLog(ClaudeCodeLogs(), self.bookmarks, self.capture(persona), self._foundation.clock)

    @cached_property
    def import_orders(self) -> FileImportOrders:
        """Return the imports that were handed in."""
        return FileImportOrders(self._foundation.folder)

    def import_logs(self, persona: Persona) -> ImportLogs:
        """Return the verb that reads what was handed in."""
        return ImportLogs(self.import_orders, FoundLogs(), self.take_in_log(persona))

    def recall_for_prompt(self, persona: Persona) -> RecallForPrompt:
        """Return the verb that finds what a prompt calls up."""
        hooks = self._foundation.settings(persona.id).hooks
        recall = self._recall.recall_memories(persona)
        alone = replace(recall.rules, relations=replace(recall.rules.relations, relation_traversal_depth=0))
        return RecallForPrompt(
            memories=replace(recall, rules=alone),  # what a memory leads to is not shown, so it is not looked for
            recall=replace(self._recall.recall(persona), catch_up_seconds=PROMPT_CATCH_UP_SECONDS, reach=0),
            store=self._memories.store,
            rules=InjectionRules(
                most_memories=hooks.most_memories,
                least_relevance=hooks.least_relevance,
                same_place_gain=hooks.same_project_gain,
            ),
            heed=self._receipts.heed(persona),
        )

    def look_back(self, persona: Persona) -> LookBack:
        """Return the verb that tells what was said last."""
        last_turns = self._foundation.settings(persona.id).hooks.last_turns
        return LookBack(self._events.store, self._beliefs.beliefs, last_turns)
