"""Texts that are shown in portions, and the handles by which they go on.

Each kind of text says how one of its things reads, by id.  What a tool shows and what a handle continues come from the same place, so
that they cannot differ.  The secret diary has sources of its own, which no other tool is given.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from omoide.domain.context.shown import shown_event
from omoide.domain.entities.entity import EntityId
from omoide.domain.episodes.episode import EpisodeId
from omoide.domain.events.event import Event, EventId
from omoide.domain.memories.memory import MemoryId
from omoide.domain.notes.note import NoteAddress, NoteKind
from omoide.domain.personas.persona import Persona
from omoide.domain.text.language import Language
from omoide.domain.tools import failure
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.failure import ToolFailure
from omoide.domain.tools.handle import handle, read_handle
from omoide.domain.tools.portion import portion
from omoide.errors import NotFound
from omoide.ports.episodes.store import EpisodeStore
from omoide.ports.events.store import EventStore
from omoide.ports.memories.store import MemoryReading
from omoide.usecases.entities.reading import ReadEntities
from omoide.usecases.notes.reading import ReadNotes
from omoide.usecases.tools.tool import ToolCaller

TextSource = Callable[[Persona, str], str | None]
"""Returns how a thing of some kind reads, by its key, such as its id; `None` when there is none."""
ThingText = Callable[[Persona, int], str | None]
"""Returns how something that can be recalled reads, by its number within its kind."""
MOST_DIGITS: Final = 18
"""Of a number that a store takes."""
TURN: Final = "turn"
MEMORY: Final = "memory"
EPISODE: Final = "episode"
DIARY: Final = "diary"
SECRET_DIARY: Final = "secret_diary"  # noqa: S105 - a name
DIARY_DAY: Final = "diary_day"
"""One day of the diary, as recall finds it."""
ENTITY: Final = "entity"
BELIEF: Final = "belief"
PREFERENCE: Final = "preference"
INSIGHT: Final = "insight"
TOPIC: Final = "topic"
PRESENT: Final = "now"
"""The key of a diary itself; its archives go by their period."""
_SPEAKERS: Final = {Language.JA: ("相手", "自分"), Language.EN: ("They", "I")}
SPEAKERS: Final = tuple(name for pair in _SPEAKERS.values() for name in pair)
_NO_HANDLE: Final = Bilingual("this is no handle of a cut text", "これは続きを読むための handle ではありません")
_LOST: Final = Bilingual(
    "this handle leads nowhere: it is misspelt, or the text has changed or gone since",
    "この handle の続きは読めません。書き間違いか、本文が変わったか、なくなっています",
)
_ANEW: Final = Bilingual(
    "copy the handle exactly as it was given, or search or read again for a new one",
    "渡された handle をそのまま写すか、検索や読み取りをやり直して新しい handle を使ってください",
)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a text, ready for a model."""

    text: str
    handle: str | None
    """Where it goes on."""
    characters: int
    """Of the whole."""


@dataclass(frozen=True, slots=True)
class TextSources:
    """What may be read in portions."""

    sources: Mapping[str, TextSource]

    def excerpt(
        self,
        caller: ToolCaller,
        kind: str,
        key: str,
        *,
        most: int,
        start: int = 0,
        whole_lines: bool = False,
    ) -> Excerpt | None:
        """Return a stretch of a thing's text; `None` when there is no such thing."""
        whole = self.sources[kind](caller.persona, key)
        if whole is None:
            return None
        shown = portion(whole, start=start, most=most, language=caller.language, whole_lines=whole_lines)
        if shown.end is None:
            return Excerpt(shown.text, None, len(whole))
        more = handle(caller.persona.id, kind=kind, key=key, start=shown.end, whole=whole)
        return Excerpt(shown.text, more.text, len(whole))

    def go_on(self, caller: ToolCaller, told: str, *, most: int) -> Excerpt | ToolFailure:
        """Return where a handle goes on."""
        meant = read_handle(told)
        if meant is None or meant.kind not in self.sources:
            return failure.refused(_NO_HANDLE, _ANEW)
        whole = self.sources[meant.kind](caller.persona, meant.key)
        if whole is None or not meant.fits(caller.persona.id, whole):
            return failure.refused(_LOST, _ANEW)
        found = self.excerpt(caller, meant.kind, meant.key, most=most, start=meant.start, whole_lines=True)
        return failure.refused(_LOST, _ANEW) if found is None else found


def turn_text(event: Event, language: Language) -> str:
    """Return a turn as it reads: who said what."""
    they, me = _SPEAKERS[language]
    said = shown_event(event)
    sides = ((they, said.user), (me, said.assistant or ""), *((they, each) for each in said.image_summaries))
    return "\n".join(f"{who}: {text}" for who, text in sides if text)


@dataclass(frozen=True, slots=True)
class TurnTexts:
    """Turns, word for word."""

    events: EventStore

    def __call__(self, persona: Persona, key: str) -> str | None:
        """Return how a turn reads."""
        number = _number(key)
        found = {} if number is None else self.events.get(persona.id, [EventId(number)])
        event = next(iter(found.values()), None)
        return None if event is None else turn_text(event, persona.language)


@dataclass(frozen=True, slots=True)
class MemoryTexts:
    """Memories, as far as they have faded."""

    memories: MemoryReading

    def __call__(self, persona: Persona, key: str) -> str | None:
        """Return how a memory reads."""
        number = _number(key)
        found = {} if number is None else self.memories.get(persona.id, [MemoryId(number)])
        memory = next(iter(found.values()), None)
        return None if memory is None else " → ".join(side for side in (memory.trigger, memory.content) if side)


@dataclass(frozen=True, slots=True)
class EpisodeTexts:
    """Told days and weeks."""

    episodes: EpisodeStore

    def __call__(self, persona: Persona, key: str) -> str | None:
        """Return how an episode reads."""
        number = _number(key)
        found = {} if number is None else self.episodes.get(persona.id, [EpisodeId(number)])
        episode = next(iter(found.values()), None)
        return None if episode is None else episode.summary


@dataclass(frozen=True, slots=True)
class NoteTexts:
    """One note, and its archives."""

    notes: ReadNotes
    kind: NoteKind

    def __call__(self, persona: Persona, key: str) -> str | None:
        """Return how the note, or an archive of it, reads."""
        try:
            return self.notes.get(persona, NoteAddress(self.kind, "" if key == PRESENT else key)).text
        except NotFound:
            return None


@dataclass(frozen=True, slots=True)
class ProfileTexts:
    """Profiles of entities."""

    entities: ReadEntities

    def __call__(self, persona: Persona, key: str) -> str | None:
        """Return how a profile reads, with what is believed."""
        every = self.entities.all(persona, archived=True)
        name = next((each.name for each in every if key == str(EntityId(each.id))), None)
        if name is None:
            return None
        return self.entities.profile(persona, name).markdown(language=persona.language, tz=persona.tz)


@dataclass(frozen=True, slots=True)
class ThingTexts:
    """Things of one kind, as recall tells them."""

    read: ThingText

    def __call__(self, persona: Persona, key: str) -> str | None:
        """Return how a thing reads."""
        number = _number(key)
        return None if number is None else self.read(persona, number)


def _number(key: str) -> int | None:
    return int(key) if key.isascii() and key.isdigit() and len(key) <= MOST_DIGITS else None
