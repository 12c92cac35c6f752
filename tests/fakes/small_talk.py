"""Ten ordinary turns of a new user, in Japanese and English."""

TURNS = (
    ("猫の名前はモモだよ", "モモちゃん、かわいい名前だね"),
    ("コーヒーはブラックが好き", "苦いのが好きなんだね"),
    ("I went hiking with my brother yesterday", "That sounds nice. Which trail?"),
    ("昨日は雨だったね", "一日中降っていたね"),
    ("My sister lives in Osaka", "Do you visit her often?"),
    ("今日はカレーを作ったよ", "いい匂いがしそう"),
    ("I usually take the 8:15 train to work", "An early start, then."),
    ("駅前に新しいパン屋ができた", "今度行ってみたいね"),
    ("I'm reading a book about whales", "What have you learned so far?"),
    ("週末は部屋の掃除をする", "すっきりするね"),
)
