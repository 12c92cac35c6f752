"""`omoide questions`: what the persona would like to know.

commands   look at questions, ask, answer and delete them
words      what is said about them, in Japanese and English
"""
