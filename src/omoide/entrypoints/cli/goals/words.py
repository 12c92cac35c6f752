"""What the commands about goals say, in Japanese and English."""

from omoide.domain.goals.goal import GoalStatus, GoalTerm
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "id": ("id", "ID"),
    "term": ("term", "期間"),
    "priority": ("priority", "優先度"),
    "status": ("status", "状態"),
    "since": ("since", "開始"),
    "goal": ("goal", "目標"),
    "none": ("No goals.", "目標はありません。"),
    "added": ("goal {id} was added", "目標 {id} を加えました"),
    "edited": ("goal {id} was changed", "目標 {id} を変更しました"),
    "noted": ("noted with goal {id}", "目標 {id} に進捗を記しました"),
    "completed": (
        "goal {id} was reached; an episode tells of it",
        "目標 {id} を達成しました（エピソードに記しました）",
    ),
    "abandoned": ("goal {id} was given up", "目標 {id} を放棄しました"),
    "reopened": ("goal {id} is taken up again", "目標 {id} を再開しました"),
    "removed": ("goal {id} was deleted", "目標 {id} を削除しました"),
    "priority_is": ("priority {priority}", "優先度 {priority}"),
    "note_line": ("{at}  {text}", "{at}  {text}"),
    "reached_at": ("reached {at}", "{at} に達成"),
    "given_up_at": ("given up {at}", "{at} に放棄"),
    "why": ("why: {reason}", "理由: {reason}"),
    "how": ("note: {reason}", "メモ: {reason}"),
    "rests_on": ("rests on events {ids}", "根拠: 出来事 {ids}"),
    "statistics": (
        "{short_term:short-term goal|short-term goals}, {long_term:long-term goal|long-term goals}, "
        "{completed} reached, {abandoned} given up",
        "短期 {short_term} 件、長期 {long_term} 件、達成 {completed} 件、放棄 {abandoned} 件",
    ),
    "nothing": ("There was nothing to tidy.", "整理するものはありません。"),
    "stale": ("given up as stale: {ids}", "進展がなく放棄: {ids}"),
    "surplus": ("given up beyond the limit: {ids}", "上限を超えて放棄: {ids}"),
    "told": ("told as achievements: {ids}", "達成として記録: {ids}"),
}
_TERMS: dict[GoalTerm, tuple[str, str]] = {
    GoalTerm.SHORT: ("short", "短期"),
    GoalTerm.LONG: ("long", "長期"),
}
_STATUSES: dict[GoalStatus, tuple[str, str]] = {
    GoalStatus.ACTIVE: ("active", "進行中"),
    GoalStatus.COMPLETED: ("reached", "達成"),
    GoalStatus.ABANDONED: ("given up", "放棄"),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)


def term_word(term: GoalTerm, language: Language) -> str:
    """Return what a term is called."""
    return told(_TERMS[term], language, {})


def status_word(status: GoalStatus, language: Language) -> str:
    """Return what a status is called."""
    return told(_STATUSES[status], language, {})
