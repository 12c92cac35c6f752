"""What went wrong in a call, as data: what it was, and what to do about it (SPEC T1).

A model cannot act on a trace, nor on the name of a command.  Whatever the mind refuses is told in the model's words, in the persona's
language; what is only known in English follows as the detail.
"""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from omoide import errors
from omoide.domain.text.language import Language
from omoide.domain.tools.arguments import UnreadArguments
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.schema import JsonObject


class FailureKind(StrEnum):
    """What sort of failure."""

    UNKNOWN_TOOL = "unknown_tool"
    INVALID_ARGUMENTS = "invalid_arguments"
    NOT_ALLOWED = "not_allowed"
    NOT_FOUND = "not_found"
    REFUSED = "refused"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True)
class ToolFailure:
    """Why a call came to nothing."""

    kind: FailureKind
    message: Bilingual
    what_to_do: Bilingual
    arguments: tuple[tuple[str, Bilingual], ...] = ()
    """By name, what is wrong with each."""
    detail: str = ""

    def data(self, language: Language) -> JsonObject:
        """Return it as the model is told."""
        told: JsonObject = {
            "kind": self.kind.value,
            "message": self.message.of(language),
            "what_to_do": self.what_to_do.of(language),
        }
        if self.arguments:
            told["arguments"] = [{"name": name, "problem": each.of(language)} for name, each in self.arguments]
        if self.detail:
            told["detail"] = self.detail
        return {"error": told}


def unknown_tool(name: str, known: Sequence[str]) -> ToolFailure:
    """Return that there is no tool of this name."""
    near = difflib.get_close_matches(name[:100].lower(), known, n=1)
    meant = Bilingual("use {near}, or one of: {known}", "{near} を使うか、次から選んでください: {known}")
    rest = Bilingual("use one of: {known}", "次から選んでください: {known}")
    shown = name[:60].encode("utf-8", "replace").decode()
    return ToolFailure(
        FailureKind.UNKNOWN_TOOL,
        Bilingual("there is no tool named {name!r}", "{name!r} というツールはありません").filled(name=shown),
        (meant if near else rest).filled(near="".join(near), known=", ".join(known)),
    )


def unread(mistakes: UnreadArguments) -> ToolFailure:
    """Return that the arguments cannot be read."""
    named = tuple((each.name, each.problem) for each in mistakes.mistakes)
    return ToolFailure(
        FailureKind.INVALID_ARGUMENTS,
        Bilingual(
            "the arguments cannot be taken as they are; nothing was done", "引数が正しくありません。何もしていません"
        ),
        Bilingual(
            "correct what `arguments` names and call again", "arguments に挙げた点を直して、もう一度呼んでください"
        ),
        named,
    )


def not_allowed(name: str) -> ToolFailure:
    """Return that the owner lets this tool be called by nobody."""
    return ToolFailure(
        FailureKind.NOT_ALLOWED,
        Bilingual("the owner has switched {name} off", "{name} は持ち主が使えないようにしています").filled(name=name),
        Bilingual("go on without it, and say so if it matters", "使わずに進め、必要ならそう伝えてください"),
    )


def refused(message: Bilingual, what_to_do: Bilingual) -> ToolFailure:
    """Return that something cannot be done as it was asked."""
    return ToolFailure(FailureKind.REFUSED, message, what_to_do)


_AGAIN: Final = Bilingual("try again in a moment", "少し待ってからもう一度試してください")
_CORRECT: Final = Bilingual(
    "change what the detail names and call again", "detail の点を改めて、もう一度呼んでください"
)
_READ_AGAIN: Final = Bilingual(
    "read it again, then make the edit of what it says now", "読み直し、いまの内容に対して編集し直してください"
)
_TOLD: Final[tuple[tuple[type[errors.OmoideError], Bilingual, Bilingual], ...]] = (
    (
        errors.EntityNotFound,
        Bilingual("nobody and nothing is known by this name", "その名前のエンティティはありません"),
        Bilingual(
            "list_entity_memories shows the names; write_entity_memory makes a new profile",
            "list_entity_memories で名前を確かめるか、write_entity_memory で新しく書いてください",
        ),
    ),
    (
        errors.NoteNotFound,
        Bilingual("there is no archive of this period", "その時期のアーカイブはありません"),
        Bilingual("leave `period` out to see which there are", "period を省いて読むと、ある時期が分かります"),
    ),
    (
        errors.BeliefNotFound,
        Bilingual("there is no task with this id", "その番号の用事はありません"),
        Bilingual("list_reminders shows the ids", "list_reminders で番号を確かめてください"),
    ),
    (
        errors.BeliefSettled,
        Bilingual("the owner has said how this is; nothing was changed", "持ち主が確かめたことなので、変えていません"),
        Bilingual(
            "leave it; tell the user that only the owner can change it",
            "そのままにし、変えられるのは持ち主だけだと伝えてください",
        ),
    ),
    (
        errors.BeliefMoved,
        Bilingual("it was changed meanwhile; nothing was done", "その間に変わりました。何もしていません"),
        Bilingual("look at it again, then call again", "見直してから、もう一度呼んでください"),
    ),
    (
        errors.BeliefClosed,
        Bilingual("this has ended already", "それはもう終わっています"),
        Bilingual("there is nothing to do", "何もしなくて大丈夫です"),
    ),
    (
        errors.GoalNotFound,
        Bilingual("there is no goal with this id", "その id の目標はありません"),
        Bilingual("list_goals shows the ids", "list_goals で id を確かめてください"),
    ),
    (
        errors.GoalClosed,
        Bilingual("this goal was reached or given up already", "その目標はもう達成したか、あきらめたものです"),
        Bilingual(
            "leave it as it is; add_goal makes a new one if it is wanted again",
            "そのままにしてください。また目指すなら add_goal で新しく立てられます",
        ),
    ),
    (
        errors.GoalMoved,
        Bilingual("the goal was changed meanwhile; nothing was done", "その間に目標が変わりました。何もしていません"),
        Bilingual("look at list_goals, then call again", "list_goals で見直してから、もう一度呼んでください"),
    ),
    (
        errors.QuestionNotFound,
        Bilingual("there is no question with this id", "その番号の問いはありません"),
        Bilingual("list_open_questions shows the ids", "list_open_questions で番号を確かめてください"),
    ),
    (
        errors.QuestionClosed,
        Bilingual("this question is not open any more", "その問いはもう閉じています"),
        Bilingual(
            "leave it as it is; if it still matters, ask it again with add_open_question",
            "そのままにしてください。まだ気になるなら add_open_question でもう一度立てられます",
        ),
    ),
    (
        errors.QuestionMoved,
        Bilingual(
            "the question was changed meanwhile; nothing was done", "その間に問いが変わりました。何もしていません"
        ),
        Bilingual(
            "look at list_open_questions, then call again", "list_open_questions で見直してから、もう一度呼んでください"
        ),
    ),
    (
        errors.QuestionKnown,
        Bilingual("the owner has deleted this question", "その問いは持ち主が削除しています"),
        Bilingual("do not ask it again", "もう問わないでください"),
    ),
    (
        errors.NoteMoved,
        Bilingual("it was changed meanwhile; nothing was written", "その間に書き換えられました。何も書いていません"),
        _READ_AGAIN,
    ),
    (
        errors.EntityMoved,
        Bilingual(
            "the profile was changed meanwhile; nothing was written",
            "その間にプロファイルが変わりました。何も書いていません",
        ),
        _READ_AGAIN,
    ),
    (
        errors.NoteTooLong,
        Bilingual("there is no room for that; nothing was written", "入りきりません。何も書いていません"),
        Bilingual("shorten the text, or take something out first", "短くするか、先に何かを減らしてください"),
    ),
    (
        errors.EntityTooLong,
        Bilingual(
            "the profile would become too long; nothing was written",
            "プロファイルが長くなりすぎます。何も書いていません",
        ),
        Bilingual("write less, or use mode=consolidate", "短くするか、mode=consolidate で整理してください"),
    ),
    (
        errors.NameTaken,
        Bilingual("the name is another's already", "その名前はほかのものの名前です"),
        Bilingual("use the name under which it is known", "知られている名前を使ってください"),
    ),
    (
        errors.NotRecorded,
        Bilingual(
            "the owner wants such a text never written down", "持ち主が、こうした内容を書き残さないことにしています"
        ),
        Bilingual("do not write it anywhere", "どこにも書かないでください"),
    ),
    (
        errors.StoreReadOnly,
        Bilingual("nothing can be written now", "いまは何も書き込めません"),
        Bilingual("go on without writing", "書き込まずに進めてください"),
    ),
    (
        errors.ThinkerUnavailable,
        Bilingual("the model this needs is out of reach", "必要なモデルに届きません"),
        Bilingual("use mode=append, or try again later", "mode=append を使うか、あとで試してください"),
    ),
    (errors.NotFound, Bilingual("it is not there", "見つかりません"), _CORRECT),
    (errors.Unavailable, Bilingual("the memory is out of reach now", "いま記憶に届きません"), _AGAIN),
    (errors.OmoideError, Bilingual("this cannot be done as it was asked", "このままではできません"), _CORRECT),
)
"""The first that fits tells it."""


def of_error(error: errors.OmoideError) -> ToolFailure:
    """Return what the mind refused, as a model is told."""
    message, what_to_do = next((told, do) for kind, told, do in _TOLD if isinstance(error, kind))
    kind = (
        FailureKind.NOT_FOUND
        if isinstance(error, errors.NotFound)
        else FailureKind.UNAVAILABLE
        if isinstance(error, errors.Unavailable)
        else FailureKind.REFUSED
    )
    return ToolFailure(kind, message, what_to_do, detail=str(error))
