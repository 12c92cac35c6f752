"""`omoide episodes`: days told in the persona's own voice.

commands   tell days, look at them, make weeks of them
words      what is said about them, in Japanese and English
"""
