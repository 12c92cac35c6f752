"""When things were, from what people say: 昨日, 先週の金曜, 高3の夏, 2018年ごろ, last spring, when I was in college.

`reading` holds what others use: `expressions` (every time expression of a text, resolved) and `about_time` (the one time
a text is about).  Inside: `numerals` folds widths and reads numbers; `span` is the calendar; `atom` names the smallest
findings and `recurrence` chooses among their occurrences.  The grammar is `numeric_dates`; `japanese_words`, `_dates`,
`_weeks`, `_times`; `english_words`, `_dates`, `_years`, `_weeks`, `_clock`, `_times`; `holidays`; and `stage` with
`stages_japanese` and `stages_english`.  `scan` finds atoms, `join`, `counted` and `compose` put them together by the small
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
