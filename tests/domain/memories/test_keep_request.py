"""Requests to remember for good, and what only sounds like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.memories.keep_request import asks_to_be_kept

REQUESTS = [
    "これは覚えておいて",
    "忘れないで",
    "重要だから記憶して",
    "絶対に忘れないで",
    "あ、これ覚えといて。友だちはそばアレルギー",
    "式は来年の5月。忘れんといてね",
    "覚えておいてくれる？",
    "覚えていてほしい",
    "覚えとってくれてありがとね。この1年のこと、忘れないで",
    "remember this",
    "Please remember that I'm allergic to nuts",
    "Don't forget my birthday!",
    "My cat is called Mugi, please don’t forget",
    "Can you remember this for me?",
    "Keep this in mind: tests come first",
    "Never forget this, ok",
]
NO_REQUESTS = [
    "",
    "忘れないでって言われた",
    "「忘れないで」と母に言われた",
    "「絶対に忘れないで」って先生が言ってた",
    "『忘れないで』って曲が好き",
    "覚えておいてくれてありがとう",
    "覚えておいてよかった",
    "忘れないでおこうと思う",
    "傘忘れるなの国の人間が、傘を忘れた",
    "覚えてる？",
    "忘れた",
    "I can't remember this",
    "I don't remember that",
    "Do you remember this?",
    "Remember this?",
    "Remember that time we went to Kyoto?",
    "She told me, don't forget the milk",
    'He said "don\'t forget"',
    "I'll never forget this",
    "I never forget a face",
]


@pytest.mark.parametrize("text", REQUESTS)
def test_a_request_to_remember_is_heard(text: str) -> None:
    assert asks_to_be_kept(text)


@pytest.mark.parametrize("text", NO_REQUESTS)
def test_a_report_a_question_or_thanks_is_no_request(text: str) -> None:
    assert not asks_to_be_kept(text)


OWN_WORDS = [
    "母の誕生日は6月9日。忘れないでね",
    "母に言われたんだけど、明日は早いらしい。これは覚えておいて",
    "先生が来週休みって言ってた。覚えといてね",
    "忘れないでって言ったよね",
    "覚えておいてってお願いしたでしょ",
    "何度も言うけど、絶対に忘れないでね",
    "覚えといて、友だちがそばアレルギーって言ってたから",
    "これ忘れないで、って何回も言わせないで",
    "覚えておいて、と言っても明日まででいいよ",
    "妹が結婚するって！日取りは5月3日、覚えておいて",
    "合言葉は「ひまわり」。忘れないで",
    "母が好きだった歌は『ふるさと』だよ、覚えておいてほしい",
    "『忘れないで』って曲が好き。このことは覚えておいて",
    "彼に振られた日のこと、忘れないでいてほしい",
    "お願い、この約束だけは忘れんといて",
    "覚えとってね、わたしの好きな色は青",
    "書いておいたけど、念のため覚えておいてください",
    "大事なことだから記憶しておいてください",
    "「青い傘」って言ったら母のこと。覚えといて",
    "わたしのこと忘れるなよ",
    "My mother said yes, so remember this",
    "My sister told me her news! Don't forget: the wedding is on May 3",
    "I told you: don't forget my birthday",
    "I said remember this!",
    "I want you to remember this",
    "You must remember this: I am allergic to nuts",
    "She called yesterday. Please remember that she is my aunt",
    "He asked me out. Never forget this, ok",
    "My dog is called Bo, please don't forget",
    "As I said, don't forget the code is 4711",
    "She said she is coming at five, so don't forget",
    "Remember that she said yes",
    "Remember: my mother told me her birthday is in May",
    "I'm telling you, never forget this",
    "Don't forget, I told you about my allergy",
    "I read a good book. Keep this in mind: it is by Endo",
    "I need you to remember this for me",
    "Could you remember that my boss is called Sato?",
    "They moved to Oslo, and don't forget I hate flying",
    "Make sure you remember: no peanuts",
    "Remember this, my sister wrote it for me",
    "医者に甘いものを控えろと言われたから、覚えといて",
    "友達に聞いた店の名前、覚えといて。「まるや」だよ",
    "remember that my therapist said I should rest",
    "I'd like you to remember this song",
]
WORDS_OF_OTHERS = [
    "忘れないで、って母に言われた",
    "「忘れないで、って母に言われた」",
    "忘れないで、と母が言っていた",
    "母に、絶対に忘れないでねと念を押された",
    "先生から、宿題を忘れないでくださいと言われました",
    "田中さんに覚えておいてって頼まれた",
    "覚えておいてほしいって妹に言われたんだよね",
    "忘れないでねって、別れぎわに彼女が泣いてた",
    "母から「明日の病院忘れないで」とLINEが来た",
    "母の口癖は「感謝を忘れないで」だった",
    "祖母いわく「約束は忘れるなよ」",
    "妹に言われた。「わたしのこと、忘れないで」",
    "「これだけは覚えておいて」と先生は最後に言った",
    "冷蔵庫に「牛乳を忘れないで」って付箋が貼ってあった",
    "店長が、鍵を忘れないでだって",
    "会議の資料を忘れないで、とのことです",
    "母が忘れないでってさ",
    "上司に、この数字は記憶しておいてと何度も注意された",
    "「忘れないで」っていう歌詞が好き",
    "妹に忘れないでって伝えといたよ",
    "覚えておいてほしいらしい",
    "映画の最後に「忘れないで」って台詞があって泣いた",
    "忘れんといてな、って言うて祖父は笑っとった",
    "友達が言うには『あの日を忘れるな』",
    "My mother told me: don't forget",
    "She said remember this",
    "My boss keeps saying: remember that the client is always right",
    "He told me when we met at the station yesterday: never forget where you come from",
    "I was told: don't forget your passport",
    "Don't forget the milk, she said.",
    "Never forget who you are, my father told me once",
    "Remember this, he whispered before he left",
    "Never forget your friends - that's what my grandmother used to say",
    "The note on the fridge said: don't forget the keys",
    "The sign reads: remember that the floor is wet",
    "There is a song called, don't forget me",
    "Her last words were: never forget me",
    "She texted me, don't forget the tickets",
    "My teacher always said, remember that practice matters",
    "They warned us: never forget the sunscreen",
    "My mom said be good and don't forget your lunch",
    "He begged me, never forget this night",
    "I heard someone yell: don't forget your bag!",
    "We were told, keep this in mind",
    "My sister reminded me: don't forget mum's birthday",
    "She wrote: remember my birthday",
    "Dad was like, don't forget to call",
    "Don't forget, she said when we parted",
    "忘れないで、と彼は手を振った",
    "課長から覚えておいてと指示があった",
    "覚えておいてくださいと書かれた紙を見つけた",
    "She made me promise: never forget",
    '"Don\'t forget to write," my aunt called after me',
]


@pytest.mark.parametrize("text", OWN_WORDS)
def test_the_speakers_own_word_is_heard_whatever_else_is_reported(text: str) -> None:
    assert asks_to_be_kept(text)


@pytest.mark.parametrize("text", WORDS_OF_OTHERS)
def test_what_someone_else_said_asks_nothing_of_the_persona(text: str) -> None:
    assert not asks_to_be_kept(text)


@given(st.text(max_size=200))
def test_any_text_can_be_listened_to(text: str) -> None:
    assert asks_to_be_kept(text) in (True, False)


def test_a_request_at_the_end_of_a_very_long_text_is_heard() -> None:
    assert asks_to_be_kept("長い話。" * 200_000 + "これ、覚えておいて")
