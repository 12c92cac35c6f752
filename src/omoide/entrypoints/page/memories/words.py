"""What is said about memories, in Japanese and English."""

from typing import Final

from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Cause
from omoide.domain.memories.relations import RelationType
from omoide.domain.text.language import Language
from omoide.entrypoints.page.words import Texts

TEXTS: Final[Texts] = {
    "title": ("Memories", "記憶"),
    "hint": (
        "Everything it remembers, and how much of it is left.",
        "覚えていることのすべてと、それがどれだけ残っているか。",
    ),
    "search": ("Words in it, or its id", "含まれる言葉・ID"),
    "level": ("Level", "段階"),
    "category": ("Kind", "種類"),
    "order": ("Order", "並び順"),
    "any": ("All", "すべて"),
    "protected_only": ("Protected only", "保護だけ"),
    "created_desc": ("Newest first", "新しい順"),
    "created_asc": ("Oldest first", "古い順"),
    "retention_asc": ("Fading first", "薄れている順"),
    "retention_desc": ("Strongest first", "強く残っている順"),
    "intensity_desc": ("Most moving first", "心が動いた順"),
    "recalls_desc": ("Most recalled first", "よく思い出す順"),
    "found": ("{count:memory|memories}", "{count} 件"),
    "pages": ("Page {page} of {pages}", "{page} / {pages} ページ"),
    "before": ("Page before", "前のページ"),
    "after": ("Next page", "次のページ"),
    "none": ("No memories here", "該当する記憶はありません"),
    "none_hint": (
        "Memories are made of talk. Speak with the persona, or take the filter away.",
        "記憶は会話から生まれます。話しかけるか、絞り込みを外してみてください。",
    ),
    "choose": ("Choose {id}", "{id} を選ぶ"),
    "choose_page": ("Choose all on this page", "このページをすべて選ぶ"),
    "chosen": ("{count} chosen", "{count} 件を選択中"),
    "choose_none": ("Choose none", "選択を解除"),
    "memory": ("Memory", "記憶"),
    "when": ("When", "いつ"),
    "left": ("Left", "保持"),
    "recalled": ("Recalled", "想起"),
    "times": ("{count:time|times}", "{count} 回"),
    "protected": ("protected", "保護"),
    "waits": ("waits for protection", "保護待ち"),
    "archived": ("archived", "アーカイブ"),
    "protect": ("Protect", "保護する"),
    "release": ("Release", "保護を解く"),
    "archive": ("Archive", "しまう"),
    "restore": ("Bring back", "戻す"),
    "erase": ("Erase", "消す"),
    "is_protected": ("{count:memory is|memories are} protected", "{count} 件を保護しました"),
    "is_waiting": (
        "All protected places are taken: {count:memory waits|memories wait}",
        "保護の枠がいっぱいです。{count} 件は順番待ちになりました",
    ),
    "is_released": ("{count:memory|memories} may fade again", "{count} 件の保護を解きました"),
    "is_archived": ("{count:memory is|memories are} in the archive", "{count} 件をしまいました"),
    "is_restored": ("{count:memory is|memories are} back", "{count} 件を戻しました"),
    "is_erased": ("{count:memory is|memories are} gone for good", "{count} 件を完全に消しました"),
    "left_alone": ("{count} left as they were: {why}", "{count} 件はそのままです：{why}"),
    "erase_title": ("Erase {count:memory|memories} for good?", "{count} 件を完全に消しますか？"),
    "erase_what": (
        "These memories go with every text they ever had, their relations and their history. Nothing brings them back. "
        "What was said stays in the log; the page “Settings” erases that, too.",
        "これらの記憶は、これまでのすべての文、関連、履歴とともに消え、元には戻せません。"
        "会話そのものは記録に残ります（会話ごと消すには「設定」へ）。",
    ),
    "type_word": ("Type “{word}” to go on", "続けるには「{word}」と入力"),
    "erase_word": ("erase", "消す"),
    "more": ("… and {count} more", "… ほか {count} 件"),
    "back_to_all": ("All memories", "記憶の一覧へ"),
    "texts": ("What it says", "記憶の文"),
    "texts_hint": ("At each level it may fall to", "段階ごとの文"),
    "now": ("now", "いま"),
    "text_gone": ("No longer known", "もう残っていません"),
    "text_to_come": ("Will be made when it falls so far", "その段階になったときに作られます"),
    "fades": ("How it fades", "薄れ方"),
    "past": ("so far", "これまで"),
    "ahead": ("if nothing calls it up", "このまま"),
    "if_recalled": ("if it is recalled today", "今日思い出したら"),
    "curve_told": (
        "{now} of 100 is left today; in {days} days {later}, and {recalled} if it is recalled today.",
        "いまの保持は {now}／100。{days} 日後には {later}、今日思い出せば {recalled} になります。",
    ),
    "curve_kept": ("It does not fade: {now} of 100 is left.", "薄れません。保持は {now}／100 のままです。"),
    "falls": ("{day}: {before} → {after} ({why})", "{day}：{before} → {after}（{why}）"),
    "stays": ("From {day} on it stays at {before}: there is room", "{day} 以降も {before} のまま（余裕があるため）"),
    "no_falls": ("It stays at its level for a year.", "1 年間は今の段階のままです。"),
    "related": ("What it is linked to", "つながっている記憶"),
    "no_relations": ("It is linked to no other memory yet.", "まだほかの記憶とつながっていません。"),
    "web_told": ("A web of this memory and {count} others.", "この記憶と、つながる {count} 件の記憶の図。"),
    "leads_to": ("leads to", "→"),
    "reached_from": ("reached from", "←"),
    "history": ("What happened to it", "これまでの出来事"),
    "step": ("{before} → {after}", "{before} → {after}"),
    "score": ("{score} left", "保持 {score}"),
    "said": ("What was said", "もとの会話"),
    "no_origin": ("It was made of no turn that is kept.", "もとになった会話は残っていません。"),
    "that_day": ("That day", "この日の年表へ"),
    "user": ("User", "ユーザー"),
    "assistant": ("Persona", "人格"),
    "facts": ("About it", "この記憶について"),
    "feeling": ("Feeling", "感情"),
    "intensity": ("Intensity", "感情の強さ"),
    "decay": ("Fades by", "減衰"),
    "a_day": ("×{value} a day", "1 日 ×{value}"),
    "keywords": ("Keywords", "キーワード"),
    "kept_until": ("Kept until", "この日まで保持"),
    "actions": ("What can be done to it", "この記憶への操作"),
    "filters": ("Filter", "絞り込み"),
    "what_fades": ("What fades next", "これから薄れる記憶"),
    "what_fades_hint": ("Within {days} days, if nothing calls it up", "思い出さなければ {days} 日以内に"),
    "nothing_fades": ("Nothing falls a level within {days} days.", "{days} 日以内に段階が下がる記憶はありません。"),
}
LEVELS: Final = {
    Level.FULL: ("Full", "完全"),
    Level.SUMMARY: ("Summary", "圧縮"),
    Level.TRACE: ("Trace", "痕跡"),
    Level.ARCHIVE: ("Archive", "アーカイブ"),
}
CAUSES: Final = {
    Cause.MADE: ("Made", "生まれた"),
    Cause.FADED: ("Faded below its threshold", "閾値より薄れた"),
    Cause.CROWDED: ("Its level was crowded", "段階が満員だった"),
    Cause.SPARED: ("There is room", "余裕があるので残る"),
    Cause.REVIVED: ("Came back from the archive", "アーカイブから復活"),
    Cause.REVIVAL_REFUSED: ("No room to come back", "空きがなく復活を見送り"),
    Cause.DELETED: ("Deleted by the rules", "規則により削除"),
    Cause.PROTECTED: ("Protected", "保護された"),
    Cause.RELEASED: ("Released", "保護が解かれた"),
    Cause.RESTORED: ("Brought back by hand", "手で戻された"),
    Cause.ARCHIVED: ("Archived by hand", "手でしまわれた"),
    Cause.FORGOTTEN: ("Erased by hand", "手で消された"),
    Cause.UNDONE: ("The night was undone", "夜が取り消された"),
}
KINDS: Final = {
    RelationType.CONTINUES: ("continues it", "続き"),
    RelationType.REFERENCES: ("refers to it", "言及"),
    RelationType.DERIVED_FROM: ("comes of it", "派生"),
    RelationType.CONTRADICTS: ("contradicts it", "矛盾"),
    RelationType.SAME_TOPIC: ("the same topic", "同じ話題"),
}
CATEGORIES: Final = {
    "casual": ("small talk", "雑談"),
    "work": ("work", "仕事"),
    "decision": ("decision", "決めごと"),
    "emotional": ("feelings", "感情"),
}
VALENCES: Final = {
    "positive": ("bright", "明るい"),
    "negative": ("dark", "暗い"),
    "neutral": ("even", "平静"),
    "mixed": ("mixed", "入り混じった"),
}


def level_told(level: Level, language: Language) -> str:
    """Return the name of a level."""
    return LEVELS[level][1 if language is Language.JA else 0]
