"""What is believed and liked, with its evidence: commands.

commands      `omoide beliefs`: what is believed, since when, why, what is only supposed, and the owner's word on it
preferences   `omoide preferences`: likes and dislikes, and the owner's word on them
shown         how beliefs are shown
words         what the commands about beliefs and feelings say, in Japanese and English
"""
