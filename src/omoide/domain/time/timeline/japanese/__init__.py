"""Times in Japanese words.

dates    Japanese years, months, days and feasts: 2018年5月3日, 平成30年, 来月の4日, 去年の夏, 1990年代, お盆
stages   stages of a life in Japanese: 小4の冬, 高3の夏, 大学時代, 社会人1年目, 12歳のとき
times    Japanese times of day, distances, lengths and habits: 午後3時半, 今夜10時, 3年前, ここ数日, 1時間半, 毎週月曜
weeks    Japanese days and weeks around the present one: 昨日, 先週の金曜, 今度の木曜, 来週末, 7月の最後の週, 4月10日の週
words    what the Japanese rules share: words for years, months, weeks and days, eras, and the patterns built of …
"""
