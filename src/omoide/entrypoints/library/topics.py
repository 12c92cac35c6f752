"""What is spoken of again and again: `mind.topics`.

mind.topics.add_fixed("料理", description="作った料理、レシピ")   # the owner's own come first
mind.topics.update()                                               # by hand; after a night it happens by itself
for found in mind.topics.recall("健太の膝はどうなった？"):
    print(found.topic.called, found.topic.span(tz=mind.persona.tz), found.topic.told)
"""

from collections.abc import Sequence

from omoide.bootstrap import Home
from omoide.domain.personas.persona import Persona
from omoide.domain.topics.topic import RecalledTopic, Topic, TopicMember
from omoide.errors import InvalidInput
from omoide.usecases.topics.edits import EditTopics
from omoide.usecases.topics.update import TopicReport


class MindTopics:
    """The topics of one persona.  One is named by its number, its name or its nickname."""

    def __init__(self, home: Home, persona: Persona) -> None:
        self._home = home
        self._persona = persona

    def update(self) -> TopicReport:
        """Sort memories and told days that are new into topics, and name what is to be named.

        Killed anywhere, the next call goes on; a second call does nothing.  What has joined a topic stays in it.
        """
        with self._home.work.alone():
            return self._home.topics.update(self._persona)(self._persona)

    def list(self, *, archived: bool = False) -> Sequence[Topic]:
        """Return the topics, the largest first; with `archived` also those that were put away."""
        every = self._home.topics.store.all(self._persona.id)
        shown = [topic for topic in every if archived or not topic.is_archived]
        return sorted(shown, key=lambda topic: (-topic.facts.size, topic.id))

    def get(self, which: str | int) -> Topic:
        """Return one topic; raise `TopicNotFound` when there is none."""
        return self._edits.find(self._persona, which)

    def members(self, which: str | int, *, limit: int | None = None) -> Sequence[TopicMember]:
        """Return the memories and the told days of a topic, the newest first; those in the archive are marked."""
        if limit is not None and limit < 0:
            raise InvalidInput(f"a limit is a number from 0 on; {limit} is none")
        return self._home.topics.store.members(self._persona.id, self.get(which).id, limit=limit)

    def recall(self, cue: str, *, limit: int | None = None) -> Sequence[RecalledTopic]:
        """Return the topics that a cue is about, the nearest first, at most two (`topics.most_recalled`)."""
        settings = self._home.foundation.settings(self._persona.id)
        most = settings.topics.most_recalled if limit is None else limit
        return self._home.topics.recall()(self._persona, cue, limit=most)

    def add_fixed(self, name: str, *, description: str = "") -> Topic:
        """Keep a topic of the owner's own: what lies near it joins it before any other."""
        return self._edits.add_fixed(self._persona, name, description=description)

    def rename(self, which: str | int, name: str) -> Topic:
        """Give a topic the owner's name, which stays."""
        return self._edits.rename(self._persona, which, name)

    def nickname(self, which: str | int, nickname: str) -> Topic:
        """Keep what the persona calls a topic; an empty text takes it away."""
        return self._edits.nickname(self._persona, which, nickname)

    def merge(self, which: str | int, *, into: str | int) -> Topic:
        """Move every member into another topic; the first is no more."""
        return self._edits.merge(self._persona, which, into=into)

    def split(self, which: str | int, labels: Sequence[str], *, name: str) -> Topic:
        """Move some members, by their labels, into a topic of their own."""
        return self._edits.split(self._persona, which, labels, name=name)

    def archive(self, which: str | int) -> Topic:
        """Put a topic away: it goes on gathering, but is neither listed nor recalled."""
        return self._edits.archive(self._persona, which)

    def restore(self, which: str | int) -> Topic:
        """Bring back a topic that was put away."""
        return self._edits.archive(self._persona, which, archived=False)

    @property
    def _edits(self) -> EditTopics:
        return self._home.topics.edits(self._persona)
