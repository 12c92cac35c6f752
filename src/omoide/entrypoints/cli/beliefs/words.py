"""What the commands about beliefs and feelings say, in Japanese and English."""

from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "id": ("id", "番号"),
    "kind": ("kind", "種類"),
    "about": ("about", "誰の"),
    "belief": ("belief", "信じていること"),
    "sure": ("sure", "確かさ"),
    "since": ("since", "いつから"),
    "until": ("until", "いつまで"),
    "when": ("when", "いつ"),
    "what": ("what", "内容"),
    "why": ("why", "理由"),
    "evidence": ("evidence", "根拠"),
    "from": ("by", "元"),
    "no_beliefs": ("Nothing is believed.", "信じていることはありません。"),
    "believed": ("Believed:", "信じていること:"),
    "supposed": ("Only supposed, not known:", "まだ推測で、確かではないこと:"),
    "settle": (
        "Which are so: omoide beliefs confirm ID…   Which are not: omoide beliefs strike-out ID…",
        "その通りなら omoide beliefs confirm 番号…、違えば omoide beliefs strike-out 番号…",
    ),
    "settle_tastes": (
        "Which are so: omoide preferences confirm ID…   Which are not: omoide preferences revoke ID…",
        "その通りなら omoide preferences confirm 番号…、違えば omoide preferences revoke 番号…",
    ),
    "only_supposed": ("{body} (only supposed)", "{body}（まだ推測）"),
    "supposition": ("supposition", "推測"),
    "likely": ("likely", "見込み"),
    "nothing_supposed": ("Nothing is only supposed.", "推測のままのことはありません。"),
    "nothing_to_ask": (
        "There is nothing to ask about now; what was asked is not asked again for seven days.",
        "いま尋ねることはありません。一度尋ねたことは、七日のあいだ尋ねません。",
    ),
    "ask_state": (
        "  supposed, {likely} likely; if so: omoide beliefs confirm {id}, if not: omoide beliefs strike-out {id}",
        "  推測（見込み {likely}）。その通りなら omoide beliefs confirm {id}、違えば omoide beliefs strike-out {id}",
    ),
    "ask_preference": (
        "  supposed, {likely} likely; if so: omoide preferences confirm {id}, if not: omoide preferences revoke {id}",
        "  推測（見込み {likely}）。その通りなら omoide preferences confirm {id}、違えば omoide preferences revoke {id}",
    ),
    "confirmed_belief": ("belief {id} is now known: {body}", "{id} は確かなことになりました: {body}"),
    "struck_out": (
        "belief {id} is struck out and will not come back: {body}",
        "{id} を消しました。もう戻りません: {body}",
    ),
    "no_preferences": ("No likes or dislikes are known.", "好み・苦手はまだ分かりません。"),
    "no_feelings": ("No emotions on that day.", "その日の感情の記録はありません。"),
    "corrected": ("belief {id} is now: {body}", "{id} を訂正しました: {body}"),
    "closed": ("belief {id} has ended: {body}", "{id} は過去のことになりました: {body}"),
    "plan": ("learnt from talk", "会話から"),
    "owner": ("said by you", "あなたの訂正"),
    "tidy": ("tidied up", "整理"),
    "said": ("You said: {text}", "あなたの言葉: {text}"),
    "domain": ("domain", "分野"),
    "polarity": ("polarity", "好悪"),
    "subject": ("subject", "対象"),
    "status": ("status", "状態"),
    "settled": ("preference {id} is now {status}", "{id} を {status} にしました"),
    "digested": (
        "{applied} digested, {remembered} remembered, {skipped} skipped, {refused} refused, {waiting} waiting",
        "消化 {applied} 件、記憶 {remembered} 件、対象外 {skipped} 件、却下 {refused} 件、残り {waiting} 件",
    ),
    "settled_all": ("nothing waits; nights that passed: {nights}", "待っているものはありません。過ぎた夜: {nights}"),
    "stopped": ("stopped: {why}", "中断: {why}"),
    "refused": ("event {id} refused: {why}", "出来事 {id} の更新計画は却下: {why}"),
    "mood": (
        "felt {felt}, baseline {baseline}, shock {shock} (valence, arousal, dominance)",
        "いま {felt}、基調 {baseline}、余韻 {shock}（快・覚醒・主導）",
    ),
    "drive": ("drive", "動機"),
    "level": ("strength", "強さ"),
    "bar": ("0 to 1", "0〜1"),
    "category": ("emotion", "感情"),
    "intensity": ("intensity", "強さ"),
    "bonding": ("bond", "絆"),
    "like": ("like", "好き"),
    "dislike": ("dislike", "苦手"),
    "thread_start": ("It began with:", "話のはじまり:"),
    "thread_path": ("The way back:", "たどった道:"),
    "thread_flows": ("Flows: {keys}", "文脈: {keys}"),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)
