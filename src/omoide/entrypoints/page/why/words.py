"""What is said about recalls, in Japanese and English."""

from typing import Final

from omoide.entrypoints.page.words import Texts

TEXTS: Final[Texts] = {
    "title": ("Why", "なぜ思い出したか"),
    "hint": (
        "What came to mind, of what, and what was put into a prompt.",
        "何がなぜ思い浮かび、何がプロンプトに入ったか。",
    ),
    "parts": ("Parts of this page", "このページの区分"),
    "recalls": ("Recalls", "想起の記録"),
    "prompts": ("Put into prompts", "プロンプトに入ったもの"),
    "denied": ("“Not that”", "「それじゃない」"),
    "none": ("Nothing was recalled lately", "最近の想起はありません"),
    "none_hint": ("Talk with the persona, or ask it something.", "話しかけるか、何か尋ねてみてください。"),
    "session": ("Session {id}", "会話 {id}"),
    "client": ("Client {id}", "クライアント {id}"),
    "found": ("{shown} of {found} shown", "{found} 件中 {shown} 件"),
    "took": ("{ms} ms", "{ms} ミリ秒"),
    "shown": ("Shown", "見せたもの"),
    "not_shown": ("Found, not shown", "見つけたが見せなかったもの"),
    "gone": ("It is no longer there", "もう残っていません"),
    "strength": ("Strength {score}", "強さ {score}"),
    "words": ("Shares: {words}", "重なる言葉：{words}"),
    "not_that": ("Not that", "それじゃない"),
    "not_that_label": ("Not that: {what}", "それじゃない：{what}"),
    "is_denied": ("It stands behind the rest from now on", "これからは後ろに回します"),
    "look": ("Open", "開く"),
    "only_session": ("Only this session", "この会話だけ"),
    "all_sessions": ("All sessions", "すべての会話"),
    "more": ("Older recalls", "以前の想起"),
    "no_denied": ("You never said “not that”", "「それじゃない」と言ったものはありません"),
    "no_denied_hint": (
        "It is said beside what came to mind; nothing is erased by it.",
        "思い浮かんだものの横で言えます。何も消えません。",
    ),
    "for_cue": ("For “{cue}”", "「{cue}」に対して"),
    "undo": ("Take back", "取り消す"),
    "undo_label": ("Take back: {what}", "取り消す：{what}"),
    "undone": ("Everything comes to mind as before", "元どおりに思い出します"),
    "no_prompts": ("Nothing was put into a prompt yet", "まだ何もプロンプトに入っていません"),
    "no_prompts_hint": (
        "It is kept for {days} days what each talk was shown.",
        "会話ごとに見せたものは {days} 日間残ります。",
    ),
    "turns": ("{count:turn|turns}", "{count} ターン"),
    "tokens": ("{count} tokens", "{count} トークン"),
    "no_client": ("client not named", "クライアント不明"),
    "constant": ("Before the whole talk", "会話全体の前に"),
    "before_turn": ("Before this message", "この発言の前に"),
    "not_kept": ("A message that is not kept", "残っていない発言"),
    "back": ("All talks", "会話の一覧へ"),
}
