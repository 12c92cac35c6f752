"""`omoide erase`: what goes for good.

commands   erase turns, a memory or a persona; the receipts of it
words      what is said about it, in Japanese and English
"""
