"""Inside: what moves the persona, how it feels, what it wonders, wants and dreams.

curves      drives, moods and emotions over time as values for the page
dreams      the dream diary
goals       what the persona wants to reach
page        drives now, the strongest in words, and the curves
questions   what the persona would like to know
words       what is said about the inner life, in Japanese and English
"""
