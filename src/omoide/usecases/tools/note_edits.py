"""An edit of a note as a persona asks for it: shown first, or made at once (SPEC N1, T1).

The persona names a passage in the words it was shown, which are looked for in the note as it stands.  What it would change is shown
line by line; every edit keeps what stood there.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from omoide.domain.notes import diary, diff, note, passages
from omoide.domain.notes.diff import DiffMark
from omoide.domain.notes.note import Note, NoteAddress, NoteAuthor
from omoide.domain.notes.passages import FoundPassage
from omoide.domain.personas.persona import Persona
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.tools import failure
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.failure import ToolFailure
from omoide.domain.tools.fields import said
from omoide.domain.tools.portion import MORE, shown_line
from omoide.errors import NoteMoved, NotRecorded
from omoide.usecases.notes.edits import EditNotes
from omoide.usecases.tools.tool import ToolCaller

LONGEST_CHANGE: Final = 2_000
"""Characters of what an edit changes that are shown."""
LONGEST_EDIT: Final = 20_000
_SAY: Final = Bilingual("call again with {missing}", "{missing} を指定して、もう一度呼んでください")
_NEXT: Final = Bilingual(
    "Nothing is written yet. If this is what you want, call again with the same arguments and apply=true.",
    "まだ何も書いていない。これでよければ、同じ引数に apply=true をつけてもう一度呼ぶ。",
)
_SAME: Final = Bilingual("It reads so already; nothing changes.", "すでにその通りなので、何も変わらない。")


class NoteAction(StrEnum):
    """What is done to a note."""

    APPEND = "append"
    REPLACE = "replace"
    DELETE = "delete"
    REWRITE = "rewrite"


@dataclass(frozen=True, slots=True)
class AskedEdit:
    """What is to be done."""

    action: NoteAction
    text: str | None
    passage: str | None
    reason: str
    base: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteEditOutput:
    """What an edit changes, or has changed."""

    applied: bool = said("Whether it is written.", "書き込んだかどうか。")
    version: int = said("The note's version now; give it as base_version.", "いまの版。base_version に使える。")
    change: str = said("What is taken out (-) and put in (+), line by line.", "消える行（-）と加わる行（+）。")
    next: str | None = said("What to do now.", "次にすること。", default=None)


@dataclass(frozen=True, slots=True)
class EditForPersona:
    """Edits the notes that one group of tools reaches."""

    edit: EditNotes

    def __call__(
        self, caller: ToolCaller, address: NoteAddress, asked: AskedEdit, *, apply: bool = True
    ) -> NoteEditOutput | ToolFailure:
        """Make the edit, or show what it would change."""
        persona = caller.persona
        before = self.edit.reading.get(persona, address)
        if asked.base is not None and asked.base != before.version:
            raise NoteMoved(address.kind.value, base=asked.base, version=before.version)
        if wrong := _missing(asked):
            return wrong
        found = self._passage(before, asked)
        if isinstance(found, ToolFailure):
            return found
        planned = self._planned(persona, before, asked, found)
        after = self._made(persona, before, asked, found) if apply and planned != before.text else before
        return NoteEditOutput(
            applied=apply,
            version=after.version,
            change=_change(before.text, after.text if apply else planned, caller.language),
            next=_next(caller.language, changes=planned != before.text, apply=apply),
        )

    def _passage(self, before: Note, asked: AskedEdit) -> FoundPassage | ToolFailure | None:
        if asked.action not in (NoteAction.REPLACE, NoteAction.DELETE):
            return None
        found = passages.find(before.text, asked.passage or "", shown=shown_line)
        if isinstance(found, int):
            return _not_once(found)
        return passages.without_line(before.text, found) if asked.action is NoteAction.DELETE else found

    def _planned(self, persona: Persona, before: Note, asked: AskedEdit, found: FoundPassage | None) -> str:
        """Return what the note would say; raise what the edit itself would raise."""
        new = asked.text or ""
        if asked.action is not NoteAction.DELETE and self.edit.unrecorded.covers_text(new):
            raise NotRecorded("note")
        if asked.action is NoteAction.APPEND:
            if before.kind.is_diary and not before.period:
                today = moment.day(self.edit.clock.now(), tz=persona.tz)
                return self.edit.masking.of_text(diary.with_entry(before.text, day=today, added=new))
            after = diary.joinable(before.text) + diary.joinable(new)
        elif found is None:
            after = new
        else:
            after = before.text.replace(found.text, _put(asked, found))
        after = self.edit.masking.of_text(after)
        return note.checked(after, before=before.text, address=before.address, rules=self.edit.rules)

    def _made(self, persona: Persona, before: Note, asked: AskedEdit, found: FoundPassage | None) -> Note:
        address, author, reason, new = before.address, NoteAuthor.PERSONA, asked.reason, asked.text or ""
        if found is not None:
            put = _put(asked, found)
            return self.edit.replace(persona, address, found.text, put, author=author, reason=reason)
        if asked.action is NoteAction.APPEND:
            return self.edit.append(persona, address, new, author=author, reason=reason)
        return self.edit.write(persona, address, new, base=before.version, author=author, reason=reason)


def _put(asked: AskedEdit, found: FoundPassage) -> str:
    """Return what stands in place of the passage."""
    return found.replaced_by("" if asked.action is NoteAction.DELETE else asked.text or "")


def _missing(asked: AskedEdit) -> ToolFailure | None:
    wants_passage = asked.action in (NoteAction.REPLACE, NoteAction.DELETE) and not (asked.passage or "").strip()
    is_blank = not (asked.text or "").strip() if asked.action is NoteAction.APPEND else asked.text is None
    wants_text = asked.action is not NoteAction.DELETE and is_blank
    names = [name for name, is_wanted in (("passage", wants_passage), ("text", wants_text)) if is_wanted]
    if not names:
        return None
    missing = Bilingual(" and ".join(names), "と".join(names))
    message = Bilingual(
        f"{asked.action.value} needs {missing.en}; nothing was written",
        f"{asked.action.value} には {missing.ja} が必要です。何も書いていません",
    )
    return failure.refused(message, Bilingual(_SAY.en.format(missing=missing.en), _SAY.ja.format(missing=missing.ja)))


def _not_once(count: int) -> ToolFailure:
    if count:
        return failure.refused(
            Bilingual(f"the passage stands there {count} times", f"その passage は {count} か所にあります"),
            Bilingual("give more of it, so that it stands there once", "一か所に決まるよう、長めに指定してください"),
        )
    return failure.refused(
        Bilingual("the passage does not stand there", "その passage は見つかりません"),
        Bilingual(
            "read the note, and give whole lines exactly as they are shown",
            "読み直して、表示された行をそのまま（行ごと）指定してください",
        ),
    )


def _next(language: Language, *, changes: bool, apply: bool) -> str | None:
    if not changes:
        return _SAME.of(language)
    return None if apply else _NEXT.of(language)


def _change(before: str, after: str, language: Language) -> str:
    marked = [
        f"{line.mark.value} {shown_line(line.text.rstrip(chr(10)))}"
        for hunk in diff.hunks(before, after, context=0)
        for line in hunk.lines
        if line.mark is not DiffMark.SAME and line.text.strip()
    ]
    told = "\n".join(marked)
    return told if len(told) <= LONGEST_CHANGE else f"{told[:LONGEST_CHANGE]}{MORE.of(language)}"
