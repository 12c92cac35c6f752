"""When things were, from what people say: 昨日, 先週の金曜, 高3の夏, 2018年ごろ, last spring, when I was in college.

`reading` holds what others use: `expressions` (every time expression of a text, resolved) and `about_time` (the one time
a text is about).  Inside, `numerals` folds widths and reads numbers; `span` is the calendar; `atom` names the smallest
findings; `numeric_dates`, `japanese_dates`, `japanese_times`, `english_dates`, `english_weeks`, `english_times`,
`holidays` and `stage` are the grammar; `scan` finds atoms; `joints` and `compose` put them together.

Weeks start on Monday.  Ends are exclusive.  What recurs (`May 3`, 金曜) is the nearest one, unless the tense of the
sentence points to another that is about as near.  Rules and words are our own.
"""

from omoide.domain.timeline.atom import Kind, LifeStage, Toward
from omoide.domain.timeline.reading import AboutTime, Expression, about_time, expressions
from omoide.domain.timeline.span import Unit

__all__ = ["AboutTime", "Expression", "Kind", "LifeStage", "Toward", "Unit", "about_time", "expressions"]
