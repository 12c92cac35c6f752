"""Talking with the persona, and what comes to mind.

page       the page: the talk, the field to speak into, and what stands beside it
answering  an answer while it comes
beside     what came to mind and why, and the mood
shown      what the persona would be shown, section by section
words      what the page says, in Japanese and English
"""
