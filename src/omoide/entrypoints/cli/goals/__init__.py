"""`omoide goals`: what the persona wants to reach.

commands   look at goals, tidy and export them
edits      goals made and moved by hand
shown      goals for people and programs
words      what is said about them, in Japanese and English
"""
