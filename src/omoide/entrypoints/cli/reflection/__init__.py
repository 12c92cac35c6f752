"""`omoide dreams`: what the persona makes of its days at night.

commands   look at the dream diary, reflect, export
words      what is said about it, in Japanese and English
"""
