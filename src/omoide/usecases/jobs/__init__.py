"""Work that nobody waits for.

plan     what waits in the data is ordered, unless it is under way or rests
manage   the owner's word: again, or not now
"""
