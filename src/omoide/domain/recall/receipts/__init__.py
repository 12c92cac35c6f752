"""Recall receipts: what came to mind for a cue, why, why not the rest; and the owner's "not that".

explanation   a receipt in words that can be read aloud
feedback      "not that": what a cue does not mean, and which other cues are near enough to it to be meant as well
not_that      a turn that says nothing but "not that"
receipt       what is kept of one recall
wording       the parts of a score, and what became of what was found, in Japanese and English
"""
