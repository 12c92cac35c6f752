"""Days as episodes, down to what was said.

page      the page: what is looked for, and the days
days      told days and weeks, each opening to what it was made of
finding   by words, by meaning, by date, by feeling
words     what the page says, in Japanese and English
"""
