"""The API as Python: `Client`, its minds and their parts, with the names of the library.

with Client("http://127.0.0.1:8765", key="omo_…") as client:
    haru = client.persona("haru")
    haru.observe(user="猫の名前はモモだよ", assistant="覚えたよ")
    for hit in haru.recall("猫の名前は？"):
        print(hit.text, hit.why)
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from omoide.entrypoints.client import wire
from omoide.entrypoints.client.wire import Sent
from omoide.entrypoints.http.schemas.beliefs import BeliefShown, BeliefStepShown, PreferenceShown
from omoide.entrypoints.http.schemas.events import ContextShown, EventShown, RecallShown, RecollectionShown
from omoide.entrypoints.http.schemas.feelings import DueShown, InnerStateShown, MoodShown
from omoide.entrypoints.http.schemas.home import AuditShown, KeyMade, KeyShown, PersonaShown, SettingsShown
from omoide.entrypoints.http.schemas.memories import ChapterShown, FoundMemoryShown, MemoryShown, ProtectionShown
from omoide.entrypoints.http.schemas.receipts import DemotionShown, ReceiptShown, WhyShown
from omoide.entrypoints.http.schemas.shape import Page, ShownModel
from omoide.entrypoints.http.schemas.sleep import MorningShown, SleepShown, SleepStarted
from omoide.entrypoints.http.schemas.texts import (
    EntityHitShown,
    EntityShown,
    EpisodeShown,
    InsightShown,
    NoteHitShown,
    NoteShown,
    ProfileShown,
    TopicShown,
)
from omoide.entrypoints.http.schemas.wishes import GoalShown, QuestionShown
from omoide.entrypoints.http.schemas.work import (
    DocumentHitShown,
    DocumentShown,
    ErasedShown,
    ExportShown,
    IndexShown,
    JobShown,
    TakenInShown,
    ToolAnswerShown,
    ToolShown,
    WorkShown,
    WorkStarted,
)
from omoide.errors import ServerUnavailable

AnswerT = TypeVar("AnswerT")
ItemT = TypeVar("ItemT")
ReportT = TypeVar("ReportT", bound=ShownModel)


class Client:
    """A home that is served somewhere."""

    def __init__(
        self,
        address: str = wire.DEFAULT_ADDRESS,
        *,
        key: str | None = None,
        timeout: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._address = address
        self._http = httpx.Client(
            base_url=address, headers=wire.headers_with(key), timeout=timeout, transport=transport
        )

    def persona(self, name: str) -> "RemoteMind":
        """Return the mind of a persona, wherever it is; nothing is asked yet."""
        return RemoteMind(self, name)

    def personas(self) -> list[PersonaShown]:
        """Return the personas whose minds the key opens."""
        return self.get(list[PersonaShown], wire.path_of("personas"))

    def add_persona(self, name: str, *, language: str | None = None, timezone: str | None = None) -> PersonaShown:
        """Make a persona."""
        sent = wire.given(name=name, language=language, timezone=timezone)
        return self.send(PersonaShown, "POST", wire.path_of("personas"), sent)

    def keys(self) -> list[KeyShown]:
        """Return every key, without its secret."""
        return self.get(list[KeyShown], wire.path_of("keys"))

    def add_key(
        self, *, persona: str | None = None, scope: str = "read", expires: str = "90d", rate: str | None = None
    ) -> KeyMade:
        """Make a key; `made.text` is never shown again."""
        sent = wire.given(persona=persona, scope=scope, expires=expires, rate=rate)
        return self.send(KeyMade, "POST", wire.path_of("keys"), sent)

    def revoke_key(self, key_id: str) -> KeyShown:
        """Take a key back, at once."""
        return self.send(KeyShown, "DELETE", wire.path_of("keys", key_id))

    def audit(self, *, limit: int = 100) -> list[AuditShown]:
        """Return who did what, the newest first."""
        return self.get(list[AuditShown], wire.path_of("audit"), {"limit": limit})

    def get(self, kind: type[AnswerT], path: str, params: Sent | None = None) -> AnswerT:
        """Return what stands at an address."""
        return wire.read(self._asked("GET", path, params=params), kind)

    def send(
        self,
        kind: type[AnswerT],
        method: str,
        path: str,
        sent: Sent | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
    ) -> AnswerT:
        """Return what becomes of something that is sent."""
        return wire.read(self._asked(method, path, json=sent, headers=headers, content=content), kind)

    def every(self, kind: type[ItemT], path: str, params: Sent, *, limit: int | None = None) -> list[ItemT]:
        """Return a whole list, portion by portion, or its first things."""
        found: list[ItemT] = []
        cursor: str | None = None
        while limit is None or len(found) < limit:
            some = wire.MOST_AT_ONCE if limit is None else min(wire.MOST_AT_ONCE, limit - len(found))
            asked = {**params, **wire.given(limit=some, cursor=cursor)}
            page = self.get(Page[kind], path, asked)  # type: ignore[valid-type]
            found += page.items
            if (cursor := page.next_cursor) is None:
                break
        return found

    def follow(self, path: str) -> Iterator[tuple[str, Any]]:
        """Yield server-sent events, each by name and data, until the stream ends or breaks off."""
        has_begun = False
        try:
            with self._http.stream("GET", path, timeout=None) as response:
                if not response.is_success:
                    response.read()
                wire.require_success(response)
                has_begun = True
                lines: list[str] = []
                for line in response.iter_lines():
                    if line:
                        lines.append(line)
                    elif lines:
                        yield wire.event_of(lines)
                        lines = []
        except httpx.HTTPError as exc:
            if not has_begun:
                raise wire.unreachable(self._address, exc) from exc

    def followed(self, path: str, kind: type[ReportT], watch: Callable[[ReportT], None]) -> ReportT | None:
        """Follow work to its end and return its last report; raise the error that it ended with.

        A stream that breaks off is taken up again, unless it tells nothing time after time.
        """
        silent = 0
        while silent < wire.SILENT_STREAMS:
            silent += 1
            for name, data in self.follow(path):
                silent = 0
                if name == "error":
                    raise wire.error_of(data["kind"], data["detail"], status=data["status"])
                report = None if data is None else kind.model_validate(data)
                if name == "end":
                    return report
                if report is not None:
                    watch(report)
        raise ServerUnavailable(f"{self._address} breaks off whenever it is asked how far the work is")

    def download(self, path: str, target: Path, params: Sent) -> int:
        """Write what stands at an address into a new file, which is there when all of it has come; return its size."""
        with wire.new_file(target) as file:
            try:
                with self._http.stream("GET", path, params=params) as response:
                    if not response.is_success:
                        response.read()
                    wire.require_success(response)
                    for piece in response.iter_bytes():
                        file.write(piece)
            except httpx.HTTPError as exc:
                raise wire.unreachable(self._address, exc) from exc
        return target.stat().st_size

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        """Return this client, to be closed at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _asked(self, method: str, path: str, **sent: Any) -> httpx.Response:
        try:
            return self._http.request(method, path, **wire.given(**sent))
        except httpx.HTTPError as exc:
            raise wire.unreachable(self._address, exc) from exc


class RemotePart:
    """A part of a mind that is served somewhere."""

    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        self._name = name

    def _at(self, *parts: str | int) -> str:
        return wire.path_of("personas", self._name, *parts)


class RemoteMind(RemotePart):
    """One persona's memory."""

    def persona(self) -> PersonaShown:
        """Return whose mind this is."""
        return self._client.get(PersonaShown, self._at())

    def observe(
        self,
        *,
        user: str = "",
        assistant: str | None = None,
        at: str | None = None,
        session_id: str = "",
        client_id: str = "",
        source: str = "chat",
        image_summaries: Sequence[str] = (),
        idempotency_key: str | None = None,
    ) -> EventShown:
        """Keep a turn; it is on the disk when this returns."""
        sent = wire.given(
            user=user,
            assistant=assistant,
            at=at,
            session_id=session_id,
            client_id=client_id,
            source=source,
            image_summaries=list(image_summaries),
        )
        headers = wire.given(**{"idempotency-key": idempotency_key})
        return self._client.send(EventShown, "POST", self._at("events"), sent, headers=headers)

    def complete(self, event_id: int, *, assistant: str, at: str | None = None) -> EventShown:
        """Give an opened turn its answer."""
        sent = wire.given(assistant=assistant, at=at)
        return self._client.send(EventShown, "POST", self._at("events", event_id, "complete"), sent)

    def event(self, event_id: int) -> EventShown:
        """Return one turn."""
        return self._client.get(EventShown, self._at("events", event_id))

    def log(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        session_id: str | None = None,
        source: str | None = None,
        contains: str = "",
        limit: int | None = None,
    ) -> list[EventShown]:
        """Return turns, the newest first."""
        asked = wire.given(since=since, until=until, session_id=session_id, source=source, contains=contains or None)
        return self._client.every(EventShown, self._at("events"), asked, limit=limit)

    def recall(
        self,
        cue: str,
        *,
        limit: int | None = None,
        since: str | None = None,
        until: str | None = None,
        as_of: str | None = None,
        sources: Sequence[str] = (),
        session_id: str | None = None,
        kinds: Sequence[str] | None = None,
        strengthen: bool = True,
        deep: bool = False,
    ) -> list[RecollectionShown]:
        """Return what comes to mind, of whatever kind, the most relevant first; `deep` takes longer and finds better."""
        sent = wire.given(
            cue=cue,
            limit=limit,
            since=since,
            until=until,
            as_of=as_of,
            sources=list(sources),
            session_id=session_id,
            kinds=None if kinds is None else list(kinds),
            strengthen=strengthen,
            deep=deep,
        )
        found = self._client.send(RecallShown, "POST", self._at("recall"), sent)
        return found.recollections

    def context(
        self,
        messages: str | Sequence[Mapping[str, Any]],
        *,
        session_id: str = "",
        budget_tokens: int | None = None,
        model: str | None = None,
        preview: bool = False,
        render: str | None = None,
    ) -> ContextShown:
        """Return what the persona should see before it answers."""
        sent = wire.given(
            messages=messages if isinstance(messages, str) else [dict(each) for each in messages],
            session_id=session_id,
            budget_tokens=budget_tokens,
            model=model,
            preview=preview,
            render=render,
        )
        return self._client.send(ContextShown, "POST", self._at("context"), sent)

    def inner_state(self, at: str | None = None) -> InnerStateShown:
        """Return what moves the persona from within."""
        return self._client.get(InnerStateShown, self._at("inner"), wire.given(at=at))

    def mood(self, *, at: str | None = None) -> MoodShown:
        """Return the mood at an instant, by default now."""
        return self._client.get(MoodShown, self._at("mood"), wire.given(at=at))

    def sleep(
        self,
        *,
        stages: Sequence[str] | None = None,
        early: bool = False,
        watch: Callable[[SleepShown], None] = lambda _report: None,
    ) -> SleepShown | None:
        """Put the persona to sleep and wait for the end; `watch` hears how far it is."""
        sent = wire.given(stages=None if stages is None else list(stages), early=early)
        begun = self._client.send(SleepStarted, "POST", self._at("sleep"), sent)
        return self._client.followed(begun.progress, SleepShown, watch)

    def import_log(
        self, content: bytes, *, watch: Callable[[WorkShown], None] = lambda _report: None
    ) -> WorkShown | None:
        """Send a session log of Claude Code and wait until it is taken in; `watch` hears how far it is."""
        path = self._at("import", "claude-code")
        begun = self._client.send(WorkStarted, "POST", path, content=content)
        return self._client.followed(begun.progress, WorkShown, watch)

    def index_status(self) -> IndexShown:
        """Return how far the vectors of each embedding space have come."""
        return self._client.get(IndexShown, self._at("index"))

    def catch_up(
        self, *, anew: bool = False, watch: Callable[[WorkShown], None] = lambda _report: None
    ) -> WorkShown | None:
        """Have the vectors made that are missing, or all of them, and wait for the end; `watch` hears how far it is."""
        begun = self._client.send(WorkStarted, "POST", self._at("index"), {"anew": anew})
        return self._client.followed(begun.progress, WorkShown, watch)

    def morning(self) -> MorningShown:
        """Return what changed overnight."""
        return self._client.get(MorningShown, self._at("morning"))

    def recalls(self, *, limit: int = 20, session_id: str | None = None) -> list[ReceiptShown]:
        """Return what is kept of the last recalls, the newest first."""
        asked = wire.given(limit=limit, session_id=session_id)
        return self._client.get(list[ReceiptShown], self._at("recalls"), asked)

    def why(self, what: str | int = "last") -> WhyShown:
        """Return why something came to mind: an item by name, or a recall by its number, by default the last."""
        named = ("recalls", what) if what == "last" or isinstance(what, int) else ("why", what)
        return self._client.get(WhyShown, self._at(*named))

    def not_that(self, item: str, *, cue: str | None = None) -> DemotionShown:
        """Say that something is not what a cue means."""
        sent = wire.given(item=item, cue=cue)
        return self._client.send(DemotionShown, "POST", self._at("not-that"), sent)

    def erase(
        self,
        *,
        event_ids: Sequence[int] | None = None,
        session_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        about: str = "",
        everything: bool = False,
        confirm: str | None = None,
    ) -> ErasedShown:
        """Erase turns for good; without `confirm`, which is the persona's name, only tell what would go."""
        sent = wire.given(
            event_ids=None if event_ids is None else list(event_ids),
            session_id=session_id,
            since=since,
            until=until,
            about=about,
            everything=everything,
            confirm=confirm,
        )
        return self._client.send(ErasedShown, "POST", self._at("erase"), sent)

    def settings(self) -> dict[str, str]:
        """Return the persona's own settings."""
        return (self._client.get(SettingsShown, self._at("settings"))).settings

    def set(self, key: str, value: str | None) -> None:
        """Give the persona its own value of a setting; `None` takes it away."""
        sent = {"settings": {key: value}}
        self._client.send(SettingsShown, "PATCH", self._at("settings"), sent)

    def export(self, target: str | Path, *, secret_diary: bool = False) -> int:
        """Write the whole mind as one portable file; return its size.  One that is there is never replaced."""
        return self._client.download(self._at("export"), Path(target), {"secret_diary": secret_diary})

    def import_archive(
        self, source: str | Path, *, watch: Callable[[WorkShown], None] = lambda _report: None
    ) -> WorkShown | None:
        """Send a mind that `export` wrote and wait until it is taken in; this persona must have nothing yet."""
        content = Path(source).read_bytes()
        begun = self._client.send(WorkStarted, "POST", self._at("import", "archive"), content=content)
        return self._client.followed(begun.progress, WorkShown, watch)

    def nexus_files(self) -> ExportShown:
        """Return goals, open questions and the dream diary in the shapes of Nexus Ark's own files."""
        return self._client.get(ExportShown, self._at("export", "nexus"))

    @cached_property
    def memories(self) -> "RemoteMemories":
        """Return the memories that fade."""
        return RemoteMemories(self._client, self._name)

    @cached_property
    def beliefs(self) -> "RemoteBeliefs":
        """Return what is believed."""
        return RemoteBeliefs(self._client, self._name)

    @cached_property
    def notes(self) -> "RemoteNotes":
        """Return core memory, notepad and diary."""
        return RemoteNotes(self._client, self._name)

    @cached_property
    def entities(self) -> "RemoteEntities":
        """Return the people and things the persona knows."""
        return RemoteEntities(self._client, self._name)

    @cached_property
    def goals(self) -> "RemoteGoals":
        """Return what the persona wants to reach."""
        return RemoteGoals(self._client, self._name)

    @cached_property
    def questions(self) -> "RemoteQuestions":
        """Return what the persona would like to know."""
        return RemoteQuestions(self._client, self._name)

    @cached_property
    def due(self) -> "RemoteDue":
        """Return due things."""
        return RemoteDue(self._client, self._name)

    @cached_property
    def tools(self) -> "RemoteTools":
        """Return what a model may call."""
        return RemoteTools(self._client, self._name)

    @cached_property
    def knowledge(self) -> "RemoteKnowledge":
        """Return the documents."""
        return RemoteKnowledge(self._client, self._name)

    @cached_property
    def jobs(self) -> "RemoteJobs":
        """Return the jobs that are done for this persona."""
        return RemoteJobs(self._client, self._name)

    def preferences(self, *, status: str = "confirmed") -> list[PreferenceShown]:
        """Return likes and dislikes: the confirmed ones, or others."""
        return self._client.every(PreferenceShown, self._at("preferences"), {"status": status})

    def episodes(self, days: str | None = None) -> list[EpisodeShown]:
        """Return told days and weeks in order."""
        return self._client.every(EpisodeShown, self._at("episodes"), wire.given(days=days))

    def topics(self) -> list[TopicShown]:
        """Return what is spoken of again and again."""
        return self._client.every(TopicShown, self._at("topics"), {})

    def dreams(self, *, limit: int | None = None) -> list[InsightShown]:
        """Return the entries of the dream diary, the newest first."""
        return self._client.every(InsightShown, self._at("dreams"), {}, limit=limit)


class RemoteMemories(RemotePart):
    """The memories of one persona."""

    def all(
        self, *, levels: Sequence[int] = (), protected: bool = False, limit: int | None = None
    ) -> list[MemoryShown]:
        """Return memories, the newest first."""
        asked: Sent = {"level": list(levels), "protected": protected}
        return self._client.every(MemoryShown, self._at("memories"), asked, limit=limit)

    def get(self, label: str) -> MemoryShown:
        """Return one memory."""
        return self._client.get(MemoryShown, self._at("memories", label))

    def search(self, text: str, *, limit: int = 20) -> list[FoundMemoryShown]:
        """Return memories near to a text; looking is not recalling."""
        asked = {"q": text, "limit": limit}
        return self._client.get(list[FoundMemoryShown], self._at("memories", "search"), asked)

    def history(self, label: str) -> list[ChapterShown]:
        """Return what happened to a memory, oldest first."""
        return self._client.get(list[ChapterShown], self._at("memories", label, "history"))

    def protect(self, label: str) -> ProtectionShown:
        """Keep a memory from ever fading."""
        return self._client.send(ProtectionShown, "POST", self._at("memories", label, "protect"))

    def release(self, label: str) -> MemoryShown:
        """Let a memory fade again."""
        return self._client.send(MemoryShown, "POST", self._at("memories", label, "release"))

    def archive(self, label: str) -> MemoryShown:
        """Put a memory into the archive."""
        return self._client.send(MemoryShown, "POST", self._at("memories", label, "archive"))

    def restore(self, label: str) -> MemoryShown:
        """Bring a memory back."""
        return self._client.send(MemoryShown, "POST", self._at("memories", label, "restore"))

    def erase(self, label: str) -> MemoryShown:
        """Take a memory out for good."""
        return self._client.send(MemoryShown, "DELETE", self._at("memories", label))


class RemoteBeliefs(RemotePart):
    """What one persona believes."""

    def all(
        self, *, as_of: str | None = None, kind: str | None = None, ended: bool = False, candidates: bool = False
    ) -> list[BeliefShown]:
        """Return what is believed."""
        asked = wire.given(as_of=as_of, kind=kind, ended=ended, candidates=candidates)
        return self._client.every(BeliefShown, self._at("beliefs"), asked)

    def get(self, belief_id: int) -> BeliefShown:
        """Return one belief."""
        return self._client.get(BeliefShown, self._at("beliefs", belief_id))

    def history(self, belief_id: int) -> list[BeliefStepShown]:
        """Return every step of a belief, oldest first."""
        return self._client.get(list[BeliefStepShown], self._at("beliefs", belief_id, "history"))

    def correct(self, belief_id: int, body: str, *, reason: str = "", base: int | None = None) -> BeliefShown:
        """Say what is right; `base` is the version that was read."""
        sent = {"body": body, "reason": reason}
        return self._word(belief_id, "correct", sent, base)

    def confirm(self, belief_id: int, *, reason: str = "", base: int | None = None) -> BeliefShown:
        """Say that it is so."""
        return self._word(belief_id, "confirm", {"reason": reason}, base)

    def strike_out(self, belief_id: int, *, reason: str = "", base: int | None = None) -> BeliefShown:
        """Say that it never was so."""
        return self._word(belief_id, "strike-out", {"reason": reason}, base)

    def close(self, belief_id: int, *, at: str | None = None, wrong: bool = False, reason: str = "") -> BeliefShown:
        """Say that something is over, or, with `wrong`, that it never was so."""
        return self._word(belief_id, "close", wire.given(at=at, wrong=wrong, reason=reason), None)

    def _word(self, belief_id: int, verb: str, sent: Sent, base: int | None) -> BeliefShown:
        path, headers = self._at("beliefs", belief_id, verb), wire.if_match(base)
        return self._client.send(BeliefShown, "POST", path, sent, headers=headers)


class RemoteNotes(RemotePart):
    """Core memory, notepad and diary of one persona, each by its name."""

    def all(self) -> list[NoteShown]:
        """Return every note that was ever written."""
        return self._client.get(list[NoteShown], self._at("notes"))

    def read(self, kind: str) -> NoteShown:
        """Return a note as it reads now, with its version."""
        return self._client.get(NoteShown, self._at("notes", kind))

    def write(self, kind: str, text: str, *, base: int | None = None, by: str = "owner") -> NoteShown:
        """Put a text in a note's place; `base` is the version that was read."""
        path, sent = self._at("notes", kind), {"text": text, "by": by}
        return self._client.send(NoteShown, "PUT", path, sent, headers=wire.if_match(base))

    def append(self, kind: str, text: str, *, by: str = "owner") -> NoteShown:
        """Add to a note's end."""
        path, sent = self._at("notes", kind, "append"), {"text": text, "by": by}
        return self._client.send(NoteShown, "POST", path, sent)

    def search(self, words: str, *, limit: int = 20) -> list[NoteHitShown]:
        """Return the days and paragraphs that hold most of these words."""
        asked = {"q": words, "limit": limit}
        return self._client.get(list[NoteHitShown], self._at("notes", "search"), asked)


class RemoteEntities(RemotePart):
    """The people and things that one persona knows."""

    def all(self, *, archived: bool = False) -> list[EntityShown]:
        """Return them in the order in which they came to be known."""
        return self._client.every(EntityShown, self._at("entities"), {"archived": archived})

    def get(self, name: str) -> ProfileShown:
        """Return somebody or something by any name."""
        return self._client.get(ProfileShown, self._at("entities", "by-name", name))

    def write(
        self, name: str, text: str, *, mode: str = "append", base: int | None = None, by: str = "owner"
    ) -> EntityShown:
        """Write into a profile, which is made when there is none."""
        path, sent = self._at("entities", "by-name", name), {"text": text, "mode": mode, "by": by}
        return self._client.send(EntityShown, "PUT", path, sent, headers=wire.if_match(base))

    def search(self, query: str, *, limit: int = 10) -> list[EntityHitShown]:
        """Return whoever holds most of the words."""
        asked = {"q": query, "limit": limit}
        return self._client.get(list[EntityHitShown], self._at("entities", "search"), asked)

    def remove(self, name: str) -> EntityShown:
        """Delete a profile with its history, for good."""
        return self._client.send(EntityShown, "DELETE", self._at("entities", "by-name", name))


class RemoteGoals(RemotePart):
    """The goals of one persona."""

    def list(self, *, ended: bool = False) -> Sequence[GoalShown]:
        """Return the goals, the most urgent first."""
        return self._client.every(GoalShown, self._at("goals"), {"ended": ended})

    def get(self, label: str) -> GoalShown:
        """Return one goal."""
        return self._client.get(GoalShown, self._at("goals", label))

    def add(self, text: str, *, term: str = "short", priority: int = 3, by: str = "owner") -> GoalShown:
        """Keep a goal."""
        sent = {"text": text, "term": term, "priority": priority, "by": by}
        return self._client.send(GoalShown, "POST", self._at("goals"), sent)

    def note(self, label: str, text: str, *, by: str = "owner") -> GoalShown:
        """Note what came of a goal."""
        sent = {"text": text, "by": by}
        return self._client.send(GoalShown, "POST", self._at("goals", label, "note"), sent)

    def complete(self, label: str, *, note: str = "", by: str = "owner") -> GoalShown:
        """Say that a goal was reached."""
        sent = {"note": note, "by": by}
        return self._client.send(GoalShown, "POST", self._at("goals", label, "complete"), sent)

    def abandon(self, label: str, *, reason: str = "", by: str = "owner") -> GoalShown:
        """Give a goal up, and say why."""
        sent = {"note": reason, "by": by}
        return self._client.send(GoalShown, "POST", self._at("goals", label, "abandon"), sent)

    def reopen(self, label: str) -> GoalShown:
        """Take a goal up again that was given up."""
        return self._client.send(GoalShown, "POST", self._at("goals", label, "reopen"))

    def remove(self, label: str) -> GoalShown:
        """Delete a goal for good."""
        return self._client.send(GoalShown, "DELETE", self._at("goals", label))


class RemoteQuestions(RemotePart):
    """The open questions of one persona."""

    def list(self, *, ended: bool = False) -> Sequence[QuestionShown]:
        """Return the questions, what pulls most first."""
        return self._client.every(QuestionShown, self._at("questions"), {"ended": ended})

    def add(self, topic: str, *, context: str = "", priority: float = 0.5, by: str = "owner") -> QuestionShown:
        """Keep a question."""
        sent = {"topic": topic, "context": context, "priority": priority, "by": by}
        return self._client.send(QuestionShown, "POST", self._at("questions"), sent)

    def resolve(self, number: int, *, answer: str = "", by: str = "owner") -> QuestionShown:
        """Mark a question as answered."""
        path, sent = self._at("questions", number, "resolve"), {"answer": answer, "by": by}
        return self._client.send(QuestionShown, "POST", path, sent)

    def reopen(self, number: int) -> QuestionShown:
        """Take back that a question was answered."""
        return self._client.send(QuestionShown, "POST", self._at("questions", number, "reopen"))

    def delete(self, number: int) -> QuestionShown:
        """Delete a question; it is not asked again."""
        return self._client.send(QuestionShown, "DELETE", self._at("questions", number))


class RemoteDue(RemotePart):
    """What is due for one persona's user."""

    def __call__(self, at: str | None = None) -> list[DueShown]:
        """Return what is to be told at an instant, by default now; nothing is marked."""
        return self._client.get(list[DueShown], self._at("due"), wire.given(at=at))

    def all(self, at: str | None = None) -> list[DueShown]:
        """Return everything that is due at some time and not done."""
        return self._client.get(list[DueShown], self._at("due"), wire.given(at=at, all=True))

    def tell(self, *, session_id: str = "") -> list[DueShown]:
        """Return what is to be told now, and mark it as told."""
        sent = {"session_id": session_id}
        return self._client.send(list[DueShown], "POST", self._at("due", "tell"), sent)

    def done(self, task_id: int, *, reason: str = "") -> BeliefShown:
        """Say that a task has been done."""
        path, sent = self._at("due", task_id, "done"), {"reason": reason}
        return self._client.send(BeliefShown, "POST", path, sent)

    def dismiss(self, task_id: int) -> None:
        """Say that it need not be told any more."""
        self._client.send(type(None), "POST", self._at("due", task_id, "dismiss"))

    def snooze(self, task_id: int, *, until: str) -> None:
        """Say that it is to be told at a later time."""
        self._client.send(type(None), "POST", self._at("due", task_id, "snooze"), {"until": until})


class RemoteTools(RemotePart):
    """The tools of one persona."""

    def list(self, *, read_only: bool = False) -> Sequence[ToolShown]:
        """Return the tools that may be called."""
        return self._client.get(list[ToolShown], self._at("tools"), {"read_only": read_only})

    def render(self, dialect: str, *, read_only: bool = False) -> Sequence[dict[str, Any]]:
        """Return the tools as a provider is told of them."""
        asked = {"read_only": read_only}
        return self._client.get(list[dict[str, Any]], self._at("tools", "rendered", dialect), asked)

    def call(self, name: str, arguments: Mapping[str, Any] | None = None, *, session_id: str = "") -> ToolAnswerShown:
        """Call a tool with the arguments a model gave; what is wrong comes back as data."""
        path, sent = self._at("tools", "call", name), {"arguments": dict(arguments or {}), "session_id": session_id}
        return self._client.send(ToolAnswerShown, "POST", path, sent)


class RemoteKnowledge(RemotePart):
    """The documents that one persona can look up."""

    def add(self, name: str, content: bytes) -> TakenInShown:
        """Send a document: a file's name and its bytes."""
        return self._client.send(TakenInShown, "PUT", self._at("knowledge", name), content=content)

    def documents(self) -> list[DocumentShown]:
        """Return every document that is known."""
        return self._client.get(list[DocumentShown], self._at("knowledge"))

    def search(self, query: str, *, limit: int = 5) -> list[DocumentHitShown]:
        """Return what documents say about something, the best first."""
        asked = {"q": query, "limit": limit}
        return self._client.get(list[DocumentHitShown], self._at("knowledge", "search"), asked)

    def remove(self, number: int) -> list[DocumentShown]:
        """Remove a document by its number."""
        return self._client.send(list[DocumentShown], "DELETE", self._at("knowledge", number))


class RemoteJobs(RemotePart):
    """The jobs of one persona."""

    def all(self, *, states: Sequence[str] = (), limit: int = 50) -> list[JobShown]:
        """Return jobs, newest first."""
        asked: Sent = {"state": list(states), "limit": limit}
        return self._client.get(list[JobShown], self._at("jobs"), asked)

    def get(self, job_id: str) -> JobShown:
        """Return one job."""
        return self._client.get(JobShown, self._at("jobs", job_id))

    def retry(self, job_id: str) -> JobShown:
        """Have a job tried again."""
        return self._client.send(JobShown, "POST", self._at("jobs", job_id, "retry"))

    def cancel(self, job_id: str) -> JobShown:
        """Have a job put aside, for a day."""
        return self._client.send(JobShown, "POST", self._at("jobs", job_id, "cancel"))
