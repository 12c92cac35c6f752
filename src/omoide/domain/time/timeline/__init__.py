"""When things were, from what people say: 昨日, 先週の金曜, 高3の夏, 2018年ごろ, last spring, when I was in college.

atom            the smallest things a grammar finds: a calendar stretch, a time of day, a length, a habit, a stage …
compose         putting atoms together into expressions: from one to another, since, until, around, the end of
counted         times counted from another day than today: the Sunday before October 25, two weeks before Christmas
holidays        days with names, Japanese and Western, as places in a year
join            atoms that stand side by side and mean one thing: a day and a time, a weekday and its date, the week …
joints          the small words between and around atoms, in each language: から, まで, ごろ, from, until, the end of
numerals        numbers as people write them: full-width and half-width digits, kanji numerals, English number words
numeric_dates   dates in digits, as both languages write them: 2018-05-03, 5/3/2018, 23.04.2022, 20180503, 5/3
reading         the time expressions of a text, and the one time a text is about
recurrence      things that recur every year, month or week, and the one a speaker has in mind
scan            every rule is tried everywhere, and where rules overlap the leftmost and then the longest reading …
span            stretches of local time and the calendar that cuts them: days, weeks from Monday, months, quarters …
stage           placing the stages of a life: with a year of birth a school year becomes dates
english         times in English words
japanese        times in Japanese words

`reading` holds what others use: `expressions` (every time expression of a text, resolved) and `about_time` (the one time
a text is about).  Inside: `numerals` folds widths and reads numbers; `span` is the calendar; `atom` names the smallest
findings and `recurrence` chooses among their occurrences.  The grammar is `numeric_dates`,
`holidays`, `stage` and the words of each language in `japanese` and `english`.  `scan` finds atoms, `join`, `counted`
and `compose` put them together by the small
words of `joints`.

Weeks start on Monday.  Ends are exclusive.  What recurs (`May 3`, 金曜) is the nearest one, unless the tense of the
sentence points to another that is about as near.  The small hours are counted to the day that ends, as people speak:
昨日の夜中 and 昨日の深夜 are midnight to four of today (未明 and 明け方 belong to the day that begins), and 今日の夜中 is the night
behind or ahead.  さっき and `a moment ago` are the last three hours, past midnight too.  The late nineties are 1995 to 1999.
Rules and words are our own.
"""

from omoide.domain.events.event import LifeStage
from omoide.domain.time.timeline.atom import Kind, Toward
from omoide.domain.time.timeline.reading import AboutTime, Expression, about_time, expressions
from omoide.domain.time.timeline.span import Unit

__all__ = ["AboutTime", "Expression", "Kind", "LifeStage", "Toward", "Unit", "about_time", "expressions"]
