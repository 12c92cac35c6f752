"""Due things, told once: verbs.

due      what is due at an instant, and how it stands
settle   the owner's word on a due thing: done, dismissed, snoozed, to be told again
tell     what is to be told now, claimed for one session and repeated in it
"""
