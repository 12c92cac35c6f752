"""Memories that fade: values and pure rules.

archive        forgotten for now, not lost
fading         how much of one memory was left on each day, will be, and would be if it were recalled
keep_request   whether someone asks for a thing to be kept in mind for good
level_texts    what one memory reads as at each level
levels         how much of a memory's text is still there
likeness       which pairs of memories mean nearly the same
memory         what set it off, how I reacted, how it felt, and how much of it is left
protection     what the owner asked to remember never fades
relations      which memory leads to which
retention      how much of a memory is left, and how recalling it makes it last
"""
