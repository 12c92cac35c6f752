"""Texts that a client may read by address: `omoide://haru/profile`, `…/today`, `…/episode/episode_2026-01-15_001`.

An address names the persona whose mind the client was given; any other persona's is simply not there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from omoide.domain.episodes.episode import Episode
from omoide.domain.feelings import mood_words
from omoide.domain.time import moment
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.portion import shown_line, shown_lines
from omoide.entrypoints.mcp.access import McpAccess
from omoide.errors import EpisodeNotFound

SCHEME: Final = "omoide://"
MARKDOWN: Final = "text/markdown"
MOST_EPISODES: Final = 20
"""Told days that are listed; any other is read by its address."""
LONGEST_TEXT: Final = 100_000
PROFILE, TODAY, EPISODE = "profile", "today", "episode"
_TITLES: Final = {
    PROFILE: (Bilingual("Who {name} is", "{name} とは"), Bilingual("Core memory and notepad.", "コアメモリとメモ帳。")),
    TODAY: (
        Bilingual("{name} today", "{name} の今日"),
        Bilingual("Mood, what is due, goals and open questions.", "気分、期限のある用事、目標、気になっていること。"),
    ),
    EPISODE: (
        Bilingual("A told day", "エピソード"),
        Bilingual("One day or week, as it was told.", "語られた一日（または一週間）。"),
    ),
}
_HEADINGS: Final = {
    "core": Bilingual("Core memory", "コアメモリ"),
    "notepad": Bilingual("Notepad", "メモ帳"),
    "mood": Bilingual("Mood", "気分"),
    "due": Bilingual("Due", "期限のある用事"),
    "goals": Bilingual("Goals", "目標"),
    "questions": Bilingual("Open questions", "気になっていること"),
    "night": Bilingual("The last night", "前の夜"),
}
_NONE: Final = Bilingual("(none)", "（なし）")


@dataclass(frozen=True, slots=True)
class TextAddress:
    """A text that can be read, as it is listed."""

    uri: str
    name: str
    title: str
    description: str


class TextNotThere(Exception):
    """Nothing of this persona has this address."""


@dataclass(frozen=True, slots=True)
class MindTexts:
    """The texts of one persona, by address."""

    access: McpAccess

    def listed(self) -> list[TextAddress]:
        """Return the addresses that always hold, and those of the last told days."""
        days = self.access.mind.episodes.all()[-MOST_EPISODES:]
        return [self._address(PROFILE), self._address(TODAY), *(self._of_day(each) for each in reversed(days))]

    def template(self) -> TextAddress:
        """Return how told days are addressed."""
        return self._address(EPISODE, f"{self._root}/{EPISODE}/{{id}}")

    def read(self, uri: str) -> str:
        """Return the text at an address; raise `TextNotThere` when there is none."""
        if not uri.startswith(SCHEME):
            raise TextNotThere
        persona, _, path = uri.removeprefix(SCHEME).partition("/")
        if unquote(persona) != self.access.mind.persona.name:
            raise TextNotThere
        kind, _, rest = path.partition("/")
        if kind == EPISODE and rest:
            return self._episode(unquote(rest))
        if path == PROFILE:
            return self._profile()
        if path == TODAY:
            return self._today()
        raise TextNotThere

    @property
    def _root(self) -> str:
        return f"{SCHEME}{quote(self.access.mind.persona.name, safe='')}"

    def _address(self, kind: str, uri: str = "") -> TextAddress:
        title, description = _TITLES[kind]
        name, language = shown_line(self.access.mind.persona.name), self.access.language
        told = title.filled(name=name).of(language)
        return TextAddress(uri or f"{self._root}/{kind}", kind, told, description.of(language))

    def _of_day(self, episode: Episode) -> TextAddress:
        title, description = _TITLES[EPISODE]
        language = self.access.language
        uri = f"{self._root}/{EPISODE}/{quote(episode.label, safe='')}"
        return TextAddress(uri, episode.label, f"{title.of(language)} {episode.span}", description.of(language))

    def _episode(self, label: str) -> str:
        try:
            found = self.access.mind.episodes.get(label)
        except EpisodeNotFound as exc:
            raise TextNotThere from exc
        return f"# {found.span}\n\n{shown_lines(found.summary)}"[:LONGEST_TEXT]

    def _profile(self) -> str:
        notes = self.access.mind.notes
        return self._page([("core", shown_lines(notes.core_memory.text)), ("notepad", shown_lines(notes.notepad.text))])

    def _today(self) -> str:
        mind = self.access.mind
        mood = mood_words.told(mind.feelings.mood(), language=self.access.language)
        night = mind.sleep.morning()
        return self._page(
            [
                ("mood", mood),
                ("due", _list(each.line or each.task.body for each in mind.due())),
                ("goals", _list(each.text for each in mind.goals.list())),
                ("questions", _list(each.topic for each in mind.questions.list())),
                *([] if night.sleep is None else [("night", shown_lines(night.text))]),
            ]
        )

    def _page(self, parts: Sequence[tuple[str, str]]) -> str:
        mind, language = self.access.mind, self.access.language
        now = moment.iso_for_model(mind.now(), tz=mind.persona.tz)
        head = f"# {shown_line(mind.persona.name)} ({now})"
        told = [f"## {_HEADINGS[key].of(language)}\n\n{text.strip() or _NONE.of(language)}" for key, text in parts]
        return "\n\n".join([head, *told])[:LONGEST_TEXT]


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {shown_line(' '.join(line.split()))}" for line in lines)
