"""What the commands about due things say, in Japanese and English."""

from omoide.domain.reminders.reminder import Reminder, ReminderStage
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "id": ("id", "番号"),
    "stage": ("stands", "状態"),
    "due": ("due", "期限"),
    "told": ("told", "知らせた"),
    "what": ("what", "内容"),
    "nothing": ("Nothing is due now.", "いま知らせることはありません。"),
    "nothing_at_all": ("Nothing is due at any time.", "期限のあるものはありません。"),
    "done": ("task {id} is done: {body}", "{id} を済みにしました: {body}"),
    "dismissed_now": (
        "task {id} will not be told any more; it stays open",
        "{id} はもう知らせません（用事そのものは残ります）",
    ),
    "snoozed_now": ("task {id} will be told from {when}", "{id} は {when} になったら知らせます"),
    "reminded_now": ("task {id} will be told in its time", "{id} は時が来たら知らせます"),
    "later": ("later", "まだ先"),
    "soon": ("soon", "まもなく"),
    "today": ("today", "今日"),
    "overdue": ("overdue", "期限切れ"),
    "dismissed": ("dismissed", "知らせない"),
    "snoozed": ("snoozed", "あとで"),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)


def stage_word(reminder: Reminder, language: Language) -> str:
    """Return how a due thing stands, in a word."""
    if reminder.dismissed or reminder.snoozed_until is not None:
        return word("dismissed" if reminder.dismissed else "snoozed", language)
    return word(ReminderStage(reminder.stage).value, language)
