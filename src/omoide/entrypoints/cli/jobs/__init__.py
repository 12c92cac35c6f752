"""`omoide jobs` and `omoide work`: work that nobody waits for.

commands   look at jobs, have one tried again or put aside
work       a worker in the foreground
shown      jobs for people and programs
words      what is said about them, in Japanese and English
"""
