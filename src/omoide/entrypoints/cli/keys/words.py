"""What the commands about keys say, in Japanese and English."""

from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "id": ("id", "ID"),
    "persona": ("persona", "人格"),
    "scope": ("may", "権限"),
    "expires": ("until", "期限"),
    "state": ("state", "状態"),
    "rate": ("a minute", "毎分"),
    "when": ("when", "日時"),
    "who": ("key", "キー"),
    "what": ("what", "操作"),
    "status": ("status", "結果"),
    "all": ("all", "すべて"),
    "never": ("never ends", "無期限"),
    "usual": ("usual", "標準"),
    "here": ("this machine", "このマシン"),
    "holds": ("holds", "有効"),
    "revoked": ("revoked", "失効"),
    "expired": ("expired", "期限切れ"),
    "none": ("No keys.", "キーはありません。"),
    "no_audit": ("Nobody has asked over the wire yet.", "ネットワーク越しの要求はまだありません。"),
    "made": (
        "{text}\nThis is the only time it is shown.  Whoever has it may {scope} {persona}; it ends {expires}.",
        "{text}\n表示されるのは今だけです。このキーの権限: {scope}、対象: {persona}、期限: {expires}。",
    ),
    "taken_back": ("Key {id} opens nothing any more.", "キー {id} は失効しました。"),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)
