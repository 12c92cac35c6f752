"""Days and weeks told without a model: what was said, quoted and shortened, in the persona's first person.

day        a day: what mattered most, told; the rest in a line
phrasing   the words around what was said, in Japanese and English
quoting    what of somebody's words is quoted
week       a week: the two most stirring days in detail, the others in a line
"""
