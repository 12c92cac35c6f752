"""What the owner does to topics, and the persona's nickname: nobody else merges, splits, renames or archives."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.personas.persona import Persona
from omoide.domain.topics import topic as topics
from omoide.domain.topics.clustering import ClusterRules, near_anchor
from omoide.domain.topics.topic import OWNER, Topic, TopicId
from omoide.errors import EmbedderUnavailable, InvalidInput, TopicNotFound
from omoide.ports.models.embedder import Embedder
from omoide.ports.time.clock import Clock
from omoide.ports.topics.store import TopicPoints, TopicStore
from omoide.usecases.topics.centring import Centring
from omoide.usecases.topics.update import arranged


@dataclass(frozen=True, slots=True)
class EditTopics:
    """Changes topics by hand."""

    topics: TopicStore
    points: TopicPoints
    centring: Centring
    embedder: Embedder
    clock: Clock
    masking: SecretMasking
    rules: Callable[[], ClusterRules]
    """Of the embedder's space, which may be out of reach."""

    def find(self, persona: Persona, which: str | int) -> Topic:
        """Return the topic with this number, name or nickname; raise `TopicNotFound`, or `InvalidInput` for more than one."""
        named = str(which).strip()
        every = self.topics.all(persona.id)
        if named.isdecimal():
            found = [topic for topic in every if str(topic.id) == named.lstrip("0")]
        else:
            wanted = _folded(named)
            found = [topic for topic in every if wanted and wanted in (_folded(topic.name), _folded(topic.nickname))]
        if not found:
            raise TopicNotFound(named)
        if len(found) > 1:
            numbers = ", ".join(str(topic.id) for topic in found)
            raise InvalidInput(f"several topics are called {named!r}; name one by its number: {numbers}")
        return found[0]

    def add_fixed(self, persona: Persona, name: str, *, description: str = "") -> Topic:
        """Keep a topic of the owner's, which takes its members first; what waits and lies near joins it."""
        told = self._free_name(persona, name)
        new = Topic(
            id=TopicId(0),
            name=told,
            created=self.clock.now(),
            is_fixed=True,
            description=self.masking.of_text(topics.checked_description(description)),
            named_by=OWNER,
        )
        kept = self.topics.add(persona.id, new, numbers=self._near(persona, new))
        self._centred(persona)
        return self._again(persona, kept)

    def rename(self, persona: Persona, which: str | int, name: str) -> Topic:
        """Give a topic a name that nobody but the owner changes again."""
        found = self.find(persona, which)
        told = self._free_name(persona, name, besides=found.id)
        return self._changed(persona, replace(found, name=told, named_by=OWNER))

    def nickname(self, persona: Persona, which: str | int, nickname: str) -> Topic:
        """Keep what the persona calls a topic; an empty nickname takes it away."""
        found = self.find(persona, which)
        told = self.masking.of_text(topics.checked_name(nickname, what="nickname")) if nickname.strip() else ""
        return self._changed(persona, replace(found, nickname=told))

    def archive(self, persona: Persona, which: str | int, *, archived: bool = True) -> Topic:
        """Put a topic away, or bring it back."""
        found = self.find(persona, which)
        return self._changed(persona, replace(found, archived_at=self.clock.now() if archived else None))

    def merge(self, persona: Persona, which: str | int, *, into: str | int) -> Topic:
        """Move every member of a topic into another one; the first is no more."""
        source, target = self.find(persona, which), self.find(persona, into)
        if source.id == target.id:
            raise InvalidInput("a topic is merged into another one; these two are the same")
        return self._moved(persona, source, target, labels=None)

    def split(self, persona: Persona, which: str | int, labels: Sequence[str], *, name: str) -> Topic:
        """Move some members, by their labels, into a topic of their own with this name."""
        source, told = self.find(persona, which), self._free_name(persona, name)
        wanted = list(dict.fromkeys(label.strip() for label in labels if label.strip()))
        known = {member.label for member in self.topics.members(persona.id, source.id) if not member.follows}
        if not wanted:
            raise InvalidInput("name the members that go, by their labels; `omoide topics show` lists them")
        if strangers := [label for label in wanted if label not in known]:
            raise InvalidInput(
                f"{strangers[0]!r} is no member of topic {source.id}, or a day, which follows its memories; `omoide topics show` lists them"
            )
        if len(wanted) == len(known):
            raise InvalidInput("that is every member of the topic; rename it instead")
        new = Topic(id=TopicId(0), name=told, created=self.clock.now(), named_by=OWNER)
        return self._moved(persona, source, new, labels=wanted)

    def _moved(self, persona: Persona, source: Topic, target: Topic, *, labels: Sequence[str] | None) -> Topic:
        moved = self.topics.move(persona.id, source.id, target, labels=labels)
        self._centred(persona)
        return self._again(persona, moved)

    def _changed(self, persona: Persona, topic: Topic) -> Topic:
        self.topics.change(persona.id, topic)
        return self._again(persona, topic)

    def _again(self, persona: Persona, topic: Topic) -> Topic:
        found = self.topics.all(persona.id, only=[topic.id])
        if not found:
            raise TopicNotFound(str(topic.id))
        return found[0]

    def _free_name(self, persona: Persona, name: str, *, besides: TopicId | None = None) -> str:
        told = self.masking.of_text(topics.checked_name(name))
        for topic in self.topics.all(persona.id):
            if topic.id != besides and _folded(told) in (_folded(topic.name), _folded(topic.nickname)):
                raise InvalidInput(
                    f"topic {topic.id} is called {told!r} already; choose another name, or merge the two"
                )
        return told

    def _near(self, persona: Persona, topic: Topic) -> dict[int, float]:
        """Return the points that wait and lie near a new topic; none while nothing can be embedded."""
        try:
            rules = self.rules()
            [anchor] = self.embedder.embed([topic.cue], role="query")
        except EmbedderUnavailable:
            return {}
        since = self.points.place(persona.id).number + 1 - rules.window
        waiting = self.points.waiting(persona.id, self.embedder.space, since=since)
        near = near_anchor(anchor.astype(np.float64), arranged(waiting, persona), bounds=rules.bounds)
        return dict(near)

    def _centred(self, persona: Persona) -> None:
        """Make the centres again that an edit has changed; without an embedder the next run does."""
        try:
            self.centring(persona)
        except EmbedderUnavailable:
            return


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
