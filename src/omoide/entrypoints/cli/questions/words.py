"""What the commands about questions say, in Japanese and English."""

from omoide.domain.questions.question import QuestionStatus
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "id": ("id", "ID"),
    "priority": ("priority", "優先度"),
    "status": ("status", "状態"),
    "from": ("from", "由来"),
    "question": ("question", "問い"),
    "none": ("No questions.", "問いはありません。"),
    "added": ("question {id} was added", "問い {id} を加えました"),
    "resolved": ("question {id} is marked as answered", "問い {id} を解決済みにしました"),
    "reopened": ("question {id} is open again", "問い {id} を未解決に戻しました"),
    "deleted": ("question {id} was deleted", "問い {id} を削除しました"),
    "answer": ("answer: {text}", "回答: {text}"),
    "became": ("remembered as: {kind}", "記憶への変換: {kind}"),
    "rests_on": ("comes from events {ids}", "由来: 出来事 {ids}"),
    "answered_by": ("answered by events {ids}", "回答の根拠: 出来事 {ids}"),
    "nothing": ("Nothing moved.", "動きはありません。"),
    "reviewed": (
        "{resolved:question was|questions were} answered, {raised:new one|new ones}, {faded} let go; "
        "learnt: {facts:fact|facts}, {insights:insight|insights}, {skipped} not worth keeping",
        "{resolved} 件が解決し、{raised} 件の新しい問いが立ち、{faded} 件を手放しました。"
        "学び: 事実 {facts} 件、洞察 {insights} 件、変換なし {skipped} 件",
    ),
    "stopped": ("the rest waits for the next night: {why}", "残りは次の夜に回しました: {why}"),
}
_STATUSES: dict[QuestionStatus, tuple[str, str]] = {
    QuestionStatus.OPEN: ("open", "未解決"),
    QuestionStatus.RESOLVED: ("answered", "解決済み"),
    QuestionStatus.CONVERTED: ("remembered", "変換済み"),
    QuestionStatus.FADED: ("let go", "手放した"),
    QuestionStatus.DELETED: ("deleted", "削除"),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)


def status_word(status: QuestionStatus, language: Language) -> str:
    """Return what a status is called."""
    return told(_STATUSES[status], language, {})
