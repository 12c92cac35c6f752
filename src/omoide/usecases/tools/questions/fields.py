"""What the tools for open questions take and give; names as in the seed's `open_questions` (SPEC D4, T1)."""

from dataclasses import dataclass
from typing import Final

from omoide.domain.questions.question import (
    LONGEST_ANSWER,
    LONGEST_CONTEXT,
    LONGEST_TOPIC,
    USUAL_PRIORITY,
    OpenQuestion,
    QuestionStatus,
)
from omoide.domain.tools.fields import said
from omoide.domain.tools.portion import shown_line
from omoide.usecases.tools.tool import FRAME

QUESTIONS_A_PAGE: Final = 20
MOST_PAGES: Final = 100_000
MOST_ID: Final = 2**53
_PRIORITY: Final = ("How much you want to know it, 0 to 1.", "どれだけ知りたいか。0〜1。")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownQuestion:
    """A question as it stands."""

    id: int = said("Its id.", "番号。")
    topic: str = said("What it is about.", "何についてか。")
    context: str | None = said("What you would like to know of it, and why.", "何を、なぜ知りたいか。", default=None)
    priority: float = said(*_PRIORITY)
    source_date: str = said("The day it comes from.", "由来の日。")
    status: QuestionStatus = said(
        "open, resolved (answered), converted (answered and remembered) or faded (let go).",
        "open（未解決）、resolved（解決済み）、converted（解決して記憶済み）、faded（手放した）。",
    )
    answer: str | None = said("Its answer.", "答え。", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionListInput:
    """Which questions."""

    ended: bool = said(
        "Also those that were answered or let go.",
        "解決したもの、手放したものも。",
        default=False,
        other_names=("all", "include_ended", "include_resolved", "resolved"),
    )
    page: int = said(
        f"Page of {QUESTIONS_A_PAGE} questions.",
        f"{QUESTIONS_A_PAGE}件ごとのページ。",
        default=1,
        least=1,
        most=MOST_PAGES,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionListOutput:
    """Questions."""

    found: tuple[ShownQuestion, ...] = said(
        "The questions of this page: those that pull most first, ended ones behind them.",
        "このページの問い。強く気になるものから順に、終わったものはその後ろ。",
    )
    total: int = said("How many there are.", "全部の数。")
    frame: str = said(*FRAME)
    next_page: int | None = said("The page that follows, if one does.", "次のページ（あれば）。", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAddInput:
    """What is to be known."""

    topic: str = said(
        "What it is about, in a few words.",
        "何についてか、短く。",
        longest=LONGEST_TOPIC,
        other_names=("question", "text", "title", "name"),
    )
    context: str | None = said(
        "What you would like to know of it, and why.",
        "何を、なぜ知りたいか。",
        default=None,
        longest=LONGEST_CONTEXT,
        other_names=("why", "reason", "details", "description"),
    )
    priority: float = said(*_PRIORITY, default=USUAL_PRIORITY, least=0, most=1, other_names=("importance", "weight"))


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionResolveInput:
    """What has been answered."""

    id: int = said(
        "The id that list_open_questions shows.",
        "list_open_questions で示される番号。",
        least=1,
        most=MOST_ID,
        other_names=("question_id", "question", "number", "which"),
    )
    answer: str = said(
        "What you have learnt, in one or two sentences that can be understood by themselves.",
        "分かったことを、それだけで意味の通る一、二文で。",
        longest=LONGEST_ANSWER,
        other_names=("text", "resolution", "content", "note"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionOutput:
    """What became of a question."""

    changed: bool = said(
        "false: it stood so already, and nothing was changed.", "false なら、すでにその通りで何も変えていない。"
    )
    now: ShownQuestion = said("The question as it stands now.", "いまの問い。")
    frame: str = said(*FRAME)


def shown_question(question: OpenQuestion) -> ShownQuestion:
    """Return a question as a model is shown it."""
    return ShownQuestion(
        id=int(question.id),
        topic=shown_line(question.topic),
        context=shown_line(question.context) or None,
        priority=question.priority,
        source_date=question.source_date.isoformat(),
        status=question.status,
        answer=shown_line(question.answer) or None,
    )
