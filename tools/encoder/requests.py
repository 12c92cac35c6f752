"""Cues of several kinds, written for this project as people ask and remark: what the senses of `senses.py` are learnt from."""

REQUESTS = """\
Can you recommend a good restaurant for tonight?
What should I cook for dinner this weekend?
Suggest something fun to do on my day off.
Help me plan a short trip next month.
Any ideas for a birthday present for myself?
What should I wear to the party?
I need something to read on the train, what do you suggest?
Which gym class would suit me?
Could you draft a message to my boss for me?
Write me a short thank-you note.
How should I spend the evening?
Would that hike be all right for me?
Should I sign up for the evening course?
What kind of music could I put on while I work?
Find me a recipe I can make quickly.
Where could we go on holiday with the whole family?
I can't sleep, what could I try?
Make me a shopping list for the week.
Give me some tips for the interview.
What film shall I watch tonight?
Is there a drink you would order for me?
Plan my Saturday for me.
I want a new hobby. Any thoughts?
Pick a cafe for me to meet a friend.
How do I get fit again without overdoing it?
Put together a menu for my guests.
What can I bring to the office potluck?
I'm thinking about getting a pet. Good idea?
Explain this to me in the way I like.
Can you book me something comfortable for the flight?
What snack can I have now?
Help me choose a phone.
Tell me how to deal with my noisy neighbour.
What exercise would be good for me today?
I'm hungry, any idea what I could get?
What could I order at the new place?
Could you set up a study plan for me?
今夜のおすすめのお店ある？
週末の晩ごはん、何作ろうかな
休みの日に何したらいいと思う？
来月の旅行、計画立てるの手伝って
自分へのご褒美、何がいいかな
明日何着て行けばいい？
電車で読む本、何かおすすめして
私に合いそうな習い事ってある？
上司へのメール、下書きしてくれる？
お礼の手紙を書いてほしい
今晩どう過ごそうか
そのハイキング、私でも行けるかな
夜の講座、申し込んだほうがいい？
作業用に流す音楽、何がいい？
すぐ作れるレシピ教えて
家族みんなで行ける旅行先ないかな
眠れないんだけど、どうしたらいい？
今週の買い物リスト作って
面接のコツを教えて
今夜は何の映画を観よう
飲み物、何を頼めばいいかな
土曜日の予定を組んで
新しい趣味がほしい。何かいい案ある？
友達と会うカフェを選んで
無理せず体を動かすにはどうすればいい？
お客さん用の献立を考えて
職場の持ち寄り、何を持って行こう
ペットを飼おうか迷ってる。どう思う？
私の好きなやり方で説明して
飛行機の席、楽なのを予約したい
今つまめるおやつある？
スマホ選び手伝って
隣がうるさいんだけど、どうしたもんかな
今日はどんな運動がいい？
お腹すいた、何食べたらいい？
新しいお店で何を注文しようか
勉強の計画を立ててくれない？
手土産、どれにしたらええやろ
プレゼントの相談に乗って
"""
"""For a recommendation, a plan, a choice or help."""

OTHERS = """\
What is my sister's name?
When did I move to the new flat?
Where did we go last summer?
Who did I meet at the conference?
How much did I pay for the bike?
What did the doctor say about my knee?
Which company did Ben join?
When is the dentist appointment?
What was the name of the cat?
How did I feel after the exam?
Did I finish the report?
What colour is Anna's car?
How long has Maria been teaching?
What happened at the wedding?
Why did he quit his job?
Do I still live in Leeds?
What time does the shop open now?
What did I say about the concert?
Who gave me the watch?
How many children does Tom have?
What instrument does Mel play?
my brother
the harbour
project deadline
When did Caroline go to the support group?
What book was I reading in March?
What was I upset about last week?
Where do I work now?
What kind of dog does Jo have?
What did I promise Kenji?
Is my rent still the same?
What do I usually drink in the morning?
Tell me about the day we met.
What did I eat at the festival?
I went for a long walk today.
The meeting was dreadful.
I'm so tired after work.
Guess what, I passed!
My mother called this morning.
It has been raining all day.
What does Anna do to relax?
What does Ben like about his new job?
Which activities did Lena try last year?
What advice did Tom give to his brother?
What would Maria probably do after college?
What does Jo plan to do in the summer?
How does Peter stay fit?
What gift did Sara get for her birthday?
What kind of food does Rosa cook for her friends?
Which film did Paul recommend to Eve?
妹の名前なんだっけ
引っ越したのいつだった？
去年の夏どこ行ったっけ
あの会で誰に会ったんだっけ
自転車いくらで買った？
膝のこと、お医者さん何て言ってた？
健太が入った会社どこ？
歯医者の予約いつ？
猫の名前は？
試験のあとどんな気持ちだった？
報告書もう出したっけ
美咲さんの車の色は？
先生を始めて何年になる？
結婚式で何があった？
なんで仕事辞めたんだっけ
今もまだ横浜に住んでる？
お店は何時に開くの？
コンサートのこと何て言ってたっけ
時計をくれたのは誰？
田中さんの子どもは何人？
何の楽器を弾いてるんだっけ
弟
港
締め切り
3月に読んでた本は？
先週落ち込んでた理由は？
今どこで働いてる？
飼ってる犬の種類は？
約束したこと何だった？
家賃は変わってない？
朝いつも飲んでるものは？
初めて会った日のこと覚えてる？
お祭りで何食べたっけ
今日は長い散歩をした
会議がひどかった
仕事でくたくた
聞いて、受かった！
今朝母から電話があった
一日中雨だった
一番嬉しかったことは？
アンナは休みの日に何をしてる？
健太が友達に勧めた映画は？
美咲さんはどうやって健康を保ってるの？
誕生日に何をもらったんだっけ
兄にどんな助言をしたっけ
前におすすめされた店、どこだった？
"""
"""After a fact, a bare word, or no question at all."""
