"""`omoide entities`: people and things the persona knows.

commands    look at profiles and write them
managing    names, putting away, taking away, bringing in order
proposals   names that recur: look, accept, dismiss
shown       entities as people and programs read them
words       what is said about them, in Japanese and English
"""
