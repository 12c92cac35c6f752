"""What the commands about entities say, in Japanese and English."""

from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "name": ("name", "名前"),
    "aliases": ("other names", "別名"),
    "version": ("version", "版"),
    "changed": ("changed", "更新"),
    "begins": ("begins", "書き出し"),
    "when": ("when", "いつ"),
    "who": ("by", "誰が"),
    "what": ("what", "何を"),
    "size": ("change", "増減"),
    "reason": ("why", "理由"),
    "owner": ("you", "あなた"),
    "persona": ("the persona", "人格"),
    "omoide": ("Omoide", "Omoide"),
    "write": ("written", "書きかえ"),
    "append": ("added", "追記"),
    "consolidate": ("put in order", "統合・整理"),
    "name_act": ("named", "名前"),
    "merge": ("merged", "統合"),
    "restore": ("restored", "復元"),
    "archive": ("put away", "しまった"),
    "unarchive": ("brought back", "戻した"),
    "erase": ("erased words taken out", "消した言葉を除去"),
    "none": (
        "No entities yet; write one with: omoide entities write NAME TEXT",
        "エンティティはまだありません: omoide entities write 名前 本文",
    ),
    "put_away": ("put away", "しまってある"),
    "kept": ("{name}: version {version} kept, {size:character|characters}", "{name}: 第{version}版として保存しました（{size} 文字）"),
    "unchanged": ("{name}: nothing changed", "{name}: 変更はありません"),
    "named": ("{name}: goes by {names}", "{name}: 名前は {names}"),
    "merged": ("{other} is {name} now: {names}", "{other} を {name} にまとめました: {names}"),
    "archived": (
        "{name} was put away; `omoide entities archive --undo` brings it back",
        "{name} をしまいました（omoide entities archive --undo で戻せます）",
    ),
    "unarchived": ("{name} is back", "{name} を戻しました"),
    "removed": ("{name} was removed with its history", "{name} を履歴ごと取り除きました"),
    "sure": ("Remove {name} with its history, for good?", "{name} を履歴ごと取り除きます。元に戻せません。よろしいですか？"),
    "nothing_found": ("Nobody and nothing is known by these words.", "その言葉のエンティティはありません。"),
    "holds": ("holds {words}", "一致: {words}"),
    "consolidated": (
        "{changed:profile was|profiles were} put in order, {unchanged:was|were} left as they are",
        "{changed} 件を整理し、{unchanged} 件はそのままです",
    ),
    "skipped": ("left for the next run ({why}): {names}", "次回に回しました（{why}）: {names}"),
    "no_proposals": ("Nothing is proposed.", "提案はありません。"),
    "found": (
        "{made:proposal was|proposals were} made, {renewed:was|were} renewed",
        "{made} 件を新しく提案し、{renewed} 件を改めました",
    ),
    "undrafted": ("not drafted by a model now ({why}): {names}", "モデルに下書きを頼めませんでした（{why}）: {names}"),
    "new_name": ("no profile yet", "未記録"),
    "news": ("news for a profile", "書き足し"),
    "often": ("{uses:time|times} on {days:day|days}", "{days}日に{uses}回"),
    "memories": ("memories: {labels}", "関連する記憶: {labels}"),
    "dismissed": ("{name}: dismissed", "{name}: 見送りました"),
    "draft_left": (
        "another edit of this is under way or was broken off; what was typed is in {path}",
        "別の編集が開いているか、途中で終わっています。入力は {path} にあります",
    ),
}  # fmt: skip
_ACTS = {"name": "name_act"}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)


def act_word(act: str, language: Language) -> str:
    """Return what an edit is called."""
    return word(_ACTS.get(act, act), language)
