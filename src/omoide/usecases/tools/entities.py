"""`search_entity_memory`, `read_entity_memory`, `write_entity_memory`, `list_entity_memories` (SPEC EN1–EN3, T1)."""

from dataclasses import dataclass
from enum import StrEnum

from omoide.domain.entities.entity import Entity
from omoide.domain.notes.note import LONGEST_REASON, NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.domain.tools.definition import EDITS
from omoide.domain.tools.fields import said
from omoide.domain.tools.portion import shown_line
from omoide.usecases.entities.consolidate import ConsolidateEntities
from omoide.usecases.entities.edits import EditEntities
from omoide.usecases.tools.notes import BASE, MOST_VERSION, REASON
from omoide.usecases.tools.sources import ENTITY, TextSources
from omoide.usecases.tools.tool import FRAME, HANDLE, RECORDS, Tool, ToolCaller, tool

LONGEST_NAME = 100
NAMES_A_PAGE = 100
NAME = ("Name, or another name it goes by.", "名前（別名でもよい）。")


class ProfileMode(StrEnum):
    """How a text gets into a profile."""

    APPEND = "append"
    CONSOLIDATE = "consolidate"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntitySearchInput:
    """Who or what is looked for."""

    query: str = said(
        "Words with blanks between; those that hold most of them come first.",
        "空白で区切った言葉。多く含むものから順に返る。",
        longest=500,
        other_names=("q", "keywords", "keyword", "text", "search", "name"),
    )
    limit: int = said(
        "Most results.", "最大件数。", default=10, least=1, most=50, other_names=("count", "n", "top_k", "max_results")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEntity:
    """One that was found."""

    name: str = said("Its name.", "名前。")
    words: tuple[str, ...] = said("The words it holds.", "含まれていた言葉。")
    line: str = said("The line that holds most of them.", "最も多く含む行。")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntitySearchOutput:
    """What was found."""

    found: tuple[FoundEntity, ...] = said("The entities, the best first.", "エンティティ。良いものから順に。")
    frame: str = said(*FRAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityReadInput:
    """Whose profile is read."""

    name: str = said(*NAME, longest=LONGEST_NAME, other_names=("entity", "entity_name", "who", "query", "id"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityReadOutput:
    """A profile."""

    name: str = said("Its name.", "名前。")
    text: str = said("The profile, with what is believed now.", "プロファイルと、いま信じていること。")
    version: int = said("Its version; give it as base_version.", "版。base_version に使える。")
    frame: str = said(*FRAME)
    handle: str | None = said(*HANDLE, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityWriteInput:
    """What is written about whom."""

    name: str = said(*NAME, longest=LONGEST_NAME, other_names=("entity", "entity_name", "who"))
    text: str = said(
        "What to write, in markdown: short lines, one fact each.",
        "書く内容（マークダウン）。一行に一つのことを短く。",
        longest=20_000,
        other_names=("content", "profile", "facts", "value"),
    )
    mode: ProfileMode = said(
        "append: add it. consolidate: add it and put the whole profile in order. replace: put it in place of the profile.",
        "append: 書き加える。consolidate: 加えて全体を整理する。replace: 全体を置きかえる。",
        default=ProfileMode.APPEND,
        other_names=("action", "operation", "op"),
    )
    reason: str | None = said(*REASON, default=None, longest=LONGEST_REASON, other_names=("why",))
    base_version: int | None = said(*BASE, default=None, least=0, most=MOST_VERSION, other_names=("base", "version"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityWriteOutput:
    """What was written."""

    name: str = said("Its name.", "名前。")
    version: int = said("Its version now.", "いまの版。")
    is_new: bool = said("Whether the profile was made by this.", "新しく作ったかどうか。")
    characters: int = said("How long the profile is now.", "いまの文字数。")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityListInput:
    """Which names."""

    page: int = said(
        f"Page of {NAMES_A_PAGE} names.", f"{NAMES_A_PAGE}件ごとのページ。", default=1, least=1, most=100_000
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedEntity:
    """One name."""

    name: str = said("Its name.", "名前。")
    aliases: tuple[str, ...] | None = said("Other names it goes by.", "別名。", default=None)
    changed: str = said("The day it was last written about.", "最後に書いた日。")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityListOutput:
    """Names."""

    found: tuple[ListedEntity, ...] = said("The names of this page.", "このページの名前。")
    total: int = said("How many there are.", "全部の数。")
    frame: str = said(*FRAME)
    next_page: int | None = said("The page that follows, if one does.", "次のページ（あれば）。", default=None)


@dataclass(frozen=True, slots=True)
class EntityTools:
    """Knows people and things."""

    edit: EditEntities
    consolidate: ConsolidateEntities
    sources: TextSources
    most: int
    """Characters at once."""

    def tools(self) -> tuple[Tool, ...]:
        """Return the four tools."""
        return (*self._reading(), self._writing())

    def _reading(self) -> tuple[Tool, ...]:
        return (
            tool(
                "search_entity_memory",
                title=("Search entities", "エンティティの検索"),
                description=(
                    "Find people, things and places you know by words in their names, profiles and what is believed of them.",
                    "知っている人物・事物・場所を、名前やプロファイルの言葉で探す。",
                ),
                announces=("Searched the entities", "エンティティ記憶を検索しました"),
                takes=EntitySearchInput,
                gives=EntitySearchOutput,
                run=self.search,
            ),
            tool(
                "read_entity_memory",
                title=("Read an entity", "エンティティを読む"),
                description=(
                    "Read the profile of somebody or something by name, with what is believed of them now and since when.",
                    "人物や事物のプロファイルを、名前で読む。いま信じていることと日付も含む。",
                ),
                announces=("Read an entity's profile", "エンティティ記憶を読みました"),
                takes=EntityReadInput,
                gives=EntityReadOutput,
                run=self.show,
            ),
            tool(
                "list_entity_memories",
                title=("List entities", "エンティティの一覧"),
                description=(
                    "List the names of everybody and everything you have a profile of.",
                    "プロファイルのある人物・事物の名前の一覧。",
                ),
                announces=("Listed the entities", "エンティティ記憶の一覧を見ました"),
                takes=EntityListInput,
                gives=EntityListOutput,
                run=self.list_names,
            ),
        )

    def _writing(self) -> Tool:
        return tool(
            "write_entity_memory",
            title=("Write about an entity", "エンティティに書く"),
            description=(
                "Write what you know of somebody or something into their profile, which is made when there is none. Every "
                "edit keeps what stood there.",
                "人物や事物について知っていることを、そのプロファイルに書く。無ければ新しく作る。元の内容は履歴に残る。",
            ),
            announces=("Wrote about an entity", "エンティティ記憶を更新しました"),
            takes=EntityWriteInput,
            gives=EntityWriteOutput,
            run=self.write,
            effect=EDITS,
        )

    def search(self, caller: ToolCaller, asked: EntitySearchInput) -> EntitySearchOutput:
        """Return the entities that hold most of the words."""
        hits = self.edit.reading.search(caller.persona, asked.query, limit=asked.limit)
        found = tuple(
            FoundEntity(
                name=shown_line(hit.entity.name), words=tuple(map(shown_line, hit.words)), line=shown_line(hit.line)
            )
            for hit in hits
        )
        return EntitySearchOutput(found=found, frame=RECORDS.of(caller.language))

    def show(self, caller: ToolCaller, asked: EntityReadInput) -> EntityReadOutput:
        """Return a profile."""
        entity = self.edit.reading.get(caller.persona, asked.name)
        text = self.sources.excerpt(caller, ENTITY, str(entity.id), most=self.most, whole_lines=True)
        return EntityReadOutput(
            name=shown_line(entity.name),
            text="" if text is None else text.text,
            version=entity.version,
            frame=RECORDS.of(caller.language),
            handle=None if text is None else text.handle,
        )

    def write(self, caller: ToolCaller, asked: EntityWriteInput) -> EntityWriteOutput:
        """Write into a profile."""
        is_new = self.edit.reading.find(caller.persona, asked.name) is None
        entity = self._written(caller.persona, asked)
        return EntityWriteOutput(
            name=shown_line(entity.name), version=entity.version, is_new=is_new, characters=len(entity.text)
        )

    def _written(self, persona: Persona, asked: EntityWriteInput) -> Entity:
        base, author, reason = asked.base_version, NoteAuthor.PERSONA, asked.reason or ""
        match asked.mode:
            case ProfileMode.APPEND:
                return self.edit.append(persona, asked.name, asked.text, author=author, base=base, reason=reason)
            case ProfileMode.REPLACE:
                return self.edit.write(persona, asked.name, asked.text, base=base, author=author, reason=reason)
            case ProfileMode.CONSOLIDATE:
                return self.consolidate.one(
                    persona, asked.name, added=asked.text, author=author, base=base, reason=reason
                ).entity

    def list_names(self, caller: ToolCaller, asked: EntityListInput) -> EntityListOutput:
        """Return a page of names."""
        every = self.edit.reading.all(caller.persona)
        start = (asked.page - 1) * NAMES_A_PAGE
        found = tuple(
            ListedEntity(
                name=shown_line(each.name),
                aliases=tuple(map(shown_line, each.aliases)) or None,
                changed=moment.day(each.changed, tz=caller.persona.tz).isoformat(),
            )
            for each in every[start : start + NAMES_A_PAGE]
        )
        is_last = start + NAMES_A_PAGE >= len(every)
        return EntityListOutput(
            found=found,
            total=len(every),
            frame=RECORDS.of(caller.language),
            next_page=None if is_last else asked.page + 1,
        )
