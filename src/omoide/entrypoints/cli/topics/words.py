"""What the commands about topics say, in Japanese and English."""

from omoide.domain.text.language import Language
from omoide.entrypoints.cli.wording import told

_WORDS: dict[str, tuple[str, str]] = {
    "id": ("id", "ID"),
    "name": ("topic", "話題"),
    "size": ("members", "件数"),
    "days": ("days", "期間"),
    "kind": ("kind", "種類"),
    "summary": ("summary", "要約"),
    "unnamed": ("(not named yet)", "（まだ名前がありません）"),
    "fixed": ("fixed", "固定"),
    "archived": ("archived", "しまった"),
    "none": ("No topics.", "話題はありません。"),
    "nothing_near": ("No topic comes to mind.", "思い当たる話題はありません。"),
    "nothing": ("There was nothing new.", "新しいものはありません。"),
    "updated": (
        "{looked_at:memory or piece of a day|memories and pieces of days} looked at, {joined} joined a topic, "
        "{born:topic|topics} born, {told:topic|topics} named and summarised",
        "記憶と日々の断片 {looked_at} 件を見て、{joined} 件が話題に加わり、{born} 件の話題が生まれ、{told} 件に名前と要約を付けました",
    ),
    "fell_back": (
        "{count:topic was|topics were} named by their own words: no answer could be had from the model",
        "モデルの答えが得られず、{count} 件は語から名付けました",
    ),
    "counted": (
        "{memories:memory|memories} ({archived} archived), {episodes:episode|episodes}",
        "記憶 {memories} 件（うちアーカイブ {archived} 件）、エピソード {episodes} 件",
    ),
    "nickname": ("the persona calls it {name}", "人格の呼び名: {name}"),
    "description": ("meant: {text}", "内容: {text}"),
    "named_by": ("named by {by}", "命名: {by}"),
    "rests_on": ("rests on memories {ids}", "根拠: 記憶 {ids}"),
    "similarity": ("similarity", "類似度"),
    "added": ("topic {id} {name} was added", "話題 {id}「{name}」を加えました"),
    "renamed": ("topic {id} is called {name}", "話題 {id} の名前は「{name}」です"),
    "nicknamed": ("the persona calls topic {id} {name}", "人格は話題 {id} を「{name}」と呼びます"),
    "no_nickname": ("topic {id} has no nickname any more", "話題 {id} の呼び名をなくしました"),
    "merged": ("topic {id} {name} has {size:member|members} now", "話題 {id}「{name}」は {size} 件になりました"),
    "put_away": ("topic {id} {name} was put away", "話題 {id}「{name}」をしまいました"),
    "restored": ("topic {id} {name} is back", "話題 {id}「{name}」を戻しました"),
}


def word(key: str, language: Language, **values: object) -> str:
    """Return a word or sentence, with its values put in."""
    return told(_WORDS[key], language, values)
