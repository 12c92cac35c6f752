"""`omoide topics`: what is spoken of again and again.

commands   look at topics, and recall by them
edits      what the owner does to them, and the persona's nickname
shown      topics and their members for people and programs
words      what is said about them, in Japanese and English
"""
