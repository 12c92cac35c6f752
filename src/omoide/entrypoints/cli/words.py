"""What commands say, in Japanese and English."""

from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "when": ("when", "いつ"),
    "who_said": ("what was said", "会話"),
    "score": ("score", "確度"),
    "why": ("why", "理由"),
    "name": ("name", "名前"),
    "language": ("language", "言語"),
    "language_open": ("{named}, until somebody speaks", "{named}（話しかけられるまで）"),
    "timezone": ("time zone", "タイムゾーン"),
    "since": ("since", "作成"),
    "events": ("events", "出来事"),
    "nothing": ("Nothing comes to mind.", "思い当たることがありません。"),
    "no_events": ("No events.", "出来事はありません。"),
    "origin_owner": ("the owner's own", "本人の言葉"),
    "origin_persona": ("the persona's own", "人格自身"),
    "origin_tool": ("from a tool", "ツールから"),
    "origin_web": ("from the web", "ウェブから"),
    "origin_document": ("from a document", "文書から"),
    "origin_import": ("imported", "取り込み"),
    "kept": ("kept as event {id}", "出来事 {id} として覚えました"),
    "kept_many": ("{count:turn|turns} kept", "{count} ターンを覚えました"),
    "erased_before": (
        "{count:turn was|turns were} erased before and did not come back",
        "{count} ターンは以前に消されたもので、戻していません",
    ),
    "completed": ("event {id} is complete", "出来事 {id} に返答を加えました"),
    "persona_added": ("persona {name} is there now", "人格 {name} を作りました"),
    "persona_changed": ("persona {name} is changed", "人格 {name} を変更しました"),
    "no_personas": (
        "No personas yet; make one with: omoide persona add NAME",
        "人格はまだありません: omoide persona add 名前",
    ),
    "space": ("embedding space", "埋め込み空間"),
    "passages": ("passages", "断片"),
    "vectors": ("vectors", "ベクトル"),
    "pending": ("pending", "未処理"),
    "active": ("active", "使用中"),
    "yes": ("yes", "はい"),
    "no": ("no", "いいえ"),
    "rebuilt": ("index rebuilt: {count:passage|passages}", "索引を作り直しました: {count} 断片"),
    "embedded": ("{count:vector|vectors} made", "{count} 件をベクトルにしました"),
    "near_only": (
        "Nothing that was said reads as an answer; this comes near it:",
        "答えになる発言は見つかりません。近いのはこのあたりです：",
    ),
    "outdated": ("changed since: see #{by}", "その後変わりました（#{by}）"),
    "kind_event": ("said", "発言"),
    "kind_memory": ("memory", "記憶"),
    "kind_belief": ("belief", "信じていること"),
    "kind_preference": ("preference", "好み"),
    "kind_episode": ("told day", "エピソード"),
    "kind_insight": ("dream diary", "夢日記"),
    "kind_diary": ("diary", "日記"),
    "kind_topic": ("topic", "話題"),
    "kind_entity": ("profile", "プロファイル"),
    "behind": (
        "{count:passage waits for its|passages wait for their} vector; until then words alone find what they say. "
        "Run: omoide index update",
        "{count} 断片がまだベクトルになっていません（言葉では見つかります）: omoide index update",
    ),
    "check": ("check", "項目"),
    "state": ("state", "状態"),
    "detail": ("detail", "詳細"),
    "todo": ("what to do", "すること"),
    "all_well": ("All is well.", "問題ありません。"),
    "ok": ("ok", "良好"),
    "attention": ("attention", "注意"),
    "wrong": ("wrong", "異常"),
    "without_effect": (
        "note: no longer a setting, without effect: {names}; take it out: omoide config unset KEY",
        "注意：廃止された設定で、効果はありません：{names}（omoide config unset キー で取り除けます）",
    ),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)
