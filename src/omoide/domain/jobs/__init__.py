"""Work that nobody waits for.

job        one piece of it: what, for whom, how it stands
retrying   when what failed is tried again, and when it is given up
"""
