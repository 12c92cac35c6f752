"""What `models`, `cost` and `ask` say, in Japanese and English."""

from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "month": ("{month}: ${usd}", "{month}: ${usd}"),
    "today": ("today: ${usd}", "今日: ${usd}"),
    "forecast": ("the month will come to about ${usd}", "今月の見込み: 約${usd}"),
    "daily_cap": ("daily cap: ${usd}", "1日の上限: ${usd}"),
    "monthly_cap": ("monthly cap: ${usd}", "1か月の上限: ${usd}"),
    "unpriced": (
        "{count:call has|calls have} no known price and no part in the sum; give one with: "
        "omoide cost price MODEL --input USD",
        "{count} 回分は価格が不明で合計に含まれません: omoide cost price モデル名 --input 価格",
    ),
    "estimate": (
        "the turns that wait and the coming night would cost about ${usd}",
        "未処理のターンと次の夜の見積もり: 約${usd}",
    ),
    "estimate_nothing": ("Nothing would be paid: rules, or kept answers, are enough.", "費用はかかりません。"),
    "no_calls": ("No calls to models.", "モデルの呼び出しはありません。"),
    "purpose": ("purpose", "用途"),
    "model": ("model", "モデル"),
    "persona": ("persona", "人格"),
    "day": ("day", "日付"),
    "calls": ("calls", "回数"),
    "input": ("input", "入力"),
    "output": ("output", "出力"),
    "cached": ("cached", "キャッシュ"),
    "own": ("own", "独自"),
    "usd": ("USD", "米ドル"),
    "latency": ("ms", "ミリ秒"),
    "role": ("role", "役割"),
    "address": ("address", "接続先"),
    "key": ("key", "キー"),
    "price": ("USD / 1M in, out", "100万トークンの米ドル（入力, 出力）"),
    "state": ("state", "状態"),
    "detail": ("detail", "詳細"),
    "works": ("works", "動作"),
    "fails": ("fails", "失敗"),
    "environment": ("in the environment", "環境変数にあり"),
    "keyring": ("in the keyring", "キーリングにあり"),
    "not_needed": ("not needed", "不要"),
    "missing": ("missing", "なし"),
    "only_rules": (
        "Every question is answered by built-in rules; no model is set.",
        "すべての問いに内蔵規則が答えます。モデルは未設定です。",
    ),
    "handed_in": (
        "{count:request|requests} handed in; fetch the answers with: omoide models collect",
        "{count} 件を預けました: omoide models collect で回収",
    ),
    "collected": (
        "{answered:answer|answers} collected, {failed} failed, {under_way:batch|batches} still under way",
        "回答 {answered} 件を回収、失敗 {failed} 件、処理中のバッチ {under_way} 件",
    ),
    "pruned": (
        "{answers:answer|answers} and {vectors:vector|vectors} dropped",
        "回答 {answers} 件とベクトル {vectors} 件を消しました",
    ),
    "price_set": ("price of {model} is set", "{model} の価格を設定しました"),
    "price_removed": ("your price of {model} is taken away", "{model} の独自価格を取り消しました"),
}


def said(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)
